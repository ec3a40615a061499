"""What the checks of lessons 4 to 6 share."""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Callable
from typing import Any

import numpy as np

from course import Wrong


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
        raise Wrong(f"{what} returns None. Write its code, and end it with return.")
    if isinstance(value, str) or np.ndim(value) or not np.isreal(value):
        raise Wrong(f"{what} returns {value!r}. A number was expected.")
    if np.isnan(value):
        raise Wrong(f"{what} returns nan. Does it divide 0 by 0?")
    return float(value)


def array(value: Any, shape: tuple[int, ...], what: str = "your function") -> np.ndarray:
    """Return a value as an array of floats, or say that it has another shape."""
    if value is None:
        raise Wrong(f"{what} returns None. Write its code, and end it with return.")
    try:
        found = np.asarray(value, float)
    except (TypeError, ValueError):
        raise Wrong(f"{what} returns {value!r}. An array of numbers was expected.") from None
    if found.shape != shape:
        raise Wrong(f"{what} returns an array of the shape {found.shape}. The shape {shape} was expected.")
    if np.isnan(found).any():
        raise Wrong(f"{what} returns nan. Does it divide 0 by 0?")
    return found
