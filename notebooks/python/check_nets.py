"""Check that net.py, ppo.py, dqn.py and alphazero.py learn: they play matches with what they have trained. Print their scores and times.

    venv/bin/pip install torch sb3-contrib polars "$(ls dist/outflank-*.whl)[all]"
    venv/bin/python notebooks/python/check_nets.py
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import outflank


def learn(program, *args):
    """Run a program beside this one that trains and plays. Return its share of points against each opponent."""
    began = time.perf_counter()
    command = [sys.executable, "-W", "ignore", Path(__file__).with_name(program), *map(str, args)]
    one_thread = os.environ | {"OMP_NUM_THREADS": "1"}  # whose results repeat, and which other processes slow down least
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=one_thread)
    scores = {opponent: float(score) for opponent, score in map(str.split, done.stdout.splitlines())}
    print(f"{program}: {scores}, {time.perf_counter() - began:.0f} s", flush=True)
    return scores


if __name__ == "__main__":
    lines = [line for line in Path(__file__).with_name("net.py").read_text().splitlines() if line and not line.startswith('"""')]
    assert len(lines) <= 25, f"net.py has {len(lines)} lines"
    with tempfile.TemporaryDirectory() as folder:
        pgn, games, table = (Path(folder) / name for name in ("games.pgn", "games", "transitions.parquet"))
        outflank.run("match", "ab:depth=4", "ab:depth=4", "--games", 4000, "--random-plies", 8, "--perturb", 0.1, "--pgn", pgn)
        outflank.run("import", pgn, "-o", games)
        outflank.run("transitions", games, "-o", table)
        net = learn("net.py", table, Path(folder) / "net.pt", "random", "greedy", "minimax:depth=2")
        ppo = learn("ppo.py", 12000, Path(folder) / "ppo.zip", "random", "greedy")
        dqn = learn("dqn.py", 1000, Path(folder) / "dqn.pt", "random")
        zero = learn("alphazero.py", 1, Path(folder) / "az.pt", 1, "random")
        again = learn("alphazero.py", 2, Path(folder) / "az.pt", 1, "random")  # resumes
    assert net["random"] > 0.9 and net["greedy"] > 0.7, net
    assert ppo["random"] > 0.6, ppo
    assert dqn["random"] > 0.6, dqn
    assert again["random"] > 0.6, (zero, again)
