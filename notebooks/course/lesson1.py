"""Exercises of lesson 1: the rules of Othello on sets of squares."""

from __future__ import annotations

import functools
import json

import outflank
from course import Case, Exercise, Wrong, compare, positions

ALL = 0xFFFFFFFFFFFFFFFF
NOT_A = 0xFEFEFEFEFEFEFEFE
NOT_H = 0x7F7F7F7F7F7F7F7F
STEPS = [1, -1, 8, -8, 9, -9, 7, -7]


def squares(bits: int) -> list[str]:
    """Return the names of the squares in a set, from a1 to h8: ["d3", "c4"] for 1 << 19 | 1 << 26."""
    names = []
    for s in range(64):
        if bits >> s & 1:
            names.append("abcdefgh"[s % 8] + "12345678"[s // 8])
    return names


def step(bits: int, by: int) -> int:
    """Return the set with all squares moved by one step. Squares that leave the board vanish.

    by is one of STEPS: 1 moves one file to the right, 8 moves one rank down, 9 does both, 7 moves down and to the left.
    """
    moved = bits << by if by > 0 else bits >> -by
    if by in (1, 9, -7):  # to the right: nothing arrives on file a
        moved &= NOT_A
    if by in (-1, -9, 7):  # to the left: nothing arrives on file h
        moved &= NOT_H
    return moved & ALL


def flips(mine: int, theirs: int, square: int) -> int:
    """Return the set of discs that a move to a square (0 to 63) flips; 0 if there are none."""
    flipped = 0
    for by in STEPS:
        run = 0
        at = step(1 << square, by)
        while at & theirs:
            run |= at
            at = step(at, by)
        if at & mine:
            flipped |= run
    return flipped


def moves(mine: int, theirs: int) -> int:
    """Return the set of legal moves for the side with the discs mine."""
    empty = ~(mine | theirs) & ALL
    legal = 0
    for by in STEPS:
        run = step(mine, by) & theirs
        while run:
            run = step(run, by)
            legal |= run & empty
            run &= theirs
    return legal


def perft(mine: int, theirs: int, depth: int) -> int:
    """Return the number of leaves of the game tree, depth plies deep. The side with the discs mine moves.

    A pass is a ply. A game that ends earlier is one leaf.
    """
    if depth == 0:
        return 1
    legal = moves(mine, theirs)
    if legal == 0:
        return perft(theirs, mine, depth - 1) if moves(theirs, mine) else 1
    count = 0
    for square in range(64):
        if legal >> square & 1:
            flipped = flips(mine, theirs, square)
            count += perft(theirs & ~flipped, mine | flipped | 1 << square, depth - 1)
    return count


# Descriptions of cases.


def names(bits: object) -> str:
    """A result as squares."""
    if not isinstance(bits, int):
        return repr(bits)
    if bits < 0:
        return f"the negative number {bits}"
    found = " ".join(_squares(bits & ALL)) or "the empty set"
    return f"{found}, and bits beyond the 64 squares" if bits > ALL else found


def position(mine: int, theirs: int) -> str:
    return f"X is mine, O is theirs:\n{outflank.Board(mine, theirs)}\n"


def sides(board: outflank.Board) -> tuple[int, int]:
    """The discs of the side to move, and of the other side."""
    return (board.black, board.white) if board.turn == "black" else (board.white, board.black)


_squares, _step, _flips, _moves, _perft = squares, step, flips, moves, perft  # the names are exercises below


# squares


def _by_rank(bits: int) -> list[str]:
    return ["abcdefgh"[s // 8] + "12345678"[s % 8] for s in range(64) if bits >> s & 1]


def _downwards(bits: int) -> list[str]:
    return _squares(bits)[::-1]


def _from_h8(bits: int) -> list[str]:
    return [_squares(1 << s)[0] for s in range(64) if bits >> (63 - s) & 1]


def _from_zero(bits: int) -> list[str]:
    return [f"{'abcdefgh'[s % 8]}{s // 8}" for s in range(64) if bits >> s & 1]


def _numbers(bits: int) -> list[int]:
    return [s for s in range(64) if bits >> s & 1]


def _without_h8(bits: int) -> list[str]:
    return [_squares(1 << s)[0] for s in range(63) if bits >> s & 1]


def _only_bit(bits: int) -> list[str]:
    return [_squares(1 << s)[0] for s in range(64) if bits == 1 << s]


SQUARES_MISTAKES = [
    (_by_rank, "Files and ranks are exchanged: bit 1 is b1, so the file is the remainder of s / 8 and the rank the quotient."),
    (_downwards, "The squares are right, but the order is not: a1 is bit 0 and comes first."),
    (_from_h8, "You read the number from the other end: a1 is the lowest bit, 1 << 0."),
    (_from_zero, "Ranks are one too low: s // 8 is 0 on rank 1."),
    (_numbers, "These are the numbers of the squares. The result must contain their names."),
    (_without_h8, "The last square is missing: range(63) ends with 62, and h8 is 63."),
    (_only_bit, "Your function compares the whole set with one square. `bits >> s & 1` looks at one bit of many."),
]


def _test_squares(answer) -> None:
    compare(answer, _squares, [(0,), (1,), (2,), (1 << 19 | 1 << 26,), (1 << 63,), (ALL,), (0x8040201008040201,)], SQUARES_MISTAKES,
            lambda bits: f"squares({bits:#x})")


squares = Exercise(squares, _test_squares, [
    "`bits >> s & 1` is 1 if square s is in the set. Which values can s have?",
    "The file is s % 8 and the rank is s // 8. Index the strings \"abcdefgh\" and \"12345678\" with them.",
    "for s in range(64): if bits >> s & 1: append \"abcdefgh\"[s % 8] + \"12345678\"[s // 8] to a list.",
], SQUARES_MISTAKES)


# step


def _shift(bits: int, by: int) -> int:
    return bits << by if by > 0 else bits >> -by


def _wraps(bits: int, by: int) -> int:
    return _shift(bits, by) & ALL


def _straight_masks(bits: int, by: int) -> int:
    return _step(bits, by) if abs(by) in (1, 8) else _shift(bits, by) & ALL


def _masks_by_sign(bits: int, by: int) -> int:
    moved = _shift(bits, by) & ALL
    return moved if abs(by) == 8 else moved & (NOT_A if by > 0 else NOT_H)


def _exchanged(bits: int, by: int) -> int:
    mask = NOT_H if by in (1, 9, -7) else NOT_A if by in (-1, -9, 7) else ALL
    return _shift(bits, by) & mask & ALL


def _both_masks(bits: int, by: int) -> int:
    return _step(bits, by) & (ALL if abs(by) == 8 else NOT_A & NOT_H)


def _unbounded(bits: int, by: int) -> int:
    mask = ~0xFFFFFFFFFFFFFFFF
    return _shift(bits, by) & ((NOT_A if by in (1, 9, -7) else NOT_H if by in (-1, -9, 7) else ALL) | mask)


def _negative(bits: int, by: int) -> int:
    return bits << by


def _negative_masked(bits: int, by: int) -> int:
    return _step(bits, by) if by > 0 else bits << by


def _opposite(bits: int, by: int) -> int:
    return _step(bits, -by)


def _mask_before(bits: int, by: int) -> int:
    mask = NOT_A if by in (1, 9, -7) else NOT_H if by in (-1, -9, 7) else ALL
    return _shift(bits & mask, by) & ALL


def _no_mask(bits: int, by: int) -> int:
    return _shift(bits, by)


def _without_seven(bits: int, by: int) -> int:
    return _shift(bits, by) & ALL if abs(by) == 7 else _step(bits, by)


def _too_far(bits: int, by: int) -> int:
    return sum(1 << s + by for s in range(64) if bits >> s & 1 and 0 <= s + by <= 64 and abs(s % 8 - (s + by) % 8) <= 1)


def _never_a1(bits: int, by: int) -> int:
    return _step(bits, by) & ~1


def _as_names(bits: int, by: int) -> list[str]:
    return _squares(_step(bits, by))


STEP_MISTAKES = [
    (_wraps, "A step to the right of file h arrives on file a, one row further down: the numbers run on where the board ends. "
             "Remove what arrives there."),
    (_straight_masks, "Steps along a rank are right. Diagonal steps also change the file, so they wrap around in the same way."),
    (_masks_by_sign, "The sign of `by` does not say whether a step goes left: 7 is down and to the left, -7 up and to the right."),
    (_exchanged, "The masks are exchanged: after a step to the right, no square of file a can be right, so it is file a that must be removed."),
    (_both_masks, "You remove both edge files. A step to the right may arrive on file h, and a step to the left on file a."),
    (_unbounded, "Python's numbers have no end, so a step down from rank 8 must be removed: use & ALL."),
    (_negative, "A shift by a negative number is an error in Python. Shift to the right by -by instead."),
    (_negative_masked, "A shift by a negative number is an error in Python. Shift to the right by -by instead."),
    (_opposite, "Your steps go in the opposite direction: 1 << 0 is a1, and `1 << 1` is b1, one to the right."),
    (_mask_before, "You remove a file before the shift. A step to the right may start on file a; it must not arrive there. Use the mask after the shift."),
    (_no_mask, "Two things are missing: & ALL removes what leaves the board below rank 8, and a mask removes what a sideways step carries around the edge."),
    (_without_seven, "Only the steps by 7 and -7 wrap around the edge: 7 is down and to the left, -7 up and to the right."),
    (_too_far, "The squares are 0 to 63. You also allow 64, one step below a8."),
    (_never_a1, "a1 is missing, the square 0. Compare with `0 <= s + by`, not with `0 < s + by`."),
    (_as_names, "These are the right squares, but the result must be a set, a number, not a list."),
]


def _test_step(answer) -> None:
    corners, ring = 0x8100000000000081, 0xFF818181818181FF
    cases: list[Case] = [(bits, by) for bits in (1 << 27, 1 << 31, 1 << 32, ring, corners, ALL, 0x00003C0810000000) for by in STEPS]
    compare(answer, _step, cases, STEP_MISTAKES, lambda bits, by: f"step({_brief(bits)}, {by})", names)


def _brief(bits: int) -> str:
    found = _squares(bits)
    return "{" + (" ".join(found) if len(found) < 10 else " ".join([*found[:4], "…", *found[-2:]])) + "}"


step = Exercise(step, _test_step, [
    "Where does h3 arrive if you shift it by 1? Which squares can't a step to the right arrive on?",
    "Shift with << or, for a negative step, with >>. Then keep only squares that the step can reach: a step to the right never "
    "arrives on file a, one to the left never on file h. Which of the eight steps go right?",
    "1, 9 and -7 go right: & NOT_A. -1, -9 and 7 go left: & NOT_H. All of them: & ALL.",
], STEP_MISTAKES)


# flips


def _walk(mine: int, theirs: int, square: int, steps=STEPS, move=_step, closed=True, first=False, nearest=False) -> int:
    """flips with mistakes."""
    flipped = 0
    for by in steps:
        run, at = 0, move(1 << square, by)
        while at & theirs:
            run |= at
            at = move(at, by)
        if at & mine or not closed:
            flipped |= move(1 << square, by) & run if nearest else run
        if flipped and first:
            break
    return flipped


def _one_direction(mine: int, theirs: int, square: int) -> int:
    return _walk(mine, theirs, square, first=True)


def _rook(mine: int, theirs: int, square: int) -> int:
    return _walk(mine, theirs, square, steps=[1, -1, 8, -8])


def _open_runs(mine: int, theirs: int, square: int) -> int:
    return _walk(mine, theirs, square, closed=False)


def _one_disc(mine: int, theirs: int, square: int) -> int:
    return _walk(mine, theirs, square, nearest=True)


def _wrapping_flips(mine: int, theirs: int, square: int) -> int:
    return _walk(mine, theirs, square, move=_wraps)


def _with_move(mine: int, theirs: int, square: int) -> int:
    flipped = _flips(mine, theirs, square)
    return flipped | 1 << square if flipped else 0


def _other_side(mine: int, theirs: int, square: int) -> int:
    return _flips(theirs, mine, square)


def _jumps(mine: int, theirs: int, square: int) -> int:
    flipped = 0
    for by in STEPS:
        run, at = 0, _step(1 << square, by)
        while at and not at & mine:
            run |= at & theirs
            at = _step(at, by)
        if at:
            flipped |= run
    return flipped


def _far_flips(mine: int, theirs: int, square: int) -> int:
    flipped = 0
    for by in STEPS:
        run, at, best = 0, _step(1 << square, by), 0
        while at & (mine | theirs):
            if at & mine:
                best = run
            run |= at & theirs
            at = _step(at, by)
        flipped |= best
    return flipped


def _kept_run(mine: int, theirs: int, square: int) -> int:
    flipped = run = 0
    for by in STEPS:
        at = _step(1 << square, by)
        while at & theirs:
            run |= at
            at = _step(at, by)
        if at & mine:
            flipped |= run
    return flipped


def _last_direction(mine: int, theirs: int, square: int) -> int:
    found = [flipped for by in STEPS if (flipped := _walk(mine, theirs, square, steps=[by]))]
    return found[-1] if found else 0


def _first_step(mine: int, theirs: int, square: int) -> int:
    return _walk(mine, theirs, square, steps=STEPS[:1])


def _forwards(mine: int, theirs: int, square: int) -> int:
    return _walk(mine, theirs, square, steps=[1, 8, 9, 7])


def _diagonals(mine: int, theirs: int, square: int) -> int:
    return _walk(mine, theirs, square, steps=[9, -9, 7, -7])


def _never(mine: int, theirs: int, square: int) -> int:
    return 0


def _number_as_set(mine: int, theirs: int, square: int) -> int:
    return _walk(mine, theirs, square, move=lambda bits, by: _step(square if bits == 1 << square else bits, by))


def _with_end(mine: int, theirs: int, square: int) -> int:
    flipped = 0
    for by in STEPS:
        run, at = 0, _step(1 << square, by)
        while at & theirs:
            run |= at
            at = _step(at, by)
        if at & mine and run:
            flipped |= run | at
    return flipped


def _runs_of_one(mine: int, theirs: int, square: int) -> int:
    flipped = 0
    for by in STEPS:
        next_to = _step(1 << square, by)
        if next_to & theirs and _step(next_to, by) & mine:
            flipped |= next_to
    return flipped


def _flipped_names(mine: int, theirs: int, square: int) -> list[str]:
    return _squares(_flips(mine, theirs, square))


def _flipped_number(mine: int, theirs: int, square: int) -> int:
    return _flips(mine, theirs, square).bit_count()


FLIPS_MISTAKES = [
    (_one_direction, "You stop after the first direction that flips. A move flips in all eight directions; collect the discs with |=."),
    (_rook, "Only ranks and files are searched. Diagonals count too."),
    (_open_runs, "A run of their discs flips only if a disc of mine is at its other end. Here, a run ends at an empty square or at the edge."),
    (_one_disc, "Only the nearest disc of each run flips. All discs between the new one and my next one flip."),
    (_wrapping_flips, "A run crosses the edge of the board and continues on the other side. Use step, which stops at the edge."),
    (_with_move, "The new disc is part of the result. It doesn't flip; only discs of theirs do."),
    (_other_side, "These are the flips for the other side: mine and theirs are exchanged."),
    (_jumps, "A run jumps over an empty square. It must be without gaps."),
    (_far_flips, "A run ends at my first disc. Discs of theirs beyond it don't flip."),
    (_never, "Your function finds no flips at all. Does the walk start on the new disc itself? Its square is empty, so take a step before the loop."),
    (_number_as_set, "The walk starts on wrong squares: square is a number, and step needs a set, 1 << square."),
    (_kept_run, "A run that ends on no disc of mine stays in your collection, and flips with the next direction. Start each direction with an empty run."),
    (_last_direction, "Only the last direction that flips counts: each one replaces the result of those before it. Collect the discs with |=."),
    (_first_step, "Only the first direction is searched. Does your function return inside the loop over STEPS?"),
    (_forwards, "You search four directions, 1, 7, 8 and 9. The opposite ones count too."),
    (_diagonals, "Only diagonals are searched. Ranks and files count too."),
    (_with_end, "The disc of mine at the end of a run is part of the result. It doesn't flip; only discs of theirs do."),
    (_runs_of_one, "You find only runs of one disc. A run may be up to six discs long: step on while there are discs of theirs."),
    (_flipped_names, "These are the right discs, but the result must be a set, a number, not a list."),
    (_flipped_number, "You return how many discs flip. Return their set."),
]


@functools.cache
def _flip_cases() -> list[Case]:
    cases: list[Case] = [(*sides(outflank.Board()), s) for s in (19, 26, 37, 44, 20, 0)]
    wrap = (1 << 24, 1 << 22 | 1 << 23)  # theirs at g3 h3, mine at a4: a move to f3 flips nothing
    cases += [(*wrap, 21), (1 << 6, 1 << 14 | 1 << 22, 30), (1 << 24 | 1 << 27, 1 << 25 | 1 << 28 | 1 << 29, 26), (1 << 31, 1 << 28 | 1 << 29, 27)]
    for board in positions(40, seed=2, plies=range(4, 58)):
        mine, theirs = sides(board)
        cases += [(mine, theirs, s) for s in range(64) if not (mine | theirs) >> s & 1]
    return cases


def _test_flips(answer) -> None:
    compare(answer, _flips, _flip_cases(), FLIPS_MISTAKES, lambda mine, theirs, s: f"{position(mine, theirs)}flips(mine, theirs, {s}), "
            f"a move to {_squares(1 << s)[0]},", names)


flips = Exercise(flips, _test_flips, [
    "Take one direction. You stand on the new disc and walk. What must each next square contain, and what the last one?",
    "For each of STEPS: start with step(1 << square, by). While the square has a disc of theirs, put it into a run and step again. "
    "What does the square where the walk ends decide?",
    "After the walk: if at & mine, add the run to the result with |=. Otherwise, forget the run. Start each direction with an empty run.",
], FLIPS_MISTAKES)


# moves


def _beside(mine: int, theirs: int) -> int:
    return functools.reduce(lambda legal, by: legal | _step(theirs, by), STEPS, 0) & ~(mine | theirs)


def _single_runs(mine: int, theirs: int) -> int:
    return functools.reduce(lambda legal, by: legal | _step(_step(mine, by) & theirs, by), STEPS, 0) & ~(mine | theirs) & ALL


def _on_discs(mine: int, theirs: int) -> int:
    legal = 0
    for by in STEPS:
        run = _step(mine, by) & theirs
        while run:
            legal |= _step(run, by)
            run = _step(run, by) & theirs
    return legal


def _their_moves(mine: int, theirs: int) -> int:
    return _moves(theirs, mine)


def _as_list(mine: int, theirs: int) -> list[str]:
    return _squares(_moves(mine, theirs))


def _wrapping_moves(mine: int, theirs: int) -> int:
    return sum(1 << s for s in range(64) if not (mine | theirs) >> s & 1 and _walk(mine, theirs, s, move=_wraps))


def _both_colours(mine: int, theirs: int) -> int:
    legal = 0
    for by in STEPS:
        run = _step(mine, by) & theirs
        while run:
            run = _step(run, by)
            legal |= run & ~theirs
            run &= theirs
    return legal


def _no_edge(mine: int, theirs: int) -> int:
    return _moves(mine, theirs & NOT_A & NOT_H)


def _short_runs(mine: int, theirs: int) -> int:
    legal = 0
    for by in STEPS:
        run = _step(mine, by) & theirs
        for _ in range(3):
            run |= _step(run, by) & theirs
        legal |= _step(run, by)
    return legal & ~(mine | theirs)


MOVES_MISTAKES = [
    (_beside, "An empty square beside a disc of theirs is not enough: the move must flip, so there must be a disc of mine at the run's other end."),
    (_single_runs, "You find only moves that flip one disc in a row. A run may be up to six discs long: step on while there are discs of theirs."),
    (_on_discs, "Some of these squares are occupied. A legal move is on an empty square."),
    (_both_colours, "Some of these squares are occupied by my own discs. A legal move is on an empty square."),
    (_their_moves, "These are the moves of the other side: mine and theirs are exchanged."),
    (_as_list, "These are the right moves, but the result must be a set, a number with a bit for each move: use |=, not a list."),
    (_wrapping_moves, "A run crosses the edge of the board and continues on the other side. Use step, which stops at the edge."),
    (_no_edge, "Discs of theirs on files a and h flip too, along the edge. Which masks does your function use besides those in step?"),
    (_short_runs, "Long runs are missing: a run may be up to six discs long."),
]


@functools.cache
def _move_cases() -> list[Case]:
    long = (1, sum(1 << s for s in range(1, 7)))  # mine at a1, theirs b1 to g1
    wrap = (1 << 24, 1 << 22 | 1 << 23)
    return [sides(outflank.Board()), sides(outflank.Board.from_transcript("f5")), long, wrap, (1, 1 << 8 | 1 << 16), *map(sides, positions(150, seed=3))]


def _test_moves(answer) -> None:
    compare(answer, _moves, _move_cases(), MOVES_MISTAKES, lambda mine, theirs: f"{position(mine, theirs)}moves(mine, theirs)", names)


moves = Exercise(moves, _test_moves, [
    "Your function flips already knows whether a move is legal. How? (There is a faster way without it; try it afterwards.)",
    "With flips: for each empty square, add 1 << square if flips is not 0. Faster: for each direction, move all discs of mine by one step at a "
    "time. Which squares remain after `step(mine, by) & theirs`?",
    "run = step(mine, by) & theirs. Repeat while run is not 0: step it, add its empty squares to the result, and keep its squares with discs of theirs.",
], MOVES_MISTAKES)


# perft


def _count(mine: int, theirs: int, depth: int, *, passed=None, ended=1, inner=0, swap=True, flip=True, disc=True, remove=True, leaf=1,
           bulk=False, first=False) -> int:
    """perft with mistakes. passed(mine, theirs, depth) counts a position with a pass."""
    if depth == 0:
        return leaf
    again = functools.partial(_count, passed=passed, ended=ended, inner=inner, swap=swap, flip=flip, disc=disc, remove=remove, leaf=leaf, bulk=bulk,
                              first=first)
    legal = _moves(mine, theirs)
    if bulk and depth == 1:
        return legal.bit_count()
    if not legal:
        if not _moves(theirs, mine):
            return ended
        return passed(theirs, mine, depth) if passed else inner + again(theirs, mine, depth - 1)
    count = inner
    for s in range(64):
        if legal >> s & 1:
            flipped = _flips(mine, theirs, s) if flip else 0
            after = theirs & ~flipped if remove else theirs, mine | flipped | (1 << s if disc else 0)
            count += again(*(after if swap else after[::-1]), depth - 1)
            if first:
                break
    return count


def _pass_is_nothing(mine: int, theirs: int, depth: int) -> int:
    return _count(mine, theirs, depth, passed=lambda *_: 0, ended=0)


def _pass_ends(mine: int, theirs: int, depth: int) -> int:
    return _count(mine, theirs, depth, passed=lambda *_: 1)


def _free_pass(mine: int, theirs: int, depth: int) -> int:
    return _count(mine, theirs, depth, passed=_free_pass)


def _end_is_nothing(mine: int, theirs: int, depth: int) -> int:
    return _count(mine, theirs, depth, ended=0)


def _nodes(mine: int, theirs: int, depth: int) -> int:
    return _count(mine, theirs, depth, inner=1)


def _nodes_below(mine: int, theirs: int, depth: int) -> int:
    return _count(mine, theirs, depth, inner=1) - 1


def _same_side(mine: int, theirs: int, depth: int) -> int:
    return _count(mine, theirs, depth, swap=False)


def _no_flips(mine: int, theirs: int, depth: int) -> int:
    return _count(mine, theirs, depth, flip=False)


def _one_deeper(mine: int, theirs: int, depth: int) -> int:
    return _perft(mine, theirs, depth + 1)


def _one_short(mine: int, theirs: int, depth: int) -> int:
    return _perft(mine, theirs, max(0, depth - 1))


def _endless(mine: int, theirs: int, depth: int) -> int:
    if depth == 0:
        return 1
    if not _moves(mine, theirs):
        return _endless(theirs, mine, depth)
    return _perft(mine, theirs, depth)


def _bulk(mine: int, theirs: int, depth: int) -> int:
    return _count(mine, theirs, depth, bulk=True)


def _first_branch(mine: int, theirs: int, depth: int) -> int:
    return _count(mine, theirs, depth, first=True)


def _no_disc(mine: int, theirs: int, depth: int) -> int:
    return _count(mine, theirs, depth, disc=False)


def _both_keep(mine: int, theirs: int, depth: int) -> int:
    return _count(mine, theirs, depth, remove=False)


def _no_leaf(mine: int, theirs: int, depth: int) -> int:
    return _count(mine, theirs, depth, leaf=0, ended=0)


def _only_ends(mine: int, theirs: int, depth: int) -> int:
    return _count(mine, theirs, depth, leaf=0)


def _only_moves(mine: int, theirs: int, depth: int) -> int:
    return _moves(mine, theirs).bit_count()


def _to_the_end(mine: int, theirs: int, depth: int) -> int:
    return _perft(mine, theirs, 64)


PERFT_MISTAKES = [
    (_pass_is_nothing, "Where the side to move has no move, your function counts nothing. If the other side can move, it is a pass: a ply that "
                       "changes the side and no disc."),
    (_pass_ends, "A position with a pass is a single leaf in your count. If only one side has no move, the game continues, and the other side moves: does your "
                 "function exchange mine and theirs?"),
    (_free_pass, "A pass is a ply, so it uses up one of depth."),
    (_end_is_nothing, "A finished game counts as one leaf, even if it ends before depth."),
    (_nodes, "You count all positions on the way. Perft counts only the leaves, after depth plies."),
    (_nodes_below, "You count all positions on the way. Perft counts only the leaves, after depth plies."),
    (_same_side, "The same side moves twice. After a move, the other side is to move: mine and theirs change places."),
    (_no_flips, "The moves don't flip. Which discs does a move change, besides the new one?"),
    (_one_deeper, "This is the count for one more ply. Which number is perft at depth 0?"),
    (_one_short, "This is the count for one ply fewer. Which number is perft at depth 0?"),
    (_endless, "Your function passes to and fro when neither side can move. Such a game is over."),
    (_bulk, "At depth 1 you count the moves. A position without a move has one leaf too: that after the pass, or the end of the game."),
    (_first_branch, "You follow only the first move of each position. Does your function return inside the loop over the moves?"),
    (_no_disc, "The new disc is missing after a move: the mover has its discs, the flipped ones and the new one."),
    (_both_keep, "The flipped discs belong to both sides after a move. Remove them from theirs, & ~flipped."),
    (_no_leaf, "Your function never counts anything. A position at depth 0 is one leaf, and so is the end of a game."),
    (_only_ends, "You count only finished games. At depth 0, the position itself is one leaf."),
    (_only_moves, "You count the moves of the position, whatever the depth is. Call perft for the position after each move, with depth - 1."),
]


@functools.cache
def wanted(mine: int, theirs: int, depth: int) -> int:
    """Return the program's perft."""
    if depth == 0:
        return 1
    if not (_moves(mine, theirs) or _moves(theirs, mine)):
        return 1
    board = "".join("X" if mine >> s & 1 else "O" if theirs >> s & 1 else "-" for s in range(64))
    return json.loads(outflank.run("perft", depth, "--start", f"{board} X", "--json").stdout)["count"]


# Late positions in which the side to move must pass, as (mine, theirs), and a finished game.
LATE = [(0x5C7F7360141C0400, 0x81808C9FEBE3F3FF), (0x02FEC0F8F2FEFEFE, 0xB8013F070D010000), (0x1C0F5340141C0400, 0xE1F0ACBFEBE3F3FF)]
OVER = (0, 0x000000103E000000)


@functools.cache
def _perft_cases() -> list[Case]:
    early = sides(outflank.Board.from_transcript("d3c3f5d2d1e1b2c1"))[::-1]  # black passes after eight moves
    cases: list[Case] = [(*sides(outflank.Board()), depth) for depth in range(6)]
    return [*cases, *((*late, depth) for late in LATE for depth in range(1, 6)), *((*early, depth) for depth in (1, 2, 3)), (*OVER, 3)]


def _show_perft(mine: int, theirs: int, depth: int) -> str:
    place = "from the start, " if (mine, theirs) == sides(outflank.Board()) else position(mine, theirs)
    return f"{place}perft(mine, theirs, {depth})"


def _test_perft(answer) -> None:
    late = LATE[0]  # with three empty squares, so a function that does not stop at depth 0 returns soon
    if answer(*late, 0) == _to_the_end(*late, 0):
        raise Wrong(f"{_show_perft(*late, 0)} counts all games to their end. The recursion must also end at depth 0: such a position is one leaf.")
    compare(answer, wanted, _perft_cases(), PERFT_MISTAKES, _show_perft)


perft = Exercise(perft, _test_perft, [
    "How many leaves does a tree of depth 0 have? How does perft of a position follow from perft of the positions after each move?",
    "Three cases besides depth 0: there is a move; there is none, but the other side has one; neither side has one. After a move, the discs of the "
    "side to move are theirs without the flips, and the other side has mine, the flips and the new disc.",
    "With a move: sum perft(theirs & ~flipped, mine | flipped | 1 << square, depth - 1) over the moves. Pass: perft(theirs, mine, depth - 1). "
    "The end: 1.",
], [*PERFT_MISTAKES, (_to_the_end, "end at depth 0")])
