"""Transitions as episodes of a Minari data set."""

from __future__ import annotations

import copy
import os
import re
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy
from numpy.typing import NDArray

from .boards import Words, flips

if TYPE_CHECKING:
    import pyarrow
    from minari.data_collector import EpisodeBuffer
    from minari.dataset.minari_dataset import MinariDataset

_COLUMNS = ["game_id", "ply", "mover", "own", "opponent", "legal", "move", "played", "reward", "player", "behaviour", "split"]


def minari(path: str | os.PathLike[str], name: str, **about: Any) -> MinariDataset:
    """Make a Minari data set of a table that `outflank transitions` wrote, and return it.

    An episode is a game as one side sees it, like a game of OthelloEnv: a step is a move of that side, and the next
    observation is the position in which the side moves again, or the end of the game. A game has an episode of black's
    moves, and then one of white's. Observations, actions, rewards and infos are those of OthelloEnv, which
    recover_environment() makes, with the table's reward. The metadata of an episode contain the "game", the "side", the
    "player", the "behaviour" and the "split" of the table.

    Minari stores the data set under its name, such as "othello/wthor-v0", and minari.load_dataset finds it there. about
    are options of minari.create_dataset_from_buffers, such as author or description. A table without transitions or a
    name that exists is a ValueError.
    """
    try:
        import h5py  # noqa: F401
        from minari.utils import create_dataset_from_buffers
    except ImportError as error:
        raise ImportError('Minari is not installed: pip install "minari[hdf5]"') from error
    from gymnasium import spec

    from . import environments  # noqa: F401 registers the environment

    if not re.fullmatch(r"([-\w]+/)*[-\w]+-v\d+", name):
        raise ValueError(f"{name!r}: want a name with a version, such as othello/wthor-v0")
    table, reward = _read(path)
    env = copy.deepcopy(spec("outflank/Othello-v0"))
    env.kwargs = {"reward": reward}
    described: list[dict[str, Any]] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # on parts of about that are missing
        made: MinariDataset = create_dataset_from_buffers(name, _episodes(table, described), env=env, **about)
    made.storage.update_episode_metadata(described)
    return made


def _read(path: str | os.PathLike[str]) -> tuple[pyarrow.Table, str]:
    """The played transitions of a file, and the name of their reward."""
    import pyarrow
    import pyarrow.ipc
    import pyarrow.parquet

    if str(path).endswith(".arrow"):
        with pyarrow.memory_map(str(path)) as file:
            table = pyarrow.ipc.open_file(file).read_all()
    else:
        table = pyarrow.parquet.read_table(path)
    lacks = [column for column in _COLUMNS if column not in table.column_names]
    reward = (table.schema.metadata or {}).get(b"outflank.meta.reward", b"").decode()
    if lacks or not reward or not table.num_rows:
        raise ValueError(f"{path}: want transitions, as outflank transitions writes them; rows {table.num_rows}, no column {lacks}, reward {reward!r}")
    table = table.select(_COLUMNS)
    return table.filter(table["played"]), reward


def _episodes(table: pyarrow.Table, described: list[dict[str, Any]]) -> Iterator[EpisodeBuffer]:
    """The episodes of games whose rows are contiguous and in the order of their plies. Their metadata are appended to described."""
    from minari.data_collector import EpisodeBuffer

    game = table["game_id"].to_numpy()
    bounds = [0, *(numpy.flatnonzero(game[1:] != game[:-1]) + 1).tolist(), len(game)]
    for first, end in zip(bounds, bounds[1:]):
        rows = table.slice(first, end - first)
        column = {name: rows[name].to_numpy() for name in _COLUMNS}
        last = _after(column["own"][-1:], column["opponent"][-1:], column["move"][-1:])
        for side, mover in (("black", 1), ("white", -1)):
            moves = numpy.flatnonzero(column["mover"] == mover)
            if not moves.size:
                continue
            end_own, end_other = last if column["mover"][-1] == mover else last[::-1]
            own, other = (numpy.concatenate([column[name][moves], end]) for name, end in (("own", end_own), ("opponent", end_other)))
            boards = numpy.stack([_bits(own), _bits(other)], axis=1).reshape(-1, 2, 8, 8)
            masks = _bits(numpy.append(column["legal"][moves], numpy.uint64(0)))
            over = numpy.arange(moves.size) == moves.size - 1
            yield EpisodeBuffer(
                observations={"action_mask": masks, "board": boards},
                actions=column["move"][moves].astype(numpy.int64),
                rewards=column["reward"][moves],
                terminations=over,
                truncations=numpy.zeros(moves.size, bool),
                infos={"action_mask": masks},
            )
            facts = {name: str(column[name][moves[0]]) for name in ("player", "behaviour", "split")}
            described.append({"game": int(column["game_id"][0]), "side": side} | facts)


def _after(own: Words, other: Words, move: NDArray[Any]) -> tuple[Words, Words]:
    """The discs of both sides after a move of the first."""
    disc = numpy.uint64(1) << move.astype(numpy.uint64)
    flipped = flips(own, other, disc)
    return own | disc | flipped, other & ~flipped


def _bits(words: Words) -> NDArray[numpy.int8]:
    return numpy.unpackbits(words.astype("<u8").view(numpy.uint8).reshape(-1, 8), axis=1, bitorder="little").view(numpy.int8)
