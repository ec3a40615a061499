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
    episodes = outflank.minari("t.parquet", "my-v0") # Minari data set of what `outflank transitions` wrote

The package includes the program; `outflank.run("import", "wthor", "-o", "games")` runs a command line.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy
from numpy.typing import ArrayLike, NDArray

from . import palette
from .analysis import Value, analyze
from .board import Board
from .boards import Boards
from .drawing import draw
from .episodes import minari
from .policies import Player, serve
from .process import Agent, Batch, program, run
from .sequences import Probes, probes, tokens

__all__ = ["Agent", "Batch", "Board", "Boards", "OthelloEnv", "OthelloVectorEnv", "Player", "Probes", "Value", "analyze", "bitboard", "draw", "games", "minari", "palette", "players", "probes", "program", "run", "serve", "tokens", "tournaments"]

if TYPE_CHECKING:
    import pyarrow

    from .environments import OthelloEnv, OthelloVectorEnv

    Folder = str | os.PathLike[str]


def _table(folder: Folder, name: str) -> pyarrow.Table:
    import pyarrow.parquet

    return pyarrow.parquet.read_table(Path(folder) / f"{name}.parquet")


def games(folder: Folder) -> pyarrow.Table:
    """Return the games of a database as a pyarrow table. Convert it with .to_pandas() or polars.from_arrow."""
    return _table(folder, "games")


def players(folder: Folder) -> pyarrow.Table:
    """Return the players' names by source and id, as a pyarrow table."""
    return _table(folder, "players")


def tournaments(folder: Folder) -> pyarrow.Table:
    """Return the tournaments' names by source and id, as a pyarrow table."""
    return _table(folder, "tournaments")


def bitboard(words: ArrayLike) -> NDArray[numpy.uint8]:
    """Convert 64-bit sets of squares, lowest bit a1, to an array of 0 and 1 with two more dimensions: rank and file.

    words is a number such as board.black, or an array or a column of such numbers, such as one of a positions table.
    """
    words = numpy.asarray(words, dtype="<u8")
    bits = numpy.unpackbits(words.reshape(-1, 1).view(numpy.uint8), axis=-1, bitorder="little")
    return bits.reshape(*words.shape, 8, 8)


def __getattr__(name: str) -> Any:
    if name in ("OthelloEnv", "OthelloVectorEnv"):  # imported late, because they need gymnasium
        from . import environments

        return getattr(environments, name)
    raise AttributeError(f"module 'outflank' has no attribute {name!r}")
