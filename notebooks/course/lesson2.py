"""Exercises of lesson 2: evaluation, minimax and its horizon."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable
from typing import Any

import outflank
from course import Case, Exercise, Wrong, compare, positions

# Norvig, Paradigms of Artificial Intelligence Programming, 1992, chapter 18.
WEIGHTS = [120, -20, 20, 5, 5, 20, -20, 120,
           -20, -40, -5, -5, -5, -5, -40, -20,
           20, -5, 15, 3, 3, 15, -5, 20,
           5, -5, 3, 3, 3, 3, -5, 5,
           5, -5, 3, 3, 3, 3, -5, 5,
           20, -5, 15, 3, 3, 15, -5, 20,
           -20, -40, -5, -5, -5, -5, -40, -20,
           120, -20, 20, 5, 5, 20, -20, 120]
WIN = 10_000
CORNERS = ["a1", "h1", "a8", "h8"]

Value = Callable[[outflank.Board], int]


def evaluate(board, weights):
    """Return the sum of the weights of the discs of the side to move, minus the sum for the other side.

    weights contains a number for each square, a1 to h8.
    """
    mine, theirs = (board.black, board.white) if board.turn == "black" else (board.white, board.black)
    total = 0
    for s in range(64):
        total += weights[s] * ((mine >> s & 1) - (theirs >> s & 1))
    return total


def result(board):
    """Return the value of a finished game for the side to move.

    The value is the score in discs, plus WIN if it is above 0, or minus WIN if it is below 0.
    """
    score = board.score if board.turn == "black" else -board.score
    if score > 0:
        return score + WIN
    if score < 0:
        return score - WIN
    return 0


def minimax(board, depth, evaluate, result):
    """Return the value of a board for the side to move, looking depth moves ahead.

    result(board) is the value of a finished game, evaluate(board) of any other board at depth 0, both for the side to move
    on that board. Passes don't count as moves.
    """
    if board.over:
        return result(board)
    if depth == 0:
        return evaluate(board)
    best = -math.inf
    for move in board.moves:
        child = board.play(move)
        value = minimax(child, depth - 1, evaluate, result)
        if child.turn != board.turn:
            value = -value
        best = max(best, value)
    return best


def choose(board, depth, evaluate, result):
    """Return a best move, looking depth moves ahead; depth is at least 1, and the game is not over."""
    best, best_move = -math.inf, ""
    for move in board.moves:
        child = board.play(move)
        value = minimax(child, depth - 1, evaluate, result)
        if child.turn != board.turn:
            value = -value
        if value > best:
            best, best_move = value, move
    return best_move


def quiet(board, depth, evaluate, result):
    """Return the value of a board like minimax, but don't evaluate a board on which the side to move can take a corner.

    The value of such a board at depth 0 is the best value of its moves to corners, each searched to depth 0 in the same way.
    """
    if board.over:
        return result(board)
    moves = board.moves
    if depth == 0:
        moves = [move for move in moves if move in CORNERS]
        if not moves:
            return evaluate(board)
    best = -math.inf
    for move in moves:
        child = board.play(move)
        value = quiet(child, max(depth - 1, 0), evaluate, result)
        if child.turn != board.turn:
            value = -value
        best = max(best, value)
    return best


_evaluate, _result, _minimax, _choose, _quiet = evaluate, result, minimax, choose, quiet  # the names are exercises below


def discs(board: outflank.Board) -> int:
    """The disc difference for the side to move."""
    difference = board.black.bit_count() - board.white.bit_count()
    return difference if board.turn == "black" else -difference


_EQUAL = {weight: sum(1 << s for s, w in enumerate(WEIGHTS) if w == weight) for weight in WEIGHTS}  # the squares of each weight


def points(board: outflank.Board) -> int:
    """The value of a board by the weights, computed faster than by evaluate."""
    mine, theirs = (board.black, board.white) if board.turn == "black" else (board.white, board.black)
    return sum(weight * ((mine & squares).bit_count() - (theirs & squares).bit_count()) for weight, squares in _EQUAL.items())


def program_values(transcript: str, depth: int, evaluator: str = "paip") -> dict[str, float]:
    """Return the values of the moves after a transcript, by the program's minimax."""
    values = f"values minimax:depth={depth},eval={evaluator}\n"
    shown = outflank.run("play", "--white", "human", "--start", transcript, input=values).stdout
    line = next(line for line in shown.splitlines() if "ahead: " in line)
    return {move: float(value.replace("−", "-")) for move, value in re.findall(r"\b([a-h][1-8]) ([-+−]?[\d.]+)", line.partition("ahead: ")[2])}


def _place(board: outflank.Board) -> str:
    return f"X is black, O is white, {board.turn} to move:\n{board}\n"


# evaluate


def _blacks(board, weights):
    return sum(w * ((board.black >> s & 1) - (board.white >> s & 1)) for s, w in enumerate(weights))


def _own_only(board, weights):
    mine = board.black if board.turn == "black" else board.white
    return sum(w for s, w in enumerate(weights) if mine >> s & 1)


def _added(board, weights):
    return sum(w for s, w in enumerate(weights) if (board.black | board.white) >> s & 1)


def _whites(board, weights):
    return -_evaluate(board, weights)


def _transposed(board, weights):
    return _evaluate(board, [weights[8 * (s % 8) + s // 8] for s in range(64)])


def _backwards(board, weights):
    return _evaluate(board, weights[::-1])


def _counted(board, weights):
    return discs(board)


def _first_row(board, weights):
    return _evaluate(board, [weights[s % 8] for s in range(64)])


EVALUATE_MISTAKES = [
    (_blacks, "Your value is always black's. If white is to move, white's discs count as plus."),
    (_whites, "The sign is wrong: the discs of the side to move count as plus."),
    (_own_only, "You count only the discs of the side to move. Subtract the weights of the other side's discs."),
    (_added, "The weights of both sides are added. Subtract those of the other side."),
    (_transposed, "Ranks and files are exchanged: weights[1] is the weight of b1. With weights that are symmetric you would never notice."),
    (_backwards, "You read the weights from the wrong end: weights[0] is the weight of a1, which is bit 0."),
    (_counted, "You count discs. Each disc counts with the weight of its square."),
    (_first_row, "All ranks get the weights of rank 1. The index of the weight is the number of the square."),
]


@functools.cache
def _evaluate_cases() -> list[Case]:
    lopsided = [(7 * s * s + 3 * s) % 101 - 50 for s in range(64)]
    boards = [outflank.Board(1, 2, "black"), outflank.Board.from_transcript("f5"), outflank.Board.from_transcript("f5d6"), *positions(20, seed=4)]
    return [(board, weights) for board in boards for weights in (WEIGHTS, lopsided)]


def _test_evaluate(answer) -> None:
    compare(answer, _evaluate, _evaluate_cases(), EVALUATE_MISTAKES, lambda board, weights:
            f"{_place(board)}evaluate(board, {'WEIGHTS' if weights is WEIGHTS else 'other'})")


evaluate = Exercise(evaluate, _test_evaluate, [
    "Which of board.black and board.white belongs to the side to move? board.turn tells.",
    "For each square s, the disc of the side to move is there if mine >> s & 1. Its weight is weights[s].",
    "total += weights[s] * ((mine >> s & 1) - (theirs >> s & 1)) for s in range(64), where mine is board.black if board.turn == \"black\", and "
    "board.white otherwise.",
], EVALUATE_MISTAKES)


# result


def _points_of(score: float) -> float:
    return score + WIN if score > 0 else score - WIN if score < 0 else 0


def _blacks_result(board):
    return _points_of(board.score)


def _only_score(board):
    return board.score if board.turn == "black" else -board.score


def _only_discs(board):
    return _points_of(discs(board))


def _only_win(board):
    score = _only_score(board)
    return WIN if score > 0 else -WIN if score < 0 else 0


def _draw_wins(board):
    score = _only_score(board)
    return score + WIN if score >= 0 else score - WIN


def _draw_loses(board):
    score = _only_score(board)
    return score + WIN if score > 0 else score - WIN


def _adds_win(board):
    score = _only_score(board)
    return score + WIN if score else 0


def _others_result(board):
    return -_result(board)


RESULT_MISTAKES = [
    (_blacks_result, "board.score is black's. The value is for the side to move, board.turn."),
    (_others_result, "The sign is wrong: the value is positive if the side to move has won."),
    (_only_score, "A win by 2 discs would be worth less than a corner, which has the weight 120. Add WIN to a win, and subtract it from a loss."),
    (_only_discs, "The empty squares belong to the winner, so the score is not the difference of the discs. board.score includes them."),
    (_only_win, "All wins are equal for your function. Add the score, so that a larger win is better."),
    (_draw_wins, "A draw is not a win: its value is 0."),
    (_draw_loses, "A draw is not a loss: its value is 0."),
    (_adds_win, "A loss must have a value far below 0: subtract WIN from it."),
]


@functools.cache
def _ended() -> list[outflank.Board]:
    """Finished games with all results for both sides, some of them with empty squares."""
    full = (1 << 64) - 1
    half = 0x00000000FFFFFFFF
    made = [(half, full & ~half), (half >> 1, full & ~(half >> 1)), (full & ~(half >> 1), half >> 1), (0x103E00000000, 0), (0, 0x103E00000000),
            (full & ~0x80, 0x0), (0xFFFFFFFF00, 0xFFFFFF0000000000)]
    return [board for black, white in made for turn in ("black", "white") if (board := outflank.Board(black, white, turn)).over]


def _test_result(answer) -> None:
    compare(answer, _result, [(board,) for board in _ended()], RESULT_MISTAKES, lambda board: f"{_place(board)}result(board)")


result = Exercise(result, _test_result, [
    "board.score is the result for black. How do you get the result for white?",
    "There are three cases: the side to move has won, has lost, or the game is a draw.",
    "score = board.score if board.turn == \"black\" else -board.score; then return score + WIN, score - WIN or 0.",
], RESULT_MISTAKES)


# minimax


def _search(board, depth, evaluate, result, *, sign=None, start=-math.inf, end=None, again=None, leaf=None, best_of=max):
    """minimax with mistakes."""
    if board.over:
        return (end or result)(board)
    if depth == 0:
        return evaluate(board) if leaf is None else leaf(board, evaluate)
    sign = sign or (lambda board, child: 1 if child.turn == board.turn else -1)
    best = start
    for move in board.moves:
        child = board.play(move)
        below = again or functools.partial(_search, sign=sign, start=start, end=end, leaf=leaf, best_of=best_of)
        best = best_of(best, sign(board, child) * below(child, depth - 1, evaluate, result))
    return best


def _no_sign(board, depth, evaluate, result):
    return _search(board, depth, evaluate, result, sign=lambda board, child: 1)


def _always_sign(board, depth, evaluate, result):
    return _search(board, depth, evaluate, result, sign=lambda board, child: -1)


def _end_evaluated(board, depth, evaluate, result):
    return _search(board, depth, evaluate, result, end=evaluate)


def _from_zero(board, depth, evaluate, result):
    return _search(board, depth, evaluate, result, start=0)


def _too_short(board, depth, evaluate, result):
    return _minimax(board, max(depth - 1, 0), evaluate, result)


def _too_deep(board, depth, evaluate, result):
    return _minimax(board, depth + 1, evaluate, result)


def _endless(board, depth, evaluate, result):
    if board.over:
        return result(board)
    if depth == 0:
        return evaluate(board)
    return max(-_endless(board, depth, evaluate, result) for move in board.moves)


def _worst(board, depth, evaluate, result):
    return _search(board, depth, evaluate, result, start=math.inf, best_of=min)


def _first_only(board, depth, evaluate, result):
    if board.over:
        return result(board)
    if depth == 0:
        return evaluate(board)
    for move in board.moves:
        child = board.play(move)
        value = _first_only(child, depth - 1, evaluate, result)
        return value if child.turn == board.turn else -value


def _the_move(board, depth, evaluate, result):
    return _choose(board, depth, evaluate, result) if depth and not board.over else _minimax(board, depth, evaluate, result)


def _root_view(board, depth, evaluate, result):
    """Maximises for the side at the root and minimises for the other, but takes the values of leaves as they are."""
    root = board.turn

    def search(board, depth):
        if board.over:
            return result(board)
        if depth == 0:
            return evaluate(board)
        return (max if board.turn == root else min)(search(board.play(move), depth - 1) for move in board.moves)

    return search(board, depth)


def _by_parity(board, depth, evaluate, result):
    """Maximises and minimises in turn, without looking who moves."""
    root = board.turn

    def signed(board, value):
        return value if board.turn == root else -value

    def search(board, depth, ply):
        if board.over:
            return signed(board, result(board))
        if depth == 0:
            return signed(board, evaluate(board))
        return (min if ply % 2 else max)(search(board.play(move), depth - 1, ply + 1) for move in board.moves)

    return search(board, depth, 0)


def _depth_first(board, depth, evaluate, result):
    if depth == 0:
        return evaluate(board)
    return result(board) if board.over else max((1 if child.turn == board.turn else -1) * _depth_first(child, depth - 1, evaluate, result)
                                                for child in map(board.play, board.moves))


def _by_colour(board, depth, evaluate, result, *, sign=lambda board: 1):
    """minimax with a maximum for black and a minimum for white."""
    if board.over:
        return sign(board) * result(board)
    if depth == 0:
        return sign(board) * evaluate(board)
    best = max if board.turn == "black" else min
    return best(_by_colour(board.play(move), depth - 1, evaluate, result, sign=sign) for move in board.moves)


def _for_black(board, depth, evaluate, result):
    """minimax for black on all boards."""
    return _by_colour(board, depth, evaluate, result, sign=lambda board: 1 if board.turn == "black" else -1)


def _without_end(board, depth, evaluate, result):
    """minimax that doesn't know the end of the game."""
    if depth == 0:
        return result(board) if board.over else evaluate(board)
    best = -math.inf
    for move in board.moves:
        child = board.play(move)
        value = _without_end(child, depth - 1, evaluate, result)
        best = max(best, value if child.turn == board.turn else -value)
    return best


MINIMAX_MISTAKES = [
    (_by_colour, "Black maximises and white minimises in your function. Here, values are for the side to move, so both sides take the maximum."),
    (_for_black, "That is the value for black. Return it for the side to move: both sides take the maximum, of negated values of children."),
    (_without_end, "A finished game has no moves, so your loop finds nothing. Check board.over first, at any depth."),
    (_no_sign, "The value of a child is for the other side. A good value for that side is a bad one for you, so negate it."),
    (_always_sign, "You negate the value of every child. After a pass, the same side is to move on the child, and its value already has the right "
                   "sign. Compare child.turn with board.turn."),
    (_end_evaluated, "A finished game has a result. Your function evaluates it like any other board: check board.over and return result(board)."),
    (_depth_first, "A game that ends exactly at depth 0 is evaluated. Check board.over before depth == 0."),
    (_from_zero, "The best value starts at 0, so your function never returns a negative one. Start with -math.inf."),
    (_too_short, "That is the value one move less deep. Evaluate when depth is 0, and search children with depth - 1."),
    (_too_deep, "That is the value one move deeper. Evaluate when depth is 0, and search children with depth - 1."),
    (_endless, "ends the recursion"),
    (_worst, "That is the value of the worst move. Take the maximum."),
    (_first_only, "Only the first move is searched: the function returns inside the loop."),
    (_the_move, "That is the best move. Return its value."),
    (_root_view, "The sign of the leaves is wrong: evaluate(board) is for the side to move on that board, which is not always the side at the root."),
    (_by_parity, "You maximise and minimise in turn. After a pass, the same side moves twice: look at turn, not at the number of plies."),
]


@functools.cache
def _minimax_cases() -> list[Case]:
    passing = outflank.Board.from_transcript("d3c3f5d2d1e1b2")  # after c1, black passes
    late = [board for board in positions(60, seed=5, plies=range(55, 59)) if 64 - (board.black | board.white).bit_count() <= 4]
    early = positions(6, seed=6, plies=range(8, 30))
    cases = [(outflank.Board(), 0), (outflank.Board(), 1), (outflank.Board.from_transcript("f5"), 1), (outflank.Board.from_transcript("f5"), 2)]
    cases += [(passing, 1), (passing, 2)] + [(board, depth) for board in late[:6] for depth in (1, 2, 6)]
    cases += [(board, depth) for board in early[:4] for depth in (1, 2)] + [(_ended()[4], 0), (_ended()[4], 2)]
    return [(board, depth, evaluator, _result) for board, depth in cases for evaluator in (discs, points)]


def _show_search(name: str) -> Callable[..., str]:
    return lambda board, depth, evaluate, result: f"{_place(board)}{name}(board, {depth}, {evaluate.__name__}, result)"


def _test_minimax(answer) -> None:
    compare(answer, _minimax, _minimax_cases(), MINIMAX_MISTAKES, _show_search("minimax"))


minimax = Exercise(minimax, _test_minimax, [
    "If you knew the values of all boards after your moves, for the side that moves there, what would be the value of your board?",
    "There are three cases: board.over, depth == 0, and the rest. In the rest, try each move: child = board.play(move), and search the child with "
    "depth - 1. Whose value is that? Compare child.turn with board.turn.",
    "best = -math.inf; for each move: value = minimax(child, depth - 1, evaluate, result); negate it if child.turn != board.turn; "
    "best = max(best, value). Return best.",
], MINIMAX_MISTAKES)


# choose


def _picks(board, depth, evaluate, result, *, by=max, sign=None, plus=-1):
    """choose with mistakes."""
    sign = sign or (lambda board, child: 1 if child.turn == board.turn else -1)
    children = {move: board.play(move) for move in board.moves}
    return by(children, key=lambda move: sign(board, children[move]) * _minimax(children[move], max(depth + plus, 0), evaluate, result))


def _picks_worst(board, depth, evaluate, result):
    return _picks(board, depth, evaluate, result, by=min)


def _picks_theirs(board, depth, evaluate, result):
    return _picks(board, depth, evaluate, result, sign=lambda board, child: 1)


def _picks_always(board, depth, evaluate, result):
    return _picks(board, depth, evaluate, result, sign=lambda board, child: -1)


def _picks_deeper(board, depth, evaluate, result):
    return _picks(board, depth, evaluate, result, plus=0)


def _picks_shallow(board, depth, evaluate, result):
    return _picks(board, depth, evaluate, result, plus=-2)


def _picks_value(board, depth, evaluate, result):
    return _minimax(board, depth, evaluate, result)


def _picks_number(board, depth, evaluate, result):
    return board.moves.index(_choose(board, depth, evaluate, result))


def _picks_first(board, depth, evaluate, result):
    return board.moves[0]


def _picks_last(board, depth, evaluate, result):
    return board.moves[-1]


def _picks_pair(board, depth, evaluate, result):
    return _minimax(board, depth, evaluate, result), _choose(board, depth, evaluate, result)


def _picks_board(board, depth, evaluate, result):
    return board.play(_choose(board, depth, evaluate, result))


def _picks_all(board, depth, evaluate, result):
    return [_choose(board, depth, evaluate, result)]


def _picks_reply(board, depth, evaluate, result):
    """The best move on the board after the best move."""
    child = board.play(_choose(board, depth, evaluate, result))
    return _choose(child, depth, evaluate, result)


def _picks_evaluated(board, depth, evaluate, result):
    """Evaluates finished games too."""
    return _picks(board, depth, evaluate, evaluate)


def _above_zero(board, depth, evaluate, result):
    best, best_move = 0, None
    for move in board.moves:
        child = board.play(move)
        value = (1 if child.turn == board.turn else -1) * _minimax(child, depth - 1, evaluate, result)
        if value > best:
            best, best_move = value, move
    return best_move


CHOOSE_MISTAKES = [
    (_picks_worst, "That is the worst move."),
    (_picks_theirs, "Your function maximises the value for the other side: negate the value of the child."),
    (_picks_always, "After a pass, the same side is to move on the child, and its value already has the right sign."),
    (_picks_deeper, "You look one move too far: the move itself is the first of depth moves, so children are searched with depth - 1."),
    (_picks_shallow, "You look one move less far, or one move ahead whatever depth is: children are searched with depth - 1."),
    (_picks_value, "That is the value. Return the move that has it."),
    (_picks_number, "That is the index of the move in board.moves. Return the move, such as \"d3\"."),
    (_picks_first, "Your function always returns the first move. Does it search the children, board.play(move), and return after the loop?"),
    (_picks_last, "Your function always returns the last move. Change both the best value and the best move, and only if the value is higher."),
    (_picks_pair, "Return the move alone, without its value."),
    (_picks_all, "That is a list. Return one move."),
    (_picks_board, "That is the board after the move. Return the move."),
    (_picks_reply, "That is the best reply to the best move. Return the move on this board."),
    (_picks_evaluated, "You evaluate finished games. They have a result, as in minimax."),
    (_above_zero, "The best value starts at 0, so no move is chosen if all values are negative. Start with -math.inf."),
]


def _all_differ(board: outflank.Board) -> bool:
    """Whether the values of all moves differ, at the depths of the check and around them. Then a best move has no equal."""
    for depth in (0, 1, 2):
        values = [sign * _minimax(child, depth, points, _result) for child in map(board.play, board.moves) for sign in (1 if child.turn == board.turn else -1,)]
        if len(set(values)) < len(values):
            return False
    return len(board.moves) > 1


@functools.cache
def _choose_cases() -> list[Case]:
    passing = [outflank.Board.from_transcript("d3c3f5d2d1e1b2")]
    boards = [board for board in [*positions(60, seed=7, plies=range(6, 50)), *positions(80, seed=8, plies=range(50, 60)), *passing] if _all_differ(board)]
    return [(board, depth, points, _result) for board in boards for depth in (1, 2)]


def _test_choose(answer) -> None:
    compare(answer, _choose, _choose_cases(), CHOOSE_MISTAKES, _show_search("choose"))


choose = Exercise(choose, _test_choose, [
    "minimax returns only the value of the best move. Where does it see the move?",
    "Make the loop of minimax again, and remember the move of the highest value as well as the value.",
    "if value > best: best, best_move = value, move. Start with best = -math.inf, and search children with depth - 1.",
], CHOOSE_MISTAKES)


# quiet


def _extended(board, depth, evaluate, result, *, corners=True, once=False, stay=False, sign=None, start=-math.inf, end=None,
              first=False, minimax=False, early=False):
    """quiet with mistakes."""
    if board.over:
        return (end or result)(board)
    moves = board.moves
    best = start
    if depth == 0 or early:
        takes = [move for move in moves if move in CORNERS]
        if not takes:
            return evaluate(board)
        if depth == 0:
            moves = takes[:1] if first else takes if corners else moves
        best = evaluate(board) if stay else best
    below = functools.partial(_extended, corners=corners, once=once, stay=stay, sign=sign, start=start, end=end, first=first, minimax=minimax, early=early)
    for move in moves:
        child = board.play(move)
        search = _minimax if minimax or depth == 0 and once else below
        value = search(child, max(depth - 1, 0), evaluate, result)
        best = max(best, (sign or (1 if child.turn == board.turn else -1)) * value)
    return best


def _all_moves(board, depth, evaluate, result):
    return _extended(board, depth, evaluate, result, corners=False)


def _only_once(board, depth, evaluate, result):
    return _extended(board, depth, evaluate, result, once=True)


def _may_stay(board, depth, evaluate, result):
    return _extended(board, depth, evaluate, result, stay=True)


def _quiet_sign(board, depth, evaluate, result):
    return _extended(board, depth, evaluate, result, sign=-1)


def _not_at_all(board, depth, evaluate, result):
    return _minimax(board, depth, evaluate, result)


def _below_zero(board, depth, evaluate, result):
    if board.over:
        return result(board)
    moves = board.moves
    if depth == 0:
        moves = [move for move in moves if move in CORNERS]
        if not moves:
            return evaluate(board)
    return max((1 if child.turn == board.turn else -1) * _below_zero(child, depth - 1, evaluate, result) for child in map(board.play, moves))


def _quiet_no_sign(board, depth, evaluate, result):
    return _extended(board, depth, evaluate, result, sign=1)


def _quiet_from_zero(board, depth, evaluate, result):
    return _extended(board, depth, evaluate, result, start=0)


def _quiet_end(board, depth, evaluate, result):
    return _extended(board, depth, evaluate, result, end=evaluate)


def _first_corner(board, depth, evaluate, result):
    return _extended(board, depth, evaluate, result, first=True)


def _calls_minimax(board, depth, evaluate, result):
    return _extended(board, depth, evaluate, result, minimax=True)


def _early(board, depth, evaluate, result):
    return _extended(board, depth, evaluate, result, early=True)


def _the_corner(board, depth, evaluate, result):
    """Returns a move to a corner instead of its value."""
    takes = [move for move in board.moves if move in CORNERS]
    return takes[0] if depth == 0 and takes else _quiet(board, depth, evaluate, result)


def _always_corners(board, depth, evaluate, result):
    if board.over:
        return result(board)
    moves = [move for move in board.moves if move in CORNERS] or board.moves
    if depth == 0 and moves == board.moves and not set(moves) <= set(CORNERS):
        return evaluate(board)
    return max((1 if child.turn == board.turn else -1) * _always_corners(child, max(depth - 1, 0), evaluate, result) for child in map(board.play, moves))


QUIET_MISTAKES = [
    (_all_moves, "search only moves to corners"),
    (_only_once, "The board after a move to a corner may have another one. Search it in the same way, with depth 0."),
    (_may_stay, "You compare the moves to corners with the value of the board itself. Here, one of them must be played."),
    (_quiet_sign, "You negate the value of every child. After a pass, it already has the right sign."),
    (_not_at_all, "These are the values of minimax. What happens at depth 0 if board.moves contains a corner?"),
    (_below_zero, "Can depth become -1?"),
    (_always_corners, "Corners come first only at depth 0. At other depths, search all moves."),
    (_quiet_no_sign, "The value of a child is for the other side, unless that side passes. Negate it, as in minimax."),
    (_quiet_from_zero, "The best value starts at 0, so your function never returns a negative one. Start with -math.inf."),
    (_quiet_end, "A finished game has a result. Your function evaluates it like any other board: check board.over first."),
    (_first_corner, "Only the first move to a corner is searched. Take the best of them."),
    (_calls_minimax, "Your function calls minimax for the children. It must call itself, because corners may also be free on the boards below."),
    (_early, "A board without a move to a corner is evaluated only at depth 0. Otherwise, search all its moves."),
    (_the_corner, "That is a move. Return the value of the board after it."),
]


# Black's and white's discs. White takes a corner, and black passes.
PASSES = [(0x10000103051DFF7F, 0x407FFEBCFAE20000), (0x00FF878B05A0FBFF, 0x7C007874FA5F0400), (0x03279D9D85F73F3C, 0xFCD862627A080002)]


@functools.cache
def _quiet_cases() -> list[Case]:
    taking = [board for board in positions(60, seed=9, plies=range(16, 50)) if set(board.moves) & set(CORNERS)][:8]
    late = [board for board in positions(40, seed=10, plies=range(52, 58)) if set(board.moves) & set(CORNERS)][:8]
    passes = [outflank.Board(black, white, "white") for black, white in PASSES]
    ends = positions(20, seed=11, plies=range(56, 60))[:6]
    return [(outflank.Board(), 0), (outflank.Board(), 1), *((board, 0) for board in taking + passes), *((board, depth) for board in late for depth in (0, 1)),
            *((board, 1) for board in taking), *((board, 2) for board in taking[:2]), *((board, 4) for board in ends)]


def limited(function: Value, most: int, what: str) -> Value:
    """Return the function. After a number of calls, it raises Wrong with a message that starts with what."""
    calls = 0

    @functools.wraps(function)
    def count(board: outflank.Board) -> int:
        nonlocal calls
        calls += 1
        if calls > most:
            raise Wrong(what)
        return function(board)

    return count


def _test_quiet(answer) -> None:
    def of(function: Callable[..., Any]) -> Callable[..., Any]:
        def run(board: outflank.Board, depth: int) -> Any:
            what = f"{_place(board)}quiet(board, {depth}, points, result) evaluates more than 2000 boards. "
            what += "At depth 0, search only moves to corners, and search their boards with depth 0 again. Can depth become -1?"
            return function(board, depth, limited(points, 2000, what), limited(_result, 2000, what))

        return run

    mistakes = [(of(function), words) for function, words in QUIET_MISTAKES if function not in (_below_zero, _all_moves)]
    compare(of(answer), of(_quiet), _quiet_cases(), mistakes, lambda board, depth: f"{_place(board)}quiet(board, {depth}, points, result)")


quiet = Exercise(quiet, _test_quiet, [
    "Start with your minimax. Only the case depth == 0 changes. Which moves does it try now, and when does it still evaluate?",
    "At depth 0, keep only the moves in CORNERS. If none remain, evaluate. Otherwise the loop of minimax continues with these moves. Which depth do "
    "the children have?",
    "moves = board.moves; if depth == 0: moves = [move for move in moves if move in CORNERS], and if not moves: return evaluate(board). In the loop, "
    "search children with max(depth - 1, 0).",
], QUIET_MISTAKES)
