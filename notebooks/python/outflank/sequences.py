"""Games as sequences of tokens, and the labels on which probes of sequence models are trained."""

from dataclasses import dataclass

import numpy

_BIT = numpy.array([0] + [1 << s for s in range(64) if s not in (27, 28, 35, 36)], dtype=numpy.uint64)
# Steps of two opposite directions on each axis: bits, and the squares that a step may reach.
_A, _H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
_AXES = [((1, _A), (-1, _H)), ((8, ~0), (-8, ~0)), ((9, _A), (-9, _H)), ((7, _H), (-7, _A))]


def _shift(bits, step):
    by, reach = step
    return (bits << numpy.uint64(by) if by > 0 else bits >> numpy.uint64(-by)) & numpy.uint64(reach & 2**64 - 1)


def _around(bits, axis):
    return _shift(bits, axis[0]) | _shift(bits, axis[1])


def _run(start, through, step):
    """The squares of the set through that are reached from start without a gap."""
    run = _shift(start, step) & through
    for _ in range(5):
        run |= _shift(run, step) & through
    return run


def _legal(mine, theirs):
    legal = numpy.zeros_like(mine)
    for axis in _AXES:
        for step in axis:
            legal |= _shift(_run(mine, theirs, step), step)
    return legal & ~(mine | theirs)


def _flips(mine, theirs, disc):
    flips = numpy.zeros_like(mine)
    for axis in _AXES:
        for step in axis:
            run = _run(disc, theirs, step)
            flips |= numpy.where(_shift(run | disc, step) & mine, run, 0).astype(numpy.uint64)
    return flips


def _stable(mine, theirs):
    """Discs that can never be flipped, as far as the rules of the evaluator's stable discs prove it."""
    discs = mine | theirs
    held = []
    for axis in _AXES:
        near_empty = ~discs  # squares on a line with an empty square
        for _ in range(7):
            near_empty |= _around(near_empty, axis)
        every = numpy.full_like(mine, 2**64 - 1)
        held.append(~(near_empty & _shift(every, axis[0]) & _shift(every, axis[1])))
    stable = []
    for side in (mine, theirs):
        have = numpy.zeros_like(side)
        while True:
            more = side
            for axis, line in zip(_AXES, held):
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

    mine: numpy.ndarray  # discs of the side to move
    yours: numpy.ndarray  # discs of the other side
    flipped: numpy.ndarray  # discs that the move flipped
    legal: numpy.ndarray  # legal moves of the side to move
    stable: numpy.ndarray  # discs of both sides that are proved to be stable


def tokens(path):
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


def probes(tokens):
    """The labels of all positions of games, [game, token]; ValueError names the first move that is not legal."""
    tokens = numpy.asarray(tokens)
    if tokens.ndim != 2 or tokens.size and not (0 <= tokens.min() and tokens.max() <= 60):
        raise ValueError("want tokens from 0 to 60, [game, token]")
    count, length = tokens.shape
    labels = Probes(*(numpy.zeros((count, length), numpy.uint64) for _ in range(5)))
    mine, yours = (numpy.full(count, bits, numpy.uint64) for bits in (1 << 28 | 1 << 35, 1 << 27 | 1 << 36))
    legal = _legal(mine, yours)
    for at in range(length):
        disc = _BIT[tokens[:, at]]
        played = disc != 0
        wrong = numpy.flatnonzero(played & (disc & legal == 0))
        if len(wrong):
            raise ValueError(f"game {wrong[0]}, token {at}: {tokens[wrong[0], at]} is not legal")
        if not played.any():
            break
        flipped = _flips(mine, yours, disc)
        mine, yours = numpy.where(played, yours & ~flipped, mine), numpy.where(played, mine | disc | flipped, yours)
        legal, back = _legal(mine, yours), _legal(yours, mine)
        passes = (legal == 0) & (back != 0)
        mine, yours, legal = numpy.where(passes, yours, mine), numpy.where(passes, mine, yours), numpy.where(passes, back, legal)
        for label, value in zip((labels.mine, labels.yours, labels.flipped, labels.legal), (mine, yours, flipped, legal)):
            label[:, at] = numpy.where(played, value, 0)
        labels.stable[:, at] = numpy.where(played, _stable(mine, yours), 0)
    return labels
