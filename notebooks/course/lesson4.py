"""The exercises of lesson 4: playouts, bandits, UCT."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from checks import changed, number
from course import Exercise, Wrong
from outflank import Board

# Black to move can win with b2 alone. Random playouts prefer h1.
TRAP = Board(0x0680C4838F83BD3C, 0x193F3B7C707C4040, "black")


# Playouts

def playout(board: Board, rng: random.Random) -> float:
    """Play random moves until the game is over. Return the points of the side that is to move in board: 1 for a win,
    0.5 for a draw, 0 for a loss."""
    side = board.turn
    while not board.over:
        board = board.play(rng.choice(board.moves))
    score = board.score if side == "black" else -board.score
    return 1 if score > 0 else 0.5 if score == 0 else 0


# Endings without passes whose result does not depend on the moves, and the points of the side to move.
_DECIDED = [
    (Board(0x0F033A2A0082FFFE, 0xF0BCC595FF7C0000, "black"), 1),
    (Board(0x4E06132CDC9C6060, 0x90F9EC5323631F9F, "black"), 0),
    (Board(0x08002C28948CBC3E, 0xF2F3D3D76B7343C1, "white"), 1),
    (Board(0x07FFD0CD9981818F, 0x20002F32667E7E70, "white"), 0),
]
# White loses, and every line of play has a pass.
_PASSES = Board(0x8080BF9EB6BF838F, 0x5E7F406048407C60, "white")
# An ending with all three results: the side to move has 0.812 points on average, and 0.771 if draws were losses.
_OPEN = Board(0x7870EAD3E8C48001, 0x068F152C173B5EBC, "black")


@functools.cache
def _expected(board: Board) -> float:
    """Black's mean points with random moves, exactly."""
    if board.over:
        return (1 + np.sign(board.score)) / 2
    return float(np.mean([_expected(board.play(move)) for move in board.moves]))


def _own(black: float, side: str) -> float:
    return black if side == "black" else 1 - black


def _test_playout(answer: Callable[..., Any]) -> None:
    rng = random.Random(1)
    results = [[number(answer(board, rng)) for _ in range(8)] for board, _ in _DECIDED]
    for found in results:
        if not set(found) <= {0, 0.5, 1}:
            raise Wrong(f"a playout returns {next(x for x in found if x not in (0, 0.5, 1)):g}. The points are 1, 0.5 or 0, not discs.")
    wanted = [points for _, points in _DECIDED]
    if [set(found) for found in results] == [{1 - points} for points in wanted]:
        raise Wrong("you return the points of the other side. A win of the side that is to move in board counts 1.")
    if [set(found) for found in results] == [{1}, {0}, {0}, {1}]:
        raise Wrong("you return black's points, even if white is to move in board. Remember board.turn before you play.")
    for (board, points), found in zip(_DECIDED, results):
        if set(found) != {points}:
            raise Wrong(f"with {board!r}, every game ends with {points} points for {board.turn}, and you return {found}. Do you play until board.over?")
    if any(answer(_PASSES, rng) != 0 for _ in range(8)):
        raise Wrong("you are right unless a side passes. After a pass the same side moves twice, so the number of moves does not tell "
                    "which side is to move. Remember board.turn before the first move.")
    found = [answer(_OPEN, rng) for _ in range(2000)]
    if len(set(found)) == 1:
        raise Wrong(f"all 2,000 playouts of an open ending return {found[0]:g}. Draw each move with rng.choice(board.moves).")
    if 0.5 not in found:
        raise Wrong("some playouts end in a draw, and you never return 0.5.")
    mean, wanted_mean = np.mean(found), _own(_expected(_OPEN), _OPEN.turn)
    if abs(mean - wanted_mean) > 0.04:
        raise Wrong(f"the mean of 2,000 playouts is {mean:.3f}. With random moves it is {wanted_mean:.3f}. Is every legal move equally likely, "
                    "at every turn?")


playout = Exercise(
    playout, _test_playout,
    ["Which side does board.turn name before the first move, and after the last?",
     "Store board.turn in a variable. Then replace board by board.play(a random move) until board.over.",
     "side = board.turn; while not board.over: board = board.play(rng.choice(board.moves)). board.score is the result for black: "
     "change its sign if side is white, and turn it into 1, 0.5 or 0."],
    [(changed(playout, ("score = board.score if side == \"black\" else -board.score", "score = board.score")), "black's points"),
     (changed(playout, ("side == \"black\"", "side == \"white\"")), "the other side"),
     (changed(playout, ("side = board.turn", "plies = 0"), ("    board = board.play", "    plies += 1; board = board.play"),
              ("if side == \"black\" else", "if (board.turn == \"black\") == (plies % 2 == 0) else")), "passes"),
     (changed(playout, ("return 1 if score > 0 else 0.5 if score == 0 else 0", "return score")), "not discs"),
     (changed(playout, ("0.5 if score == 0 else 0", "0")), "draw"),
     (changed(playout, ("rng.choice(board.moves)", "board.moves[0]")), "rng.choice"),
     (changed(playout, ("rng.choice(board.moves)", "rng.choice(board.moves if board.turn == side else board.moves[:1])")), "equally likely"),
     (changed(playout, ("while not board.over", "if not board.over")), "until board.over")])


# Flat Monte Carlo

def flat(board: Board, playouts: int, rng: random.Random) -> dict[str, float]:
    """Return for each move of board the mean points of the side to move, after a number of playouts for each move."""
    values = {}
    for move in board.moves:
        after, total = board.play(move), 0.0
        for _ in range(playouts):
            points = playout(after, rng)
            total += points if after.turn == board.turn else 1 - points
        values[move] = total / playouts
    return values


# Endings with a move after which the opponent passes.
_ENDINGS = [
    Board(0x7C1D33170B1F030F, 0x03E24C2874E0FC70, "black"),
    Board(0x5B73CB41F3FF8000, 0x040C343E0C003F7F, "white"),
]


def _test_flat(answer: Callable[..., Any]) -> None:
    found, wanted, turned, black, passes = [], [], [], [], []
    for board in _ENDINGS:
        values = answer(board, 500, random.Random(2))
        if values is None:
            raise Wrong("your function returns None. Return a dict from each move to its mean.")
        if not isinstance(values, dict) or set(values) != set(board.moves):
            raise Wrong(f"the legal moves are {board.moves}, and you return {values!r}. Return a dict with a mean for each legal move.")
        for move in board.moves:
            after = board.play(move)
            found.append(number(values[move], f"the value of {move}"))
            black.append(_expected(after))
            wanted.append(_own(black[-1], board.turn))
            turned.append(_own(black[-1], after.turn))
            passes.append(1 - turned[-1])
    found, wanted, turned, black, passes = map(np.array, (found, wanted, turned, black, passes))

    def near(values: np.ndarray) -> bool:
        return bool(np.abs(found - values).max() < 0.1)

    if near(wanted):
        return
    if found.max() > 1.001:
        raise Wrong(f"a move has the value {found.max():g}. Points are between 0 and 1: divide the sum by the number of playouts.")
    if len(set(np.round(found * 500) % 500)) == 1:
        raise Wrong("all values are 0 or 1, as if each move had one playout. Add up the playouts of a move, and divide by their number.")
    if near(turned):
        raise Wrong("your values are the points of the side that is to move after the move: usually the opponent. A playout returns the points of "
                    "the side to move in its board.")
    if near(black):
        raise Wrong("your values are black's points. Here white is to move in one of the boards: a good move for white has a high value.")
    if near(passes):
        raise Wrong("your values are right unless the opponent passes after the move. Then after.turn is board.turn, and the playout already "
                    "returns the points of the mover.")
    if near(np.concatenate([np.full(len(b.moves), _own(_expected(b), b.turn)) for b in _ENDINGS])):
        raise Wrong("all moves of a board have about the same value. Do your playouts start before the move? They must start in board.play(move).")
    i = int(np.abs(found - wanted).argmax())
    raise Wrong(f"one move has the value {found[i]:.3f} after 500 playouts. It should be near {wanted[i]:.3f}.")


flat = Exercise(
    flat, _test_flat,
    ["A playout returns the points of one side. Which one, if it starts after your move?",
     "For each move: after = board.play(move). Add up the points of the mover in all playouts from after, and divide by their number.",
     "The mover's points are playout(after, rng) if after.turn == board.turn, because the opponent passed, and otherwise 1 minus that."],
    [(changed(flat, ("points if after.turn == board.turn else 1 - points", "points")), "usually the opponent"),
     (changed(flat, ("points if after.turn == board.turn else 1 - points", "1 - points")), "passes"),
     (changed(flat, ("after.turn == board.turn", "after.turn == \"black\"")), "black's points"),
     (changed(flat, ("total / playouts", "total")), "divide the sum"),
     (changed(flat, ("after, total = board.play(move), 0.0", "after, total = board, 0.0")), "before the move"),
     (changed(flat, ("range(playouts)", "range(1)"), ("total / playouts", "total")), "one playout"),
     (lambda board, playouts, rng: max(board.moves), "a dict")])


# Bandits

def ucb(totals: list[float], visits: list[int], c: float = 1) -> int:
    """Return the index of the arm to try next. totals are the points of each arm so far; visits count its trials.

    An arm without trials comes first. Otherwise take the highest mean + c·√(2 ln n / visits), where n counts all trials.
    """
    if 0 in visits:
        return visits.index(0)
    n = sum(visits)
    bounds = [total / v + c * math.sqrt(2 * math.log(n) / v) for total, v in zip(totals, visits)]
    return bounds.index(max(bounds))


def _bounds(totals: Sequence[float], visits: Sequence[int], c: float) -> np.ndarray:
    t, v = np.array(totals, float), np.array(visits, float)
    return t / v + c * np.sqrt(2 * math.log(v.sum()) / v)


_MISTAKES: dict[str, Callable[[np.ndarray, np.ndarray, float], np.ndarray]] = {
    "you take the arm with the highest mean. Its bonus is missing: an arm with few trials may be better than it looks":
        lambda t, v, c: t / v,
    "the bonus contains n itself. It is the logarithm of n: a bonus with n would hardly fall, and UCB would explore for ever":
        lambda t, v, c: t / v + c * np.sqrt(2 * v.sum() / v),
    "the logarithm is of the arm's own visits. It is of n, the trials of all arms: only then does the bonus of an arm that waits grow":
        lambda t, v, c: t / v + c * np.sqrt(2 * np.log(v) / v),
    "you add the bonus to the total. Add it to the mean, totals[i] / visits[i]: a total grows with each trial":
        lambda t, v, c: t + c * np.sqrt(2 * np.log(v.sum()) / v),
    "the square root is missing":
        lambda t, v, c: t / v + c * 2 * np.log(v.sum()) / v,
    "the factor 2 below the root is missing. √(ln n / visits) is the bonus of UCT; UCB1 has √(2 ln n / visits)":
        lambda t, v, c: t / v + c * np.sqrt(np.log(v.sum()) / v),
    "c is missing, or it is always 1":
        lambda t, v, c: t / v + np.sqrt(2 * np.log(v.sum()) / v),
    "you subtract the bonus. That is a lower bound: it never tries again an arm that began badly":
        lambda t, v, c: t / v - c * np.sqrt(2 * np.log(v.sum()) / v),
    "you return the arm with the lowest bound":
        lambda t, v, c: -(t / v + c * np.sqrt(2 * np.log(v.sum()) / v)),
    "the logarithm is to the base 10 or 2. Use the natural one, math.log(n)":
        lambda t, v, c: t / v + c * np.sqrt(2 * np.log10(v.sum()) / v),
}


def _test_ucb(answer: Callable[..., Any]) -> None:
    for totals, visits, wanted in (([1.0, 0.0, 0.0], [1, 0, 0], (1, 2)), ([3.0, 0.0, 2.5], [5, 0, 4], (1,))):
        try:
            found = answer(totals, visits, 1)
        except ZeroDivisionError:
            raise Wrong(f"with visits {visits} you divide by 0. Return an arm without trials before you compute bounds.") from None
        number(found)
        if found not in wanted:
            raise Wrong(f"with visits {visits} you choose arm {found}. An arm without trials comes first.")
    rng, cases = random.Random(3), []
    while len(cases) < 300:
        visits = [rng.randint(1, 60) for _ in range(rng.randint(2, 6))]
        totals, c = [rng.randint(0, 2 * v) / 2 for v in visits], rng.choice([0.2, 0.35, 0.6, 1, 1.6])
        bounds = np.sort(_bounds(totals, visits, c))
        if bounds[-1] - bounds[-2] > 1e-6:
            cases.append((totals, visits, c))
    found = [int(number(answer(list(t), list(v), c))) for t, v, c in cases]
    wrong = [i for i, (t, v, c) in enumerate(cases) if found[i] != int(_bounds(t, v, c).argmax())]
    if not wrong:
        return
    for explanation, rule in _MISTAKES.items():
        if found == [int(rule(np.array(t, float), np.array(v, float), c).argmax()) for t, v, c in cases]:
            raise Wrong(f"{explanation}.")
    totals, visits, c = cases[wrong[0]]
    bounds = ", ".join(f"{x:.3f}" for x in _bounds(totals, visits, c))
    raise Wrong(f"with totals {totals}, visits {visits} and c = {c} you choose arm {found[wrong[0]]}. The bounds are {bounds}.")


ucb = Exercise(
    ucb, _test_ucb,
    ["Which two reasons are there to try an arm? One is a high mean.",
     "If an arm has no trials, return its index. Otherwise compute a bound for each arm, and return the index of the highest.",
     "n = sum(visits); the bound of arm i is totals[i] / visits[i] + c * math.sqrt(2 * math.log(n) / visits[i])."],
    [(changed(ucb, ("math.log(n)", "n")), "logarithm of n"),
     (changed(ucb, ("math.log(n)", "math.log(v)")), "the arm's own visits"),
     (changed(ucb, ("total / v", "total")), "Add it to the mean"),
     (changed(ucb, ("    if 0 in visits:\n        return visits.index(0)\n", "")), "without trials"),
     (changed(ucb, (" + c * math.sqrt(2 * math.log(n) / v)", "")), "highest mean"),
     (changed(ucb, ("math.sqrt(2 * math.log(n) / v)", "2 * math.log(n) / v")), "square root"),
     (changed(ucb, ("2 * math.log", "math.log")), "factor 2"),
     (changed(ucb, (" + c * math", " - c * math")), "lower bound"),
     (changed(ucb, (" + c * math", " + math")), "c is missing"),
     (changed(ucb, ("bounds.index(max(bounds))", "max(bounds)")), "The bounds are")])

Choose = Callable[[list[float], list[int], random.Random], int]


def regret(choose: Choose, means: Sequence[float], steps: int, runs: int = 100, seed: int = 1) -> np.ndarray:
    """Return the mean regret of a rule after each step: the points that the best arm would have scored more.

    choose(totals, visits, rng) returns the arm to try. Arm i scores 1 with the probability means[i], otherwise 0. All
    rules see the same results of an arm.
    """
    losses = np.zeros(steps)
    for run in range(runs):
        rng, results = random.Random(seed + run), (np.random.default_rng(seed + run).random((steps, len(means))) < means).tolist()
        totals, visits = [0.0] * len(means), [0] * len(means)
        for step in range(steps):
            arm = choose(totals, visits, rng)
            totals[arm] += results[visits[arm]][arm]
            visits[arm] += 1
            losses[step] += max(means) - means[arm]
    return losses.cumsum() / runs


# The tree

class Node:
    """A position of a search tree.

    board is the position, and move the move to it, "" at the root. visits counts the playouts through the node. total
    are their points for the side that moved to it. children are the nodes below, and untried the moves without a node.
    """

    def __init__(self, board: Board, move: str = "") -> None:
        self.board, self.move = board, move
        self.visits, self.total = 0, 0.0
        self.children: list[Node] = []
        self.untried = board.moves

    def add(self, move: str) -> Node:
        """Return a new child after an untried move."""
        self.untried.remove(move)
        self.children.append(Node(self.board.play(move), move))
        return self.children[-1]

    @property
    def mean(self) -> float:
        """The mean points of the side that moved to the node."""
        return self.total / self.visits

    def all(self) -> Iterator[Node]:
        """The node and all nodes below it."""
        yield self
        for child in self.children:
            yield from child.all()

    def __repr__(self) -> str:
        return f"Node({self.move or 'root'}: {self.total:g} of {self.visits})"


def backup(path: list[Node], black: float) -> None:
    """Count a playout in all nodes of a path, which begins at the root. black are black's points in the playout.

    Each node has one more visit. The total of a node below the root grows by the points of the side that moved to it.
    """
    path[0].visits += 1
    for parent, node in zip(path, path[1:]):
        node.visits += 1
        node.total += black if parent.board.turn == "black" else 1 - black


def uct(board: Board, playouts: int, rng: random.Random, c: float = 0.35) -> Node:
    """Return the root of a tree after a number of playouts. Each playout descends, adds one node, plays, and backs up."""
    root = Node(board)
    for _ in range(playouts):
        path = [root]
        while path[-1].children and not path[-1].untried:
            kids = path[-1].children
            path.append(kids[ucb([k.total for k in kids], [k.visits for k in kids], c)])
        last = path[-1]
        if last.untried:
            path.append(last.add(rng.choice(last.untried)))
        leaf = path[-1].board
        points = playout(leaf, rng)
        backup(path, points if leaf.turn == "black" else 1 - points)
    return root


def choose(root: Node) -> str:
    """Return the move to play after a search: the one with the most visits."""
    return max(root.children, key=lambda child: child.visits).move


def _path() -> list[Node]:
    """A path of five nodes in which white moves twice, because black passes."""
    board = _PASSES
    nodes = [Node(board)]
    while not nodes[-1].board.over:
        nodes.append(nodes[-1].add(nodes[-1].untried[0]))
    return nodes


def _test_backup(answer: Callable[..., Any]) -> None:
    path = _path()
    for node in path:
        node.visits, node.total = 3, 1.5
    answer(path, 1)
    movers = [parent.board.turn for parent in path[:-1]]
    if [node.visits for node in path] == [3] * len(path):
        raise Wrong("no node has more visits than before. Add 1 to visits of each node of the path.")
    if path[0].visits == 3:
        raise Wrong("the root has no more visits than before. Its visits are the n of the formula of UCB, so they count too.")
    if path[-1].visits == 3:
        raise Wrong("the last node of the path has no more visits than before. Count all nodes of the path.")
    if [node.visits for node in path] != [4] * len(path):
        raise Wrong(f"the nodes had 3 visits, and now have {[node.visits for node in path]}. Each node has one more.")
    found = [node.total - 1.5 for node in path[1:]]
    wanted = [1.0 if mover == "black" else 0.0 for mover in movers]
    if all(abs(node.total - points) < 1e-9 for node, points in zip(path[1:], wanted)):
        raise Wrong("the totals were 1.5, and you replace them. Add the points.")
    if found == [0.0] * len(found):
        raise Wrong("no total changes after a win of black. Add the points to total of each node below the root.")
    if found == [1.0] * len(found):
        raise Wrong("all nodes get black's points, so white would choose moves that are good for black. Change sides: a node counts the points of "
                    "the side that moved to it, parent.board.turn.")
    if found == [1 - x for x in wanted]:
        raise Wrong("each node gets the points of the other side. The side that moved to a node is to move in its parent.")
    if found == [1.0 if node.board.turn == "black" else 0.0 for node in path[1:]]:
        raise Wrong("each node gets the points of the side that is to move in it. The parent chooses among its children: count for parent.board.turn.")
    alternating = [[float(i % 2 == k) for i in range(len(found))] for k in (0, 1)]
    if found in alternating:
        raise Wrong("your points change sides at every node. On this path a side passes, and the same side moves twice: look at parent.board.turn.")
    if found != wanted:
        raise Wrong(f"after a win of black, the totals grow by {found}; the sides that moved are {movers}. Black's nodes grow by 1, white's by 0.")
    answer(path, 0.5)
    if [node.total - 1.5 for node in path[1:]] != [x + 0.5 for x in wanted]:
        raise Wrong("a draw must add 0.5 to each total below the root.")


def _minus(path: list[Node], black: float) -> None:
    """A backup that changes sides at every node, as in a game without passes."""
    points = black if path[-2].board.turn == "black" else 1 - black
    for node in reversed(path[1:]):
        node.visits += 1
        node.total += points
        points = 1 - points
    path[0].visits += 1


backup = Exercise(
    backup, _test_backup,
    ["The parent chooses among its children by their means. Whose points must the means be?",
     "zip(path, path[1:]) gives each node with its parent. The side that moved to the node is parent.board.turn.",
     "path[0].visits += 1; then for each parent and node: node.visits += 1, and node.total grows by black if parent.board.turn is black, "
     "otherwise by 1 - black."],
    [(changed(backup, ("black if parent.board.turn == \"black\" else 1 - black", "black")), "Change sides"),
     (changed(backup, ("parent.board.turn", "node.board.turn")), "to move in it"),
     (_minus, "passes"),
     (changed(backup, ("    path[0].visits += 1\n", "")), "the root"),
     (changed(backup, ("        node.visits += 1\n", "")), "the last node"),
     (changed(backup, ("node.total +=", "node.total =")), "replace"),
     (changed(backup, ("zip(path, path[1:])", "list(zip(path, path[1:]))[:-1]")), "the last node")])


def _test_uct(answer: Callable[..., Any]) -> None:
    board = Board.from_transcript("f5d6c3")
    root = answer(board, 60, random.Random(4))
    if not isinstance(root, Node):
        raise Wrong(f"your function returns {root!r}. Return the root, a Node.")
    if root.board != board or root.move:
        raise Wrong("the node that you return is not the root. It contains the board of the argument, and no move.")
    nodes = list(root.all())
    if root.visits != 60:
        raise Wrong(f"after 60 playouts the root has {root.visits} visits. Back up along the whole path, once for each playout.")
    if len(nodes) == 1 + len(board.moves):
        raise Wrong("the tree has one level: it is flat Monte Carlo with UCB. Descend while the last node has children and no untried moves.")
    if len(nodes) != 61:
        raise Wrong(f"after 60 playouts the tree has {len(nodes)} nodes. Each playout adds one, so there should be 61 with the "
                    "root. Do you descend until the last node has untried moves?")
    for node in nodes:
        below = sum(child.visits for child in node.children)
        if node.visits != below + (node is not root):
            raise Wrong(f"{node!r} has {node.visits} visits, and its children have {below}. Each visit but the first continues to a child.")
        if node.untried and any(child.children for child in node.children):
            raise Wrong(f"you descend from a node with the untried moves {node.untried}. First add a child for each move: a bound needs a trial.")
    wrong = good = 0
    for board, points in _DECIDED:
        for parent in answer(board, 30, random.Random(5)).all():
            for child in parent.children:
                share = child.total / child.visits
                wanted = points if parent.board.turn == board.turn else 1 - points
                wrong, good = wrong + (share != wanted), good + (share == wanted)
    if wrong and not good:
        raise Wrong("all totals count the points of the other side. playout returns those of the side to move in the leaf. If white is to move there, "
                    "black's points are 1 minus that.")
    if wrong:
        raise Wrong("in an ending that is won whatever the moves, some nodes of the winner have losses. backup wants black's points, and playout "
                    "returns those of the side to move in its board. Do you play from the last node of the path?")
    root = answer(TRAP, 1000, random.Random(5))
    visits = {child.move: child.visits for child in root.children}
    if max(visits.values()) - min(visits.values()) < 60:
        raise Wrong(f"the moves of an ending have {sorted(visits.values())} visits of 1,000. Good moves should have many more. Do you descend to ucb's "
                    "choice, with the totals and visits of the children?")
    if max(visits, key=visits.__getitem__) != "b2":
        raise Wrong(f"the only winning move of an ending is b2, and your visits are {visits}. Totals already count for the side that chooses, so take "
                    "the highest bound at every node, at the opponent's too.")
    wide = [child.visits for child in answer(TRAP, 300, random.Random(5), 50).children]
    if max(wide) - min(wide) > 30:
        raise Wrong("c has no effect. Pass it to ucb.")


uct = Exercise(
    uct, _test_uct,
    ["What does a playout do first: choose among the children of a node, or add a child? When does it do the other?",
     "Keep the path as a list that begins as [root]. While the last node has children and no untried moves, append ucb's choice among its children. "
     "If the last node has untried moves, append last.add(a random one). Then play from the last node and back up.",
     "kids = path[-1].children; i = ucb([k.total for k in kids], [k.visits for k in kids], c). At the end: points = playout(leaf, rng); "
     "backup(path, points if leaf.turn == \"black\" else 1 - points). A finished game has neither children nor untried moves, so its path just ends."],
    [(changed(uct, ("while path[-1].children", "if path[-1].children")), "until the last node"),
     (changed(uct, ("last = path[-1]", "last = path[-1] if len(path) == 1 else Node(Board(0, 0))")), "one level"),
     (changed(uct, ("points if leaf.turn == \"black\" else 1 - points", "points")), "black's points"),
     (changed(uct, ("points if leaf.turn == \"black\" else 1 - points", "1 - points if leaf.turn == \"black\" else points")), "other side"),
     (changed(uct, ("playout(leaf, rng)", "playout(root.board, rng)")), "the last node of the path"),
     (changed(uct, ("[k.visits for k in kids], c)", "[k.visits for k in kids])")), "Pass it to ucb"),
     (changed(uct, ("kids[ucb([k.total for k in kids], [k.visits for k in kids], c)]", "rng.choice(kids)")), "ucb's choice"),
     (changed(uct, ("[k.total for k in kids]", "[k.total if path[-1].board.turn == board.turn else k.visits - k.total for k in kids]")),
      "the highest bound at every node"),
     (changed(uct, ("return root", "return choose(root)")), "Return the root")])


def _root(**children: tuple[int, float]) -> Node:
    root = Node(Board())
    for move, (visits, mean) in children.items():
        child = root.add(move)
        child.visits, child.total = visits, visits * mean
        root.visits += visits
    return root


def _test_choose(answer: Callable[..., Any]) -> None:
    roots = [_root(d3=(60, 0.55), c4=(38, 0.5), f5=(2, 1.0)), _root(d3=(30, 0.2), c4=(20, 0.25), f5=(50, 0.05), e6=(3, 0.0)),
             _root(f5=(18, 0.1), c4=(20, 0.9)), _root(c4=(5, 0.5), d3=(9, 0.4), f5=(2, 0.9), e6=(3, 0.2))]
    found, wanted = [answer(root) for root in roots], ["d3", "f5", "c4", "d3"]
    if found == wanted:
        return
    if any(isinstance(x, Node) for x in found):
        raise Wrong("you return a node. Return its move.")
    if any(x is None for x in found):
        raise Wrong("your function returns None. Return a move.")
    if "" in found:
        raise Wrong("you return \"\", the move of the root, which has most visits of all. Choose among root.children.")
    if any(isinstance(x, (list, tuple, dict)) for x in found):
        raise Wrong(f"you return {found[0]!r}. Return one move.")
    if any(isinstance(x, (int, float)) for x in found):
        raise Wrong(f"you return {found[0]!r}. Return the move of the child.")
    if found == [max(r.children, key=lambda k: k.mean).move for r in roots]:
        raise Wrong("you choose the highest mean: f5, with 1.00 in 2 visits, before d3, with 0.55 in 60. Two lucky playouts prove little. The move with "
                    "most visits had a high bound for a long time.")
    if found == [min(r.children, key=lambda k: k.mean).move for r in roots]:
        raise Wrong("you choose the lowest mean, as if the totals were the opponent's. They count for the side that moves to the child. Choose by visits.")
    if found in [[r.children[ucb([k.total for k in r.children], [k.visits for k in r.children], c)].move for r in roots] for c in (1, 0.35)]:
        raise Wrong("you choose the highest bound. The bonus is for exploration: it prefers the move about which least is known. Choose by visits.")
    if found == [min(r.children, key=lambda k: k.visits).move for r in roots]:
        raise Wrong("you choose the fewest visits. UCT visits good moves often.")
    if found == [max(r.children, key=lambda k: k.total).move for r in roots]:
        raise Wrong("you choose the highest total. In a lost position a move with many visits may have few points. Choose by visits.")
    for i, name in ((0, "first"), (-1, "last")):
        if found == [r.children[i].move for r in roots]:
            raise Wrong(f"you choose the {name} child. Compare the visits.")
    if found == [max(child.move for child in r.children) for r in roots]:
        raise Wrong("you compare the moves themselves, in the order of the alphabet. Compare the visits.")
    i = [x != y for x, y in zip(found, wanted)].index(True)
    raise Wrong(f"among {roots[i].children} you choose {found[i]!r}. {wanted[i]} has most visits.")


choose = Exercise(
    choose, _test_choose,
    ["Which number of a child is least likely to be luck?", "Compare the visits of root.children.",
     "max(root.children, key=lambda child: child.visits) is the child."],
    [(lambda root: max(root.children, key=lambda child: child.mean).move, "highest mean"),
     (lambda root: root.children[ucb([k.total for k in root.children], [k.visits for k in root.children])].move, "highest bound"),
     (lambda root: min(root.children, key=lambda child: child.visits).move, "fewest visits"),
     (lambda root: max(root.children, key=lambda child: child.total).move, "highest total"),
     (lambda root: max(root.children, key=lambda child: child.visits), "Return its move"),
     (lambda root: root.children[0].move, "the first child"),
     (lambda root: root.children[-1].move, "the last child"),
     (lambda root: max(child.move for child in root.children), "the alphabet"),
     (lambda root: min(root.children, key=lambda child: child.mean).move, "lowest mean"),
     (lambda root: root.children[ucb([k.total for k in root.children], [k.visits for k in root.children], 0.35)].move, "highest bound"),
     (lambda root: max(root.all(), key=lambda node: node.visits).move, "the move of the root"),
     (lambda root: [child.move for child in sorted(root.children, key=lambda child: -child.visits)], "Return one move"),
     (lambda root: max(range(len(root.children)), key=lambda i: root.children[i].visits), "the move of the child"),
     (lambda root: None, "returns None"),
     (lambda root: max(child.visits for child in root.children), "the move of the child")])
