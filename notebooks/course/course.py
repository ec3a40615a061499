"""What the lessons share: exercises with checks, hints and solutions.

    from lesson3 import alphabeta as exercise
    exercise.check(alphabeta)      # says whether the function is right, and if not, where it differs
    exercise.hint()                # the next of three hints
    exercise.solution()            # prints the solution
"""

from __future__ import annotations

import _thread
import functools
import inspect
import random
import textwrap
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import outflank


class Wrong(Exception):
    """An answer is wrong; the message says to the learner what differs, and what to look at."""


class Exercise:
    """A function that the learner writes.

    answer is the solution, whose signature and docstring the learner's function has; calling the exercise calls it. test
    calls an answer and raises Wrong if it is not right. hints are three, from a question to nearly the code. wrong maps
    typical wrong answers to words of the explanation that they get; the course's own check tries them all. An answer that
    computes for more than seconds is wrong; on a busy machine, it may take longer.
    """

    def __init__(self, answer: Callable[..., Any], test: Callable[[Callable[..., Any]], None], hints: Sequence[str],
                 wrong: Sequence[tuple[Callable[..., Any], str]], seconds: float = 60) -> None:
        self.answer, self.test, self.hints, self.wrong, self.seconds = answer, test, hints, wrong, seconds
        self._shown = 0

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self.answer(*args, **options)

    def check(self, answer: Callable[..., Any]) -> None:
        """Print whether an answer is right, and if not, why. An exception of the answer is printed with its line."""
        print(self.verdict(answer) or "Right.")

    def verdict(self, answer: Callable[..., Any]) -> str:
        """Return why an answer is wrong, or "" if it is right."""
        ready = threading.Event()
        late = threading.Thread(target=_interrupt, args=(ready, self.seconds), daemon=True)
        late.start()
        try:
            self.test(answer)
        except Wrong as wrong:
            return f"Not yet: {wrong}"
        except RecursionError:
            return "Not yet: your function calls itself without end. Which case ends the recursion?"
        except Exception as error:
            return f"Not yet: your function stops with {type(error).__name__}: {error}{_where(answer, error)}."
        except KeyboardInterrupt:
            if late.is_alive():  # the learner interrupted the check
                raise
            return f"Not yet: your function is not ready after {self.seconds:.0f} seconds. Does every loop end?"
        finally:
            ready.set()
        return ""

    def hint(self) -> None:
        """Print the next hint; after the third, the first again."""
        print(f"Hint {self._shown + 1} of {len(self.hints)}: {self.hints[self._shown]}")
        self._shown = (self._shown + 1) % len(self.hints)

    def source(self) -> str:
        """Return the code of the solution."""
        return textwrap.dedent(inspect.getsource(self.answer))

    def solution(self) -> None:
        """Print the solution."""
        print(self.source())


def _interrupt(ready: threading.Event, seconds: float) -> None:
    """Interrupt the main thread if the process has computed for some seconds, or ten times as many have passed, before ready is set."""
    computed, begin = time.process_time(), time.monotonic()
    while not ready.wait(0.1):
        if time.process_time() - computed > seconds or time.monotonic() - begin > 10 * seconds:
            _thread.interrupt_main()
            return


def _where(answer: Callable[..., Any], error: Exception) -> str:
    """The line of the learner's code that an exception comes from."""
    code = getattr(answer, "__code__", None)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if code and f.filename == code.co_filename]
    return f", in line {frames[-1].lineno} of {frames[-1].name}: {frames[-1].line}" if frames else ""


Case = tuple[Any, ...]


def compare(answer: Callable[..., Any], right: Callable[..., Any], cases: Iterable[Case], mistakes: Sequence[tuple[Callable[..., Any], str]] = (),
            show: Callable[..., str] | None = None, text: Callable[[Any], str] = repr, accept: Callable[[Any, Any], bool] | None = None) -> None:
    """Raise Wrong if an answer differs from the right function in one of the cases.

    A case is a tuple of arguments; show(*case) describes it, and text a result. accept(found, wanted) says whether a result is
    right; by default, if they are equal. If one of the mistakes gives the same results as the answer in all cases, the message ends
    with its explanation.
    """
    cases = list(cases)

    @functools.cache
    def got(i: int) -> Any:
        return _try(answer, cases[i])

    for i, case in enumerate(cases):
        found, wanted = got(i), right(*case)
        if type(found) is not _Stopped and (accept or _same)(found, wanted):
            continue
        why = next((f" {why}" for mistake, why in mistakes if all(_same(_try(mistake, c), got(j)) for j, c in enumerate(cases))), "")
        what = show(*case) if show else f"{getattr(answer, '__name__', 'your function')}({', '.join(map(repr, case))})"
        if type(found) is _Stopped:
            if why:
                raise Wrong(f"{what} stops with {found.name}.{why}")
            raise found.error
        if found is None:
            raise Wrong(f"{what} returns None instead of {text(wanted)}.{why or ' Does every path through your function end with return?'}")
        raise Wrong(f"{what} returns {_text(text, found)} instead of {text(wanted)}.{why}")


class _Stopped:
    """The result of a call that raised an exception."""

    def __init__(self, error: Exception) -> None:
        self.error, self.name = error, type(error).__name__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Stopped) and self.name == other.name


def _try(function: Callable[..., Any], case: Case) -> Any:
    try:
        return function(*case)
    except Wrong:
        raise
    except Exception as error:
        return _Stopped(error)


def _same(a: Any, b: Any) -> bool:
    try:
        return bool(a == b)
    except ValueError:  # NumPy arrays
        return False


def _text(text: Callable[[Any], str], value: Any) -> str:
    try:
        return text(value)
    except Exception:
        return repr(value)


def positions(games: int, seed: int = 1, plies: range = range(60)) -> list[outflank.Board]:
    """Return positions of random games: of each game, the one after a random number of moves in plies, unless the game is over."""
    rng, found = random.Random(seed), []
    for _ in range(games):
        board = outflank.Board()
        for _ in range(rng.choice(plies)):
            if not board.over:
                board = board.play(rng.choice(board.moves))
        if not board.over:
            found.append(board)
    return found
