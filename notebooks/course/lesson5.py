"""The exercises of lesson 5: files of games, square weights, and what a result proves."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks import array, changed, number
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


def _records() -> list[bytes]:
    games = [(3, 1, 2, 33, 35, "f5d6c3d3c4f4f6"), (1, 258, 5, 12, 0, "c4c3d3c5b2a1h8"), (513, 7, 1030, 64, 64, "e6f4")]
    return [b"".join(x.to_bytes(2, "little") for x in g[:3]) + bytes(g[3:5])
            + bytes(10 * int(g[5][i + 1]) + "abcdefgh".index(g[5][i]) + 1 for i in range(0, len(g[5]), 2)).ljust(60, b"\0") for g in games]


def _test_decode(answer: Callable[..., Any]) -> None:
    for record in _records():
        found, wanted = answer(record), decode(record)
        if found is None:
            raise Wrong("your function returns None. Return a dict.")
        if not isinstance(found, dict) or set(found) != set(wanted):
            raise Wrong(f"the keys are tournament, black, white, discs, theory and moves. You return {found!r}.")
        numbers = [found[key] for key in ("tournament", "black", "white")]
        if numbers == [int.from_bytes(record[i:i + 2], "big") for i in (0, 2, 4)]:
            raise Wrong(f"the numbers are {numbers}. They are little-endian: the first byte is the lower one. int.from_bytes takes the order.")
        if numbers == list(record[0:6:2]) and max(wanted["black"], wanted["white"], wanted["tournament"]) > 255:
            raise Wrong("a number has two bytes, and you read one. There are more than 256 players.")
        for key in ("tournament", "black", "white", "discs", "theory"):
            if found[key] != wanted[key]:
                if {key, "theory"} == {"discs", "theory"} and found["discs"] == wanted["theory"]:
                    raise Wrong("discs and theory are exchanged. Byte 6 is the score that was played, byte 7 that of best play.")
                if key == "discs" and found[key] in (2 * record[6] - 64, record[6] - 64):
                    raise Wrong("discs is a disc difference. The file contains black's discs.")
                raise Wrong(f"{key} is {found[key]!r}, and should be {wanted[key]!r}. Which bytes contain it?")
        moves, right = found["moves"], wanted["moves"]
        if moves == right:
            continue
        if not isinstance(moves, str):
            raise Wrong(f"moves is {moves!r}. It is one string, such as {right!r}.")
        if moves.startswith(right):
            raise Wrong("the transcript is longer than the game. A byte 0 is no move: it fills the record of a game with fewer than 60 moves.")
        if moves == right[:-2]:
            raise Wrong("the last move is missing.")
        if moves == "".join("abcdefgh"[int(right[i + 1]) - 1] + str("abcdefgh".index(right[i]) + 1) for i in range(0, len(right), 2)):
            raise Wrong(f"the moves are {moves} instead of {right}: files and ranks are exchanged. A byte is 10 · rank + file.")
        if moves[::2] == right[::2]:
            raise Wrong(f"the files are right, the ranks are not: {moves} instead of {right}. 11 is a1, so the rank is the tens digit itself.")
        if moves[1::2] == right[1::2]:
            raise Wrong(f"the ranks are right, the files are not: {moves} instead of {right}. 11 is a1: the file of the units digit 1 is a.")
        raise Wrong(f"the moves are {moves!r} instead of {right!r}. They are the bytes from 8 on; 11 is a1, 18 is h1, 88 is h8.")


decode = Exercise(decode, _test_decode, [
    "The bytes are in the order of the table. How many does each field have?",
    "int.from_bytes(record[0:2], \"little\") is the tournament. record[6] is a number. A move is 10 · rank + file, so divide by 10.",
    "For each byte of record[8:] that is not 0: \"abcdefgh\"[byte % 10 - 1] + str(byte // 10).",
], [(changed(decode, ("\"little\"", "\"big\"")), "little-endian"),
    (changed(decode, ("int.from_bytes(record[i:i + 2], \"little\")", "record[i]")), "two bytes"),
    (changed(decode, ("        if byte:\n    ", "")), "A byte 0 is no move"),
    (changed(decode, ("\"abcdefgh\"[byte % 10 - 1] + str(byte // 10)", "\"abcdefgh\"[byte // 10 - 1] + str(byte % 10)")), "exchanged"),
    (changed(decode, ("\"abcdefgh\"[byte % 10 - 1]", "\" abcdefgh\"[byte % 10 - 1]")), "the files are not"),
    (changed(decode, ("str(byte // 10)", "str(byte // 10 - 1)")), "the tens digit"),
    (changed(decode, ("\"discs\": record[6], \"theory\": record[7]", "\"discs\": record[7], \"theory\": record[6]")), "exchanged"),
    (changed(decode, ("\"discs\": record[6]", "\"discs\": 2 * record[6] - 64")), "disc difference"),
    (changed(decode, ("record[8:]", "record[9:]")), "from 8 on")])


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


def _files_first(moves: str, score: int) -> Array:
    return tally.answer(moves, score).reshape(8, 8).T.ravel()


def _last_left_out(moves: str, score: int) -> Array:
    return tally.answer(moves[:-2], score)


@functools.cache
def _transcripts() -> list[tuple[str, int]]:
    """Games: won by black, won by white, one with a pass, and a draw."""
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
        if len(found) == 4:
            break
    return [found[kind] for kind in ("black", "white", "passes", "draw")]


_black_only = changed(tally, ("winner = \"black\" if score > 0 else \"white\"", "winner = \"black\""))
_TALLY_MISTAKES = [
    (_black_only, "You count 1 for black's moves, even if white won. Black is the winner only if score is positive."),
    (changed(tally, ("score > 0", "score < 0")), "The signs are exchanged: a positive score is a win of black."),
    (_alternating, "You are right unless a side passes. Then the same side moves twice: look at board.turn while you replay the game."),
    (changed(tally, ("counts if score else np.zeros(64)", "counts")), "A draw has no winner. All its numbers are 0."),
    (changed(tally, ("else -1", "else 0")), "The loser's moves count -1: we want to know where winners move *more often* than losers."),
    (changed(tally, ("1 if board.turn == winner else -1", "score if board.turn == winner else -score")),
     "You count the score. Each game counts the same, however clear the win is."),
    (_files_first, "Files and ranks are exchanged. a1, b1, c1 are 0, 1, 2."),
    (_last_left_out, "The last move is missing."),
    (changed(tally, ("        square = ", "        board = board.play(moves[i:i + 2])\n        square = "), ("        board = board.play(square)\n", "")),
     "You look at board.turn after the move. It is the mover's turn before it."),
]


def _test_tally(answer: Callable[..., Any]) -> None:
    def call(function: Callable[..., Any], *case: Any) -> tuple[float, ...]:
        return tuple(array(function(*case), (64,)).tolist())

    def show(found: tuple[float, ...]) -> str:
        marked = [f"{name} {x:+g}" for name, x in zip(SQUARES, found) if x][:6]
        above, below = sum(x > 0 for x in found), sum(x < 0 for x in found)
        return f"64 numbers with {above} above and {below} below 0 ({', '.join(marked)}, …)" if marked else "64 times 0"

    compare(functools.partial(call, answer), functools.partial(call, tally.answer), _transcripts(),
            [(functools.partial(call, wrong), why) for wrong, why in _TALLY_MISTAKES], lambda moves, score: f"tally({moves[:12]!r} + …, {score})", show)


tally = Exercise(tally, _test_tally, [
    "Which side makes the move? Can you tell from the number of moves before it?",
    "Replay the game with board.play. Before each move, board.turn is the side that makes it. The winner is black if score > 0.",
    "counts[SQUARES.index(moves[i:i + 2])] = 1 if board.turn == winner else -1, for i in range(0, len(moves), 2)",
], [(wrong, why[:30]) for wrong, why in _TALLY_MISTAKES])


def weigh(counts: Array) -> Array:
    """Return 64 weights from 64 counts: the means over symmetric squares, divided by the largest absolute value.

    Two squares are symmetric if one of the board's eight rotations and reflections moves one to the other.
    """
    board = counts.reshape(8, 8)
    turned = [np.rot90(board, k) for k in range(4)]
    mean = sum(image + image.T for image in turned) / 8
    return (mean / np.abs(mean).max()).ravel()


_WEIGH_MISTAKES = [
    (lambda counts: counts / np.abs(counts).max(), "Symmetric squares have different weights. Take the mean over the eight images of the board first."),
    (changed(weigh, ("image + image.T", "2 * image")),
     "You use the four rotations only. With reflections there are eight images: b1 and a2 have the same weight."),
    (changed(weigh, ("range(4)", "(0, 2)"), ("/ 8", "/ 4")), "Not all images are in the mean. np.rot90(board, k) for k in 0 to 3, each with its transpose."),
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

    def call(function: Callable[..., Any], counts: Array) -> tuple[float, ...]:
        return tuple(np.round(array(function(counts.copy()), (64,)), 9).tolist())

    compare(functools.partial(call, answer), functools.partial(call, weigh.answer), cases,
            [(functools.partial(call, wrong), why) for wrong, why in _WEIGH_MISTAKES],
            lambda counts: f"weigh of counts with {np.count_nonzero(counts)} squares that are not 0",
            lambda found: ", ".join(f"{name} {found[SQUARES.index(name)]:+.3f}" for name in ("a1", "b1", "a2", "g1", "b2", "c3")))


weigh = Exercise(weigh, _test_weigh, [
    "Which eight squares are symmetric to b1?",
    "board = counts.reshape(8, 8). np.rot90(board, k) for k = 0 to 3 are four images; their transposes are the others.",
    "mean = sum(image + image.T for image in images) / 8; then divide by np.abs(mean).max(), and ravel().",
], [(wrong, why[:30]) for wrong, why in _WEIGH_MISTAKES])


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


def _rounded(wins: int, draws: int, losses: int) -> tuple[float, float]:
    n, z = wins + draws + losses, 1.96
    p = (wins + draws / 2) / n
    half = z * math.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    return (p + z**2 / (2 * n) - half) / (1 + z**2 / n), (p + z**2 / (2 * n) + half) / (1 + z**2 / n)


_WILSON_MISTAKES = [
    (_wald, "This is p ± z √(p(1-p)/n). After three wins in three games its width is 0, as if nothing were uncertain."),
    (changed(wilson, ("wins + draws / 2", "wins")), "Draws count half a point each."),
    (changed(wilson, ("n = wins + draws + losses", "n = wins + losses"), ("wins + draws / 2", "wins")),
     "Draws are left out. They are games too, with half a point each."),
    (changed(wilson, ("half = Z * ", "half = ")), "z is missing before the root: your interval has one standard error, about 68 %."),
    (_rounded, "You are right to four digits. Use Z, of which 1.96 is a rounded value."),
    (lambda wins, draws, losses: tuple(x * (1 + Z**2 / (wins + draws + losses)) for x in wilson.answer(wins, draws, losses)),
     "The denominator 1 + z²/n is missing, so a bound may exceed 1."),
    (changed(wilson, ("Z**2 / (4 * n**2)", "Z**2 / (4 * n)")), "The last term below the root is z²/4n²: n is squared."),
    (lambda wins, draws, losses: wilson.answer(wins, draws, losses)[::-1], "The bounds are exchanged. Return the lower one first."),
    (lambda wins, draws, losses: tuple(100 * x for x in wilson.answer(wins, draws, losses)), "Your bounds are percentages. A share is between 0 and 1."),
    (changed(wilson, ("p = (wins", "p = 2 * (wins"), ("half = Z * math.sqrt(p * (1 - p)", "half = Z * math.sqrt(abs(p * (1 - p))")),
     "p is the share of the points. A win is one point."),
]


def _bounds(function: Callable[..., Any], *case: Any) -> tuple[float, ...]:
    return tuple(np.round(array(function(*case), (2,)), 9).tolist())


def _test_wilson(answer: Callable[..., Any]) -> None:
    cases: list[Case] = [(12, 0, 8), (3, 0, 0), (50, 20, 30), (0, 1, 9)]
    compare(functools.partial(_bounds, answer), functools.partial(_bounds, wilson.answer), cases,
            [(functools.partial(_bounds, wrong), why) for wrong, why in _WILSON_MISTAKES], lambda w, d, k: f"wilson({w}, {d}, {k})", _brief)


def _brief(found: Sequence[float]) -> str:
    return f"({', '.join(f'{x:.4f}' for x in found)})"


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
     "The 0.1 is missing in the variance. Without it, a match in which all pairs end alike has no error."),
    (changed(moments, ("mean = share @ counts / counts.sum()\n    more = counts + 0.1", "more = counts + 0.1\n    mean = share @ more / more.sum()")),
     "The 0.1 is also in your mean. It belongs to the variance alone: the mean is what was played."),
    (changed(moments, ("np.arange(5) / 4", "np.arange(5) / 2")), "You count points, 0 to 2. The shares of a pair are 0 to 1: divide by 2."),
    (changed(moments, ("math.sqrt(variance / counts.sum())", "variance / counts.sum()")), "The root is missing: this is the square of the standard error."),
    (changed(moments, ("math.sqrt(variance / counts.sum())", "math.sqrt(variance / more.sum())")),
     "You divide by the number of pairs with the added ones. Only real pairs count there."),
    (changed(moments, ("variance / counts.sum()", "variance / (counts.sum() - 1)")), "You divide by n - 1. The definition has n."),
]


def _test_moments(answer: Callable[..., Any]) -> None:
    cases: list[Case] = [([1, 2, 11, 2, 4],), ([0, 0, 7, 0, 0],), ([11, 0, 24, 2, 26],), ([0, 1, 0, 2, 30],)]
    compare(functools.partial(_bounds, answer), functools.partial(_bounds, moments.answer), cases,
            [(functools.partial(_bounds, wrong), why) for wrong, why in _MOMENTS_MISTAKES], lambda pairs: f"moments({pairs})", _brief)


moments = Exercise(moments, _test_moments, [
    "How many independent observations does a match of 40 games have, if each opening is played twice?",
    "share = np.arange(5) / 4. The mean is share @ counts / n. The variance is the mean of (share - mean)² with counts + 0.1.",
    "more = counts + 0.1; middle = share @ more / more.sum(); variance = (share - middle)**2 @ more / more.sum(); the error is √(variance / counts.sum()).",
], [(wrong, why[:30]) for wrong, why in _MOMENTS_MISTAKES])


# A sequential test

def expected(elo: float) -> float:
    """The expected share of the points with an advantage of elo points."""
    return 1 / (1 + 10 ** (-elo / 400))


def sprt(pairs: list[int], elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float, float]:
    """Return the log-likelihood ratio of elo1 against elo0, and the lower and the upper bound at which the test stops.

    With s0 = expected(elo0), s1 = expected(elo1), and mean m and standard error e of all pairs with 0.1 added to each count, the
    ratio is (s1 - s0) (2m - s0 - s1) / (2e²), where e² is the variance / number of pairs. The bounds are ln(β / (1-α)) and
    ln((1-β) / α).
    """
    share, counts = np.arange(5) / 4, np.array(pairs)
    more = counts + 0.1
    mean = share @ more / more.sum()
    variance = (share - mean)**2 @ more / more.sum()
    s0, s1 = expected(elo0), expected(elo1)
    ratio = counts.sum() * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    return float(ratio), math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


_TWICE = "Your ratio is twice too large. Either you count games instead of pairs, or the factor 2 in the denominator is missing."
_SPRT_MISTAKES = [
    (changed(sprt, ("counts.sum() * (s1", "(s1")), "The number of pairs is missing: the evidence must grow with each pair."),
    (changed(sprt, ("counts.sum() * (s1", "2 * counts.sum() * (s1")), _TWICE),
    (changed(sprt, ("expected(elo0), expected(elo1)", "elo0 / 400, elo1 / 400")), "Elo points are not shares of points. Use expected(elo)."),
    (changed(sprt, ("2 * mean - s0 - s1", "s0 + s1 - 2 * mean")), "The sign is wrong: a high score speaks for elo1, so the ratio must grow."),
    (changed(sprt, ("math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)", "math.log((1 - beta) / alpha), math.log(beta / (1 - alpha))")),
     "The bounds are exchanged. The lower one is negative."),
    (changed(sprt, ("math.log(beta / (1 - alpha))", "math.log(alpha / (1 - beta))"), ("math.log((1 - beta) / alpha)", "math.log((1 - alpha) / beta)")),
     "alpha and beta are exchanged: alpha is the probability of accepting elo1 if elo0 is true, so it sets the upper bound."),
    (changed(sprt, ("math.log(beta / (1 - alpha))", "math.log10(beta / (1 - alpha))"), ("math.log((1 - beta) / alpha)", "math.log10((1 - beta) / alpha)")),
     "The logarithm of the bounds is natural, math.log."),
    (changed(sprt, ("(2 * variance)", "(2 * math.sqrt(variance))")), "You divide by the standard deviation. The formula has the variance."),
    (changed(sprt, ("/ (2 * variance)", "/ variance")), _TWICE),
    (changed(sprt, ("more = counts + 0.1", "more = counts + 1e-12")), "The 0.1 is missing. Without it, the variance may be 0 after the first pairs."),
]


def _test_sprt(answer: Callable[..., Any]) -> None:
    def call(function: Callable[..., Any], *case: Any) -> tuple[float, ...]:
        return tuple(np.round(array(function(*case), (3,)), 9).tolist())

    cases: list[Case] = [([1, 2, 11, 2, 4], 0, 50, 0.05, 0.05), ([11, 0, 24, 2, 26], 0, 50, 0.05, 0.1), ([5, 3, 9, 2, 1], -10, 20, 0.01, 0.05)]
    compare(functools.partial(call, answer), functools.partial(call, sprt.answer), cases,
            [(functools.partial(call, wrong), why) for wrong, why in _SPRT_MISTAKES], lambda p, a, b, x, y: f"sprt({p}, {a}, {b}, {x}, {y})", _brief)


sprt = Exercise(sprt, _test_sprt, [
    "Which of the two hypotheses does a score of 80 % support? Which sign has the ratio then?",
    "m and the variance are as in moments, but both with 0.1 added to each count. e² is the variance divided by the number of pairs.",
    "ratio = n * (s1 - s0) * (2 * m - s0 - s1) / (2 * variance), with n = sum(pairs); bounds math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)",
], [(wrong, why[:30]) for wrong, why in _SPRT_MISTAKES])
