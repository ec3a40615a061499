"""Train a policy and value net on transitions and play matches with it: python net.py transitions.parquet net.pt random greedy"""
import json, os, sys
import numpy, outflank, polars, torch
from torch.nn import Flatten, Linear, ReLU, Sequential, functional

planes = lambda *words: torch.from_numpy(numpy.stack([outflank.bitboard(w) for w in words], axis=1)).flatten(2).float()
torch.manual_seed(1)
net = Sequential(Flatten(), Linear(192, 512), ReLU(), Linear(512, 512), ReLU(), Linear(512, 65))  # 64 moves and the value
if not os.path.exists(sys.argv[2]):  # an existing net plays without training
    table = polars.read_parquet(sys.argv[1]).with_columns(result=polars.col("reward").sum().over("game_id", "mover"))
    table = table.filter(polars.col("ply") >= 8)  # the moves before are random
    boards, moves, results = planes(table["own"], table["opponent"], table["legal"]), table["move"].to_torch(), table["result"].to_torch().float()
    symmetries = [i.flatten() for turn in range(4) for square in [torch.arange(64).view(8, 8).rot90(turn)] for i in (square, square.T)]
    optimizer = torch.optim.AdamW(net.parameters())
    batches = [batch for epoch in range(6) for batch in torch.randperm(len(moves)).split(256)]
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=2e-3, total_steps=len(batches))
    for batch in batches:
        image, result = symmetries[torch.randint(8, ())], results[batch]
        found = net(boards[batch][:, :, image])
        policy, value = functional.cross_entropy(found[:, :64], image.argsort()[moves[batch]], reduction="none"), found[:, 64].tanh()
        loss = (result - value.detach()).exp() * policy + (result - value) ** 2  # moves that did better than expected count more
        optimizer.zero_grad(), loss.mean().backward(), optimizer.step(), schedule.step()
    torch.save(net.state_dict(), sys.argv[2])

net.load_state_dict(torch.load(sys.argv[2]))
with outflank.serve(lambda *boards: net(planes(*boards))[:, :64].detach().numpy(), batched=True) as player:
    for opponent in sys.argv[3:]:
        print(opponent, json.loads(outflank.run("match", player, opponent, "--games", 400, "--random-plies", 8, "--json").stdout)["pairs"][0]["score"])
