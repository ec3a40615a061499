"""Check an installed package: boards, agents, analyses, environments, tables, episodes and the example program; measure speeds.

    python -m venv venv
    venv/bin/pip install -r notebooks/python/requirements.txt "$(ls dist/outflank-*.whl)[all]"
    venv/bin/python notebooks/python/check.py
"""

import json
import os
import pickle
import random
import subprocess
import sys
import tempfile
import time
import unittest.mock
from functools import partial
from pathlib import Path

import gymnasium
import minari
import numpy
import polars
from gymnasium.utils.env_checker import check_env
from matplotlib.colors import to_hex
from matplotlib.image import imread
from pettingzoo.test import api_test, parallel_api_test

import outflank
from outflank import othello_v0


def boards():
    """Check that Board and the program agree on random games."""
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
    rng, many, games = numpy.random.default_rng(1), outflank.Boards.start(200), [outflank.Board()] * 200
    while many.legal.any():
        going = numpy.flatnonzero(many.legal)
        many, games = many.take(going), [games[i] for i in going]
        moves = drawn(rng, outflank.bitboard(many.legal).reshape(-1, 64))
        many, games = many.play(moves), [board.play(int(move)) for board, move in zip(games, moves)]
        assert list(many) == games and many.legal.tolist() == [board.legal for board in games]
    refused(*(partial(outflank.Boards.start(1).play, wrong) for wrong in ([1], [20], [-1], [64], [19, 19])))
    refused(*(partial(outflank.Board.from_transcript, wrong) for wrong in ("a1", "f5f5", "f5z9")))


def agents():
    """Check that an agent chooses legal moves in different positions, and that the error names an unknown spec."""
    board = outflank.Board.from_transcript("f5d6c3d3")
    with outflank.Agent("ab:depth=4") as agent:
        assert agent.choose(board) in board.moves
        assert agent.choose(outflank.Board()) in outflank.Board().moves
    try:
        outflank.Agent("unknown").choose(board)
    except RuntimeError as error:
        assert "unknown" in str(error), error
    else:
        raise AssertionError("an unknown agent plays")


def policies(folder):
    """Functions play matches, one board or many at a time, in this process and in one of their own."""

    def score(player, *options):
        text = outflank.run("match", player, "random", "--games", 200, "--json", *options).stdout
        return json.loads(text)

    def first(board):
        return board.moves[0]

    def lowest(mine, yours, legal):
        return numpy.tile(-numpy.arange(64), (len(legal), 1))

    def tired(board):
        if (board.black | board.white).bit_count() > 50:
            raise RuntimeError("tired")
        return int(board.legal & -board.legal).bit_length() - 1

    with outflank.serve(first) as one, outflank.serve(lowest, batched=True) as many, outflank.serve(tired) as bad:
        results = [score(one), score(many, "--workers", 64)]
        failed = outflank.run("match", bad, "random", "--games", 20)
    program = folder / "policy.py"
    program.write_text("import outflank\nprint('a line of its own')\noutflank.serve(lambda board: board.moves[0])\n")
    command = f'policy:cmd="{sys.executable} {program}"'
    results.append(score(command))
    assert len({r["pairs"][0]["score"] for r in results}) == 1, results
    assert "RuntimeError: tired (check.py:" in failed.stdout + failed.stderr, failed
    for answer, complaint in ((None, "returns None"), ("zz", "returns 'zz'"), ([0] * 63 + [numpy.nan], ""), ([numpy.nan] * 64, "returns nan")):
        with outflank.serve(lambda board, answer=answer: answer) as player:
            played = outflank.run("match", player, "random", "--games", 2, check=False)
            assert (played.returncode == 0) == (not complaint) and complaint in played.stderr, played


def best(board):
    """Return the disc difference for the side to move after best play, by exhaustive search."""
    if board.over:
        return board.score if board.turn == "black" else -board.score
    after = [(next_.turn == board.turn, best(next_)) for next_ in map(board.play, board.moves)]
    return max(value if same else -value for same, value in after)


def analyses():
    """Check that values near the end of games agree with exhaustive search."""
    rng, compared = random.Random(2), 0
    for _ in range(5):
        board = outflank.Board()
        while (board.black | board.white).bit_count() < 58 and not board.over:
            board = board.play(rng.choice(board.moves))
        values = outflank.analyze(board, depth=0)
        assert sorted(v.move for v in values) == sorted(board.moves) and all(v.exact for v in values), values
        assert not values or values[0].discs == best(board) == max(v.discs for v in values), (board, values)
        compared += len(values)
    assert compared > 5, compared
    ahead = outflank.analyze(outflank.Board(), depth=4)
    assert len(ahead) == 4 and not ahead[0].exact and len(ahead[0].line) == 8, ahead


def environments():
    """Check that the environments pass the checks of their libraries."""
    env = outflank.OthelloEnv(opponent="greedy")
    check_env(env, skip_render_check=True)
    seen, _ = env.reset()
    for move in range(5):
        assert (env.action_masks() == seen["action_mask"]).all() and env.action_masks().dtype == bool
        seen, _, _, _, info = env.step(int(env.action_masks().argmax()))
        assert (info["action_mask"] == seen["action_mask"]).all()
    env.close()
    name = "outflank.environments:outflank/Othello-v0"
    with gymnasium.make(name, opponent="greedy") as one:
        assert one.reset(seed=1)[0]["action_mask"].sum() == 4
    many = gymnasium.make_vec(name, num_envs=8, opponent="greedy", vectorization_mode="vector_entry_point")
    seen, infos = many.reset(seed=1)
    assert seen["action_mask"].shape == (8, 64) and (infos["action_mask"] == seen["action_mask"]).all()
    many.close()
    for reward, values in (("tanh-discs", [-0.76159416, 0, 0.99932930]), ("clipped-discs", [-1, 0, 1])):
        with gymnasium.make(name, reward=reward) as one:
            assert numpy.allclose(one.unwrapped._games.reward(numpy.array([-16, 0, 64])), values), reward
    api_test(othello_v0.env(), num_cycles=300)
    parallel_api_test(othello_v0.parallel_env(), num_cycles=300)


def options():
    """Rewards, starts, opponents, restarts, pictures and copies are what they say."""
    rng, modes = numpy.random.default_rng(1), gymnasium.vector.AutoresetMode
    for mode in (modes.SAME_STEP, modes.NEXT_STEP, modes.DISABLED):
        env = pickle.loads(pickle.dumps(outflank.OthelloVectorEnv(50, {"random": 3, "greedy": 1}, reward="discs", starts=["f5d6", "f5f6"], autoreset_mode=mode)))
        seen, _ = env.reset(seed=3)
        opening = seen["board"].sum(axis=(1, 2, 3))
        assert set(opening) == {6, 7} and set(env._games.opponent) == {0, 1}, opening  # white's learner answers a move
        ended, restarted = numpy.zeros(50, bool), 0
        for _ in range(80):
            before, masks = ended, seen["action_mask"] + ended[:, None] * (mode == modes.NEXT_STEP)
            seen, rewards, ended, _, infos = env.step(drawn(rng, masks))
            discs = seen["board"].sum(axis=(1, 2, 3))
            if mode == modes.NEXT_STEP:
                assert (discs[before] < 8).all() and not rewards[before].any() and not ended[before].any()
            if ended.any():
                final = infos["final_info"] if mode == modes.SAME_STEP else infos
                assert (final["_score"] == ended).all() and numpy.allclose(rewards[ended] * 64, final["score"][ended])
                last = infos["final_obs"]["board"] if mode == modes.SAME_STEP else seen["board"]
                own, other = last[ended].sum(axis=(2, 3)).T.astype(int)
                assert (numpy.sign(own - other) == numpy.sign(rewards[ended])).all()
                assert mode != modes.SAME_STEP or (discs[ended] < 8).all()
                restarted += ended.sum()
            if mode == modes.DISABLED and ended.any():
                seen, _ = env.reset(options={"reset_mask": ended})
                ended = numpy.zeros(50, bool)
        assert restarted > 50 and not (mode == modes.DISABLED and ended.any())
        env.close()
    env = gymnasium.wrappers.RecordEpisodeStatistics(gymnasium.wrappers.FlattenObservation(outflank.OthelloEnv(reward=lambda score: 2 * score, render_mode="rgb_array")))
    env.reset(seed=1)
    assert env.render().shape == (320, 320, 3) and to_hex(env.render()[20, 20] / 255) == outflank.palette.FELT
    assert to_hex(env.render()[140, 180] / 255) == outflank.palette.BLACK_DISC
    over = False
    while not over:
        seen, reward, over, _, info = env.step(int(numpy.flatnonzero(env.unwrapped.action_masks())[0]))
    assert seen.shape == (192,) and reward == 2 * info["score"] == info["episode"]["r"], info
    env.close()
    env = outflank.OthelloEnv(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(outflank.Board())
    for action in (-4, -3, -2, -1, 64, 1000):  # negative numbers have other meanings for the process
        env.reset(seed=1)
        assert env.step(action)[1:4] == (-1, True, False), action
    env.close()
    refused(partial(env.step, 19), partial(outflank.OthelloVectorEnv, 0), partial(outflank.OthelloVectorEnv(2).step, [19]))
    wrong = {"reward": "draw"}, {"opponent": []}, {"opponent": {"random": 0}}, {"starts": ["a1"]}, {"starts": "f5d6"}, {"opponent": None}
    refused(*(partial(outflank.OthelloEnv, **options) for options in wrong))


def refused(*calls):
    """Check that each call raises an error about its arguments or the state."""
    for call in calls:
        try:
            call()
        except (TypeError, ValueError):
            continue
        raise AssertionError(call)


def drawn(rng, masks):
    """Return a random legal move for each mask."""
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def pace(step, count=512, rounds=60):
    """Return the number of steps per second, given a function that plays a step in each of count games."""
    began = time.perf_counter()
    for _ in range(rounds):
        step(count)
    return count * rounds / (time.perf_counter() - began)


def environment_pace(count=512):
    """Return the steps per second of the vector environment: a random move in each game, and a random agent's reply."""
    env, rng = outflank.OthelloVectorEnv(count), numpy.random.default_rng(1)
    seen, _ = env.reset()
    ended = won = 0

    def step(count):
        nonlocal seen, ended, won
        seen, rewards, over, _, _ = env.step(drawn(rng, seen["action_mask"]))
        ended, won = ended + over.sum(), won + rewards.sum()

    found = pace(step, count)
    env.close()
    assert ended > count // 2 and abs(won) < ended / 2, (ended, won)
    return found


def batch_pace(count=4096):
    """Return the steps per second of a batch in which the agent plays a move in each game."""
    with outflank.Batch("random") as batch:
        games = numpy.arange(count)
        batch.step(games, numpy.full(count, batch.NEW))
        moves = numpy.full(count, batch.AGENT)
        return pace(lambda _: batch.step(games, moves), count, rounds=50)


def perft(boards, depth, piece=4096):
    """Return the number of positions that are depth moves after one of the boards."""
    if depth == 0:
        return len(boards)
    pieces = (boards.take(slice(at, at + piece)) for at in range(0, len(boards), piece))
    return sum(perft(some.children()[0], depth - 1) for some in pieces)


def perft_pace(depth=8):
    """Return the positions per second of perft, and check its count beside the program's."""
    began = time.perf_counter()
    found = perft(outflank.Boards.start(1), depth)
    seconds = time.perf_counter() - began
    assert found == json.loads(outflank.run("perft", depth, "--json").stdout)["count"], found
    return found / seconds


def tables(folder):
    """Check that pandas and polars read tables of games, and that bitboard converts bits to squares."""
    outflank.run("demo", "-o", folder)
    table = outflank.games(folder / "games")
    assert table.num_rows > 1000 and table.to_pandas()["black"].notna().all() and len(polars.from_arrow(table)) == table.num_rows
    outflank.run("positions", folder / "games", "-o", folder / "positions.parquet")
    first = polars.read_parquet(folder / "positions.parquet").filter(polars.col("ply") == 0)
    start = outflank.bitboard(first["own"])[0]
    assert (start == outflank.bitboard(outflank.Board().black)).all() and start[3, 4] == start[4, 3] == 1 and start.sum() == 2, start


def replayed(game):
    """Return what black and white see of a game: observations, actions and the rewards in discs, by replaying its moves."""
    board, seen, played = outflank.Board(), {"black": [], "white": []}, {"black": [], "white": []}

    def observe(side):
        own, other = (board.black, board.white) if side == "black" else (board.white, board.black)
        seen[side].append((own, other, board.legal if not board.over else 0))

    moves = game["moves"]
    for at in range(0, len(moves), 2):
        square = ord(moves[at]) - ord("a") + 8 * (int(moves[at + 1]) - 1)
        observe(board.turn)
        played[board.turn].append(square)
        board = board.play(square)
    for side in seen:
        observe(side)
    return {side: (seen[side], played[side], sign * board.score / 64) for side, sign in (("black", 1), ("white", -1)) if played[side]}


def episodes(folder):
    """A Minari data set, as the library reads it, contains the games as both sides see them. Return episodes a second."""
    os.environ["MINARI_DATASETS_PATH"] = str(folder / "minari")
    for file in ("t.parquet", "t.arrow", "all.arrow"):
        options = ["--all-moves"] if file.startswith("all") else []
        outflank.run("transitions", folder / "games", "-o", folder / file, "--reward", "discs", "--split", "test", *options)
    began = time.perf_counter()
    made = outflank.minari(folder / "t.parquet", "othello/demo-v0", author="a test")
    pace = made.total_episodes / (time.perf_counter() - began)
    loaded = minari.load_dataset("othello/demo-v0")
    facts = list(loaded.storage.get_episode_metadata(loaded.episode_indices))
    expected, games = [], {game["id"]: game for game in outflank.games(folder / "games").to_pylist()}
    for number in dict.fromkeys(int(fact["game"]) for fact in facts):
        expected += [(games[number], side, *seen) for side, seen in replayed(games[number]).items()]
    assert len(expected) == loaded.total_episodes == len(facts) > 200 and {fact["split"] for fact in facts} == {"test"}
    for (game, side, seen, played, reward), episode, fact in zip(expected, loaded, facts, strict=True):
        words = numpy.array(seen, numpy.uint64)
        assert (fact["side"], fact["player"]) == (side, game[side])
        assert (episode.observations["board"] == outflank.bitboard(words[:, :2])).all()
        masks = outflank.bitboard(words[:, 2]).reshape(-1, 64)
        assert (episode.observations["action_mask"] == masks).all() and (episode.infos["action_mask"] == masks).all()
        assert episode.actions.tolist() == played and episode.rewards.tolist() == [0] * (len(played) - 1) + [reward]
        assert episode.terminations.tolist() == [False] * (len(played) - 1) + [True] and not episode.truncations.any()
    env = loaded.recover_environment()
    assert isinstance(env.unwrapped, outflank.OthelloEnv) and env.spec.kwargs == {"reward": "discs"}
    assert (env.observation_space, env.action_space) == (loaded.observation_space, loaded.action_space)
    first = loaded[0]
    assert all(env.observation_space.contains({key: value[at] for key, value in first.observations.items()}) for at in (0, -1))
    assert env.action_space.contains(first.actions[0])
    env.close()
    for file in ("t.arrow", "all.arrow"):
        same = outflank.minari(folder / file, f"{file.split('.')[0]}-arrow-v0")
        assert same.total_steps == made.total_steps and (same[-1].actions == made[-1].actions).all()
    wrong = (("positions.parquet", "none-v0"), ("t.parquet", "none"), ("t.parquet", "othello/demo-v0"))
    refused(*(partial(outflank.minari, folder / file, name) for file, name in wrong))
    with unittest.mock.patch.dict(sys.modules, h5py=None):
        try:
            outflank.minari(folder / "t.parquet", "none-v0")
        except ImportError as error:
            assert "pip install" in str(error), error
        else:
            raise AssertionError("a data set without h5py")
    return pace


def splits(folder):
    """No position of the test is in the other parts, nor one of the validation in the training part, up to symmetry."""

    def positions(part):
        table = polars.read_parquet(folder / f"divided/split={part}/part-0.parquet")
        sides = [outflank.bitboard(table[side]) for side in ("own", "opponent")]
        images = [[f(s) for s in sides] for turn in range(4) for f in (lambda s: numpy.rot90(s, turn, (1, 2)), lambda s: numpy.rot90(s, turn, (1, 2))[:, :, ::-1])]
        packed = numpy.stack([numpy.packbits(numpy.concatenate([s.reshape(-1, 64) for s in image], axis=1), axis=1).view("V16")[:, 0] for image in images])
        return {min(bytes(image) for image in board) for board in packed.T}, set(table["game_id"])

    outflank.run("positions", folder / "games", "-o", folder / "divided", "--partition", "split")
    (train, learned), (validation, chosen), (test, held) = map(positions, ("train", "validation", "test"))
    assert len(test) > 100 and not test & (train | validation) and not validation & train
    assert not held & (learned | chosen) and not chosen & learned


def sequences(folder):
    """Labels of probes are those of the program and of boards that are played move by move."""
    outflank.run("generate", "-o", folder / "t.parquet", "--games", 3000, "--probes", folder / "p.parquet", "--probe-games", 3000)
    outflank.run("generate", "-o", folder / "t.arrow", "--games", 3000)
    tokens = outflank.tokens(folder / "t.parquet")
    assert tokens.shape == (3000, 60) and (tokens == outflank.tokens(folder / "t.arrow")).all()
    labels, stored = outflank.probes(tokens), polars.read_parquet(folder / "p.parquet")
    played = tokens > 0
    assert played.sum() == len(stored) and not played.all()
    for name in ("mine", "yours", "flipped", "legal", "stable"):
        assert (getattr(labels, name)[played] == stored[name].to_numpy()).all(), name
        assert not getattr(labels, name)[~played].any(), name
    squares = [s for s in range(64) if s not in (27, 28, 35, 36)]
    for game in range(50):
        board = outflank.Board()
        for at in range(played[game].sum()):
            before, board = board, board.play(squares[tokens[game, at] - 1])
            mine, yours = (board.black, board.white) if board.turn == "black" else (board.white, board.black)
            flipped = (before.white if before.turn == "black" else before.black) & (board.black if before.turn == "black" else board.white)
            found = [int(getattr(labels, name)[game, at]) for name in ("flipped", "legal")]
            assert found == [flipped, board.legal], (game, at)
            assert board.over or (labels.mine[game, at], labels.yours[game, at]) == (mine, yours), (game, at)
    refused(*(partial(outflank.probes, wrong) for wrong in ([[1]], [[61]], [[-1]], [[19, 19]], [19])))
    began = time.perf_counter()
    outflank.probes(tokens)
    return played.sum() / (time.perf_counter() - began)


def twenty_lines(folder):
    """Check that the program of twenty lines trains, plays and draws, and return its time in seconds."""
    program = Path(__file__).with_name("twenty.py")
    lines = [line for line in program.read_text().splitlines() if line and not line.startswith('"""')]
    assert len(lines) <= 20, f"{program.name} has {len(lines)} lines"
    began = time.perf_counter()
    subprocess.run([sys.executable, program, "picture.png"], cwd=folder, check=True, env=os.environ | {"MPLBACKEND": "agg"})
    colors = {to_hex(pixel) for row in imread(folder / "picture.png")[::4, ::4] for pixel in row}
    palette = outflank.palette
    missing = {palette.GREEN, palette.FELT, palette.BLACK_DISC, palette.WHITE_DISC} - colors
    assert not missing, f"the picture lacks {missing}"
    return time.perf_counter() - began


if __name__ == "__main__":
    boards()
    agents()
    analyses()
    environments()
    options()
    with tempfile.TemporaryDirectory() as folder:
        tables(Path(folder))
        splits(Path(folder))
        print(f"Minari: {episodes(Path(folder)):,.0f} episodes a second")
        policies(Path(folder))
        print(f"labelled positions a second: {sequences(Path(folder)):,.0f}")
        print(f"twenty lines: {twenty_lines(Path(folder)):.1f} s")
    print(f"perft with Boards: {perft_pace():,.0f} positions a second")
    print(f"steps a second: Batch {batch_pace():,.0f}, OthelloVectorEnv {environment_pace():,.0f}")
