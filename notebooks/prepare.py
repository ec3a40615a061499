"""Create the tables that the notebooks read, using only outflank commands.

    python notebooks/prepare.py [--wthor DIR] [--tables DIR] [--outflank FILE]

Without --wthor, the games are the built-in ones of `outflank demo`. The commands run in the folder of the tables.
Each is printed as it starts, so you can repeat it by hand.
"""

import argparse
import json
import math
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

from studies import HERE, LOOK
from sweeps import sweep, write

STATS = ("colors years tournaments openings tree players pairs weights bands curves "
         "endings positions accuracy").split()
TRAINING_GAMES = (100, 300, 1000, 3000, 10000)
OPPONENTS = ("random", "minimax:depth=2")
BENCH_AGENTS = ("random", "greedy", "minimax:depth=1", "minimax:depth=2", "ab:depth=4,exact=8",
                "q:model=models/data-10000.model", "q:model=models/self-10000.model")
# Only the update rule of the CS181 report, so that a loop of a few lines can repeat the training.
PLAIN = ("--features report --actions --rule q --lambda 0 --reward win --squash none --alpha 0.0003 --alpha-end 0.0003 "
         "--conservative 0 --normalise=false --actors 1").split()
PERFT_DEPTHS = range(1, 10)
# Experiments that take seconds at this scale, from all five reports.
EXPERIMENTS = ("cassio-depths cassio-ending search-equal-depth search-depth-time genetic-stability umea-depth-times "
               "umea-mobility cs181-weights cs181-speed").split()
SCALE = "0.02"


class Outflank:
    """The outflank command, which runs in the folder of the tables."""

    def __init__(self, binary: Path, tables: Path):
        self.binary, self.tables = binary, tables

    def __call__(self, *args: str, echo: bool = True) -> str:
        if echo:
            print("  outflank", shlex.join(args), flush=True)
        run = subprocess.run([self.binary, *args], cwd=self.tables, text=True, capture_output=True)
        if run.returncode != 0:
            sys.exit(f"outflank {shlex.join(args)}: exit code {run.returncode}\n{run.stderr}")
        return run.stdout

    def json(self, *args: str, save: str = "", echo: bool = True):
        """Return the decoded output of the command with --json. If save is set, also write the output to this file."""
        text = self(*args, "--json", echo=echo)
        if save:
            path = self.tables / save
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return json.loads(text)


def build(binary: str, tables: Path) -> Outflank:
    """Return the named command or, without a name, one built from this checkout into the folder of the tables."""
    tables.mkdir(parents=True, exist_ok=True)
    if binary:
        return Outflank(Path(binary).resolve(), tables)
    target = tables / ("outflank.exe" if sys.platform == "win32" else "outflank")
    subprocess.run(["go", "build", "-o", target, "./cmd/outflank"], cwd=HERE.parent, check=True)
    return Outflank(target, tables)


def prepare(outflank: Outflank, wthor: str) -> None:
    """Replace all tables in the command's folder."""
    for part in ("games", "positions-by-year", "stats", "training", "models", "bench", "speed", "demo", "reports", "learning"):
        shutil.rmtree(outflank.tables / part, ignore_errors=True)
    imported = import_games(outflank, wthor)
    outflank.json("positions", "games", "-o", "positions.parquet", save="speed/positions.json")
    outflank("positions", "games", "-o", "positions.arrow")
    outflank("positions", "games", "-o", "positions-by-year", "--partition", "year")
    (outflank.tables / "stats").mkdir()
    for name in STATS:
        outflank("stats", name, "games", "--parquet", f"stats/{name}.parquet")
    train(outflank, imported["finished"])
    outflank.json("bench", *BENCH_AGENTS, "--games", "40", "-o", "bench", save="bench.json")
    outflank("positions", "bench", "-o", "bench-positions.parquet")
    outflank("label", "bench-positions.parquet", "-o", "labelled.parquet", "--exact", "6")
    for depth in PERFT_DEPTHS:
        outflank.json("perft", str(depth), save=f"speed/perft-{depth}.json")
    write(sweep(outflank, LOOK, "learning/rule"), outflank.tables / "learning/results.csv")
    outflank("experiment", "run", *EXPERIMENTS, "--scale", SCALE, "--games", "games", "-o", "reports")


def import_games(outflank: Outflank, wthor: str) -> dict:
    """Import the WTHOR files or the built-in games, and return the command's summary."""
    if not wthor:
        outflank("demo", "-o", "demo")
    source = str(Path(wthor).resolve()) if wthor else "demo/wthor"
    return outflank.json("import", source, "-o", "games", "--format", "parquet,arrow", save="speed/import.json")


def train(outflank: Outflank, games: int) -> None:
    """Train on increasing numbers of games, from transcripts and by self-play, and measure each model."""
    (outflank.tables / "models").mkdir()
    for n in TRAINING_GAMES:
        amount = ["--games", str(n)] if n <= games else ["--epochs", str(math.ceil(n / games))]
        runs = {"data": ["train", "games", "--mode", "data", *amount],
                "self": ["train", "--mode", "self", "--games", str(n)]}
        for mode, command in runs.items():
            model = f"models/{mode}-{n}.model"
            outflank.json(*command, "-o", model, save=f"training/{mode}-{n}.json")
            for i, opponent in enumerate(OPPONENTS):
                outflank.json("bench", f"q:model={model}", opponent, "--games", "100",
                              save=f"training/bench-{mode}-{n}-{i}.json")
    outflank("train", "games", "--split", "validation", *PLAIN, "--seed", "1", "-o", "models/plain.model")
    outflank.json("transitions", "games", "-o", "transitions.parquet", "--features", "report", save="training/transitions.json")
    outflank("transitions", "games", "-o", "transitions.arrow", "--features", "report")
    outflank("transitions", "games", "--split", "validation", "--model", "models/plain.model", "--all-moves",
             "--shuffle", "1", "-o", "training/transitions.arrow")
    outflank.json("analyze", "games", "--cache", "cache", "--only", "1-20", "--depth", "1", "--exact", "6", save="training/moves.json")
    outflank.json("generate", "--games", "1000", "-o", "tokens.parquet", "--probes", "probes.parquet", save="training/tokens.json")
    outflank("generate", "--games", "1000", "-o", "tokens.arrow", "--probes", "probes.arrow")
    outflank.json("inspect", "models/plain.model", save="training/plain.json")


def arguments(description: str) -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(description=description)
    p.add_argument("--wthor", default="", metavar="DIR", help="WTHOR files; default: the built-in games")
    p.add_argument("--tables", type=Path, default=HERE / "tables", metavar="DIR", help="folder for the tables")
    p.add_argument("--outflank", default="", metavar="FILE", help="the command; default: built from this checkout")
    return p


def main() -> None:
    args = arguments("Make the tables that the notebooks read.").parse_args()
    start = time.monotonic()
    prepare(build(args.outflank, args.tables.resolve()), args.wthor)
    print(f"tables in {args.tables}, {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
