"""Values of moves."""

from __future__ import annotations

import json
import os
from typing import NamedTuple

from .board import Board
from .process import run


class Value(NamedTuple):
    """The value of a move: the expected final disc difference for the side that moves, the expected line of play, and
    whether the value is exact."""

    move: str
    discs: int
    line: str
    exact: bool


def analyze(board: Board, depth: int = 12, model: str | os.PathLike[str] | None = None) -> list[Value]:
    """Return the values of all moves of a board, best first, or an empty list if the game is over.

    The full engine searches each move separately, with its own evaluator or a model. It searches depth plies or, if
    depth is 0, to the end of the game, which takes seconds with 20 empty squares. A negative depth is a ValueError.
    """
    if depth < 0:
        raise ValueError(f"depth {depth} is negative")
    if board.over:
        return []
    squares = "".join("X" if board.black >> s & 1 else "O" if board.white >> s & 1 else "-" for s in range(64))
    args: list[object] = ["solve", squares, "X" if board.turn == "black" else "O", "--all-moves", "--json"]
    args += ["--depth", depth] if depth else []
    args += ["--model", model] if model else []
    found = json.loads(run(*args).stdout)["positions"][0]
    return [Value(m["move"], m["score"], m["pv"], found["exact"]) for m in found["moves"]]
