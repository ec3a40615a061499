"""Compare ways to learn: each study is one or two `outflank sweep`s, their results one table.

    nice python notebooks/learning.py [--wthor DIR] [--tables DIR] [--outflank FILE] [--only STUDY]… [-o DIR]

The games of --wthor, 20,000 or more, are imported into `studies` in the folder of the tables, and the sweeps are made there;
those that were broken off go on. notebooks/learning holds what all runs of a study have in common. The folder -o gets
results.csv, asynchronous.csv and what learning_report.py makes of them.
"""

import csv
import json
import re
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent

SEEDS = "1,2,3"
REPORTED = "minimax:depth=2"
CHOICE, CHOOSES = "4", "ab:depth=2,eval=umea"  # the seed and the opponent that only choose step sizes
VARIED = ["--random-plies", "10", "--games", "1000", "--seed", "2"]  # matches that are not always the same few lines


class Study(NamedTuple):
    """A sweep: what it is about, the file of notebooks/learning that it departs from, and what it tries."""

    name: str
    file: str
    grid: list[str]
    seeds: str = SEEDS
    label: str = ""            # in front of its settings, where a study has two sweeps
    same: dict[str, str] = {}  # settings that the study "rule" has tried already, with their names there


RULES = ["learn.rule=q,sarsa,expected-sarsa,double-q,td,montecarlo", "learn.alpha=0.1,0.3,1.0"]
NETS = ["model.net=64-32-1,64-64-64", "learn.alpha=0.3,1.0"]
BASE = "rule=sarsa alpha=1.0"  # play.toml as it is
STUDIES = [
    Study("rule", "play", RULES),
    Study("rule", "play", RULES, CHOICE),
    Study("lambda", "play", ["learn.rule=q,sarsa,td", "learn.lambda=0.0,0.8,1.0"],
          same={f"rule={rule} lambda=0.5": f"rule={rule} alpha=1.0" for rule in ("q", "sarsa", "td")}),
    Study("n-step", "play", ["learn.steps=1,3,8"], same={"lambda=0.5": BASE}),
    Study("stages", "play", ["model.features=logistello@1,logistello@2,logistello@6,logistello@12"],
          same={"features=logistello@4": BASE}),
    Study("step size", "play", ["learn.alpha=0.03"],
          same={f"alpha={alpha}": f"rule=sarsa alpha={alpha}" for alpha in ("0.1", "0.3", "1.0")}),
    Study("schedule", "play", ["learn.schedule=constant,cosine,harmonic"], same={"schedule=linear": BASE}),
    Study("averaging and coherence", "play", ["learn.polyak=0.9,0.99"], same={"polyak=0.0": BASE}),
    Study("averaging and coherence", "play", ["learn.coherence=true", "learn.alpha=0.3,1.0"]),
    Study("epsilon", "play", ["learn.epsilon=0.02,0.3"], same={"epsilon=0.1": BASE}),
    Study("openings", "play", ["games.random_plies=0,4,14"], same={"random_plies=8": BASE}),
    Study("reward and squash", "play", ["learn.reward=win,tanh-discs", "learn.squash=none,tanh"],
          same={"reward=tanh-discs squash=logit": BASE}),
    Study("reward and squash", "play", ["learn.reward=win", "learn.squash=logit"]),
    Study("reward and squash", "play", ["learn.reward=discs", "learn.squash=none"]),
    Study("features", "play", ["model.features=report@4,edge@4+corner@4,all2@4,all3@4,balanced-logistello@4"],
          same={"features=logistello@4": BASE}),
    Study("opponents", "play", ['games.mix="self=0.6,swh=0.4"'], same={"mix=self=1": BASE}),
    Study("opponents", "play", ['games.mix="self=0.7,pool=0.3"', "learn.pool.every=2500", "learn.pool.size=8"]),
    Study("nets", "nets", NETS, same={"logistello@4 alpha=1.0": BASE}),
    Study("nets", "nets", NETS, CHOICE),
    Study("warm start", "warm", ["phase.2.learn.alpha=0.3,1.0"], label="recorded games first",
          same={"play alone: games=20000": BASE}),
    Study("warm start", "play", ["learn.games=10000"], label="play alone"),
    Study("transcripts", "transcripts", ["learn.rule=q,sarsa,td,montecarlo", "learn.conservative=0.0,0.1"]),
    Study("transcripts", "transcripts", ["learn.rule=q", "learn.restricted=true", "learn.conservative=0.0"]),
]

# The rules alone, for a look: prepare.py trains them each time.
LOOK = Study("rule", "small", RULES[:1], "1,2")

FIELDS = ["study", "setting", "seed", "games", "opponent", "chooses", "played", "score"]

TIMES = ["mode", "seed", "games", "games_per_second", "played", "score", "sha256"]


def sweep(outflank, study: Study, folder: str, openings: bool = False) -> list[dict]:
    """Train all runs of a study; returns a row for each evaluation of each, at the end also from random openings."""
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
    """A run's last model in games from random openings, as a row beside the last one of its evaluations."""
    chooses = str(last["seed"]) in CHOICE.split(",")
    opponent = CHOOSES if chooses else REPORTED
    path = f"{run}.json".replace("learning/", "learning/varied/")
    pair = once(outflank, path, "bench", agent(run, last["setting"]), opponent, *VARIED)["pairs"][0]
    return last | {"opponent": f"{opponent}, openings", "chooses": str(chooses).lower(), "played": pair["games"],
                   "score": pair["score"]}


def once(outflank, path: str, *command: str) -> dict:
    """What a command prints with --json; from its file, if it ran before."""
    if (outflank.tables / path).exists():
        return json.loads((outflank.tables / path).read_text())
    return outflank.json(*command, save=path)


def agent(run: str, setting: str) -> str:
    """The spec of a run's last model, one ply ahead."""
    if "net=64-32-1" in setting:
        return f"mmnet:depth=1,dna={run}/last.dna"
    return f"net:dna={run}/last.dna" if "net=" in setting else f"q:model={run}/last.model"


def repeated(rows: list[dict], study: Study) -> list[dict]:
    """The rows of the study "rule" that belong to another as well, under their names there."""
    return [row | {"study": study.name, "setting": here} for here, there in study.same.items() for row in rows
            if (row["study"], row["setting"]) == ("rule", there) and str(row["seed"]) in SEEDS.split(",")]


def named(study: Study, keys: list[str], values: list[str]) -> str:
    """What a run tries, in the words of its file: "rule=q alpha=0.3"."""
    tried = (f"{key.split('.')[-1]}={value.strip(chr(34))}" for key, value in zip(keys, values))
    return ": ".join(filter(None, (study.label, " ".join(tried))))


def evaluations(folder: Path, study: str, setting: str, seed: int) -> list[dict]:
    """The evaluations of a run on its way, as rows of the table."""
    return [dict(zip(FIELDS, [study, setting, seed, e["games"], e["opponent"], e["chooses"], e["played"],
                              round(float(e["score"]), 5)]))
            for e in read(folder / "evaluations.csv") if e["model"] == "last"]


MODES = {"one worker": ["--workers", "1"], "two workers": ["--workers", "2"],
         "two workers, asynchronous": ["--workers", "2", "--asynchronous"]}


def asynchronous(outflank) -> list[dict]:
    """Speed and strength of play.toml's two actors, with one worker, with two, and asynchronously, in turn."""
    rows = []
    for seed in SEEDS.split(","):
        for number, (mode, flags) in enumerate(MODES.items()):
            name = f"learning/asynchronous/{number + 1}-{seed}"
            run = once(outflank, f"{name}.json", "train", "-o", f"{name}.model", "--mode", "self", "--features", "logistello@4",
                       "--games", "20000", "--seed", seed, *flags)
            pair = once(outflank, f"{name}-bench.json", "bench", f"q:model={name}.model", REPORTED, *VARIED)["pairs"][0]
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
    """The rows of a table that write wrote; all values are texts."""
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def order(row: dict) -> tuple:
    """Rows stand by study, setting and seed; numbers in settings count as numbers."""
    studies = list(dict.fromkeys(s.name for s in STUDIES))
    words = re.split(r"(\d+(?:\.\d+)?)", row["setting"])
    return studies.index(row["study"]), [float(w) if i % 2 else w for i, w in enumerate(words)], int(row["seed"])


def folder(number: int, study: Study) -> str:
    """Where a study's sweep lies: by its name, as studies come and go, and its number among those of that name."""
    same = [s for s in STUDIES[:number] if s.name == study.name]
    return f"learning/{study.name.replace(' ', '-')}-{len(same) + 1}"


def main() -> None:
    from learning_report import report
    from prepare import arguments, build, import_games

    p = arguments(__doc__.splitlines()[0])
    p.add_argument("--only", action="append", metavar="STUDY", help="only this study, and no report; may be repeated")
    p.add_argument("-o", "--output", type=Path, default=HERE / "reports/learning", metavar="DIR")
    args = p.parse_args()
    outflank = build(args.outflank, args.tables.resolve() / "studies")
    if not (outflank.tables / "games").exists():
        import_games(outflank, args.wthor)
    rows = []
    for number, study in enumerate(STUDIES):
        if not args.only or study.name in args.only:
            rows += sweep(outflank, study, folder(number, study), openings=True) + repeated(rows, study)
    if not args.only or "asynchronous" in args.only:
        (outflank.tables / "learning/asynchronous").mkdir(parents=True, exist_ok=True)
        write(asynchronous(outflank), args.output / "asynchronous.csv", TIMES)
    if not args.only:
        rows.sort(key=order)
        write(rows, args.output / "results.csv")
        report(args.output)


if __name__ == "__main__":
    main()
