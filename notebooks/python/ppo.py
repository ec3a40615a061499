"""Train MaskablePPO of sb3-contrib against a random agent and play matches with it: python ppo.py 12000 random"""
import json, sys
import numpy, outflank
from sb3_contrib import MaskablePPO

env = outflank.OthelloEnv(opponent="random", reward="tanh-discs")
model = MaskablePPO("MultiInputPolicy", env, n_steps=1024, batch_size=256, seed=1, device="cpu")
model.learn(int(sys.argv[1]))

def policy(mine, yours, legal):
    masks = outflank.bitboard(legal).reshape(-1, 64)
    seen = {"board": numpy.stack([outflank.bitboard(mine), outflank.bitboard(yours)], axis=1), "action_mask": masks}
    return model.predict(seen, action_masks=masks, deterministic=True)[0]

with outflank.serve(policy, batched=True) as player:
    for opponent in sys.argv[2:]:
        match = outflank.run("match", player, opponent, "--games", 400, "--random-plies", 8, "--json")
        print(opponent, json.loads(match.stdout)["pairs"][0]["score"])
