"""Train a double DQN by self-play and play matches with it:

    python dqn.py 20000 dqn.pt random greedy       20,000 updates, or random weights after 0; an existing dqn.pt plays without training
    outflank gauntlet 'policy:cmd="python dqn.py 20000 dqn.pt"' -o cards/dqn --workers 256
"""

import copy, json, os, sys
import numpy, outflank, torch
from outflank import Boards
from torch.nn import Linear, ReLU, Sequential, Tanh

GAMES, MEMORY, BATCH, EPSILON, TARGET = 64, 200_000, 256, 0.1, 0.02
torch.set_num_threads(1)
torch.manual_seed(1)
random = numpy.random.default_rng(1)
squares = torch.arange(64).view(8, 8)
symmetries = [image.flatten() for turn in range(4) for image in (squares.rot90(turn), squares.rot90(turn).T)]


def planes(*words):
    return torch.from_numpy(numpy.stack([outflank.bitboard(w) for w in words], axis=1)).flatten(2).float()


def values(net, seen):
    """The values of all moves, -2 for illegal ones: the expected tanh of the final disc difference / 16, for the side to move."""
    return net(seen.flatten(1)).masked_fill(seen[:, 2] == 0, -2)


def learn(net, target, optimizer, batch):
    """Move the values towards those of the next positions: net chooses the next move, target values it."""
    image = symmetries[torch.randint(8, ())]
    seen, after = (planes(*(batch[name + part] for part in ("mine", "yours", "legal")))[:, :, image] for name in ("", "next_"))
    with torch.no_grad():
        best = values(net, after).argmax(dim=1, keepdim=True)
        wanted = torch.from_numpy(batch["reward"]) + torch.from_numpy(batch["sign"]) * values(target, after).gather(1, best)[:, 0]
    move = image.argsort()[torch.from_numpy(batch["move"])].unsqueeze(1)
    loss = (values(net, seen).gather(1, move)[:, 0] - wanted).square().mean()
    optimizer.zero_grad(), loss.backward(), optimizer.step()
    for old, new in zip(target.parameters(), net.parameters()):
        old.data.lerp_(new.data, TARGET)
    return loss.item()


def train(net, updates):
    """Play a move in each game and learn from a batch of moves, until the number of updates."""
    target, optimizer, start = copy.deepcopy(net), torch.optim.Adam(net.parameters(), lr=5e-4), Boards.start(GAMES)
    words = [(name + part, "u8") for name in ("", "next_") for part in ("mine", "yours", "legal")]
    memory, boards = numpy.zeros(MEMORY, [*words, ("move", "i8"), ("reward", "f4"), ("sign", "f4")]), start
    for update in range(updates):
        seen = planes(boards.mine, boards.yours, boards.legal)
        with torch.no_grad():
            greedy = values(net, seen).argmax(dim=1).numpy()
        drawn = (seen[:, 2].numpy() * random.random((GAMES, 64))).argmax(axis=1)
        move = numpy.where(random.random(GAMES) < EPSILON, drawn, greedy)
        after = boards.play(move)
        over, sign = after.legal == 0, numpy.where(after.black == boards.black, 1, -1)  # the same side moves again after a pass
        discs = numpy.bitwise_count(after.mine).astype(float) - numpy.bitwise_count(after.yours)
        place = (update * GAMES + numpy.arange(GAMES)) % MEMORY
        row = boards.mine, boards.yours, boards.legal, after.mine, after.yours, after.legal, move
        for name, part in zip(memory.dtype.names, (*row, over * sign * numpy.tanh(discs / 16), ~over * sign)):
            memory[name][place] = part
        boards = Boards(*(numpy.where(over, getattr(start, part), getattr(after, part)) for part in ("mine", "yours", "black")))
        optimizer.param_groups[0]["lr"] = 5e-4 * (1 - update / updates) + 1e-5
        loss = learn(net, target, optimizer, memory[random.integers(min(update * GAMES + GAMES, MEMORY), size=BATCH)])
        if update % 1000 == 999:
            print(f"{update + 1} updates: loss {loss:.4f}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    net = Sequential(Linear(192, 512), ReLU(), Linear(512, 512), ReLU(), Linear(512, 64), Tanh())
    if not os.path.exists(sys.argv[2]):
        train(net, int(sys.argv[1]))
        torch.save(net.state_dict(), sys.argv[2])
    net.load_state_dict(torch.load(sys.argv[2]))
    with outflank.serve(lambda *boards: values(net, planes(*boards)).detach().numpy(), batched=True) as player:
        for opponent in sys.argv[3:]:
            match = outflank.run("match", player, opponent, "--games", 400, "--random-plies", 8, "--workers", 200, "--json")
            print(opponent, json.loads(match.stdout)["pairs"][0]["score"])
