"""What the checks of lessons 4 to 6 share."""

from __future__ import annotations

import inspect
import math
import random
import reprlib
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from course import Case, Wrong, compare

Mistakes = Sequence[tuple[Callable[..., Any], str]]


def changed(answer: Callable[..., Any], *changes: tuple[str, str]) -> Callable[..., Any]:
    """Return a solution with parts of its source replaced: a typical mistake."""
    source = textwrap.dedent(inspect.getsource(answer))
    for old, new in changes:
        if source.count(old) != 1:
            raise ValueError(f"{old!r} occurs {source.count(old)} times in {answer.__name__}")
        source = source.replace(old, new)
    names = dict(vars(sys.modules[answer.__module__]))
    exec(compile(source, f"<{answer.__name__}>", "exec"), names)
    return names[answer.__name__]


def number(value: Any, what: str = "your function") -> float:
    """Return a value as a float, or say that it is no number."""
    if value is None:
        raise Wrong(f"{what} returns None. Write its code, and end every path through it with return.")
    try:
        found = math.nan if isinstance(value, str) or np.ndim(value) else float(value)
    except (TypeError, ValueError):
        found = math.nan
    if math.isnan(found):
        raise Wrong(f"{what} returns nan. Does it divide 0 by 0?" if isinstance(value, float) else f"{what} returns {_brief(value)}. A number was expected.")
    return found


def array(value: Any, shape: tuple[int, ...], what: str = "your function") -> np.ndarray:
    """Return a value as an array of floats, or say that it has another shape."""
    if value is None:
        raise Wrong(f"{what} returns None. Write its code, and end every path through it with return.")
    try:
        found = np.asarray(value, float)
    except (TypeError, ValueError):
        raise Wrong(f"{what} returns {_brief(value)}. {_count(shape).capitalize()} were expected.") from None
    if found.shape != shape:
        raise Wrong(f"{what} returns {_count(found.shape)}. {_count(shape).capitalize()} were expected.")
    if np.isnan(found).any():
        raise Wrong(f"{what} returns nan. Does it divide 0 by 0?")
    return found


def _brief(value: Any) -> str:
    return f"a {type(value).__name__}, {reprlib.repr(value)}"


def _count(shape: tuple[int, ...]) -> str:
    return f"{' × '.join(map(str, shape))} numbers" if shape else "one number"


def compare_numbers(answer: Callable[..., Any], right: Callable[..., Any], names: Sequence[str], cases: Iterable[Case], mistakes: Mistakes,
                    show: Callable[..., str], digits: int = 9) -> None:
    """Compare answers that return an array, a list or a tuple of numbers, to a number of digits after the point. names are those of the
    numbers: a message shows the numbers that differ."""
    def named(function: Callable[..., Any]) -> Callable[..., dict[str, float]]:
        return lambda *case: dict(zip(names, np.round(array(function(*case), (len(names),)), digits).tolist()))

    compare(named(answer), named(right), cases, [(named(mistake), why) for mistake, why in mistakes], show)


def rounded(answer: Callable[..., Any], *digits: int) -> list[tuple[Callable[..., Any], str]]:
    """The mistake to round the numbers that a function returns, each time to another number of digits."""
    return [(lambda *case, d=d: np.round(answer(*case), d), "You round. Return the numbers with all digits: round when you print them.") for d in digits]


def draws(result: Callable[[random.Random], Any]) -> None:
    """Raise Wrong unless a result depends on its generator alone, and on this."""
    found = [result(random.Random(seed)) for seed in (1, 1, 2, 3)]
    if found[0] != found[1]:
        raise Wrong("two generators with the same seed give different results. Draw from rng, not from the module random or another generator: "
                    "otherwise no run repeats.")
    if found[0] == found[2] == found[3]:
        raise Wrong("generators with different seeds give the same results. Draw from rng, not from a generator of your own with a fixed seed.")
