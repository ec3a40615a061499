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
import reprlib
import textwrap
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import outflank


class Wrong(Exception):
    """An answer is wrong; the message says to the learner what differs, and what to look at."""


class Exercise:
    """A function that the learner writes.

    answer is the solution, whose signature and docstring the learner's function has; calling the exercise calls it. test
    calls an answer and raises Wrong if it is not right. hints are three, from a question to nearly the code. wrong maps
    typical wrong answers to words of the explanation that they get; the course's own check tries them all.

    Each call of an answer gets copies of lists and arrays. An answer that changes them is wrong, unless the exercise is
    in_place. So is one of which a call computes for more than 5 seconds, or all calls of a check for more than 60; on a
    busy machine, they may take longer.
    """

    def __init__(self, answer: Callable[..., Any], test: Callable[[Callable[..., Any]], None], hints: Sequence[str],
                 wrong: Sequence[tuple[Callable[..., Any], str]], in_place: bool = False) -> None:
        self.answer, self.test, self.hints, self.wrong, self.in_place = answer, test, hints, wrong, in_place
        self._shown = 0

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self.answer(*args, **options)

    def check(self, answer: Callable[..., Any]) -> None:
        """Print whether an answer is right, and if not, why. An exception of the answer is printed with its line."""
        print(self.verdict(answer) or "Right.")

    def verdict(self, answer: Callable[..., Any]) -> str:
        """Return why an answer is wrong, or "" if it is right."""
        with _Watch() as watch:
            try:
                watch.begin(_CHECK)
                self.test(_guarded(answer, watch, self.in_place))
            except Wrong as wrong:
                return f"Not yet: {wrong}"
            except RecursionError:
                return "Not yet: your function calls itself without end. Which case ends the recursion?"
            except Exception as error:
                return f"Not yet: your function stops with {type(error).__name__}: {error}{_where(answer, error)}."
            except KeyboardInterrupt as error:
                if not watch.late:  # the learner interrupted the check
                    raise
                return f"Not yet: your function is not ready after {watch.late} seconds{_where(answer, error)}. Does every loop end?"
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


_CALL, _CHECK = 5, 60  # seconds that a call of an answer may compute, and all calls of a check


class _Watch:
    """Interrupts the main thread when the process has computed for a limit in seconds, or ten times as many have passed; late is this limit."""

    def __init__(self) -> None:
        self.late = 0
        self._ends: dict[int, tuple[float, float]] = {}  # when each limit is reached: the time of the processor, and of the clock
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> _Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def begin(self, limit: int) -> None:
        self._ends[limit] = time.process_time() + limit, time.monotonic() + 10 * limit

    def end(self, limit: int) -> None:
        self._ends.pop(limit, None)

    def _run(self) -> None:
        while not self._done.wait(0.1):
            computed, now = time.process_time(), time.monotonic()
            if passed := [limit for limit, (end, latest) in list(self._ends.items()) if computed > end or now > latest]:
                self.late = passed[0]
                _thread.interrupt_main()
                return


def _guarded(answer: Callable[..., Any], watch: _Watch, in_place: bool) -> Callable[..., Any]:
    """An answer that is timed, and that gets copies of its arguments and may not change them."""

    @functools.wraps(answer)
    def call(*args: Any, **options: Any) -> Any:
        given, named = _copy(args), _copy(options)
        watch.begin(_CALL)
        try:
            found = answer(*given, **named)
        finally:
            watch.end(_CALL)
        if not in_place and not (_equal(args, given) and _equal(options, named)):
            bound = inspect.signature(answer).bind
            name, before, after = next((name, before, after) for (name, before), after in
                                       zip(bound(*args, **options).arguments.items(), bound(*given, **named).arguments.values()) if not _equal(before, after))
            raise Wrong(f"your function changes its arguments. {name} is {reprlib.repr(before)} before the call, and {reprlib.repr(after)} after it. "
                        "The caller still needs them. Make new values, or change copies: x = x + y makes a new array, x += y changes the old one.")
        return found

    return call


def _copy(value: Any) -> Any:
    """A copy of a list, dict or array, and of those in it. Other values are the same objects."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, dict):
        return {key: _copy(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        parts = [_copy(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    return value


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and np.array_equal(a, b)
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(_equal(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(_equal, a, b))
    return a is b or bool(a == b)


def _where(answer: Callable[..., Any], error: BaseException) -> str:
    """The line of the learner's code that an exception comes from."""
    code = getattr(answer, "__code__", None)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if code and f.filename == code.co_filename]
    if not frames:
        return ""
    return f", in line {frames[-1].lineno} of {frames[-1].name}" + (f": {frames[-1].line}" if frames[-1].line else "")


Case = tuple[Any, ...]


def compare(answer: Callable[..., Any], right: Callable[..., Any], cases: Iterable[Case], mistakes: Sequence[tuple[Callable[..., Any], str]] = (),
            show: Callable[..., str] | None = None, text: Callable[[Any], str] = repr, accept: Callable[[Any, Any], bool] | None = None,
            verb: str = "returns") -> None:
    """Raise Wrong if an answer differs from the right function in one of the cases.

    A case is a tuple of arguments; show(*case) describes it, text a result, and verb what the answer does with it. Of two dicts only the
    entries that differ are described; a text that does not tell the results apart is replaced by repr. accept(found, wanted) says whether
    a result is right; by default, if they are equal. If one of the mistakes gives the same results as the answer in all cases, the message
    ends with its explanation.
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
            raise Wrong(f"{what} {verb} None instead of {text(wanted)}.{why or ' Does every path through your function end with return?'}")
        if not why and not _same(_try(answer, case), found):
            why = " And the same call has another result when it is repeated: does your function keep something from call to call?"
        shown, right_text = _texts(text, found, wanted)
        raise Wrong(f"{what} {verb} {shown} instead of {right_text}.{why}")


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


def _texts(text: Callable[[Any], str], found: Any, wanted: Any) -> tuple[str, str]:
    """Texts of two results that differ."""
    if isinstance(found, dict) and isinstance(wanted, dict) and found.keys() == wanted.keys():
        differ = [key for key in wanted if not _same(found[key], wanted[key])]
        pairs = [(key, *_texts(_brief, found[key], wanted[key])) for key in differ[:6]]
        more = f" (and {len(differ) - 6} more)" if len(differ) > 6 else ""
        return ", ".join(f"{key} {shown}" for key, shown, _ in pairs), ", ".join(f"{key} {right}" for key, _, right in pairs) + more
    try:
        shown = text(found)
    except Exception:
        shown = repr(found)
    right = text(wanted)
    return (repr(found), repr(wanted)) if shown == right else (shown, right)


def _brief(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else repr(value)


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
