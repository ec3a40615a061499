"""The program as a process: command lines, and many games concurrently."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy
from numpy.typing import ArrayLike, NDArray

from .board import Board

if TYPE_CHECKING:
    from typing_extensions import Self

_NAMES = [file + rank for rank in "12345678" for file in "abcdefgh"]


def program() -> str:
    """Return the path of the program: in the folder where pip installs scripts of this Python, or on the PATH."""
    name = "outflank.exe" if sys.platform == "win32" else "outflank"
    path = Path(sysconfig.get_path("scripts")) / name
    found = str(path) if path.exists() else shutil.which("outflank")
    if not found:
        raise FileNotFoundError("no program outflank beside this Python or on the PATH")
    return found


def run(*args: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command line and return the result of subprocess.run, with stdout and stderr as text.

    If the command fails, run raises subprocess.CalledProcessError, which contains stderr.
    """
    settings: dict[str, Any] = {"check": True, "capture_output": True, "text": True, "encoding": "utf-8"} | options
    done: subprocess.CompletedProcess[str] = subprocess.run([program(), *map(str, args)], **settings)
    return done


class Batch:
    """Many games in one process, which steps them together.

    step(games, actions) takes two arrays of equal length: numbers of games, and an action for each. An action
    is a square from 0 = a1 to 63 = h8, NEW to restart the game, or AGENT for a move of the agent. BLACK and
    WHITE set up a position from the arguments black and white, with that side to move. step returns an array
    of states with the fields black, white, legal (bits, a1 lowest), turn (0 = black), over, score (for black),
    played (the square) and problem (1 = illegal action).
    """

    NEW, AGENT, BLACK, WHITE = -1, -2, -3, -4

    def __init__(self, agent: str = "random", seed: int = 1) -> None:
        self._step = numpy.dtype([("game", "<u4"), ("action", "<i4"), ("black", "<u8"), ("white", "<u8")])
        self.state_type = numpy.dtype([("black", "<u8"), ("white", "<u8"), ("legal", "<u8"), ("turn", "i1"), ("over", "i1"), ("score", "i1"), ("played", "i1"), ("problem", "<i4")])
        args = [program(), "batch", "--agent", agent, "--seed", str(seed)]
        self._process = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._in, self._out, self._errors = self._process.stdin, self._process.stdout, self._process.stderr

    def step(self, games: ArrayLike, actions: ArrayLike, black: ArrayLike = 0, white: ArrayLike = 0) -> NDArray[Any]:
        steps = numpy.zeros(numpy.size(games), self._step)
        steps["game"], steps["action"], steps["black"], steps["white"] = games, actions, black, white
        try:
            self._in.write(len(steps).to_bytes(4, "little") + steps.tobytes())
            self._in.flush()
        except BrokenPipeError:
            pass  # the process has ended; its error message is read below
        size = len(steps) * self.state_type.itemsize
        answer = self._out.read(size)
        if len(answer) != size:
            raise RuntimeError(self._errors.read().decode("utf-8", "replace").strip() or "outflank batch has ended")
        return numpy.frombuffer(answer, self.state_type)

    def close(self) -> None:
        for stream in (self._in, self._out, self._errors):
            stream.close()
        self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Agent(Batch):
    """An agent, given its spec, such as "ab:depth=6", "q" or "level:club"."""

    def choose(self, board: Board) -> str:
        """Return the agent's move, such as "d3". If the game is over, raise ValueError."""
        setup = self.BLACK if board.turn == "black" else self.WHITE
        state = self.step([0, 0], [setup, self.AGENT], [board.black, 0], [board.white, 0])[1]
        if state["problem"]:
            raise ValueError("the game is over")
        return _NAMES[int(state["played"])]
