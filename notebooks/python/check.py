"""Check an installed package: boards against the program, environments, tables, and how fast they are.

    python -m venv venv && venv/bin/pip install dist/outflank-*.whl gymnasium pettingzoo
    venv/bin/python notebooks/python/check.py
"""

import random
import tempfile
import time
from pathlib import Path

import numpy
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test

import outflank
from outflank import othello_v0


def boards():
    """Random games by Board and by the program are the same games."""
    rng = random.Random(1)
    with outflank.Batch() as batch:
        for game in range(20):
            board, state = outflank.Board(), batch.step([game], [batch.NEW])[0]
            while True:
                assert (board.black, board.white, board.legal) == (state["black"], state["white"], state["legal"]), board
                assert (board.turn == "white") == state["turn"] and board.over == state["over"] and board.score == state["score"], board
                if board.over:
                    break
                move = rng.choice([s for s in range(64) if board.legal >> s & 1])
                board, state = board.play(move), batch.step([game], [move])[0]
    for wrong in ("a1", "f5f5", "f5z9"):
        try:
            outflank.Board.from_transcript(wrong)
        except ValueError:
            continue
        raise AssertionError(wrong)


def agents():
    """An agent by its spec chooses a legal move of any position; a wrong spec is named."""
    board = outflank.Board.from_transcript("f5d6c3d3")
    with outflank.Agent("ab:depth=4") as agent:
        assert agent.choose(board) in board.moves
        assert agent.choose(outflank.Board()) in outflank.Board().moves
    try:
        outflank.Agent("nobody").choose(board)
    except RuntimeError as error:
        assert "nobody" in str(error), error
    else:
        raise AssertionError("nobody plays")


def environments():
    """The environments are what their libraries want them to be."""
    env = outflank.OthelloEnv(opponent="greedy")
    check_env(env, skip_render_check=True)
    env.close()
    api_test(othello_v0.env(), num_cycles=300)
    parallel_api_test(othello_v0.parallel_env(), num_cycles=300)


def drawn(rng, masks):
    """A random legal move for each mask."""
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def pace(count=512, rounds=60):
    """Steps a second of many games against a random opponent, from Python."""
    env, rng = outflank.OthelloVectorEnv(count), numpy.random.default_rng(1)
    seen, _ = env.reset()
    began, ended, won = time.perf_counter(), 0, 0
    for _ in range(rounds):
        seen, rewards, over, _, _ = env.step(drawn(rng, seen["action_mask"]))
        ended, won = ended + over.sum(), won + rewards.sum()
    took = time.perf_counter() - began
    env.close()
    assert ended > count // 2 and abs(won) < ended / 2, (ended, won)
    return count * rounds / took


def twenty_lines(folder):
    """Train, play and draw, as a newcomer would."""
    outflank.run("demo", "-o", folder)
    table = outflank.games(folder / "games").to_pandas()
    assert len(table) > 1000 and table["black"].notna().all()
    with outflank.Agent(f"q:model={folder / 'self.model'}") as agent, outflank.Batch("random") as other:
        board = outflank.Board()
        while not board.over:
            setup = other.BLACK if board.turn == "black" else other.WHITE
            state = other.step([0, 0], [setup, other.AGENT], [board.black, 0], [board.white, 0])
            board = board.play(agent.choose(board) if board.turn == "black" else int(state[1]["played"]))
    outflank.run("stats", "weights", folder / "games", "--png", folder / "weights.png")
    assert (folder / "weights.png").stat().st_size > 1000
    return board.score


if __name__ == "__main__":
    boards()
    agents()
    environments()
    with tempfile.TemporaryDirectory() as folder:
        score = twenty_lines(Path(folder))
    print(f"{pace():,.0f} steps a second; the trained agent against random: {score:+d}")
