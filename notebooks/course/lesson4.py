"""The exercises of lesson 4: playouts, bandits, UCT."""

from __future__ import annotations

import functools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest import mock

import numpy as np

from checks import changed, draws, number
from course import Case, Exercise, Wrong, compare
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


# Endings whose result does not depend on the moves, and the points of the side to move. The first five have no passes, and the fifth has an odd
# number of empty squares. In the next one every line of play has a pass.
_DECIDED = [
    (Board(0x0F033A2A0082FFFE, 0xF0BCC595FF7C0000, "black"), 1),
    (Board(0x4E06132CDC9C6060, 0x90F9EC5323631F9F, "black"), 0),
    (Board(0x08002C28948CBC3E, 0xF2F3D3D76B7343C1, "white"), 1),
    (Board(0x07FFD0CD9981818F, 0x20002F32667E7E70, "white"), 0),
    (Board(0x1060423230E2DA9E, 0xCF9BBDCD8F1D2141, "white"), 1),
    (_PASSES := Board(0x8080BF9EB6BF838F, 0x5E7F406048407C60, "white"), 0),
    (Board(0x0080E0E2B0ECB020, 0x7E7F1F1D4F130F5F, "black"), 0.5),
]
# White wins with the last move.
_LAST = _DECIDED[4][0]
for _ in range(4):
    _LAST = _LAST.play(_LAST.moves[0])
# An ending that the first move decides: one wins, the others lose, whatever follows.
_FORKED = Board(0x30FFC3B3BFCAFF03, 0x82003C4C4035007C, "white")
# An ending with all three results: the side to move has 0.812 points on average, and 0.771 if draws were losses.
_OPEN = Board(0x7870EAD3E8C48001, 0x068F152C173B5EBC, "black")


@functools.cache
def _expected(board: Board, draw: float = 0.5, side: str = "black") -> float:
    """The mean points of a side with random moves, exactly, if a draw counts draw."""
    if board.over:
        score = board.score if side == "black" else -board.score
        return 1 if score > 0 else draw if score == 0 else 0
    return float(np.mean([_expected(board.play(move), draw, side) for move in board.moves]))


def _recursive(board: Board, rng: random.Random) -> float:
    """A playout that changes sides at every move, as if there were no passes."""
    return 1 - _recursive(board.play(rng.choice(board.moves)), rng) if not board.over else playout.answer(board, rng)


_SCORE = "score = board.score if side == \"black\" else -board.score"
_POINTS = "return 1 if score > 0 else 0.5 if score == 0 else 0"
_PASSED = ("You are right unless a side passes. After a pass the same side moves twice, so the number of moves does not tell which side is to move. "
           "Remember board.turn before the first move.")
_PLAYOUT_MISTAKES = [
    (changed(playout, (_SCORE, "score = board.score")), "You return black's points, even if white is to move in board. Remember board.turn before you play."),
    (changed(playout, ("side == \"black\"", "side == \"white\"")),
     "You return the points of the other side. A win of the side that is to move in board counts 1."),
    (changed(playout, (_SCORE, "side = board.turn; " + _SCORE)),
     "You return the points of the side that is to move when the game is over. The points are those of the side that is to move in the argument: remember "
     "board.turn before the first move."),
    (_recursive, _PASSED),
    (changed(playout, (_SCORE, _SCORE), (_POINTS, "return 1 if side == \"black\" and board.score > 0 else 0.5 if score == 0 else 0")),
     "You return 0 whenever white is to move in board. White wins if board.score is below 0."),
    (changed(playout, (_POINTS, "return 1 if score > 0 else 0")), "A draw counts 0.5. You return 0."),
    (changed(playout, (_POINTS, "return 1 if score >= 0 else 0")), "A draw counts 0.5. You return 1."),
    (changed(playout, (_POINTS, "return score")), "The points are 1, 0.5 or 0, not discs."),
    (changed(playout, (_POINTS, "return np.sign(score)")), "The points are 1, 0.5 or 0, not 1, 0 and -1."),
    (changed(playout, ("while not board.over", "if not board.over")), "You play one move. Play until board.over."),
]


def _test_playout(answer: Callable[..., Any]) -> None:
    def call(function: Callable[..., Any]) -> Callable[[Board], list[float]]:
        return lambda board: sorted({number(function(board, rng)) for rng in [random.Random(1)] for _ in range(24)})

    compare(call(answer), lambda board: [dict(_DECIDED)[board]], [(board,) for board, _ in _DECIDED], [(call(wrong), why) for wrong, why in _PLAYOUT_MISTAKES],
            lambda board: f"on this board all games end alike, whatever the moves, and {board.turn} is to move.\n{board}\nYour function",
            lambda found: " and ".join(f"{x:g}" for x in found) + (" (do you play until board.over?)" if len({0, 0.5, 1} & {*found}) > 1 else ""))
    rng = random.Random(1)
    found = [number(answer(_OPEN, rng)) for _ in range(2000)]
    if len(set(found)) == 1:
        raise Wrong(f"all 2,000 playouts of an open ending return {found[0]:g}. Draw each move with rng.choice(board.moves).")
    mean, wanted = np.mean(found), _expected(_OPEN, side=_OPEN.turn)
    if abs(mean - wanted) > 0.04:
        raise Wrong(f"the mean of 2,000 playouts is {mean:.3f}. With random moves it is {wanted:.3f}. Is every legal move equally likely, at every turn?")
    draws(lambda rng: [answer(_OPEN, rng) for _ in range(50)])


playout = Exercise(
    playout, _test_playout,
    ["Which side does board.turn name before the first move, and after the last?",
     "Store board.turn in a variable. Then replace board by board.play(a random move) until board.over.",
     "side = board.turn; while not board.over: board = board.play(rng.choice(board.moves)). board.score is the result for black: "
     "change its sign if side is white, and turn it into 1, 0.5 or 0."],
    [*((wrong, why[:40]) for wrong, why in _PLAYOUT_MISTAKES),
     (changed(playout, ("side = board.turn", "plies = 0"), ("    board = board.play", "    plies += 1; board = board.play"),
              ("if side == \"black\" else", "if (board.turn == \"black\") == (plies % 2 == 0) else")), "passes"),
     (changed(playout, (_POINTS, "if score >= 0: return 1 if score > 0 else 0.5")), "end every path"),
     (changed(playout, ("board = board.play", "board.play")), "not ready after 5 seconds, in line 6"),
     (changed(playout, ("rng.choice(board.moves)", "board.moves[0]")), "rng.choice"),
     (changed(playout, ("rng.choice(board.moves)", "rng.choice(board.moves if board.turn == side else board.moves[:1])")), "equally likely"),
     (changed(playout, ("rng.choice", "random.choice")), "the module random"),
     (changed(playout, ("rng.choice", "np.random.choice")), "another generator"),
     (changed(playout, ("rng.choice", "random.Random().choice")), "another generator")])


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


# What a mistake makes of a move: its mean points, from the board before and after it.
_FLAT_MISTAKES: list[tuple[Callable[[Board, Board], float], str]] = [
    (lambda board, after: _expected(after, side=after.turn),
     "your values are the points of the side that is to move after the move: usually the opponent. A playout returns the points of the side to move in its "
     "board."),
    (lambda board, after: _expected(after),
     "your values are black's points. Here white is to move in one of the boards: a good move for white has a high value."),
    (lambda board, after: 1 - _expected(after, side=after.turn),
     "your values are right unless the opponent passes after the move. Then after.turn is board.turn, and the playout already returns the points of the "
     "mover."),
    (lambda board, after: 1 - _expected(after, side=board.turn),
     "your values are the opponent's points, also after a pass. If after.turn is board.turn, take the points as they are, otherwise 1 minus the points."),
    (lambda board, after: _expected(after, side=after.turn) * (1 if after.turn == board.turn else -1),
     "some values are negative. If the opponent has p points, the mover has 1 - p, not -p."),
    (lambda board, after: _expected(after, 0, board.turn), "your values are shares of wins. A draw is half a point for each side."),
    (lambda board, after: _expected(after, 1, board.turn), "your values count a draw as a win. A draw is half a point for each side."),
    (lambda board, after: _expected(board, side=board.turn),
     "all moves of a board have about the same value. Do your playouts start before the move? They must start in board.play(move)."),
]


def _plays(function: Callable[[], Any]) -> Counter[Board]:
    """Count the moves that a function plays on each board."""
    found: Counter[Board] = Counter()
    play = Board.play

    def count(board: Board, move: str | int) -> Board:
        after = play(board, move)
        found[board] += 1
        return after

    with mock.patch.object(Board, "play", count):
        function()
    return found


def _test_flat(answer: Callable[..., Any]) -> None:
    def call(board: Board, playouts: int, rng: random.Random) -> dict[str, float]:
        try:
            values = answer(board, playouts, rng)
        except ValueError as error:
            if "is not legal" not in str(error):
                raise
            raise Wrong(f"your function stops with ValueError: {error}. Play each move on the board of the argument: give the board after the move another "
                        "name, such as after.") from None
        if values is None:
            raise Wrong("your function returns None. Write its code, and return a dict from each move to its mean.")
        if not isinstance(values, dict) or set(values) != set(board.moves):
            raise Wrong(f"the legal moves are {board.moves}, and you return {values!r}. Return a dict with a mean for each legal move.")
        return {move: number(values[move], f"the value of {move}") for move in board.moves}

    cases = [(board, board.play(move)) for board in _ENDINGS for move in board.moves]
    found = np.array([value for board in _ENDINGS for value in call(board, 500, random.Random(2)).values()])
    wanted = np.array([_expected(after, side=board.turn) for board, after in cases])

    guesses = [(wanted, ""), *((np.array([mistake(board, after) for board, after in cases]), why) for mistake, why in _FLAT_MISTAKES)]
    nearest, why = min(guesses, key=lambda guess: np.square(found - guess[0]).sum())
    near = np.abs(found - nearest).max() < 0.1
    if near and why:
        raise Wrong(why)
    board = _ENDINGS[0]
    plays = _plays(lambda: call(board, 20, random.Random(3)))
    counts = {plays[after] for move in board.moves if not (after := board.play(move)).over}
    if counts not in ({20}, {0}):  # 0 if the answer has rules of its own
        raise Wrong(f"in flat(board, 20, rng) the number of playouts after a move is {' or '.join(map(str, sorted(counts)))}. It should be 20 for each move: "
                    "range(playouts), and no division by the number of moves.")
    if found.max() > 1.01:
        raise Wrong(f"a move has the value {found.max():g}. Points are between 0 and 1: begin the sum of each move with 0, and divide it by the number of "
                    "playouts.")
    if len(set(np.round(found * 500) % 500)) == 1:
        raise Wrong("all values are 0 or 1, as if each move had one playout. Add up the playouts of a move, and divide by their number.")
    if not near and np.abs(1000 * found - np.round(1000 * found)).max() > 1e-6:
        raise Wrong("a value is no mean of 500 playouts. Add up the points of all playouts of a move, and divide once: the mean of an old mean and one more "
                    "result gives the last results most of the weight.")
    if not near:
        i = int(np.abs(found - wanted).argmax())
        raise Wrong(f"one move has the value {found[i]:.3f} after 500 playouts. It should be near {wanted[i]:.3f}.")
    if np.array_equal(found, np.round(found, 2)):
        raise Wrong("you round the means. Return them with all digits: round when you print them.")
    draws(lambda rng: call(board, 20, rng))


def _random_moves(board: Board, playouts: int, rng: random.Random) -> dict[str, float]:
    """flat that draws the move of each playout."""
    points: dict[str, list[float]] = {move: [] for move in board.moves}
    for _ in range(playouts * len(points)):
        move = rng.choice(board.moves)
        after = board.play(move)
        result = playout(after, rng)
        points[move].append(result if after.turn == board.turn else 1 - result)
    return {move: float(np.mean(found)) for move, found in points.items()}


_MOVER = "points if after.turn == board.turn else 1 - points"
flat = Exercise(
    flat, _test_flat,
    ["A playout returns the points of one side. Which one, if it starts after your move?",
     "For each move: after = board.play(move). Add up the points of the mover in all playouts from after, and divide by their number.",
     "The mover's points are playout(after, rng) if after.turn == board.turn, because the opponent passed, and otherwise 1 minus that."],
    [(changed(flat, (_MOVER, "points")), "usually the opponent"),
     (changed(flat, (_MOVER, "1 - points")), "passes"),
     (changed(flat, (_MOVER, "1 - points if after.turn == board.turn else points")), "also after a pass"),
     (changed(flat, (_MOVER, "points if after.turn == board.turn else -points")), "not -p"),
     (changed(flat, (_MOVER, "float((" + _MOVER + ") == 1)")), "shares of wins"),
     (changed(flat, (_MOVER, "float((" + _MOVER + ") > 0)")), "a draw as a win"),
     (changed(flat, ("after.turn == board.turn", "after.turn == \"black\"")), "black's points"),
     (changed(flat, ("total / playouts", "total")), "divide it"),
     (changed(flat, ("total += " + _MOVER, "total = (total + (" + _MOVER + ")) / 2"), ("total / playouts", "total")), "no mean of 500"),
     (changed(flat, ("total / playouts", "round(total / playouts, 2)")), "you round"),
     (changed(flat, ("range(playouts)", "range(playouts - 1)")), "is 19"),
     (changed(flat, ("range(playouts)", "range(playouts + 1)")), "is 21"),
     (changed(flat, ("values = {}", "values, playouts = {}, playouts // len(board.moves)")), "number of moves"),
     (_random_moves, "should be 20 for each move"),
     (changed(flat, ("playout(after, rng)", "playout(after, random)")), "the module random"),
     (changed(flat, ("values = {}", "values, rng = {}, random.Random(0)")), "with a fixed seed"),
     (changed(flat, ("after, total = board.play(move), 0.0", "after = board = board.play(move); total = 0.0")), "another name"),
     (changed(flat, ("after, total = board.play(move), 0.0", "after, total = board, 0.0")), "before the move"),
     (changed(flat, ("range(playouts)", "range(1)"), ("total / playouts", "total")), "is 1."),
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


_ROOT, _TERM = "math.sqrt(2 * math.log(n) / v)", "c * math.sqrt(2 * math.log(n) / v)"
_BASE = "The logarithm is to the base 10 or 2. Use the natural one, math.log(n)."
_N = "n counts the trials of all arms: n = sum(visits)."
_UCB_MISTAKES = [
    (changed(ucb, (" + " + _TERM, "")), "You take the arm with the highest mean. Its bonus is missing: an arm with few trials may be better than it looks."),
    (changed(ucb, ("math.log(n)", "n")),
     "The bonus contains n itself. It is the logarithm of n: a bonus with n would hardly fall, and UCB would explore for ever."),
    (changed(ucb, ("math.log(n)", "math.log(v)")),
     "The logarithm is of the arm's own visits. It is of n, the trials of all arms: only then does the bonus of an arm that waits grow."),
    (changed(ucb, ("2 * math.log(n) / v", "2 * math.log(n / v)")),
     "You take the logarithm of n / visits. The visits divide the logarithm: math.log(n) / visits."),
    (changed(ucb, ("math.log(n)", "math.log(n + 1)")), "You take the logarithm of n + 1. It is of n; an arm without trials never gets this far."),
    (changed(ucb, ("math.log", "math.log10")), _BASE),
    (changed(ucb, ("math.log", "math.log2")), _BASE),
    (changed(ucb, ("n = sum(visits)", "n = len(visits)")), _N + " You take the number of arms."),
    (changed(ucb, ("n = sum(visits)", "n = max(1, sum(totals))")), _N + " You take the points."),
    (changed(ucb, ("n = sum(visits)", "n = sum(totals)")), _N + " You take the points."),
    (changed(ucb, ("n = sum(visits)", "n = max(visits)")), _N + " You take the visits of one arm."),
    (changed(ucb, ("total / v", "total")), "You add the bonus to the total. Add it to the mean, totals[i] / visits[i]: a total grows with each trial."),
    (changed(ucb, ("total / v", "total // v")), "total // visits is a whole number, mostly 0. The mean is total / visits."),
    (changed(ucb, ("total / v", "total / n")), "You divide the total by n. The mean of an arm is its total divided by its own visits."),
    (changed(ucb, (_ROOT, "2 * math.log(n) / v")), "The square root is missing."),
    (changed(ucb, (_ROOT, "math.sqrt(2 * math.log(n)) / v")), "The visits stand below the root too: the root is of (2 ln n / visits)."),
    (changed(ucb, (_ROOT, "math.sqrt(2) * math.log(n) / v")), "The root is of the whole fraction, 2 ln n / visits, not of 2 alone."),
    (changed(ucb, (_ROOT, "2 * math.sqrt(math.log(n) / v)")), "The factor 2 stands below the root: √(2 ln n / visits)."),
    (changed(ucb, (_ROOT, "math.sqrt(math.log(n) / v)")),
     "The factor 2 below the root is missing. √(ln n / visits) is the bonus of UCT; UCB1 has √(2 ln n / visits)."),
    (changed(ucb, (_TERM, "math.sqrt(c * 2 * math.log(n) / v)")), "c stands before the root, not below it."),
    (changed(ucb, (_TERM, _ROOT)), "c is missing, or it is always 1."),
    (changed(ucb, ("total / v + c * ", "(total / v + c) * ")), "c multiplies the root alone, and the mean is added. Do your parentheses contain mean + c?"),
    (changed(ucb, ("+ c * math", "- c * math")), "You subtract the bonus. That is a lower bound: it never tries again an arm that began badly."),
    (changed(ucb, ("max(bounds)", "min(bounds)")), "You return the arm with the lowest bound."),
    (lambda totals, visits, c: visits.index(min(visits)), "You take the arm with the fewest visits, whatever its points."),
    (lambda totals, visits, c: visits.index(0) if 0 in visits else ucb.answer(totals, visits, c) + 1, "Your index is one too high. The first arm is 0."),
]


@functools.cache
def _arms() -> list[Case]:
    """Arms as totals, visits, c: of 6,000 the first 150, and the 150 whose two highest bounds differ least."""
    rng, cases = random.Random(3), []
    for _ in range(6000):
        visits = [rng.randint(1, rng.choice([3, 60])) for _ in range(rng.randint(2, 6))]
        totals, c = [rng.randint(0, 2 * v) / 2 for v in visits], rng.choice([0.2, 0.35, 0.6, 1, 1.6])
        bounds = sorted(_bounds(totals, visits, c))
        if (gap := bounds[-1] - bounds[-2]) > 1e-6:
            cases.append((gap, (totals, visits, c)))
    return [case for _, case in cases[:150] + sorted(cases)[:150]]


def _bounds(totals: list[float], visits: list[int], c: float) -> list[float]:
    return [total / v + c * math.sqrt(2 * math.log(sum(visits)) / v) for total, v in zip(totals, visits)]


def _test_ucb(answer: Callable[..., Any]) -> None:
    for totals, visits in ([1.0, 0.0, 0.0], [1, 0, 0]), ([3.0, 0.0, 2.5], [5, 0, 4]):
        try:
            found = answer(totals, visits, 1)
        except (ZeroDivisionError, ValueError) as error:
            raise Wrong(f"with visits {visits} your function stops with {type(error).__name__}. Return an arm without trials before you compute "
                        "bounds.") from None
        number(found)
        if found not in [i for i, v in enumerate(visits) if not v]:
            raise Wrong(f"with visits {visits} you choose arm {found}. An arm without trials comes first.")
    compare(lambda *case: number(answer(*case)), lambda *case: float(ucb.answer(*case)), _arms(), _UCB_MISTAKES, lambda totals, visits, c:
            f"with totals {totals}, visits {visits} and c = {c} the bounds are {', '.join(f'{x:.3f}' for x in _bounds(totals, visits, c))}. Your function",
            lambda index: f"arm {index:g}", verb="chooses")


def _counts(totals: list[float], visits: list[int], c: float = 1) -> int:
    i = ucb.answer(totals, visits, c)
    visits[i] += 1
    return i


ucb = Exercise(
    ucb, _test_ucb,
    ["Which two reasons are there to try an arm? One is a high mean.",
     "If an arm has no trials, return its index. Otherwise compute a bound for each arm, and return the index of the highest.",
     "n = sum(visits); the bound of arm i is totals[i] / visits[i] + c * math.sqrt(2 * math.log(n) / visits[i])."],
    [*((wrong, why[:40]) for wrong, why in _UCB_MISTAKES),
     (changed(ucb, ("    if 0 in visits:\n        return visits.index(0)\n", "")), "without trials"),
     (changed(ucb, ("bounds.index(max(bounds))", "max(bounds)")), "the bounds are"),
     (_counts, "visits is [1, 0, 0] before the call, and [1, 1, 0] after")])

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
        """Return a new child after an untried move. The move goes from untried to children, which are in the order of these calls."""
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
    """Return the root of a tree after a number of playouts. Each playout descends, adds a node unless the game is over, plays, and backs up."""
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


def _path(board: Board) -> list[Node]:
    """A path to the end of a game."""
    nodes = [Node(board)]
    while not nodes[-1].board.over:
        nodes.append(nodes[-1].add(nodes[-1].untried[0]))
    return nodes


def _minus(path: list[Node], black: float) -> None:
    """A backup that changes sides at every node from the last one, as in a game without passes."""
    points = black if path[-2].board.turn == "black" else 1 - black
    for node in reversed(path[1:]):
        node.visits += 1
        node.total += points
        points = 1 - points
    path[0].visits += 1


def _minus_from_root(path: list[Node], black: float) -> None:
    """A backup that changes sides at every node from the root."""
    points = black if path[0].board.turn == "black" else 1 - black
    path[0].visits += 1
    for node in path[1:]:
        node.visits += 1
        node.total += points
        points = 1 - points


def _with_root(points: Callable[[list[Node], int, float], float]) -> Callable[[list[Node], float], None]:
    """A backup that adds points(path, i, black) to node i of a path, also to the root."""
    def back(path: list[Node], black: float) -> None:
        for i, node in enumerate(path):
            node.visits += 1
            node.total += points(path, i, black)
    return back


def _own(black: float, side: str) -> float:
    return black if side == "black" else 1 - black


_GAIN = "black if parent.board.turn == \"black\" else 1 - black"
_ALTERNATING = "Your points change sides at every node. On this path a side passes, and the same side moves twice: look at parent.board.turn."
_NO_ROOT = "The root has no more visits than before. Its visits are the n of the formula of UCB, so they count too."
_NO_LAST = "The last node of the path has no more visits than before. Count all nodes of the path."
_ROOT_TOTAL = "The total of the root grows, but no side moved to the root. Only its visits count."
_BACKUP_MISTAKES = [
    (lambda path, black: None, "No node changes. Add 1 to visits of each node of the path, and the points to total."),
    (changed(backup, ("path[0].visits += 1", "pass")), _NO_ROOT),
    (changed(backup, ("        node.visits += 1\n", "")), "Only the root has more visits than before. Count all nodes of the path."),
    (changed(backup, ("zip(path, path[1:])", "zip(path[:-1], path[1:-1])")), _NO_LAST),
    (changed(backup, ("zip(path, path[1:])", "list(zip(path, path[1:]))[-1:]")), "Only the root and the last node change. Count all nodes of the path."),
    (changed(backup, ("path[0].visits += 1", "pass"), ("zip(path, path[1:])", "list(zip(path, path[1:]))[-1:]")),
     "Only the last node changes. Count all nodes of the path, the root too."),
    (changed(backup, ("node.visits += 1", "node.visits += 1; parent.visits += 1")), "Some nodes have two more visits. Count each node once."),
    (changed(backup, ("path[0].visits += 1", "path[0].visits = 1"), ("node.visits += 1", "node.visits = 1"), ("node.total +=", "node.total =")),
     "The nodes had 3 visits and totals of 1.5, and you replace them. Add 1, and the points."),
    (changed(backup, ("node.total +=", "node.total =")), "The totals were 1.5, and you replace them. Add the points."),
    (changed(backup, ("node.total += " + _GAIN, "pass")), "No total changes. Add the points to total of each node below the root."),
    (changed(backup, ("node.total += " + _GAIN, "node.total = (node.total + (" + _GAIN + ")) / node.visits")),
     "You divide the totals. They are sums of points."),
    (changed(backup, (_GAIN, "black")),
     "All nodes get black's points, so white would choose moves that are good for black. Change sides: a node counts the points of the side that moved to "
     "it, parent.board.turn."),
    (_with_root(lambda path, i, black: black),
     "All nodes get black's points, the root too. Change sides: a node counts the points of the side that moved to it, parent.board.turn."),
    (_with_root(lambda path, i, black: _own(black, path[i].board.turn)),
     "Each node gets the points of the side that is to move in it, the root too. Count for the side that moved to it, parent.board.turn."),
    (_with_root(lambda path, i, black: _own(black, path[i - 1].board.turn) if i else black), _ROOT_TOTAL),
    (_with_root(lambda path, i, black: _own(black, path[i - 1].board.turn) if i else 1 - _own(black, path[0].board.turn)), _ROOT_TOTAL),
    (_with_root(lambda path, i, black: _own(black, path[i - 1].board.turn)), _ROOT_TOTAL + " And path[i - 1] is the last node if i is 0."),
    (changed(backup, (_GAIN, "1 - black if parent.board.turn == \"black\" else black")),
     "Each node gets the points of the other side. The side that moved to a node is to move in its parent."),
    (changed(backup, (_GAIN, "1 - black if node.board.turn == \"black\" else black")),
     "You are right unless a side passes: then the side that moved to a node is to move in it, too. Count for parent.board.turn."),
    (changed(backup, ("parent.board.turn", "node.board.turn")),
     "Each node gets the points of the side that is to move in it. The parent chooses among its children: count for parent.board.turn."),
    (changed(backup, ("parent.board.turn", "path[0].board.turn")),
     "All nodes get the points of the side that is to move in the root. Each node has its own parent: count for parent.board.turn."),
    (changed(backup, (_GAIN, "black if parent.board.turn == \"black\" else 0")), "White gets nothing. At white's moves the points are 1 - black."),
    (changed(backup, (_GAIN, "black if parent.board.turn == \"black\" else -black")),
     "At white's moves you subtract black's points. White's points are 1 - black."),
    (changed(backup, (_GAIN, "1 if (black == 1) == (parent.board.turn == \"black\") else 0")), "A draw must add 0.5 to each total below the root."),
    (changed(backup, (_GAIN, "float((" + _GAIN + ") == 1)")), "A draw must add 0.5 to each total below the root."),
    (_minus, _ALTERNATING),
    (_minus_from_root, _ALTERNATING),
    (_with_root(lambda path, i, black: 1 - black if i % 2 else black), _ALTERNATING),
]


def _test_backup(answer: Callable[..., Any]) -> None:
    def call(function: Callable[..., Any]) -> Callable[[Board, float], dict[str, list[float]]]:
        def growth(board: Board, black: float) -> dict[str, list[float]]:
            path = _path(board)
            for node in path:
                node.visits, node.total = 3, 1.5
            function(path, black)
            return {"visits": [node.visits - 3 for node in path], "totals": [round(node.total - 1.5, 9) for node in path]}
        return growth

    def show(board: Board, black: float) -> str:
        sides = " ".join(parent.board.turn for parent in _path(board)[:-1])
        result = {1: "a win", 0.5: "a draw", 0: "a loss"}[black]
        return f"the sides on the path from the root move in the order {sides}. After {result} of black your function"

    compare(call(answer), call(backup.answer), [(board, black) for board in (_PASSES, _ENDINGS[0]) for black in (1, 0.5, 0)],
            [(call(wrong), why) for wrong, why in _BACKUP_MISTAKES], show, verb="adds to the nodes:")


backup = Exercise(
    backup, _test_backup,
    ["The parent chooses among its children by their means. Whose points must the means be?",
     "zip(path, path[1:]) gives each node with its parent. The side that moved to the node is parent.board.turn.",
     "path[0].visits += 1; then for each parent and node: node.visits += 1, and node.total grows by black if parent.board.turn is black, "
     "otherwise by 1 - black."],
    [(wrong, why[:40]) for wrong, why in _BACKUP_MISTAKES], in_place=True)


def _test_visits(answer: Callable[..., Any]) -> None:
    def call(function: Callable[..., Any]) -> Callable[..., dict[str, list[int]]]:
        def visits(*c: float) -> dict[str, list[int]]:
            children = function(_FORKED, 400, random.Random(6), *c).children
            return {name: sorted(child.visits for child in children if _expected(child.board, side=_FORKED.turn) == points)
                    for name, points in (("winning move", 1), ("others", 0))}
        return visits

    compare(call(answer), call(uct.answer), [(), (0.7,)], [(call(mistake), why) for mistake, why in _UCT_MISTAKES], lambda *c:
            "an ending is decided by its first move, so the visits of the moves are known. With " + (f"c = {c[0]}" if c else "the default c") + " your tree",
            verb="has the visits:")


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
    if all(len(node.children) < 2 for node in nodes):
        raise Wrong("the tree is one line. Does each playout begin where the last one ended? Each has its own path, so path = [root] stands inside the loop. "
                    "Or do you descend from a node that has untried moves? First add a child for each.")
    for node in nodes:
        for move in node.board.moves:
            found, waits = sum(child.move == move for child in node.children), move in node.untried
            if found + waits != 1:
                raise Wrong(f"in a node the move {move} has {found} children, and is {'still' if waits else 'not'} in untried. Each move is in one of them, "
                            "once: last.add(move) takes it from untried.")
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
    try:
        answer(_LAST, 9, random.Random(5))
    except Exception as error:
        raise Wrong(f"your function stops with {type(error).__name__}: {error}. That happens when a path reaches a finished game: its node has neither "
                    "children nor untried moves. The path ends there. No node is added, and its result counts again.") from None
    try:
        trees = [(points, answer(board, 30, random.Random(5))) for board, points in _DECIDED]
    except Exception:
        _test_visits(answer)  # which may know why
        raise
    right = [child.mean == (points if parent.board.turn == tree.board.turn else 1 - points)
             for points, tree in trees for parent in tree.all() for child in parent.children if points != 0.5]
    if not any(right):
        raise Wrong("all totals count the points of the other side. playout returns those of the side to move in the leaf. If white is to move there, "
                    "black's points are 1 minus that.")
    if not all(right):
        raise Wrong("in an ending that is won whatever the moves, some nodes of the winner have losses. backup wants black's points, and playout "
                    "returns those of the side to move in its board. Do you play from the last node of the path, and look at its turn?")
    for child in answer(_FORKED, 60, random.Random(6)).children:
        if child.mean not in (0, 1):
            raise Wrong(f"an ending is decided by its first move: after {child.move} all games end alike. But in the tree {child.move} has {child.total:g} "
                        f"points in {child.visits} visits. Do you play from the last node of the path, the new one, and not from its parent or the root?")

    _test_visits(answer)
    root = answer(TRAP, 1000, random.Random(5))
    if max(root.children, key=lambda child: child.visits).move != "b2":
        raise Wrong(f"the only winning move of an ending is b2, and after 1,000 playouts your tree has {root.children}. Totals already count for the side that "
                    "chooses, so take the highest bound at every node, at the opponent's too.")
    draws(lambda rng: [(node.move, node.visits, node.total) for node in answer(TRAP, 60, rng).all()])


_KIDS = "ucb([k.total for k in kids], [k.visits for k in kids], c)"
_UCT_MISTAKES = [
    (changed(uct, (_KIDS, _KIDS.replace(", c)", ")"))), "c has no effect. Pass it to ucb."),
    (changed(uct, (_KIDS, _KIDS.replace(", c)", ", 0.35)"))), "c has no effect. Pass it to ucb."),
    (changed(uct, ("c: float = 0.35", "c: float = 1")), "The default of c is 0.35."),
    (changed(uct, (_KIDS, _KIDS.replace(", c)", ", c / math.sqrt(2))"))),
     "You divide c by √2. c = 0.35 is already the c of ucb, with the factor 2 below its root."),
    (changed(uct, (_KIDS, _KIDS.replace(", c)", ", c * math.sqrt(2))"))), "You multiply c by √2. c = 0.35 is already the c of ucb."),
    (changed(uct, (_KIDS, _KIDS.replace(", c)", ", 0)"))), "You descend to the child with the highest mean. Descend to ucb's choice, with c: it has a bonus."),
    (changed(uct, (_KIDS, "ucb([k.visits for k in kids], [k.total for k in kids], c)")), "The arguments of ucb are exchanged. The totals come first."),
    (changed(uct, (_KIDS, "ucb([k.mean for k in kids], [k.visits for k in kids], c)")), "You pass means to ucb. It divides by the visits itself: pass totals."),
]


def _from(start: str) -> Callable[..., Node]:
    """uct that plays from another board than that of the new node."""
    return changed(uct, ("points = playout(leaf, rng)", f"leaf = {start}; points = playout(leaf, rng)"))


uct = Exercise(
    uct, _test_uct,
    ["What does a playout do first: choose among the children of a node, or add a child? When does it do the other?",
     "Keep the path as a list that begins as [root]. While the last node has children and no untried moves, append ucb's choice among its children. "
     "If the last node has untried moves, append last.add(a random one). Then play from the last node and back up.",
     "kids = path[-1].children; i = ucb([k.total for k in kids], [k.visits for k in kids], c). At the end: points = playout(leaf, rng); "
     "backup(path, points if leaf.turn == \"black\" else 1 - points). A finished game has neither children nor untried moves, so its path just ends."],
    [*((wrong, why[:30]) for wrong, why in _UCT_MISTAKES),
     (changed(uct, ("while path[-1].children", "if path[-1].children")), "until the last node"),
     (changed(uct, ("last = path[-1]", "last = path[-1] if len(path) == 1 else Node(Board(0, 0))")), "one level"),
     (changed(uct, ("points if leaf.turn == \"black\" else 1 - points", "points")), "look at its turn"),
     (changed(uct, ("points if leaf.turn == \"black\" else 1 - points", "1 - points if leaf.turn == \"black\" else points")), "other side"),
     (changed(uct, ("playout(leaf, rng)", "playout(root.board, rng)")), "look at its turn"),
     (_from("root.board"), "from the last node of the path"),
     (_from("path[-2].board if len(path) > 1 else root.board"), "from the last node of the path"),
     (changed(uct, ("    for _", "    path = [root]\n    for _"), ("        path = [root]\n", "")), "inside the loop"),
     (changed(uct, ("path.append(last.add(rng.choice(last.untried)))",
                    "move = rng.choice(last.untried); last.children.append(Node(last.board.play(move), move)); path.append(last.children[-1])")),
      "takes it from untried"),
     (changed(uct, ("path[-1].children and not path[-1].untried", "not path[-1].untried")), "reaches a finished game"),
     (changed(uct, ("kids[ucb([k.total for k in kids], [k.visits for k in kids], c)]", "rng.choice(kids)")), "the visits of the moves are known"),
     (changed(uct, ("[k.total for k in kids]", "[k.total if path[-1].board.turn == board.turn else k.visits - k.total for k in kids]")),
      "the highest bound at every node"),
     (changed(uct, ("root = Node(board)", "root, rng = Node(board), random")), "the module random"),
     (changed(uct, ("root = Node(board)", "root, rng = Node(board), random.Random(1)")), "with a fixed seed"),
     (changed(uct, ("return root", "return choose(root)")), "Return the root")])


def _root(**children: tuple[int, float]) -> Node:
    root = Node(Board())
    for move, (visits, mean) in children.items():
        child = root.add(move)
        child.visits, child.total = visits, visits * mean
        root.visits += visits
    return root


def _best(key: Callable[[Node], Any], pick: Callable[..., Node] = max) -> Callable[[Node], str]:
    """A choice of the child with the highest key, or the lowest."""
    return lambda root: pick(root.children, key=key).move


_BOUND = "The bonus is for exploration: it prefers the move about which least is known. Choose by visits."
_CHOOSE_MISTAKES = [
    (_best(lambda child: child.mean),
     "You choose the highest mean. Two lucky playouts prove little. The move with most visits had a high bound for a long time."),
    (_best(lambda child: child.mean, min), "You choose the lowest mean, as if the totals were the opponent's. They count for the side that moves to the child. "
                                           "Choose by visits."),
    (lambda root: root.children[ucb([k.total for k in root.children], [k.visits for k in root.children])].move, "You choose the highest bound. " + _BOUND),
    (lambda root: root.children[ucb([k.total for k in root.children], [k.visits for k in root.children], 0.35)].move,
     "You choose the highest bound. " + _BOUND),
    (_best(lambda child: child.visits, min), "You choose the fewest visits. UCT visits good moves often."),
    (_best(lambda child: child.total), "You choose the highest total. In a lost position a move with many visits may have few points. Choose by visits."),
    (lambda root: root.children[0].move, "You choose the first child. Compare the visits. Does your loop return before it has seen all children?"),
    (lambda root: root.children[-1].move,
     "You choose the last child. Compare the visits. If your loop does: does it store the new best number as well as the move?"),
    (_best(lambda child: child.move), "You compare the moves themselves, in the order of the alphabet. Compare the visits."),
    (lambda root: root.board.moves[max(range(len(root.children)), key=lambda i: root.children[i].visits)],
     "You take the move from root.board.moves. The children have another order, that of the calls of add: take the child's own move."),
    (lambda root: max(root.all(), key=lambda node: node.visits).move,
     "That is the move of the root, which has most visits of all. Choose among root.children."),
    (lambda root: max(root.children, key=lambda child: child.visits), "Return its move, not the node."),
    (lambda root: max(range(len(root.children)), key=lambda i: root.children[i].visits), "That is the index. Return the move of the child."),
    (lambda root: max(child.visits for child in root.children), "That is the number of visits. Return the move of the child."),
    (lambda root: [child.move for child in sorted(root.children, key=lambda child: -child.visits)], "Return one move."),
]


def _test_choose(answer: Callable[..., Any]) -> None:
    roots = [_root(d3=(60, 0.55), c4=(38, 0.5), f5=(2, 1.0)), _root(d3=(30, 0.2), c4=(20, 0.25), f5=(50, 0.05), e6=(3, 0.0)),
             _root(f5=(18, 0.1), c4=(20, 0.9)), _root(c4=(5, 0.5), d3=(9, 0.4), f5=(2, 0.9), e6=(3, 0.2))]
    compare(answer, choose.answer, [(root,) for root in roots], _CHOOSE_MISTAKES, lambda root: f"among {root.children} your function", verb="chooses")


choose = Exercise(
    choose, _test_choose,
    ["Which number of a child is least likely to be luck?", "Compare the visits of root.children.",
     "max(root.children, key=lambda child: child.visits) is the child."],
    [*((wrong, why[:30]) for wrong, why in _CHOOSE_MISTAKES), (lambda root: None, "end with return")])
