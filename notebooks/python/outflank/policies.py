"""Functions of Python as players."""

from __future__ import annotations

import os
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TextIO

import numpy
from numpy.typing import ArrayLike, NDArray

from .board import Board
from .boards import Words

if TYPE_CHECKING:
    from typing_extensions import Self

Single = Callable[[Board], Any]  # a move, or 64 values
Batched = Callable[[Words, Words, Words], ArrayLike]

_GREETING = "outflank policy 1"
_NAMES = [file + rank for rank in "12345678" for file in "abcdefgh"]


def _single(policy: Single) -> Batched:
    """The batched form of a policy of one board."""

    def answer(mine: Words, yours: Words, legal: Words) -> list[int]:
        squares = []
        for own, other, moves in zip(mine.tolist(), yours.tolist(), legal.tolist()):
            found = policy(Board(own, other, "black"))
            if isinstance(found, str) and found.lower() in _NAMES:
                found = _NAMES.index(found.lower())
            elif isinstance(found, str) or found is None:
                raise ValueError(f"the policy returns {found!r}, want a square such as 'd3' or its number, or 64 values")
            elif not isinstance(found, int) and numpy.ndim(found):
                found = _best(numpy.reshape(found, (1, 64)), numpy.array([moves], "<u8"))[0]
            squares.append(int(found))
        return squares

    return answer


def _best(values: NDArray[Any], legal: Words) -> NDArray[numpy.int64]:
    """The legal square with the highest value, for each board."""
    moves = numpy.unpackbits(legal.copy().view(numpy.uint8).reshape(-1, 8), axis=1, bitorder="little")
    values = numpy.where(moves, values, -numpy.inf)
    if numpy.isnan(values).any():
        raise ValueError("the policy returns nan as the value of a legal move")
    best: NDArray[numpy.int64] = values.argmax(axis=1)
    return best


def _answer(policy: Batched, line: str) -> str:
    mine, yours, legal = numpy.frombuffer(bytes.fromhex(line), "<u8").reshape(-1, 3).T
    found = numpy.asarray(policy(mine, yours, legal))
    if found.shape == (len(mine), 64):
        found = _best(found, legal)
    if found.shape != (len(mine),):
        raise ValueError(f"the policy returns the shape {found.shape}, want ({len(mine)},) or ({len(mine)}, 64)")
    return found.astype(numpy.uint8).tobytes().hex()


def _where(error: Exception) -> str:
    """The file and line of an exception, without the lines in this package and in libraries."""
    here = os.path.dirname(__file__)
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if os.path.dirname(frame.filename) != here and "site-packages" not in frame.filename
    ]
    return f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames else ""


def _talk(policy: Batched, name: str, lines: Iterable[str], out: TextIO) -> None:
    """Answer lines until they end. An exception is an answer of one line; its traceback goes to standard error."""
    last = ""
    for line in lines:
        line = line.strip()
        try:
            answer = f"{_GREETING} {name}" if line.startswith(_GREETING) else _answer(policy, line)
        except Exception as error:
            answer = "error " + " ".join(f"{type(error).__name__}: {error}{_where(error)}".split())
            if answer != last:  # once for all games
                last = answer
                traceback.print_exc()
        try:
            out.write(answer + "\n")
            out.flush()
        except OSError:
            return


class Player:
    """A policy that this process serves. As text it is the spec of an agent; close ends it."""

    def __init__(self, policy: Batched, name: str) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._spec = "policy:at=127.0.0.1:%d" % self._socket.getsockname()[1]
        self._policy, self._name = policy, name
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:  # closed
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            file = connection.makefile("rw", encoding="ascii", newline="\n")
            threading.Thread(target=_talk, args=(self._policy, self._name, file, file), daemon=True).start()

    def __str__(self) -> str:
        return self._spec

    def close(self) -> None:
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def serve(policy: Callable[..., Any], batched: bool = False) -> Player:
    """Make a function a player of match, bench, ladder, tournament, web and train.

    policy(board) takes a Board, with black to move, and returns a move ("d3" or the number of its square), or
    64 values, of which the highest of a legal move counts. With batched, policy(mine, yours, legal) takes arrays of
    words of bits, a1 lowest: the discs of the side to move, of the other side, and the legal moves of each board.
    It returns an array of squares, or of 64 values for each board.

    In a program that Outflank runs, as in `outflank match policy:agent.py swh`, serve answers until the match is
    over, and then ends the program. Elsewhere it returns a Player, whose text is the spec of an agent:

        with outflank.serve(policy) as player:
            print(outflank.run("match", player, "swh", "--games", 100).stdout)

    If the policy raises an exception, the game is forfeited, and the match shows the exception.
    """
    name = getattr(policy, "__name__", type(policy).__name__)
    answers = policy if batched else _single(policy)
    if "OUTFLANK_POLICY" not in os.environ:
        return Player(answers, name)
    out = os.fdopen(os.dup(1), "w", encoding="ascii", newline="\n")
    os.dup2(2, 1)  # what the policy prints must not mix with its answers
    _talk(answers, name, sys.stdin, out)
    sys.exit()
