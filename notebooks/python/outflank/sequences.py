"""Games as sequences of tokens, and the labels on which probes of sequence models are trained."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy
from numpy.typing import ArrayLike, NDArray

from .boards import AXES, Axis, Words, flips, legal_moves, shift

_BIT = numpy.array([0] + [1 << s for s in range(64) if s not in (27, 28, 35, 36)], dtype=numpy.uint64)


def _around(bits: Words, axis: Axis) -> Words:
    return shift(bits, axis[0]) | shift(bits, axis[1])


def _stable(mine: Words, theirs: Words) -> Words:
    """Discs that can never be flipped, as far as the rules of the evaluator's stable discs prove it."""
    discs = mine | theirs
    held = []
    for axis in AXES:
        near_empty = ~discs  # squares on a line with an empty square
        for _ in range(7):
            near_empty |= _around(near_empty, axis)
        every = numpy.full_like(mine, 2**64 - 1)
        held.append(~(near_empty & shift(every, axis[0]) & shift(every, axis[1])))
    stable = []
    for side in (mine, theirs):
        have = numpy.zeros_like(side)
        while True:
            more = side
            for axis, line in zip(AXES, held):
                more = more & (line | _around(have, axis))
            if (more == have).all():
                break
            have = more
        stable.append(have)
    return stable[0] | stable[1]


@dataclass(frozen=True)
class Probes:
    """Labels of the positions after each token, as words of bits of the tokens' shape; 0 after the last move.

    outflank.bitboard(labels.mine) has [game, token, rank, file]. The side to move is the one that moves next, after a
    forced pass; if the game is over, the opponent of the last move's player.
    """

    mine: Words  # discs of the side to move
    yours: Words  # discs of the other side
    flipped: Words  # discs that the move flipped
    legal: Words  # legal moves of the side to move
    stable: Words  # discs of both sides that are proved to be stable


def tokens(path: str | os.PathLike[str]) -> NDArray[numpy.uint8]:
    """The tokens of a table that `outflank generate` wrote, as an array [game, token] of bytes.

    1 to 60 are the squares a1, b1, … h8 without the four in the centre; 0 follows the last move. Passes have no token.
    """
    import pyarrow.ipc
    import pyarrow.parquet

    if str(path).endswith(".arrow"):
        with pyarrow.memory_map(str(path)) as file:
            column = pyarrow.ipc.open_file(file).read_all()["tokens"]
    else:
        column = pyarrow.parquet.read_table(path, columns=["tokens"])["tokens"]
    parts = [numpy.frombuffer(c.buffers()[1], dtype=numpy.uint8)[c.offset * 60 :][: len(c) * 60] for c in column.chunks]
    return numpy.concatenate(parts or [numpy.zeros(0, numpy.uint8)]).reshape(-1, 60)


def probes(tokens: ArrayLike) -> Probes:
    """The labels of all positions of games, [game, token]; ValueError names the first move that is not legal."""
    tokens = numpy.asarray(tokens)
    if tokens.ndim != 2 or tokens.size and not (0 <= tokens.min() and tokens.max() <= 60):
        raise ValueError("want tokens from 0 to 60, [game, token]")
    count, length = tokens.shape
    labels = Probes(*(numpy.zeros((count, length), numpy.uint64) for _ in range(5)))
    mine, yours = (numpy.full(count, bits, numpy.uint64) for bits in (1 << 28 | 1 << 35, 1 << 27 | 1 << 36))
    legal = legal_moves(mine, yours)
    for at in range(length):
        disc = _BIT[tokens[:, at]]
        played = disc != 0
        wrong = numpy.flatnonzero(played & (disc & legal == 0))
        if len(wrong):
            raise ValueError(f"game {wrong[0]}, token {at}: {tokens[wrong[0], at]} is not legal")
        if not played.any():
            break
        flipped = flips(mine, yours, disc)
        mine, yours = numpy.where(played, yours & ~flipped, mine), numpy.where(played, mine | disc | flipped, yours)
        legal, back = legal_moves(mine, yours), legal_moves(yours, mine)
        passes = (legal == 0) & (back != 0)
        mine, yours, legal = numpy.where(passes, yours, mine), numpy.where(passes, mine, yours), numpy.where(passes, back, legal)
        for label, value in zip((labels.mine, labels.yours, labels.flipped, labels.legal), (mine, yours, flipped, legal)):
            label[:, at] = numpy.where(played, value, 0)
        labels.stable[:, at] = numpy.where(played, _stable(mine, yours), 0)
    return labels
