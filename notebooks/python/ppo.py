"""Train MaskablePPO of sb3-contrib against agents and play matches with it: python ppo.py 12000 ppo.zip random greedy

An existing ppo.zip plays without training. With 0 steps, the net has random weights."""
import json, sys
from pathlib import Path
import numpy, outflank
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

steps, file = int(sys.argv[1]), Path(sys.argv[2])
if not file.exists():
    games = [lambda seed=seed: outflank.OthelloEnv(["random", "greedy", "swh"], seed, reward="tanh-discs") for seed in range(8)]
    model = MaskablePPO("MultiInputPolicy", DummyVecEnv(games), n_steps=256, batch_size=512, policy_kwargs={"net_arch": [256, 256]}, seed=1, device="cpu")
    model.learn(steps) if steps else None
    model.save(file)
model = MaskablePPO.load(file, device="cpu")

def policy(mine, yours, legal):
    masks = outflank.bitboard(legal).reshape(-1, 64)
    seen = {"board": numpy.stack([outflank.bitboard(mine), outflank.bitboard(yours)], axis=1), "action_mask": masks}
    return model.predict(seen, action_masks=masks, deterministic=True)[0]

with outflank.serve(policy, batched=True) as player:
    for opponent in sys.argv[3:]:
        match = outflank.run("match", player, opponent, "--games", 400, "--random-plies", 8, "--json")
        print(opponent, json.loads(match.stdout)["pairs"][0]["score"])
