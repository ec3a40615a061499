"""What the lessons share: exercises with checks, hints and solutions.

    from lesson3 import alphabeta as exercise
    exercise.check(alphabeta)      # says whether the function is right, and if not, where it differs
    exercise.hint()                # the next of three hints
    exercise.solution()            # prints the solution
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Sequence
from typing import Any


class Wrong(Exception):
    """An answer is wrong; the message says to the learner what differs, and what to look at."""


class Exercise:
    """A function that the learner writes.

    answer is the solution, whose signature and docstring the learner's function has. test calls an answer and raises
    Wrong if it is not right. hints are three, from a question to nearly the code. wrong maps typical wrong answers to
    words of the explanation that they get; the course's own check tries them all.
    """

    def __init__(self, answer: Callable[..., Any], test: Callable[[Callable[..., Any]], None], hints: Sequence[str],
                 wrong: Sequence[tuple[Callable[..., Any], str]]) -> None:
        self.answer, self.test, self.hints, self.wrong = answer, test, hints, wrong
        self._shown = 0

    def check(self, answer: Callable[..., Any]) -> None:
        """Print whether an answer is right, and if not, why. An exception of the answer is printed with its line."""
        print(self.verdict(answer) or "Right.")

    def verdict(self, answer: Callable[..., Any]) -> str:
        """Return why an answer is wrong, or "" if it is right."""
        try:
            self.test(answer)
        except Wrong as wrong:
            return f"Not yet: {wrong}"
        except RecursionError:
            return "Not yet: your function calls itself without end. Which case ends the recursion?"
        except Exception as error:
            frame = inspect.getinnerframes(error.__traceback__)[-1] if error.__traceback__ else None
            line = f", in line {frame.lineno} of {frame.function}" if frame else ""
            return f"Not yet: your function stops with {type(error).__name__}: {error}{line}."
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
