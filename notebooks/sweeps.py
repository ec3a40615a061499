"""Train the runs of a study, measure them, and read and write the results as tables."""

import csv
import json
import re
from hashlib import sha256
from pathlib import Path

from studies import CHOICE, CHOOSES, HERE, REPORTED, SEEDS, STUDIES, VARIATION, Study, named

FIELDS = ["study", "setting", "seed", "games", "opponent", "chooses", "played", "score"]

TIMES = ["mode", "seed", "games", "games_per_second", "played", "score", "sha256"]


def sweep(outflank, study: Study, folder: str, openings: bool = False) -> list[dict]:
    """Train all runs of a study and return a row for each evaluation.

    If openings is true, return another row for each run, with its score in games from random openings.
    """
    if (outflank.tables / folder / "sweep.json").exists():
        command = ["--resume", folder]
    else:
        command = ["--config", str(HERE / "learning" / f"{study.file}.toml"), "--seeds", study.seeds, "-o", folder,
                   *(word for axis in study.grid for word in ("--grid", axis))]
    table = outflank.json("sweep", *command, save=f"{folder}.json")
    keys = [axis.split("=")[0] for axis in study.grid]
    rows = []
    for run in table["runs"]:
        setting = named(study, keys, run["values"])
        rows += evaluations(outflank.tables / folder / run["dir"], study.name, setting, run["seed"])
        if openings:
            rows.append(varied_games(outflank, f"{folder}/{run['dir']}", rows[-1]))
    return rows


def varied_games(outflank, run: str, last: dict) -> dict:
    """Return a row with the score of a run's last model in games from random openings.

    last is the row of the run's last evaluation.
    """
    chooses = str(last["seed"]) in CHOICE.split(",")
    opponent = CHOOSES if chooses else REPORTED
    path = f"{run}.json".replace("learning/", "learning/varied/")
    pair = once(outflank, path, "bench", agent(run, last["setting"]), opponent, *VARIATION)["pairs"][0]
    return last | {"opponent": f"{opponent}, openings", "chooses": str(chooses).lower(), "played": pair["games"],
                   "score": pair["score"]}


def once(outflank, path: str, *command: str) -> dict:
    """Return the output of a command with --json, or read it from its file if the command has run before."""
    if (outflank.tables / path).exists():
        return json.loads((outflank.tables / path).read_text())
    return outflank.json(*command, save=path)


def agent(run: str, setting: str) -> str:
    """Return the spec of an agent that plays with a run's last model and searches at most one ply."""
    if "net=64-32-1" in setting:
        return f"mmnet:depth=1,dna={run}/last.dna"
    return f"net:dna={run}/last.dna" if "net=" in setting else f"q:model={run}/last.model"


def repeated(rows: list[dict], study: Study) -> list[dict]:
    """Return the rows of the study "rule" that also belong to another study, under their names in that study."""
    return [row | {"study": study.name, "setting": here} for here, there in study.same.items() for row in rows
            if (row["study"], row["setting"]) == ("rule", there) and str(row["seed"]) in SEEDS.split(",")]


def evaluations(folder: Path, study: str, setting: str, seed: int) -> list[dict]:
    """Return the evaluations during a run, as rows of the table."""
    return [dict(zip(FIELDS, [study, setting, seed, e["games"], e["opponent"], e["chooses"], e["played"],
                              round(float(e["score"]), 5)]))
            for e in read(folder / "evaluations.csv") if e["model"] == "last"]


MODES = {"one worker": ["--workers", "1"], "two workers": ["--workers", "2"],
         "two workers, asynchronous": ["--workers", "2", "--asynchronous"]}


def asynchronous(outflank) -> list[dict]:
    """Measure the speed and strength of play.toml's two actors: with one worker, with two, and asynchronously."""
    rows = []
    for seed in SEEDS.split(","):
        for number, (mode, flags) in enumerate(MODES.items()):
            name = f"learning/asynchronous/{number + 1}-{seed}"
            run = once(outflank, f"{name}.json", "train", "-o", f"{name}.model", "--mode", "self", "--features", "logistello@4",
                       "--games", "20000", "--seed", seed, *flags)
            pair = once(outflank, f"{name}-bench.json", "bench", f"q:model={name}.model", REPORTED, *VARIATION)["pairs"][0]
            digest = sha256((outflank.tables / f"{name}.model").read_bytes()).hexdigest()
            rows.append(dict(zip(TIMES, [mode, seed, run["games"], round(run["games"] / run["seconds"]), pair["games"],
                                         pair["score"], digest[:12]])))
    return rows


def write(rows: list[dict], path: Path, fields: list[str] = FIELDS) -> None:
    """Write rows as CSV."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="") as file:
        out = csv.DictWriter(file, fields, lineterminator="\n")
        out.writeheader()
        out.writerows(rows)


def read(path: Path) -> list[dict]:
    """Return the rows of a table written by write, with all values as text."""
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def order(row: dict) -> tuple:
    """Return the sort key of a row: study, setting and seed. Numbers in settings sort as numbers."""
    studies = list(dict.fromkeys(s.name for s in STUDIES))
    words = re.split(r"(\d+(?:\.\d+)?)", row["setting"])
    return studies.index(row["study"]), [float(w) if i % 2 else w for i, w in enumerate(words)], int(row["seed"])


def folder(number: int, study: Study) -> str:
    """Return the folder of a sweep: the name of its study, and its number among the sweeps of that study."""
    same = [s for s in STUDIES[:number] if s.name == study.name]
    return f"learning/{study.name.replace(' ', '-')}-{len(same) + 1}"
