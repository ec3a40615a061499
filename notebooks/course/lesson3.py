"""Exercises of lesson 3: alpha-beta, the order of moves, and iterative deepening."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import outflank
from course import Case, Exercise, Wrong, compare, positions
from lesson2 import points, result

SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]
CORNERS = ["a1", "h1", "a8", "h8"]
BESIDE = ["b1", "a2", "b2", "g1", "h2", "g2", "a7", "b8", "b7", "h7", "g8", "g7"]  # squares beside corners


def value(board: outflank.Board) -> int:
    """The value of a leaf for the side to move: its result if the game is over, otherwise Norvig's weights."""
    return result(board) if board.over else points(board)


def natural(board: outflank.Board) -> list[str]:
    """The moves from a1 to h8."""
    return board.moves


def minimax(board: outflank.Board, depth: int, value: Callable[[outflank.Board], int]) -> float:
    """The minimax of lesson 2, with one function for all leaves."""
    if depth == 0 or board.over:
        return value(board)
    children = map(board.play, board.moves)
    return max((1 if child.turn == board.turn else -1) * minimax(child, depth - 1, value) for child in children)


def alphabeta(board, depth, alpha, beta, value, order):
    """Return the value of a board for the side to move, looking depth moves ahead, if it is between alpha and beta.

    If the true value is at most alpha, the result may be any number from the true value to alpha; if it is at least beta, any
    number from beta to the true value. value(board) is the value of a leaf, which is a board at depth 0 or the end of a game.
    order(board) lists the moves in the order in which they are tried.
    """
    if depth == 0 or board.over:
        return value(board)
    best = -math.inf
    for move in order(board):
        child = board.play(move)
        floor = max(alpha, best)
        if child.turn == board.turn:
            found = alphabeta(child, depth - 1, floor, beta, value, order)
        else:
            found = -alphabeta(child, depth - 1, -beta, -floor, value, order)
        best = max(best, found)
        if best >= beta:
            break
    return best


def promising(board):
    """Return the moves of a board as a list, the most promising first.

    With this order, alpha-beta must visit at most 60 % of the leaves that it visits in the order from a1 to h8.
    """
    def priority(move):
        child = board.play(move)
        replies = len(child.moves) if child.turn != board.turn else 0
        return 12 * (move in CORNERS) - 6 * (move in BESIDE) - replies

    return sorted(board.moves, key=priority, reverse=True)


def deepen(board, depth, value, order):
    """Return the value of a board and a best move, as a pair, after searches to the depths 1, 2, …, depth.

    All searches are alpha-beta. They share a memory of the best move of each board. If a board is in the memory, its best move
    is tried first, and then the others as order lists them.
    """
    memory = {}

    def search(board, depth, alpha, beta):
        if depth == 0 or board.over:
            return value(board)
        moves = order(board)
        if board in memory:
            moves = [memory[board]] + [move for move in moves if move != memory[board]]
        best = -math.inf
        for move in moves:
            child = board.play(move)
            floor = max(alpha, best)
            if child.turn == board.turn:
                found = search(child, depth - 1, floor, beta)
            else:
                found = -search(child, depth - 1, -beta, -floor)
            if found > best:
                best = found
                memory[board] = move
            if best >= beta:
                break
        return best

    for d in range(1, depth + 1):
        found = search(board, d, -math.inf, math.inf)
    return found, memory[board]


_alphabeta, _promising, _deepen = alphabeta, promising, deepen  # the names are exercises below


class Counter:
    """A value function that remembers its boards, and an order that counts its calls. After most boards, value raises TooMany."""

    def __init__(self, value: Callable[[outflank.Board], int] = value, order: Callable[[outflank.Board], list[str]] = natural, most: float = math.inf) -> None:
        self._value, self._order, self.most = value, order, most
        self.orders = 0
        self.seen: list[outflank.Board] = []

    @property
    def leaves(self) -> int:
        return len(self.seen)

    def value(self, board: outflank.Board) -> int:
        self.seen.append(board)
        if self.leaves > self.most:
            raise TooMany
        return self._value(board)

    def order(self, board: outflank.Board) -> list[str]:
        self.orders += 1
        return list(self._order(board))


class TooMany(Exception):
    """A search visits too many leaves."""


def leaves(board: outflank.Board, depth: int, order: Callable[[outflank.Board], list[str]] = natural, search: Any = None) -> int:
    """Return the number of leaves that alpha-beta visits, by the solution or another search."""
    counter = Counter(order=order)
    (search or _alphabeta)(board, depth, -math.inf, math.inf, counter.value, counter.order)
    return counter.leaves


def knuth_moore(counts: Iterable[int], depth: int) -> float:
    """The leaves that alpha-beta visits at least in a uniform tree with the mean branching factor of a tree, given its leaves by depth."""
    b = list(counts)[depth] ** (1 / depth)
    return b ** ((depth + 1) // 2) + b ** (depth // 2) - 1


def _place(board: outflank.Board) -> str:
    return f"X is black, O is white, {board.turn} to move:\n{board}\n"


# alphabeta


def _ab(board, depth, alpha, beta, value, order, *, window=None, same=None, sign=None, cut=None, floor=max, low=None, fail=None, start=-math.inf):
    """alphabeta with mistakes: window and same give the child's window after a change of sides and after a pass."""
    if depth == 0 or board.over:
        return value(board)
    window = window or (lambda alpha, beta: (-beta, -alpha))
    same = same or (lambda alpha, beta: (alpha, beta))
    cut = cut or (lambda best, alpha, beta: best >= beta)
    best = start
    for move in order(board):
        child = board.play(move)
        passed = child.turn == board.turn
        child_window = (same if passed else window)(floor(alpha, best), beta)
        found = _ab(child, depth - 1, *child_window, value, order, window=window, same=same, sign=sign, cut=cut, floor=floor, low=low, fail=fail, start=start)
        found = found if passed and not sign else -found
        if low and found <= alpha:
            continue
        best = max(best, found)
        if cut(best, alpha, beta):
            return best if fail is None else fail(alpha, beta)
    return best


def _variant(name: str, **mistake: Any) -> Callable[..., Any]:
    def alphabeta(board, depth, alpha, beta, value, order):
        return _ab(board, depth, alpha, beta, value, order, **mistake)

    alphabeta.__name__ = name
    return alphabeta


def _same_window(board, depth, alpha, beta, value, order):
    return _ab(board, depth, alpha, beta, value, order, window=lambda alpha, beta: (alpha, beta))


def _in_order(board, depth, alpha, beta, value, order):
    return _alphabeta(board, depth, alpha, beta, value, natural)


def _end_forgotten(board, depth, alpha, beta, value, order):
    if depth == 0:
        return value(board)
    best = -math.inf
    for move in order(board):
        child = board.play(move)
        floor = max(alpha, best)
        if child.turn == board.turn:
            best = max(best, _end_forgotten(child, depth - 1, floor, beta, value, order))
        else:
            best = max(best, -_end_forgotten(child, depth - 1, -beta, -floor, value, order))
        if best >= beta:
            break
    return best


def _swap(alpha: float, beta: float) -> tuple[float, float]:
    return -beta, -alpha


VALUE_MISTAKES = [
    (_same_window, "The child's window is the same as the parent's. From the other side's view, alpha is -beta and beta is -alpha."),
    (_variant("_not_swapped", window=lambda a, b: (-a, -b)), "You negate alpha and beta but don't exchange them: the child's alpha is -beta."),
    (_variant("_pass_negated", sign=True, same=_swap), "After a pass, the same side is to move on the child: neither the value nor the "
     "window changes its sign."),
    (_variant("_pass_window", same=_swap), "After a pass, you keep the sign of the value but turn the window around. The window stays as it is, too."),
    (_variant("_pass_value", sign=True), "After a pass, the same side is to move on the child: neither the value nor the window changes its sign."),
    (_variant("_cut_at_alpha", cut=lambda best, alpha, beta: best > alpha), "You stop at the first move above alpha. Such a move is good "
     "for you. Stop when the "
     "opponent would not allow the board: best >= beta."),
    (_variant("_cut_returns_alpha", fail=lambda alpha, beta: alpha), "At a cutoff, the value is at least beta, but you return alpha. Return best or beta."),
    (_variant("_nothing_found", low=True), "If no move is above alpha, you return -inf. That claims that the value is lower than it is: "
     "return the best value found, "
     "or alpha."),
    (_variant("_from_zero", start=0), "The best value starts at 0, so your function never returns a negative one. Start with -math.inf or with alpha."),
    (_end_forgotten, "A finished game has no moves, so your loop finds nothing. Return value(board) if board.over, too."),
]
NO_CUT = ("No move is left out: that is minimax. Two things must happen: best raises alpha for the moves that follow, and the loop ends when "
          "best >= beta.")
SHALLOW = ("Cutoffs need a bound from one move above, and deep cutoffs are missing. Bounds must pass through: the child's alpha is -beta, and its beta "
           "is -max(alpha, best), not -best alone.")
COUNT_MISTAKES = [
    (_variant("_no_cut", cut=lambda best, alpha, beta: False), NO_CUT),
    (_variant("_alpha_kept", floor=lambda alpha, best: alpha), NO_CUT),
    (_variant("_shallow", window=lambda alpha, beta: (-math.inf, -alpha)), SHALLOW),
    (_variant("_best_only", floor=lambda alpha, best: best), SHALLOW),
    (_variant("_above_beta", cut=lambda best, alpha, beta: best > beta), "You stop only if the best value is above beta. A value equal to "
     "beta is enough: the opponent "
     "already has a move as good."),
]


@functools.cache
def _true(board: outflank.Board, depth: int) -> float:
    return minimax(board, depth, value)


@functools.cache
def _value_cases() -> list[Case]:
    passing = [outflank.Board.from_transcript(t) for t in ("d3c3f5d2d1e1b2", "d3c3f5d2d1e1", "c4c3c2b2f5c1a1")]
    late = [board for board in positions(60, seed=5, plies=range(55, 59)) if 64 - (board.black | board.white).bit_count() <= 5]
    cases = [(outflank.Board(), 0), (outflank.Board(), 1), (outflank.Board.from_transcript("f5"), 2)]
    cases += [(board, depth) for board in passing for depth in (2, 3)] + [(board, 6) for board in late[:8]]
    return cases + [(board, depth) for board in positions(6, seed=6, plies=range(8, 30)) for depth in (2, 3)]


@functools.cache
def _window_cases() -> list[Case]:
    cases = []
    for i, (board, depth) in enumerate(_value_cases()[2:]):
        true = _true(board, depth)
        near = [(-5, 5), (10, 20), (-20, -10), (0, 5), (-5, 0)][i % 5]
        cases.append((board, depth, true + near[0], true + near[1]))
        cases.append((board, depth, true + (20 if i % 2 else -40), true + (40 if i % 2 else -20)))
    return cases


def _bounds(board: outflank.Board, depth: int, alpha: float, beta: float) -> tuple[float, float]:
    """The results that are right, from the lowest to the highest."""
    true = _true(board, depth)
    return (true, alpha) if true <= alpha else (beta, true) if true >= beta else (true, true)


def _range(bounds: Any) -> str:
    if not isinstance(bounds, tuple):
        return repr(bounds)
    low, high = bounds
    return f"{low}" if low == high else f"a number from {low} to {high}"


@functools.cache
def _count_cases() -> list[Case]:
    return [(outflank.Board.from_transcript("f5d6"), 3), *((board, 3) for board in positions(4, seed=16, plies=range(6, 24))),
            *((board, 4) for board in positions(1, seed=17, plies=range(4, 12)))]


def _counts(search: Callable[..., Any]) -> list[int]:
    return [leaves(board, depth, search=search) for board, depth in _count_cases()]


_known_counts = functools.cache(_counts)  # of the solution and its mistakes


def _test_alphabeta(answer) -> None:
    def full(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda board, depth: function(board, depth, -math.inf, math.inf, value, natural)

    def narrow(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda board, depth, alpha, beta: function(board, depth, alpha, beta, value, natural)

    compare(full(answer), _true, _value_cases(), [(full(f), why) for f, why in VALUE_MISTAKES],
            lambda board, depth: f"{_place(board)}alphabeta(board, {depth}, -inf, inf, value, natural)")
    compare(narrow(answer), _bounds, _window_cases(), [(narrow(f), why) for f, why in VALUE_MISTAKES],
            lambda board, depth, alpha, beta: f"{_place(board)}The true value is {_true(board, depth)}. "
            f"alphabeta(board, {depth}, {alpha}, {beta}, value, natural)",
            _range, lambda found, wanted: wanted[0] <= found <= wanted[1])
    counter = Counter()
    answer(outflank.Board(), 2, -math.inf, math.inf, counter.value, counter.order)
    if not counter.orders:
        raise Wrong("your function never calls order. Try the moves as order(board) lists them, not as board.moves does.")
    counts, minimal = _counts(answer), _known_counts(_alphabeta)
    for i, (board, depth) in enumerate(_count_cases()):
        if counts[i] > minimal[i]:
            why = next((why for f, why in COUNT_MISTAKES if _known_counts(f) == counts), "")
            raise Wrong(f"the values are right, but there are too many leaves.\n{_place(board)}To depth {depth}, your function visits {counts[i]} leaves, "
                        f"and alpha-beta at most {minimal[i]}; minimax visits {_known_counts(COUNT_MISTAKES[0][0])[i]}. {why}".rstrip())


alphabeta = Exercise(alphabeta, _test_alphabeta, [
    "Start with minimax. You have a move of value best, and the opponent has, on an earlier board, a move that limits you to beta. When is "
    "the rest of the moves of no "
    "interest?",
    "Leave the loop when best >= beta. A child of the other side gets the window -beta, -max(alpha, best), and its value is negated. Which "
    "window does a child get "
    "after a pass?",
    "found = alphabeta(child, depth - 1, max(alpha, best), beta, value, order) after a pass, otherwise found = -alphabeta(child, depth - 1, "
    "-beta, -max(alpha, best), "
    "value, order). Then best = max(best, found), and break if best >= beta.",
], [*VALUE_MISTAKES, *COUNT_MISTAKES, (_in_order, "never calls order")])


# promising


def _by(key: Callable[[outflank.Board, str], float], reverse: bool = True) -> Callable[[outflank.Board], list[str]]:
    return lambda board: sorted(board.moves, key=lambda move: key(board, move), reverse=reverse)


def _replies(board: outflank.Board, move: str) -> int:
    child = board.play(move)
    return len(child.moves) if child.turn != board.turn else 0


def _worst_first(board):
    return _promising(board)[::-1]


def _natural_order(board):
    return board.moves


def _corners_only(board):
    return [move for move in board.moves if move in CORNERS] or board.moves


def _best_alone(board):
    return _promising(board)[:1]


def _most_flips(board):
    def flips(move):
        after = board.play(move)
        return -(after.white if board.turn == "black" else after.black).bit_count()

    return sorted(board.moves, key=flips, reverse=True)


def _as_dictionary(board):
    """Moves with equal priority overwrite each other."""
    return list({_replies(board, move): move for move in board.moves}.values())


def _numbers(board):
    return [SQUARES.index(move) for move in _promising(board)]


def _priorities(board):
    return sorted(((_replies(board, move), move) for move in board.moves))


def _most_replies(board):
    return _by(_replies)(board)


def _few_replies(board):
    return _by(_replies, reverse=False)(board)


def _generator(board):
    yield from _promising(board)


def _iterator(board):
    return reversed(_promising(board)[::-1])


def _set(board):
    return set(board.moves)


def _few_first(board):
    """Corners first, and the rest from a1 to h8."""
    return sorted(board.moves, key=lambda move: move not in CORNERS)


ORDER_MISTAKES = [
    (_worst_first, "more leaves than"),
    (_natural_order, "exactly the leaves of the order from a1 to h8"),
    (_corners_only, "is missing"),
    (_best_alone, "is missing"),
    (_as_dictionary, "is missing"),
    (_most_flips, "must be at most 60 %"),
    (_few_replies, "must be at most 60 %"),
    (_numbers, "is no move of the board"),
    (_priorities, "is no move of the board"),
    (_most_replies, "more leaves than"),
    (_few_first, "must be at most 60 %"),
    (_generator, "can be read only once"),
    (_iterator, "can be read only once"),
    (_set, "A set has no order"),
]


@functools.cache
def _order_cases() -> list[tuple[outflank.Board, int]]:
    return [(board, 4) for board in positions(6, seed=18, plies=range(10, 30))]


@functools.cache
def _natural_leaves() -> int:
    return sum(leaves(board, depth) for board, depth in _order_cases())


def _test_promising(answer) -> None:
    for board in [outflank.Board(), *positions(60, seed=19)]:
        found = answer(board)
        call = f"{_place(board)}promising(board)"
        if found is None:
            raise Wrong(f"{call} returns None. Does your function end with return?")
        if not isinstance(found, (list, tuple)):
            why = "It can be read only once, and has no length. " if isinstance(found, Iterator) else "A set has no order. " if isinstance(found, set) else ""
            raise Wrong(f"{call} returns an object of the type {type(found).__name__}. {why}Return a list of all moves, such as that of sorted(…).")
        found = list(found)
        for move in found:
            if move not in board.moves:
                raise Wrong(f"{call} contains {move!r}, which is no move of the board. The moves are {' '.join(board.moves)}.")
        for move in board.moves:
            if found.count(move) != 1:
                raise Wrong(f"{call} is {found}. The move {move} {'is missing' if move not in found else 'occurs twice'}. An order contains each move once.")
    most, total = _natural_leaves(), 0
    for board, depth in _order_cases():
        counter = Counter(order=answer, most=most - total)
        try:
            _alphabeta(board, depth, -math.inf, math.inf, counter.value, counter.order)
        except TooMany:
            raise Wrong(f"the order has all moves, but a bad one first. On six boards to depth 4, alpha-beta visits more leaves than in the order from a1 "
                        f"to h8, which needs {most}. A good move leaves the opponent few replies. Does your sort put the best moves first?") from None
        total += counter.leaves
    share = f"On six boards to depth 4, alpha-beta visits {total} leaves in your order"
    if total == most:
        raise Wrong(f"your order is right but has no effect. {share}, exactly the leaves of the order from a1 to h8.")
    if total > 0.6 * most:
        raise Wrong(f"the order helps, but not enough. {share}, {100 * total / most:.0f} % of the {most} in the order from a1 to h8. It must be at most 60 %. "
                    "Which moves leave the opponent few replies? Which squares are good or bad?")


promising = Exercise(promising, _test_promising, [
    "A cutoff needs a strong move early. Which moves in Othello are often strong, and which are often weak? Look at the weights of lesson 2, too.",
    "Sort board.moves by a priority. It may count the replies, len(board.play(move).moves), and give a bonus to CORNERS and a malus to "
    "BESIDE. Few replies are good.",
    "sorted(board.moves, key=priority, reverse=True), where priority(move) is 12 for a corner, minus 6 beside a corner, minus the number of replies.",
], ORDER_MISTAKES)


# deepen


def _deepened(board, depth, value, order, *, depths=None, use=True, forget=False, root_only=False, twice=False, alone=False, values=False,
              memory=None, known=None):
    """deepen with mistakes. memory and known may be dictionaries that survive calls."""
    memory: dict[outflank.Board, str] = {} if memory is None else memory
    known: dict[outflank.Board, float] = {} if known is None else known
    root = board

    def search(board, depth, alpha, beta):
        if depth == 0 or board.over:
            return value(board)
        if values and board in known and board != root:
            return known[board]
        moves = order(board)
        if use and board in memory and (board == root or not root_only):
            others = [] if alone else [move for move in moves if twice or move != memory[board]]
            moves = [memory[board], *others]
        best = -math.inf
        for move in moves:
            child = board.play(move)
            floor = max(alpha, best)
            found = search(child, depth - 1, floor, beta) if child.turn == board.turn else -search(child, depth - 1, -beta, -floor)
            if found > best:
                best, memory[board] = found, move
            if best >= beta:
                break
        known[board] = best
        return best

    found = -math.inf
    for d in depths(depth) if depths else range(1, depth + 1):
        if forget:
            memory.clear()
        found = search(board, d, -math.inf, math.inf)
    return found, memory[board]


def _deepen_variant(name: str, **mistake: Any) -> Callable[..., Any]:
    def deepen(board, depth, value, order):
        return _deepened(board, depth, value, order, **mistake)

    deepen.__name__ = name
    return deepen


def _exchanged(board, depth, value, order):
    return _deepen(board, depth, value, order)[::-1]


def _value_alone(board, depth, value, order):
    return _deepen(board, depth, value, order)[0]


def _first_move(board, depth, value, order):
    return _deepen(board, depth, value, order)[0], order(board)[0]


def _depth_one_move(board, depth, value, order):
    return _deepen(board, depth, value, order)[0], _deepen(board, 1, value, order)[1]


# What they change are the values or the leaves of the search.
SEARCH_MISTAKES = [
    (_deepen_variant("_stops_early", depths=lambda depth: range(1, depth) or [1]), "That is the value one move less deep: range(1, depth) "
     "ends with depth - 1."),
    (_deepen_variant("_no_use", use=False), "The memory has no effect: a best move must be tried first when its board is visited again."),
    (_deepen_variant("_forgets", forget=True), "The memory has no effect: a best move must be tried first when its board is visited again."),
    (_deepen_variant("_root_only", root_only=True), "You reuse the best move of the root alone. Remember the best moves of all boards."),
    (_deepen_variant("_twice", twice=True), "The best move is searched twice: leave it out of the rest."),
    (_deepen_variant("_alone", alone=True), "Where the memory has a move, you search no other. The others follow it."),
    (_deepen_variant("_values", values=True), "You reuse values. A value of an earlier search is from a smaller depth, and often a bound. Reuse only moves."),
]
SURVIVES = ("Your memory survives from call to call, so a search depends on earlier ones. Create it inside deepen, memory = {}: a dictionary outside of the "
            "function, or a default argument such as memory={}, is created only once.")
# Each is tried twice: at the second try, the memory contains the boards of the first.
_kept = _deepen_variant("_kept", memory={})
_kept_values = _deepen_variant("_kept_values", values=True, memory={}, known={})
DEEPEN_MISTAKES = [
    *SEARCH_MISTAKES,
    (_deepen_variant("_final_only", depths=lambda depth: [depth]), "The first leaf should be one move deep"),
    (_exchanged, "The pair has the wrong order: the value comes first."),
    (_value_alone, "want a pair"),
    (_first_move, "is not a best move"),
    (_depth_one_move, "is not a best move"),
    *2 * [(_kept, SURVIVES), (_kept_values, SURVIVES)],
]


@functools.cache
def _deepen_cases() -> list[Case]:
    return [(outflank.Board.from_transcript("f5"), 2), (outflank.Board.from_transcript("d3c3f5d2d1e1b2"), 3),
            *((board, 4) for board in positions(4, seed=20, plies=range(10, 36)))]


@functools.cache
def _best(board: outflank.Board, depth: int) -> tuple[float, list[str]]:
    """The value of a board and all best moves."""
    values = {}
    for move in board.moves:
        child = board.play(move)
        values[move] = (1 if child.turn == board.turn else -1) * _alphabeta(child, depth - 1, -math.inf, math.inf, value, _promising)
    most = max(values.values())
    return most, [move for move in board.moves if values[move] == most]


def _searches(function: Callable[..., Any]) -> list[tuple[Any, int]]:
    """The value and the leaves of each case."""
    found = []
    for board, depth in _deepen_cases():
        counter = Counter(order=_few_first)
        found.append((function(board, depth, counter.value, counter.order)[0], counter.leaves))
    return found


_known_searches = functools.cache(_searches)  # of the solution and its mistakes


def _explain(answer: Callable[..., Any]) -> str:
    """The explanation of the mistake that gives the values of an answer and visits as many leaves."""
    found = _searches(answer)
    return next((" " + why for mistake, why in SEARCH_MISTAKES if _known_searches(mistake) == found), "")


def _test_memory(answer: Callable[..., Any]) -> None:
    """Search a board twice, and in between with a value function of the opposite sign, whose best moves are others."""
    board, seen = outflank.Board.from_transcript("f5d6c3d3c4f4f6f3"), []
    for sign in (1, -1, 1):
        counter = Counter(lambda board: sign * value(board))
        found = answer(board, 3, counter.value, counter.order)
        seen.append(counter.seen)
    if seen[0] != seen[2] or isinstance(found, tuple) and not seen[0]:
        raise Wrong(f"{_place(board)}deepen(board, 3, value, order) visits other leaves when you call it again, after a search with another value function. "
                    f"{SURVIVES}")


def _test_deepen(answer) -> None:
    _test_memory(answer)
    total, least = 0, 0
    for (board, depth), (_, few) in zip(_deepen_cases(), _known_searches(_deepen)):
        call = f"{_place(board)}deepen(board, {depth}, value, order)"
        counter = Counter(order=_few_first)
        found = answer(board, depth, counter.value, counter.order)
        wanted, best = _best(board, depth)
        if not isinstance(found, (tuple, list)) or len(found) != 2:
            raise Wrong(f"{call} returns {found!r}; want a pair of the value and a best move, such as {(wanted, best[0])}.")
        if isinstance(found[0], str):
            raise Wrong(f"{call} returns {found!r}. The pair has the wrong order: the value comes first.")
        if not counter.seen:
            raise Wrong(f"{call} evaluates no board. The value of a leaf is value(board).")
        if found[0] != wanted:
            raise Wrong(f"{call} returns the value {found[0]} instead of {wanted}.{_explain(answer)}")
        if found[1] not in best:
            raise Wrong(f"{call} returns the move {found[1]!r}, which is not a best move: want {' or '.join(best)}.")
        if counter.seen[0] not in [board.play(move) for move in board.moves]:
            raise Wrong(f"{call} starts with a deep search. The first leaf should be one move deep, because the first search has depth 1.")
        total, least = total + counter.leaves, least + few
    if total > 1.05 * least:
        raise Wrong(f"the values and moves are right, but there are too many leaves: {total} in the check's searches, and {least} in those of the solution."
                    f"{_explain(answer)}")


deepen = Exercise(deepen, _test_deepen, [
    "What does a search to depth 3 know that helps a search to depth 4? Where would you store it, and under which key?",
    "A board can be the key of a dictionary. Define a function search(board, depth, alpha, beta) inside deepen: it is alphabeta, except "
    "that it stores the best move in "
    "memory[board] and tries that move first. Call it for each depth with the full window.",
    "moves = order(board); if board in memory: moves = [memory[board]] + [move for move in moves if move != memory[board]]. In the loop: if "
    "found > best: best = found "
    "and memory[board] = move. At the end: return found, memory[board].",
], DEEPEN_MISTAKES)
