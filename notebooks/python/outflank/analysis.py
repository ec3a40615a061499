"""What moves are worth."""

import json
from typing import NamedTuple

from .process import run


class Value(NamedTuple):
    """A move, its expected final disc difference for the side that moves, and the line that follows."""

    move: str
    discs: int
    line: str
    exact: bool


def analyze(board, depth=12, model=None):
    """The values of all moves of a board, best first, by the full engine or a model; empty when the game is over.

    Each move is searched alone, depth plies deep, or to the end of the game if depth is 0, which takes seconds
    with 20 empty squares. ValueError names a depth that is none.
    """
    if depth < 0:
        raise ValueError(f"depth {depth} is negative")
    if board.over:
        return []
    squares = "".join("X" if board.black >> s & 1 else "O" if board.white >> s & 1 else "-" for s in range(64))
    args = ["solve", squares, "X" if board.turn == "black" else "O", "--all-moves", "--json"]
    args += ["--depth", depth] if depth else []
    args += ["--model", model] if model else []
    found = json.loads(run(*args).stdout)["positions"][0]
    return [Value(m["move"], m["score"], m["pv"], found["exact"]) for m in found["moves"]]
