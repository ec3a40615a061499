"""The results of learning.py's studies: points after the last game, chosen step sizes, and a table of all settings."""

from collections import defaultdict
from statistics import mean
from typing import NamedTuple

from studies import CHOICE, REPORTED, SEEDS, VARIED

COLUMNS = {VARIED: "minimax:depth=2, random openings", REPORTED: "minimax:depth=2, protocol cs181", "swh": "SWH, protocol league"}
CHOSEN = ("rule", "nets")  # studies whose step sizes are chosen in games with another seed and another opponent


class Spread(NamedTuple):
    """Points of several seeds in percent. Spreads are ordered by their mean."""

    mean: float
    lowest: float
    highest: float

    def __str__(self):
        return f"{self.mean:.1f} % ({self.lowest:.1f}–{self.highest:.1f})"


def spread(points: list[float]) -> Spread:
    return Spread(mean(points), min(points), max(points))


def is_true(value) -> bool:
    return str(value).lower() == "true"


def ends(rows: list[dict]) -> list[dict]:
    """Return the evaluations after the last game of each run."""
    last = defaultdict(int)
    for r in rows:
        run = r["study"], r["setting"], r["seed"]
        last[run] = max(last[run], int(r["games"]))
    return [r for r in rows if int(r["games"]) == last[r["study"], r["setting"], r["seed"]]]


def reports(r: dict) -> bool:
    """Return whether a row counts as a result: neither its opponent nor its seed selected a setting."""
    return not is_true(r["chooses"]) and str(r["seed"]) in SEEDS.split(",")


def scores(rows: list[dict]) -> dict:
    """Return spreads by study, setting and opponent, after the last game."""
    points = defaultdict(list)
    for r in filter(reports, ends(rows)):
        points[r["study"], r["setting"], r["opponent"]].append(100 * float(r["score"]))
    return {key: spread(p) for key, p in points.items()}


def choice(rows: list[dict]) -> dict:
    """Return the mean points by which the step sizes of the CHOSEN studies are selected."""
    points = defaultdict(list)
    for r in rows:
        if r["study"] in CHOSEN and str(r["seed"]) in CHOICE.split(",") and r["opponent"].endswith(", openings"):
            points[r["study"], r["setting"]].append(100 * float(r["score"]))
    return {key: mean(p) for key, p in points.items()}


def chosen(rows: list[dict]) -> set[tuple]:
    """Return the compared settings, with their studies. In CHOSEN studies, each rule or network has its chosen step size."""
    best, tried = {}, choice(rows)
    for (study, setting), points in tried.items():
        what = study, setting.split(" alpha=")[0]
        if points > best.get(what, (-1,))[0]:
            best[what] = points, setting
    picked = {(study, setting) for (study, _), (_, setting) in best.items()}
    return {(r["study"], r["setting"]) for r in rows} - (tried.keys() - picked)


def markdown(rows: list[dict]) -> str:
    """Return the table of all settings, in the order of the rows."""
    found, shown, tried = scores(rows), chosen(rows), choice(rows)
    lines = ["| " + " | ".join(["study", "setting", *COLUMNS.values(), "choice"]) + " |", "| --- | --- |" + " ---: |" * 4]
    for key in dict.fromkeys((r["study"], r["setting"]) for r in rows):
        mark = (f"{tried[key]:.1f} %" + " *" * (key in shown)) if key in tried else ""
        cells = (key[0], f"`{key[1]}`", *(str(found.get((*key, o), "–")) for o in COLUMNS), mark)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def curve(rows: list[dict], study: str, setting: str) -> dict[int, Spread]:
    """Return the points against REPORTED by number of games."""
    points = defaultdict(list)
    for r in rows:
        if (r["study"], r["setting"], r["opponent"]) == (study, setting, REPORTED) and reports(r):
            points[int(r["games"])].append(100 * float(r["score"]))
    return {games: spread(p) for games, p in sorted(points.items())}
