"""The exercises of lesson 5: files of games, square weights, and what a result proves."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks import changed, compare_numbers, rounded
from course import Case, Exercise, Wrong, compare
from outflank import Board

Array = NDArray[np.float64]
SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]
Z = 1.959963984540054  # 95 % of a normal distribution are within Z standard deviations


# A record of a WTHOR file

def decode(record: bytes) -> dict[str, Any]:
    """Return the fields of a game in a WTHOR file, from its 68 bytes.

    The keys are tournament, black, white (numbers), discs, theory (black's discs) and moves (a transcript such as "f5d6c3").
    """
    moves = ""
    for byte in record[8:]:
        if byte:
            moves += "abcdefgh"[byte % 10 - 1] + str(byte // 10)
    tournament, black, white = (int.from_bytes(record[i:i + 2], "little") for i in (0, 2, 4))
    return {"tournament": tournament, "black": black, "white": white, "discs": record[6], "theory": record[7], "moves": moves}


@functools.cache
def _records() -> list[bytes]:
    """Records of short games with large numbers, and of one with 60 moves."""
    full = next(moves for moves, _ in _transcripts() if len(moves) == 120)
    games = [(3, 1, 2, 33, 35, "f5d6c3d3c4f4f6"), (1, 258, 5, 12, 0, "c4c3d3c5b2a1h8"), (513, 7, 1030, 64, 64, "e6f4"), (2, 300, 4, 31, 20, full)]
    return [b"".join(x.to_bytes(2, "little") for x in g[:3]) + bytes(g[3:5])
            + bytes(10 * int(g[5][i + 1]) + "abcdefgh".index(g[5][i]) + 1 for i in range(0, len(g[5]), 2)).ljust(60, b"\0") for g in games]


def _with(change: Callable[[bytes, dict[str, Any]], dict[str, Any]]) -> Callable[[bytes], dict[str, Any]]:
    """decode with some fields changed."""
    return lambda record: {**(fields := decode.answer(record)), **change(record, fields)}


_MOVE = "\"abcdefgh\"[byte % 10 - 1] + str(byte // 10)"
_END = "The last moves of a long game are missing. The moves are the 60 bytes from 8 on, record[8:68]."
_DECODE_MISTAKES = [
    (changed(decode, ("\"little\"", "\"big\"")), "The numbers are little-endian: the first byte is the lower one. int.from_bytes takes the order."),
    (changed(decode, ("record[i:i + 2]", "record[i + 1:i + 3]")),
     "You read the numbers one byte too late. The first one is in the bytes 0 and 1, record[0:2]."),
    (lambda record: decode.answer(b"\0" + record[:-1]), "You read all fields one byte too early. The first byte of the record is byte 0."),
    (lambda record: decode.answer(record[1:] + b"\0"), "You read all fields one byte too late. The first byte of the record is byte 0."),
    (changed(decode, ("int.from_bytes(record[i:i + 2], \"little\")", "record[i]")),
     "A number has two bytes, and you read one. There are more than 256 players."),
    (changed(decode, ("(0, 2, 4)", "(0, 4, 2)")), "black and white are exchanged."),
    (changed(decode, ("\"discs\": record[6], \"theory\": record[7]", "\"discs\": record[7], \"theory\": record[6]")),
     "discs and theory are exchanged. Byte 6 is the score that was played, byte 7 that of best play."),
    (changed(decode, ("\"discs\": record[6]", "\"discs\": 2 * record[6] - 64")), "discs is a disc difference. The file contains black's discs."),
    (changed(decode, ("        if byte:\n    ", "")), "A byte 0 is no move: it fills the record of a game with fewer than 60 moves."),
    (changed(decode, (_MOVE, "\"abcdefgh\"[byte // 10 - 1] + str(byte % 10)")), "Files and ranks are exchanged. A byte is 10 · rank + file."),
    (changed(decode, ("\"abcdefgh\"[byte % 10 - 1]", "\" abcdefgh\"[byte % 10 - 1]")),
     "The ranks are right, the files are not. 11 is a1: the file of the units digit 1 is a."),
    (changed(decode, ("\"abcdefgh\"[byte % 10 - 1]", "\"abcdefghi\"[byte % 10]")),
     "The ranks are right, the files are not. 11 is a1: the file of the units digit 1 is a."),
    (changed(decode, ("str(byte // 10)", "str(byte // 10 - 1)")), "The files are right, the ranks are not. 11 is a1, so the rank is the tens digit itself."),
    (changed(decode, ("str(byte // 10)", "str(9 - byte // 10)")), "The files are right, the ranks are not. 11 is a1, so the rank is the tens digit itself."),
    (changed(decode, ("\"abcdefgh\"", "\"ABCDEFGH\"")), "The files are capital letters. Squares are written in small ones, such as f5."),
    (changed(decode, ("record[8:]", "record[9:]")), "The first move is missing. The moves are the bytes from 8 on."),
    (changed(decode, ("record[8:]", "record[7:]")), "You read byte 7 as a move. The moves are the bytes from 8 on."),
    (changed(decode, ("record[8:]", "record[8:67]")), _END),
    (changed(decode, ("record[8:]", "record[8:60]")), _END),
    (_with(lambda record, fields: {"moves": fields["moves"][:-2]}), "The last move is missing."),
    (_with(lambda record, fields: {"moves": fields["moves"][-2:]}), "You return the last move alone. Add each move to those before: moves += …."),
    (_with(lambda record, fields: {"moves": [fields["moves"][i:i + 2] for i in range(0, len(fields["moves"]), 2)]}),
     "moves is a list. It is one string, such as f5d6c3: \"\".join(moves) makes it."),
]


def _test_decode(answer: Callable[..., Any]) -> None:
    def call(record: bytes) -> dict[str, Any]:
        found, keys = answer(record), list(decode.answer(record))
        if found is None:
            raise Wrong("your function returns None. Write its code, and return a dict.")
        if not isinstance(found, dict) or not set(keys) <= set(found):
            raise Wrong(f"the keys are {', '.join(keys[:-1])} and {keys[-1]}. You return {found!r}.")
        return {key: found[key] for key in keys}

    compare(call, decode.answer, [(record,) for record in _records()], _DECODE_MISTAKES,
            lambda record: f"of the record {' '.join(map(str, record[:14]))} … with {len(record[8:].rstrip(bytes(1)))} moves, your function")


decode = Exercise(decode, _test_decode, [
    "The bytes are in the order of the table. How many does each field have?",
    "int.from_bytes(record[0:2], \"little\") is the tournament. record[6] is a number. A move is 10 · rank + file, so divide by 10.",
    "For each byte of record[8:] that is not 0: \"abcdefgh\"[byte % 10 - 1] + str(byte // 10).",
], [(wrong, why[:30]) for wrong, why in _DECODE_MISTAKES])


# Square weights

def tally(moves: str, score: int) -> Array:
    """Return 64 numbers: for each square 1 if the winner of the game moved there, -1 if the loser did, 0 otherwise.

    moves is a transcript, score the disc difference for black. A draw has no winner, so all numbers are 0.
    """
    counts = np.zeros(64)
    winner = "black" if score > 0 else "white"
    board = Board()
    for i in range(0, len(moves), 2):
        square = SQUARES.index(moves[i:i + 2])
        counts[square] = 1 if board.turn == winner else -1
        board = board.play(square)
    return counts if score else np.zeros(64)


def _alternating(moves: str, score: int) -> Array:
    """tally as if there were no passes."""
    counts = np.zeros(64)
    for i in range(0, len(moves), 2):
        counts[SQUARES.index(moves[i:i + 2])] = (1 if i % 4 == 0 else -1) * np.sign(score)
    return counts


@functools.cache
def _transcripts() -> list[tuple[str, int]]:
    """Games: won by black, won by white, one with a pass, a draw, and one that stopped when the later loser had more discs."""
    found: dict[str, tuple[str, int]] = {}
    for seed in range(2000):
        rng, board, moves, turns = random.Random(seed), Board(), "", []
        while not board.over:
            turns.append(board.turn)
            moves += rng.choice(board.moves)
            board = board.play(moves[-2:])
        passed = any(a == b for a, b in zip(turns, turns[1:]))
        kind = "draw" if not board.score else "passes" if passed else "black" if board.score > 0 else "white"
        found.setdefault(kind, (moves, board.score))
        if Board.from_transcript(moves[:60]).score * board.score < 0:
            found.setdefault("stopped", (moves[:60], board.score))
        if len(found) == 5:
            break
    return [found[kind] for kind in ("black", "white", "passes", "draw", "stopped")]


def _squares(tally: Array, order: Callable[[int, int], int]) -> Array:
    """Numbers whose squares are counted in another order of files and ranks."""
    numbers = np.zeros(64)
    for i, number in enumerate(tally):
        numbers[order(i % 8, i // 8)] = number
    return numbers


def _discs(moves: str, score: int) -> Array:
    """1 for each disc of the winner at the end, -1 for each of the loser."""
    board = Board.from_transcript(moves)
    return np.sign(score) * np.array([(board.black >> i & 1) - (board.white >> i & 1) for i in range(64)])


def _start(moves: str, score: int) -> Array:
    return tally.answer(moves, score) + np.sign(score) * np.isin(SQUARES, ["d5", "e4"]) - np.sign(score) * np.isin(SQUARES, ["d4", "e5"])


_black_only = changed(tally, ("winner = \"black\" if score > 0 else \"white\"", "winner = \"black\""))
_TALLY_MISTAKES = [
    (_black_only, "You count 1 for black's moves, even if white won. Black is the winner only if score is positive."),
    (changed(tally, ("score > 0", "score < 0")), "The signs are exchanged: a positive score is a win of black."),
    (_alternating, "You are right unless a side passes. Then the same side moves twice: look at board.turn while you replay the game."),
    (changed(tally, ("counts if score else np.zeros(64)", "counts")), "A draw has no winner. All its numbers are 0."),
    (changed(tally, ("score > 0", "score >= 0"), ("counts if score else np.zeros(64)", "counts")), "A draw has no winner. All its numbers are 0."),
    (changed(tally, ("else -1", "else 0")), "The loser's moves count -1: we want to know where winners move *more often* than losers."),
    (changed(tally, ("1 if board.turn == winner else -1", "score if board.turn == winner else -score")),
     "You count the score. Each game counts the same, however clear the win is."),
    (changed(tally, ("1 if board.turn == winner else -1", "abs(score) if board.turn == winner else -abs(score)")),
     "You count the discs of the win. Each game counts the same, however clear the win is."),
    (lambda moves, score: tally.answer(moves, Board.from_transcript(moves).score),
     "You take the winner from the last board. score names the winner: a game in a file may stop before its end."),
    (_discs, "You count the discs of the last board. Count who moved to a square: discs are turned over later."),
    (_start, "You count the four discs of the start. No side moved there."),
    (lambda moves, score: _squares(tally.answer(moves, score), lambda file, rank: 8 * file + rank), "Files and ranks are exchanged. a1, b1, c1 are 0, 1, 2."),
    (lambda moves, score: _squares(tally.answer(moves, score), lambda file, rank: 8 * (7 - rank) + file), "The board is upside down. a1 is 0, and h8 is 63."),
    (lambda moves, score: np.roll(tally.answer(moves, score), 1), "All squares are one too late. a1 is 0, not 1."),
    (lambda moves, score: tally.answer(moves[:-2], score), "The last move is missing."),
    (lambda moves, score: tally.answer(moves, score) * (np.array(SQUARES) != moves[:2]), "The first move is missing."),
    (changed(tally, ("        square = ", "        board = board.play(moves[i:i + 2])\n        square = "), ("        board = board.play(square)\n", "")),
     "You look at board.turn after the move. It is the mover's turn before it."),
]


def _kept(moves: str, score: int, counts: Array = np.zeros(64)) -> Array:  # noqa: B008
    """tally that adds to an array that it keeps."""
    counts += tally.answer(moves, score)
    return counts


def _test_tally(answer: Callable[..., Any]) -> None:
    compare_numbers(answer, tally.answer, SQUARES, _transcripts(), _TALLY_MISTAKES,
                    lambda moves, score: f"tally(a game of {len(moves) // 2} moves that begins with {moves[:8]}, {score})")


tally = Exercise(tally, _test_tally, [
    "Which side makes the move? Can you tell from the number of moves before it?",
    "Replay the game with board.play. Before each move, board.turn is the side that makes it. The winner is black if score > 0.",
    "counts[SQUARES.index(moves[i:i + 2])] = 1 if board.turn == winner else -1, for i in range(0, len(moves), 2)",
], [*((wrong, why[:30]) for wrong, why in _TALLY_MISTAKES), (_kept, "from call to call")])


def weigh(counts: Array) -> Array:
    """Return 64 weights from 64 counts: the means over symmetric squares, divided by the largest absolute value.

    Two squares are symmetric if one of the board's eight rotations and reflections moves one to the other.
    """
    board = counts.reshape(8, 8)
    turned = [np.rot90(board, k) for k in range(4)]
    mean = sum(image + image.T for image in turned) / 8
    return (mean / np.abs(mean).max()).ravel()


def _by_class(counts: Array, name: Callable[[int, int], Any], value: Callable[[Array], float]) -> Array:
    """Weights of classes of squares: name is that of the class of a square at distances from the edges, value that of its counts."""
    names = [name(*sorted((min(i % 8, 7 - i % 8), min(i // 8, 7 - i // 8)))) for i in range(64)]
    weights = np.array([value(counts[[other == own for other in names]]) for own in names])
    return weights / np.abs(weights).max()


def _in_place(counts: Array) -> Array:
    board = counts.reshape(8, 8)
    board += board.T.copy()
    board += board[::-1].copy()
    board += board[:, ::-1].copy()
    return counts / np.abs(counts).max()


_IMAGES = "Not all images are in the mean. np.rot90(board, k) for k in 0 to 3, each with its transpose."
_WEIGH_MISTAKES = [
    (lambda counts: counts / np.abs(counts).max(), "Symmetric squares have different weights. Take the mean over the eight images of the board first."),
    (changed(weigh, ("image + image.T", "2 * image")),
     "You use the four rotations only. With reflections there are eight images: b1 and a2 have the same weight."),
    (changed(weigh, ("range(4)", "(0, 2)"), ("/ 8", "/ 4")), _IMAGES),
    (changed(weigh, ("range(4)", "range(1)")), _IMAGES),
    (changed(weigh, ("sum(image + image.T for image in turned)", "(board + board[::-1] + board[:, ::-1] + board[::-1, ::-1])")), _IMAGES),
    (changed(weigh, ("(mean / np.abs(mean).max())", "(mean / np.abs(board).max())")),
     "You divide by the largest count, before the mean. Divide the means by the largest of the means."),
    (lambda counts: _by_class(counts, lambda x, y: (x, y), np.sum),
     "You add up the counts of symmetric squares, or divide each sum by 8. Squares on a diagonal have only four symmetric ones: divide by their number."),
    (lambda counts: _by_class(counts, lambda x, y: x + y, np.mean),
     "Some squares that are not symmetric have the same weight: c1 and b2, for example. No rotation or reflection moves an edge to the inside."),
    (changed(weigh, ("np.abs(mean).max()", "(mean.max() - mean.min())")),
     "You divide by the difference of the largest and the smallest value. Divide by the largest absolute value."),
    (changed(weigh, ("np.abs(mean).max()", "mean.max()")),
     "You divide by the largest value. If the largest absolute value belongs to a negative number, weights below -1 remain."),
    (changed(weigh, ("np.abs(mean).max()", "np.abs(mean).sum()")), "You divide by the sum. Divide by the largest absolute value, so that it becomes 1."),
    (changed(weigh, ("(mean / np.abs(mean).max())", "mean")), "The weights are means of counts. Divide them by the largest absolute value."),
    (changed(weigh, ("(mean / np.abs(mean).max())", "((mean - mean.min()) / (mean.max() - mean.min()))")),
     "You scale to the range from 0 to 1. Zero must stay zero: it means that winners and losers move there equally often."),
]


def _test_weigh(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(5)
    cases: list[Case] = [(np.eye(1, 64, 1).ravel(),), (-3 * np.eye(1, 64, 10).ravel() + np.eye(1, 64, 0).ravel(),), (rng.integers(-90, 99, 64).astype(float),)]

    def show(counts: Array) -> str:
        first = ", ".join(f"{SQUARES[i]} {counts[i]:g}" for i in np.flatnonzero(counts)[:3])
        return f"weigh of counts with {first}{', …' if counts.all() else ' and 0 elsewhere'}"

    compare_numbers(answer, weigh.answer, SQUARES, cases, _WEIGH_MISTAKES, show)


weigh = Exercise(weigh, _test_weigh, [
    "Which eight squares are symmetric to b1?",
    "board = counts.reshape(8, 8). np.rot90(board, k) for k = 0 to 3 are four images; their transposes are the others.",
    "mean = sum(image + image.T for image in images) / 8; then divide by np.abs(mean).max(), and ravel().",
], [*((wrong, why[:30]) for wrong, why in _WEIGH_MISTAKES), (_in_place, "changes its arguments")])


# Intervals

def wilson(wins: int, draws: int, losses: int) -> tuple[float, float]:
    """Return the bounds of Wilson's 95 % interval for the share of the points. A draw is half a win.

    With the share p of n games and z = Z: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n).
    """
    n = wins + draws + losses
    p = (wins + draws / 2) / n
    half = Z * math.sqrt(p * (1 - p) / n + Z**2 / (4 * n**2))
    return (p + Z**2 / (2 * n) - half) / (1 + Z**2 / n), (p + Z**2 / (2 * n) + half) / (1 + Z**2 / n)


def _wald(wins: int, draws: int, losses: int) -> tuple[float, float]:
    n = wins + draws + losses
    p = (wins + draws / 2) / n
    half = Z * math.sqrt(p * (1 - p) / n)
    return p - half, p + half


def _without_draws(wins: int, draws: int, losses: int) -> tuple[float, float]:
    """Wilson's interval of the wins alone, without the draws."""
    return wilson.answer(wins, 0, losses) if wins + losses else (0.0, 0.0)


_HALF, _ROOT = "half = Z * math.sqrt(p * (1 - p) / n + Z**2 / (4 * n**2))", "math.sqrt(p * (1 - p) / n + Z**2 / (4 * n**2))"
_RETURN = "(p + Z**2 / (2 * n) - half) / (1 + Z**2 / n), (p + Z**2 / (2 * n) + half) / (1 + Z**2 / n)"
_PRECEDENCE = "Python computes z**2 / {0} as (z**2 / {1}) * {2}. Write z**2 / ({0})."
_WILSON_MISTAKES = [
    (_wald, "This is p ± z √(p(1-p)/n). After three wins in three games its width is 0, as if nothing were uncertain."),
    (changed(wilson, ("wins + draws / 2", "wins")), "Draws count half a point each."),
    (changed(wilson, ("wins + draws / 2", "wins + draws")), "You count draws as wins. They are half a point each."),
    (changed(wilson, ("wins + draws / 2", "wins + draws // 2")), "draws // 2 has no half points. Use draws / 2."),
    (_without_draws, "Draws are left out. They are games too, with half a point each."),
    (changed(wilson, ("n = wins + draws + losses", "n = wins + losses"), ("/ 2) / n", "/ 2) / (wins + draws + losses)")),
     "Draws are missing in n. They are games too."),
    (changed(wilson, ("half = Z * ", "half = ")), "z is missing before the root: your interval has one standard error, about 68 %."),
    (changed(wilson, (_HALF, "half = math.sqrt(Z * (p * (1 - p) / n + Z**2 / (4 * n**2)))")), "z stands before the root, not below it."),
    (changed(wilson, (_ROOT, "(p * (1 - p) / n + Z**2 / (4 * n**2))")), "The root is missing."),
    (changed(wilson, ("    half =", "    Z = 1.96\n    half =")), "You are right to four digits. Use Z, of which 1.96 is a rounded value."),
    (changed(wilson, ("    half =", "    Z = 2\n    half =")), "You use z = 2. Use Z, which is exact to many digits."),
    (changed(wilson, (_RETURN, "p + Z**2 / (2 * n) - half, p + Z**2 / (2 * n) + half")), "The denominator 1 + z²/n is missing, so a bound may exceed 1."),
    (changed(wilson, (_RETURN, "p + Z**2 / (2 * n) - half / (1 + Z**2 / n), p + Z**2 / (2 * n) + half / (1 + Z**2 / n)")),
     "The denominator divides only a part. It divides the whole numerator: write (middle ± half) / (1 + z²/n) with parentheses."),
    (changed(wilson, (_RETURN, "p + (Z**2 / (2 * n) - half) / (1 + Z**2 / n), p + (Z**2 / (2 * n) + half) / (1 + Z**2 / n)")),
     "The denominator divides only a part: p is not divided. It divides the whole numerator."),
    (changed(wilson, ("Z**2 / (4 * n**2)", "Z**2 / (4 * n)")), "The last term below the root is z²/4n²: n is squared."),
    (changed(wilson, ("Z**2 / (4 * n**2)", "Z**2 / (4 * n)**2")), "The last term below the root is z²/4n²: only n is squared, not 4n."),
    (changed(wilson, ("Z**2 / (4 * n**2)", "Z**2 / 4 * n**2")), _PRECEDENCE.format("4 * n**2", "4", "n**2")),
    (changed(wilson, (_RETURN, _RETURN.replace("Z**2 / (2 * n)", "Z**2 / 2 * n"))), _PRECEDENCE.format("2 * n", "2", "n")),
    (changed(wilson, ("Z**2 / (4 * n**2)", "Z**2 / 4 * n**2"), (_RETURN, _RETURN.replace("Z**2 / (2 * n)", "Z**2 / 2 * n"))),
     _PRECEDENCE.format("2 * n", "2", "n")),
    (lambda wins, draws, losses: wilson.answer(wins, draws, losses)[::-1], "The bounds are exchanged. Return the lower one first."),
    (lambda wins, draws, losses: wilson.answer(losses, draws, wins), "This is the interval of the other side. p is the share of wins and half the draws."),
    (lambda wins, draws, losses: (sum(bounds := wilson.answer(wins, draws, losses)) / 2, (bounds[1] - bounds[0]) / 2),
     "You return the middle and half the width. Return the two bounds: middle - half and middle + half."),
    (lambda wins, draws, losses: tuple(100 * x for x in wilson.answer(wins, draws, losses)), "Your bounds are percentages. A share is between 0 and 1."),
    (changed(wilson, ("p = (wins", "p = 2 * (wins"), ("half = Z * math.sqrt(p * (1 - p)", "half = Z * math.sqrt(abs(p * (1 - p))")),
     "p is the share of the points. A win is one point."),
    *rounded(wilson, 2, 3, 4, 5, 6),
]


def _test_wilson(answer: Callable[..., Any]) -> None:
    cases: list[Case] = [(12, 0, 8), (3, 0, 0), (50, 20, 30), (0, 1, 9)]
    compare_numbers(answer, wilson.answer, ["lower", "upper"], cases, _WILSON_MISTAKES, lambda wins, draws, losses: f"wilson({wins}, {draws}, {losses})")


wilson = Exercise(wilson, _test_wilson, [
    "How many games are there, and how many points?",
    "n = wins + draws + losses, p = (wins + draws / 2) / n. Compute the root once, and use it in both bounds.",
    "half = Z * math.sqrt(p * (1 - p) / n + Z**2 / (4 * n**2)); the bounds are (p + Z**2 / (2 * n) ∓ half) / (1 + Z**2 / n).",
], [(wrong, why[:30]) for wrong, why in _WILSON_MISTAKES])


# Pairs

def moments(pairs: list[int]) -> tuple[float, float]:
    """Return the mean of a player's share of the points in a pair of games, and the standard error of this mean.

    pairs counts the pairs with 0, ½, 1, 1½ and 2 points; these are the shares 0, ¼, ½, ¾ and 1. The variance is that of the
    shares with 0.1 added to each count. The standard error is √(variance / number of pairs), without the added ones.
    """
    share, counts = np.arange(5) / 4, np.array(pairs)
    mean = share @ counts / counts.sum()
    more = counts + 0.1
    middle = share @ more / more.sum()
    variance = (share - middle)**2 @ more / more.sum()
    return float(mean), math.sqrt(variance / counts.sum())


def _single(pairs: list[int]) -> tuple[float, float]:
    """The standard error of single games."""
    n = 2 * sum(pairs)
    mean = sum(k * i for i, k in enumerate(pairs)) / (2 * n)
    return mean, math.sqrt(mean * (1 - mean) / n)


def _doubled(pairs: list[int]) -> tuple[float, float]:
    mean, error = moments.answer(pairs)
    return mean, error / math.sqrt(2)


_MOMENTS_MISTAKES = [
    (_single, "This is the standard error of single games, √(p(1-p)/n). The two games of a pair have the same opening, so they are not independent: the "
              "pair is the unit."),
    (_doubled, "You divide by the number of games. There are half as many pairs, and the pair is the unit."),
    (changed(moments, ("math.sqrt(variance / counts.sum())", "math.sqrt(variance)")),
     "This is the standard deviation of one pair. The mean of n pairs has a standard error that is √n times smaller."),
    (changed(moments, ("more = counts + 0.1", "more = counts + 0.0")),
     "The 0.1 is missing. Add it to each count before you compute the variance: without it, a match in which all pairs end alike has no error."),
    (changed(moments, ("mean = share @ counts / counts.sum()\n    more = counts + 0.1", "more = counts + 0.1\n    mean = share @ more / more.sum()")),
     "The 0.1 is also in your mean. It belongs to the variance alone: the mean is what was played."),
    (changed(moments, ("middle = share @ more / more.sum()", "middle = mean")),
     "The variance is around the mean of the real counts. The shares with 0.1 added have their own mean: take the variance around that."),
    (changed(moments, ("mean = share @ counts", "mean = (1 - share) @ counts")),
     "Your mean is that of the other player. The first count is that of pairs with 0 points, the last that of pairs with 2."),
    (changed(moments, ("np.arange(5) / 4", "1 - np.arange(5) / 4")),
     "Your mean is that of the other player. The first count is that of pairs with 0 points, the last that of pairs with 2."),
    (changed(moments, ("np.arange(5) / 4", "np.arange(5) / 5")), "The shares of a pair are 0, ¼, ½, ¾ and 1: divide by 4, although there are five counts."),
    (changed(moments, ("np.arange(5) / 4", "np.arange(5.0)")), "You count half points, 0 to 4. The shares of a pair are 0 to 1: divide by 4."),
    (changed(moments, ("variance = (share - middle)**2 @ more / more.sum()", "variance = mean * (1 - mean)")),
     "p(1-p) is the variance of results 0 and 1. A pair may also have ¼, ½ and ¾: take the mean of the squares of (share - mean)."),
    (lambda pairs: moments.answer(pairs)[::-1], "Your numbers are exchanged. Return the mean first, then the error."),
    (lambda pairs: (lambda mean, error: (mean - Z * error, mean + Z * error))(*moments.answer(pairs)),
     "You return the bounds of an interval. Return the mean and the standard error."),
    (lambda pairs: (lambda mean, error: (mean, Z * error))(*moments.answer(pairs)), "Your error is Z times too large. The standard error has no factor Z."),
    (changed(moments, ("variance / counts.sum())", "variance) / counts.sum()")),
     "You divide the standard deviation by the number of pairs. Divide the variance, or the standard deviation by √n."),
    (changed(moments, ("more / more.sum()\n    return", "more / counts.sum()\n    return")),
     "The variance is a mean with 0.1 added to each count: divide it by the sum of these counts, not by the number of pairs."),
    (changed(moments, ("@ more / more.sum()\n    return", "@ more / (more.sum() - 1)\n    return")), "You divide by n - 1. The definition has n."),
    (lambda pairs: (lambda shares: (shares.mean(), shares.std(ddof=1) / math.sqrt(len(shares))))(np.repeat(np.arange(5) / 4, pairs)),
     "The 0.1 is missing in the variance, and you divide by n - 1 (ddof=1). The definition has n."),
    (changed(moments, ("np.arange(5) / 4", "np.arange(5) / 2")), "You count points, 0 to 2. The shares of a pair are 0 to 1: divide by 2."),
    (changed(moments, ("math.sqrt(variance / counts.sum())", "variance / counts.sum()")), "The root is missing: this is the square of the standard error."),
    (changed(moments, ("math.sqrt(variance / counts.sum())", "math.sqrt(variance / more.sum())")),
     "You divide by the number of pairs with the added ones. Only real pairs count there."),
    (changed(moments, ("variance / counts.sum()", "variance / (counts.sum() - 1)")), "You divide by n - 1. The definition has n."),
    *rounded(moments, 3, 4, 6),
]


def _adds_in_place(pairs: list[int]) -> tuple[float, float]:
    mean, n = moments.answer(pairs)[0], sum(pairs)
    for i in range(5):
        pairs[i] += 0.1
    return mean, math.sqrt((np.arange(5) / 4 - 0.5)**2 @ np.array(pairs) / sum(pairs) / n)


def _test_moments(answer: Callable[..., Any]) -> None:
    cases: list[Case] = [([1, 2, 11, 2, 4],), ([0, 0, 7, 0, 0],), ([11, 0, 24, 2, 26],), ([0, 1, 0, 2, 30],)]
    compare_numbers(answer, moments.answer, ["mean", "error"], cases, _MOMENTS_MISTAKES, lambda pairs: f"moments({pairs})")


moments = Exercise(moments, _test_moments, [
    "How many independent observations does a match of 40 games have, if each opening is played twice?",
    "share = np.arange(5) / 4, counts = np.array(pairs). The mean is share @ counts / counts.sum(). Then add 0.1 to each count. The shares with these "
    "counts have a mean of their own. The variance is the mean of the squares around that, also with 0.1 added.",
    "more = counts + 0.1; middle = share @ more / more.sum(); variance = (share - middle)**2 @ more / more.sum(); the error is √(variance / counts.sum()).",
], [*((wrong, why[:30]) for wrong, why in _MOMENTS_MISTAKES), (_adds_in_place, "changes its arguments")])


# A sequential test

def expected(elo: float) -> float:
    """The expected share of the points with an advantage of elo points."""
    return 1 / (1 + 10 ** (-elo / 400))


def sprt(pairs: list[int], elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float, float]:
    """Return the log-likelihood ratio of elo1 against elo0, and the lower and the upper bound at which the test stops.

    With s0 = expected(elo0), s1 = expected(elo1), and mean m and standard error e of all pairs with 0.1 added to each count, the
    ratio is (s1 - s0) (2m - s0 - s1) / (2e²), where e² is the variance / number of pairs (the real ones). The bounds are
    ln(β / (1-α)) and ln((1-β) / α).
    """
    share, counts = np.arange(5) / 4, np.array(pairs)
    more = counts + 0.1
    mean = share @ more / more.sum()
    variance = (share - mean)**2 @ more / more.sum()
    s0, s1 = expected(elo0), expected(elo1)
    ratio = counts.sum() * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    return float(ratio), math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


_TWICE = "Your ratio is twice too large. Either you count games instead of pairs, or the factor 2 in the denominator is missing."
_LOWER, _UPPER = "math.log(beta / (1 - alpha))", "math.log((1 - beta) / alpha)"
_SPRT_MISTAKES = [
    (changed(sprt, ("counts.sum() * (s1", "(s1")), "The number of pairs is missing: the evidence must grow with each pair."),
    (changed(sprt, ("counts.sum() * (s1", "2 * counts.sum() * (s1")), _TWICE),
    (changed(sprt, ("expected(elo0), expected(elo1)", "elo0 / 400, elo1 / 400")), "Elo points are not shares of points. Use expected(elo)."),
    (changed(sprt, ("2 * mean - s0 - s1", "s0 + s1 - 2 * mean")),
     "The sign is wrong: a high score speaks for elo1, so the ratio must grow. Are s0 and s1 exchanged?"),
    (changed(sprt, ("math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)", "math.log((1 - beta) / alpha), math.log(beta / (1 - alpha))")),
     "The bounds are exchanged. The lower one is negative."),
    (changed(sprt, ("math.log(beta / (1 - alpha))", "math.log(alpha / (1 - beta))"), ("math.log((1 - beta) / alpha)", "math.log((1 - alpha) / beta)")),
     "alpha and beta are exchanged: alpha is the probability of accepting elo1 if elo0 is true, so it sets the upper bound."),
    (changed(sprt, ("math.log(beta / (1 - alpha))", "math.log10(beta / (1 - alpha))"), ("math.log((1 - beta) / alpha)", "math.log10((1 - beta) / alpha)")),
     "The logarithm of the bounds is natural, math.log."),
    (changed(sprt, ("(2 * variance)", "(2 * math.sqrt(variance))")), "You divide by the standard deviation. The formula has the variance."),
    (changed(sprt, ("/ (2 * variance)", "/ variance")), _TWICE),
    (changed(sprt, ("(2 * mean", "(2 * (share @ counts / counts.sum())")),
     "Your m has no 0.1 added. It is not the mean of moments: here both m and the variance have 0.1 added to each count."),
    (changed(sprt, ("np.array(pairs)", "np.array(pairs) + 0.1"), ("(2 * mean", "(2 * (share @ counts / counts.sum())")),
     "You call moments with counts + 0.1, so it adds 0.1 again to the variance, and counts half a pair too many. Compute m and the variance here."),
    (changed(sprt, ("ratio = counts.sum()", "ratio = more.sum()")),
     "You count half a pair too many: e² is the variance divided by the number of real pairs, sum(pairs)."),
    (changed(sprt, ("counts.sum() * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)", "(s1 - s0) * (2 * mean - s0 - s1) / 2 * (variance / counts.sum())")),
     "Python computes a / 2 * e2 as (a / 2) * e2. Write a / (2 * e2)."),
    (changed(sprt, ("(2 * variance)", "(2 * math.sqrt(variance * counts.sum()))")), "You divide by e. The formula has its square, e² = variance / n."),
    (changed(sprt, ("(2 * mean - s0 - s1)", "(mean - s0 - s1)")),
     "The factor 2 before m is missing. m is compared with the middle of s0 and s1: 2m - s0 - s1."),
    (changed(sprt, ("expected(elo0), expected(elo1)", "elo0, elo1")), "Elo points are not shares of points. Use expected(elo)."),
    (changed(sprt, ("expected(elo0), expected(elo1)", "expected(-elo0), expected(-elo1)")),
     "The shares are those of the other side. expected(50) is more than ½."),
    (changed(sprt, (_LOWER, "beta / (1 - alpha)"), (_UPPER, "(1 - beta) / alpha")), "The bounds need logarithms: the ratio is one, too."),
    (changed(sprt, (_LOWER, "math.log(alpha / (1 - alpha))"), (_UPPER, "math.log((1 - alpha) / alpha)")),
     "beta is missing in the bounds: you use alpha for both."),
    (changed(sprt, (_LOWER, "-math.log((1 - beta) / alpha)")), "Your lower bound is minus the upper one. That is right only if alpha and beta are equal."),
    (changed(sprt, (_LOWER, "math.log(0.05 / 0.95)"), (_UPPER, "math.log(0.95 / 0.05)")), "Your bounds are those of 0.05. Use alpha and beta."),
    (lambda *case: sprt.answer(*case)[1:] + sprt.answer(*case)[:1], "Return the ratio first, then the lower and the upper bound."),
    *rounded(sprt, 2, 3, 4, 6),
    (changed(sprt, ("more = counts + 0.1", "more = counts + 1e-12")), "The 0.1 is missing. Without it, the variance may be 0 after the first pairs."),
]


def _test_sprt(answer: Callable[..., Any]) -> None:
    cases: list[Case] = [([1, 2, 11, 2, 4], 0, 50, 0.05, 0.05), ([11, 0, 24, 2, 26], 0, 50, 0.05, 0.1), ([5, 3, 9, 2, 1], -10, 20, 0.01, 0.05)]
    compare_numbers(answer, sprt.answer, ["ratio", "lower", "upper"], cases, _SPRT_MISTAKES,
                    lambda pairs, elo0, elo1, alpha, beta: f"sprt({pairs}, {elo0}, {elo1}, {alpha}, {beta})")


sprt = Exercise(sprt, _test_sprt, [
    "Which of the two hypotheses does a score of 80 % support? Which sign has the ratio then?",
    "m and the variance are as in moments, but here m has 0.1 added to each count too. e² is the variance divided by the number of real pairs.",
    "ratio = n * (s1 - s0) * (2 * m - s0 - s1) / (2 * variance), with n = sum(pairs); bounds math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)",
], [(wrong, why[:30]) for wrong, why in _SPRT_MISTAKES])
