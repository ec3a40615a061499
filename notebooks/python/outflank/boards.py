"""Many positions of Othello as arrays of words of bits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy
from numpy.typing import ArrayLike, NDArray

from .board import Board

Words = NDArray[numpy.uint64]
Step = tuple[int, int]
Axis = tuple[Step, Step]

# Steps of two opposite directions on each axis: bits, and the squares that a step may reach.
_A, _H, _ALL = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F, 2**64 - 1
AXES: list[Axis] = [((1, _A), (-1, _H)), ((8, _ALL), (-8, _ALL)), ((9, _A), (-9, _H)), ((7, _H), (-7, _A))]


def _shift(bits: Words, by: int) -> Words:
    return bits << numpy.uint64(by) if by > 0 else bits >> numpy.uint64(-by)


def shift(bits: Words, step: Step) -> Words:
    """Move all squares by a step."""
    return _shift(bits, step[0]) & numpy.uint64(step[1])


def _run(start: Words, through: Words, step: Step) -> Words:
    """The squares of the set through that are reached from start without a gap."""
    through = through & numpy.uint64(step[1])
    run = _shift(start, step[0]) & through
    for _ in range(5):
        run |= _shift(run, step[0]) & through
    return run


def legal_moves(mine: Words, yours: Words) -> Words:
    """The legal moves of the side with the discs mine."""
    legal = numpy.zeros_like(mine)
    for axis in AXES:
        for step in axis:
            legal |= shift(_run(mine, yours, step), step)
    return legal & ~(mine | yours)


def flips(mine: Words, yours: Words, disc: Words) -> Words:
    """The discs that a move flips."""
    found = numpy.zeros_like(mine)
    for axis in AXES:
        for step in axis:
            run = _run(disc, yours, step)
            found |= numpy.where(shift(run | disc, step) & mine, run, numpy.uint64(0))
    return found


@dataclass(frozen=True, eq=False)
class Boards:
    """Positions as arrays: the discs of the side to move, of the other side (bit 0 = a1), and whether black moves.

    Forced passes are played automatically, as for Board. legal contains the legal moves, 0 if a game is over. A batched
    policy of serve gets such arrays.
    """

    mine: Words
    yours: Words
    black: Any = True  # an array of bools, or one bool for all
    legal: Words = field(init=False, repr=False)

    def __post_init__(self) -> None:
        mine, yours = (numpy.atleast_1d(numpy.asarray(words, numpy.uint64)) for words in (self.mine, self.yours))
        if mine.ndim != 1 or mine.shape != yours.shape or (mine & yours).any():
            raise ValueError("want two arrays of equal length of words without common bits")
        legal = legal_moves(mine, yours)
        black = numpy.broadcast_to(numpy.asarray(self.black, bool), mine.shape)
        if len(stuck := numpy.flatnonzero(legal == 0)):
            back = legal_moves(yours[stuck], mine[stuck])
            passes = stuck[back != 0]
            mine, yours, black = mine.copy(), yours.copy(), black.copy()
            mine[passes], yours[passes], black[passes] = yours[passes], mine[passes], ~black[passes]
            legal[stuck] = back
        for name, value in (("mine", mine), ("yours", yours), ("black", black), ("legal", legal)):
            object.__setattr__(self, name, value)

    @classmethod
    def start(cls, count: int) -> Boards:
        """Return a number of start positions."""
        return cls(numpy.full(count, 1 << 28 | 1 << 35, numpy.uint64), numpy.full(count, 1 << 27 | 1 << 36, numpy.uint64))

    def __len__(self) -> int:
        return len(self.mine)

    def __iter__(self) -> Iterator[Board]:
        for mine, yours, black in zip(self.mine.tolist(), self.yours.tolist(), self.black.tolist()):
            yield Board(mine, yours, "black") if black else Board(yours, mine, "white")

    def take(self, which: slice | NDArray[Any]) -> Boards:
        """Return some of the positions, given a slice, an array of indices or a mask."""
        return Boards(self.mine[which], self.yours[which], self.black[which])

    def play(self, squares: ArrayLike) -> Boards:
        """Return the positions after a move in each. If one is not legal, raise a ValueError that names its index."""
        squares = numpy.asarray(squares)
        if squares.shape != self.mine.shape:
            raise ValueError(f"{squares.size} moves for {len(self)} positions")
        disc = numpy.where((squares >= 0) & (squares < 64), numpy.uint64(1) << (squares & 63).astype(numpy.uint64), numpy.uint64(0))
        wrong = numpy.flatnonzero(disc & self.legal == 0)
        if len(wrong):
            raise ValueError(f"position {wrong[0]}: {squares[wrong[0]]} is not legal")
        return _after(self.mine, self.yours, self.black, disc)

    def children(self) -> tuple[Boards, NDArray[numpy.intp], NDArray[numpy.intp]]:
        """Return the positions after all legal moves, and for each the index of the position before it and its move."""
        moves = numpy.unpackbits(self.legal.astype("<u8").view(numpy.uint8).reshape(-1, 8), axis=1, bitorder="little")
        parents, squares = numpy.nonzero(moves)
        disc = numpy.uint64(1) << squares.astype(numpy.uint64)
        return _after(self.mine[parents], self.yours[parents], self.black[parents], disc), parents, squares


def _after(mine: Words, yours: Words, black: Any, disc: Words) -> Boards:
    flipped = flips(mine, yours, disc)
    return Boards(yours & ~flipped, mine | disc | flipped, ~black)
