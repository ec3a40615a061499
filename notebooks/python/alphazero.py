"""Train a policy and value net by self-play with a batched search, as AlphaZero does, and play matches with it:

    python alphazero.py 60 az.pt 32 random minimax:depth=2       until generation 60; an interrupted training resumes
    outflank gauntlet 'policy:cmd="python alphazero.py 60 az.pt 1"' --file alphazero.py --file az.pt -o cards/az --workers 256

The arguments are the generation at which training ends, the file, the simulations per move when the net plays, and
opponents. With one simulation, the policy plays alone. Generation 0 is the net with random weights.
"""

import json
import os
import sys
from pathlib import Path

import numpy
import outflank
import torch
from outflank import Boards
from torch.nn import Linear, ReLU, Sequential, functional

GAMES, SIMULATIONS, RANDOM_PLIES, WINDOW, BATCHES = 256, 24, 8, 20, 120  # games and batches per generation; generations to learn from
EXPLORATION, NOISE, SAMPLED_PLIES = 1.5, 0.25, 24
squares = torch.arange(64).view(8, 8)
symmetries = [image.flatten() for turn in range(4) for image in (squares.rot90(turn), squares.rot90(turn).T)]


def planes(*words):
    return torch.from_numpy(numpy.stack([outflank.bitboard(w) for w in words], axis=1)).flatten(2).float()


def results(boards):
    """The values of finished games for the side to move: the tanh of the disc difference / 16."""
    return numpy.tanh((numpy.bitwise_count(boards.mine).astype(float) - numpy.bitwise_count(boards.yours)) / 16)


def new_net():
    torch.manual_seed(1)
    return Sequential(Linear(192, 512), ReLU(), Linear(512, 256), ReLU(), Linear(256, 65))  # 64 moves and the value


def evaluate(net, boards):
    """The probabilities of the moves, 0 for illegal ones, and the values for the side to move."""
    seen = planes(boards.mine, boards.yours, boards.legal)
    with torch.inference_mode():
        found = net(seen.flatten(1))
        prior = found[:, :64].masked_fill(seen[:, 2] == 0, -1e9).softmax(dim=1) * seen[:, 2]
    return prior.numpy(), numpy.where(boards.legal == 0, results(boards), found[:, 64].tanh().numpy())


def search(net, boards, simulations, noise=None):
    """Search by PUCT from each position. Return the visits of the moves [n, 64] and the mean values of the positions.

    The trees of all positions grow by one node per simulation, in arrays [n, nodes, 64] indexed by position, node and
    move. Node 0 is the root, so 0 in child means that the move has no node yet. Moves that end the game get none.
    """
    n, every = len(boards), numpy.arange(len(boards))
    mine, yours = numpy.zeros((2, n, simulations + 1), numpy.uint64)
    black = numpy.zeros((n, simulations + 1), bool)
    prior, visits, total = numpy.zeros((3, n, simulations + 1, 64), numpy.float32)
    child = numpy.zeros((n, simulations + 1, 64), numpy.int32)
    mine[:, 0], yours[:, 0], black[:, 0] = boards.mine, boards.yours, boards.black
    prior[:, 0], first = evaluate(net, boards)
    if noise is not None:
        drawn = noise.exponential(size=(n, 64)) * (prior[:, 0] > 0)  # a Dirichlet distribution with alpha 1
        prior[:, 0] = (1 - NOISE) * prior[:, 0] + NOISE * drawn / drawn.sum(axis=1, keepdims=True)
    for node in range(1, simulations + 1):
        path, which, at = [], every, numpy.zeros(n, int)
        leaf, move = numpy.zeros((2, n), int)
        while len(which):
            p, v, t = prior[which, at], visits[which, at], total[which, at]
            count = v.sum(axis=1, keepdims=True)
            mean = t.sum(axis=1, keepdims=True) / numpy.maximum(count, 1)  # the value of a move without visits
            score = numpy.where(v > 0, t / numpy.maximum(v, 1), mean) + EXPLORATION * p * numpy.sqrt(count + 1) / (1 + v)
            best = numpy.where(p > 0, score, -numpy.inf).argmax(axis=1)
            leaf[which], move[which] = at, best
            path.append((which, at, best))
            at = child[which, at, best]
            which, at = which[at > 0], at[at > 0]
        after = Boards(mine[every, leaf], yours[every, leaf], black[every, leaf]).play(move)
        mine[:, node], yours[:, node], black[:, node] = after.mine, after.yours, after.black
        prior[:, node], value = evaluate(net, after)
        child[every, leaf, move] = numpy.where(after.legal == 0, 0, node)
        value = numpy.where(after.black, value, -value).astype(numpy.float32)  # for black
        for which, at, best in path:
            visits[which, at, best] += 1
            total[which, at, best] += numpy.where(black[which, at], value[which], -value[which])
    return visits[:, 0], (first + total[:, 0].sum(axis=1)) / (simulations + 1)


def self_play(net, random):
    """Play games with the search. Return their positions, the visits of the moves, and the values to learn."""
    boards, game, samples, result = Boards.start(GAMES), numpy.arange(GAMES), [], numpy.zeros(GAMES)  # result is for black
    for ply in range(60):
        legal = outflank.bitboard(boards.legal).reshape(-1, 64)
        if ply < RANDOM_PLIES:
            move = (legal * random.random(legal.shape)).argmax(axis=1)
        else:
            visits, value = search(net, boards, SIMULATIONS, random)
            samples.append((game, boards.black, boards.mine, boards.yours, boards.legal, visits.astype(numpy.uint8), value))
            sampled = visits / random.exponential(size=visits.shape) if ply < SAMPLED_PLIES else visits
            move = sampled.argmax(axis=1)
        boards = boards.play(move)
        over = boards.legal == 0
        result[game[over]] = numpy.where(boards.black, 1, -1)[over] * results(boards)[over]
        boards, game = boards.take(~over), game[~over]
        if not len(game):
            break
    game, black, *words, visits, value = map(numpy.concatenate, zip(*samples))
    value = (numpy.where(black, result[game], -result[game]) + value) / 2  # half the result, half what the search found
    return [torch.from_numpy(w.view(numpy.int64)) for w in words] + [torch.from_numpy(visits), torch.from_numpy(value).float()]


def learn(net, optimizer, data):
    """Learn from positions drawn at random, in a random symmetry. Return the mean losses of policy and value."""
    losses = []
    for _ in range(BATCHES):
        batch, image = torch.randint(len(data[-1]), (512,)), symmetries[torch.randint(8, ())]
        mine, yours, legal, visits, value = (part[batch] for part in data)
        seen = planes(*(w.numpy().view(numpy.uint64) for w in (mine, yours, legal)))[:, :, image]
        found = net(seen.flatten(1))
        policy = functional.cross_entropy(found[:, :64].masked_fill(seen[:, 2] == 0, -1e9), functional.normalize(visits[:, image].float(), p=1))
        loss = policy + 2 * functional.mse_loss(found[:, 64].tanh(), value)
        optimizer.zero_grad(), loss.backward(), optimizer.step()
        losses.append((policy.item(), (loss - policy).item() / 2))
    return numpy.mean(losses, axis=0)


def train(net, file, generations):
    """Train until a generation, and save each one in the file with the positions that the next ones learn from."""
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=1e-4)
    window, done = [], 0
    if file.exists():
        state = torch.load(file)
        net.load_state_dict(state["net"]), optimizer.load_state_dict(state["optimizer"])
        window, done = state["window"], state["generation"]
    for generation in range(done, generations + 1):
        if generation > done:
            torch.manual_seed(generation)
            window = window[-WINDOW + 1 :] + [self_play(net, numpy.random.default_rng(generation))]
            optimizer.param_groups[0]["lr"] = 1e-3 / (1 + generation / 10) ** 0.5
            losses = learn(net, optimizer, [torch.cat(parts) for parts in zip(*window)])
            print(f"generation {generation}: policy {losses[0]:.3f}, value {losses[1]:.4f}", file=sys.stderr, flush=True)
        elif file.exists():
            continue
        state = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "window": window, "generation": generation}
        torch.save(state, f"{file}.new")
        os.replace(f"{file}.new", file)


if __name__ == "__main__":
    torch.set_num_threads(1)
    net, simulations = new_net(), int(sys.argv[3])
    train(net, Path(sys.argv[2]), int(sys.argv[1]))
    with outflank.serve(lambda mine, yours, legal: search(net, Boards(mine, yours), simulations)[0], batched=True) as player:
        for opponent in sys.argv[4:]:
            match = outflank.run("match", player, opponent, "--games", 400, "--random-plies", 8, "--workers", 200, "--json")
            print(opponent, json.loads(match.stdout)["pairs"][0]["score"])
