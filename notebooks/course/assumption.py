"""Experiments of the reports under two readings, for the notebooks assumption-*.ipynb.

    words("search-branching")                                # what the report says, and the choices that it leaves open
    a = run("search-branching", scale=1, players="random")
    b = run("search-branching", scale=1, players="greedy")
    table(a, b)                                              # both intervals, and that of the difference
    picture(a, b)
    verdicts(a, b)
"""

from __future__ import annotations

import json
import math
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt
import outflank
from outflank import palette


@dataclass(frozen=True)
class Result:
    """The result of a run: its reading as text, its rows by label, and its claims."""

    reading: str
    rows: dict[str, dict[str, Any]]
    claims: list[dict[str, Any]]


def words(name: str) -> None:
    """Print what the report says about an experiment, how we repeat it, and the choices that the report leaves open."""
    text = outflank.run("experiment", "show", name).stdout
    before, _, after = text.partition("\nOurs: ")
    print(before + "\n" + after[after.index("The report leaves open") :].partition("\nTo change one")[0].rstrip())


def run(name: str, scale: float, **choices: object) -> Result:
    """Run an experiment with some choices. scale multiplies the numbers of games. Games come from the demo of the program."""
    sets = [word for key, value in choices.items() for word in ("--set", f"{key}={value}")]
    with tempfile.TemporaryDirectory() as folder:
        line = outflank.run("experiment", "run", name, *sets, "--scale", scale, "-o", folder, "--json", env=os.environ | {"OUTFLANK_DATA": ""}).stdout
    found = json.loads(line)
    reading = ", ".join(f"{key} = {value}" for key, value in choices.items())
    return Result(reading, {row["label"]: row for row in found["rows"]}, found["claims"])


def difference(a: dict[str, Any], b: dict[str, Any]) -> tuple[float, float, float]:
    """Return b minus a with its 95 % interval, from the intervals of two rows (Newcombe 1998, method 10).

    It treats the games of both rows as independent. Rows that share openings or games differ less by chance, so the interval is
    rather too wide.
    """
    d = b["ours"] - a["ours"]
    low = math.hypot(b["ours"] - b["low"], a["high"] - a["ours"])
    high = math.hypot(b["high"] - b["ours"], a["ours"] - a["low"])
    return d, d - low, d + high


def table(*results: Result, rows: Sequence[str] = ()) -> None:
    """Print rows of one or two results with their 95 % intervals, and the difference of two. By default, print all rows."""
    lines = [["", *(r.reading for r in results), *(["difference"] if len(results) == 2 else [])]]
    for label in rows or results[0].rows:
        found = [r.rows[label] for r in results]
        cells = [_text(row["unit"], row["ours"], row["low"], row["high"]) for row in found]
        if len(found) == 2:
            d, low, high = difference(*found)
            cells.append(_text(found[0]["unit"], d, low, high, "+") + ("" if low <= 0 <= high else " *"))
        lines.append([label, *cells])
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    for line in lines:
        print("  ".join([line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:]))]))
    if len(results) == 2:
        print("\n* = the interval of the difference excludes 0")


def _text(unit: str, value: float, low: float, high: float, sign: str = "") -> str:
    """A value with its interval."""
    if unit == "share":
        return f"{100 * value:{sign}.1f} % ({100 * low:{sign}.1f} to {100 * high:{sign}.1f})"
    digits = 3 if unit == "weight" else 2
    return f"{value:{sign}.{digits}f} ({low:{sign}.{digits}f} to {high:{sign}.{digits}f})"


def picture(*results: Result, rows: Sequence[str] = (), prediction: float | None = None, line: float | None = None) -> None:
    """Draw rows of the results with their 95 % intervals. line is a value to compare with, and prediction yours for the last row of the last result."""
    labels = list(rows or results[0].rows)
    factor = 100 if results[0].rows[labels[0]]["unit"] == "share" else 1
    _, ax = plt.subplots(figsize=(7, 0.7 + 0.42 * len(labels) + 0.25 * len(results)), layout="constrained")
    for k, r in enumerate(results):
        y = [i + 0.24 * (k - (len(results) - 1) / 2) for i in range(len(labels))]
        x = [factor * r.rows[label]["ours"] for label in labels]
        error = [[factor * (r.rows[label]["ours"] - r.rows[label]["low"]) for label in labels], [factor * (r.rows[label]["high"] - r.rows[label]["ours"]) for label in labels]]
        ax.errorbar(x, y, xerr=error, fmt="os"[k % 2], color=palette.SERIES[k], ms=5, capsize=3, label=r.reading)
    if prediction is not None:
        ax.plot(prediction, len(labels) - 1 + 0.12 * (len(results) - 1), "D", color=palette.INK, ms=6, mfc="none", label="your prediction")
    if line is not None:
        ax.axvline(line, color=palette.FAINT, lw=1, ls="--")
    ax.set_yticks(range(len(labels)), labels)
    ax.set_ylim(len(labels) - 0.4, -0.6)
    ax.set_xlabel({"share": "share of the points, in per cent", "moves": "legal moves per turn", "weight": "weight"}[results[0].rows[labels[0]]["unit"]])
    ax.grid(axis="x", color=palette.RULE)
    ax.set_axisbelow(True)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.tick_params(axis="y", length=0)
    ax.figure.legend(loc="outside upper left", ncols=3, frameon=False)
    plt.show()


def verdicts(*results: Result) -> None:
    """Print the verdict on each claim of the report, for each result, and how it depends on the thresholds of the claim."""
    for i, claim in enumerate(results[0].claims):
        print(f"“{claim['says']}” holds if {claim['holds_if']}:")
        for r in results:
            print(f"  {r.reading}: {r.claims[i]['verdict']}")
            points = [point for point in r.claims[i].get("curve", ()) if "means" in point]
            if {point["verdict"] for point in points} - {r.claims[i]["verdict"]}:
                for point in points:
                    print(f"    if it means “{point['means']}”: {point['verdict']}")
