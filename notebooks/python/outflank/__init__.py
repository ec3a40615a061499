"""Othello with Outflank: tables of games, boards, agents and environments.

    import outflank
    games = outflank.games("games")                  # pyarrow table from a folder written by `outflank import`
    board = outflank.Board.from_transcript("f5d6c3")
    with outflank.Agent("ab:depth=6") as agent:
        print(agent.choose(board))                   # a square such as "d3"
    print(outflank.analyze(board))                   # the values of all moves, in discs
    env = outflank.OthelloEnv(opponent="greedy")     # Gymnasium
    from outflank import othello_v0                  # PettingZoo
    outflank.draw(board)                             # matplotlib
    sequences = outflank.tokens("random.parquet")    # NumPy array of what `outflank generate` made
    labels = outflank.probes(sequences)              # discs, flips, legal moves, stable discs after each token

The package includes the program; `outflank.run("import", "wthor", "-o", "games")` runs a command line.
"""

from pathlib import Path

from . import palette
from .analysis import Value, analyze
from .board import Board
from .drawing import draw
from .policies import Player, serve
from .process import Agent, Batch, program, run
from .sequences import Probes, probes, tokens

__all__ = ["Agent", "Batch", "Board", "OthelloEnv", "OthelloVectorEnv", "Player", "Probes", "Value", "analyze", "bitboard", "draw", "games", "palette", "players", "probes", "program", "run", "serve", "tokens", "tournaments"]


def _table(folder, name):
    import pyarrow.parquet

    return pyarrow.parquet.read_table(Path(folder) / f"{name}.parquet")


def games(folder):
    """Return the games of a database as a pyarrow table. Convert it with .to_pandas() or polars.from_arrow."""
    return _table(folder, "games")


def players(folder):
    """Return the players' names by source and id, as a pyarrow table."""
    return _table(folder, "players")


def tournaments(folder):
    """Return the tournaments' names by source and id, as a pyarrow table."""
    return _table(folder, "tournaments")


def bitboard(words):
    """Convert 64-bit sets of squares, lowest bit a1, to an array of 0 and 1 with two more dimensions: rank and file.

    words is a number such as board.black, or an array or a column of such numbers, such as one of a positions table.
    """
    import numpy

    words = numpy.asarray(words, dtype="<u8")
    bits = numpy.unpackbits(words.reshape(-1, 1).view(numpy.uint8), axis=-1, bitorder="little")
    return bits.reshape(*words.shape, 8, 8)


def __getattr__(name):
    if name in ("OthelloEnv", "OthelloVectorEnv"):  # imported late, because they need gymnasium
        from . import environments

        return getattr(environments, name)
    raise AttributeError(f"module 'outflank' has no attribute {name!r}")
