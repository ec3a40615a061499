"""The exercises of lesson 6: Q-learning with features."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from checks import array, changed, draws, number
from course import Case, Exercise, Wrong, compare, positions
from outflank import Board, Boards, bitboard

Array = NDArray[np.float64]
Game = list[tuple[Board, str]]  # the boards of a game with the moves played

# The ten classes of symmetric squares as sets, and the class of each square: the first class contains the corners.
NAMES = ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"]


def _class(name: str) -> int:
    file, rank = "abcdefgh".index(name[0]), int(name[1]) - 1
    images = {(x, y) for a, b in ((file, rank), (rank, file)) for x in (a, 7 - a) for y in (b, 7 - b)}
    return sum(1 << 8 * y + x for x, y in images)


CLASSES = [_class(name) for name in NAMES]
CLASS = np.array([next(i for i, squares in enumerate(CLASSES) if squares >> s & 1) for s in range(64)])


# Features

def features(board: Board, move: str) -> Array:
    """Return φ(board, move): ten numbers, one for each set of squares in CLASSES.

    A number is half the difference between the discs of the side that moves and those of the other side, on these squares,
    after the move.
    """
    after = board.play(move)
    mine, theirs = (after.black, after.white) if board.turn == "black" else (after.white, after.black)
    return np.array([((mine & squares).bit_count() - (theirs & squares).bit_count()) / 2 for squares in CLASSES])


def _tuple(answer: Callable[..., Any], *case: Any) -> tuple[float, ...]:
    found = answer(*case)
    if isinstance(found, (list, tuple)):
        raise Wrong("your function returns a list. Return an array, np.array([…]): lists cannot be multiplied by weights.")
    return tuple(np.round(array(found, (10,)), 9).tolist())


_before = changed(features, ("after = board.play(move)", "after = board"))
_black = changed(features, ("if board.turn == \"black\"", "if True"))
_opponent = changed(features, ("if board.turn == \"black\"", "if after.turn == \"black\""))
_whole = changed(features, (" / 2 for", " for"))
_mine = changed(features, (" - (theirs & squares).bit_count()", ""))
_sum = changed(features, (" - (theirs", " + (theirs"))
_turned = changed(features, ("if board.turn == \"black\"", "if board.turn == \"white\""))
_mean = changed(features, ("/ 2 for", "/ squares.bit_count() for"))
_FEATURES_MISTAKES = [
    (_before, "These are the features before the move, so all moves of a board would have the same value. Play the move first."),
    (_black, "These are right if black moves. If white moves, the discs of white are mine."),
    (_opponent, "after.turn is the side to move after the move, usually the opponent. Mine are the discs of board.turn, which moves."),
    (_whole, "Halve the difference: the program does, so that the features have a size near 1."),
    (_mine, "Subtract the discs of the other side on the same squares."),
    (_sum, "You add the discs of both sides. Subtract those of the other side: their corner is bad for me."),
    (_turned, "The sides are exchanged: all signs are wrong."),
    (_mean, "You divide by the number of squares of the class. Divide by 2."),
]


def _test_features(answer: Callable[..., Any]) -> None:
    passes = Board(0x7C1D33170B1F030F, 0x03E24C2874E0FC70, "black")  # white passes after h8
    cases = [(board, move) for board in [Board(), *positions(25, seed=6), passes] for move in [*board.moves[:3], board.moves[-1]]]
    compare(functools.partial(_tuple, answer), functools.partial(_tuple, features.answer), cases,
            [(functools.partial(_tuple, wrong), why) for wrong, why in _FEATURES_MISTAKES],
            lambda board, move: f"the move {move} of {board.turn} on\n{board}\n", lambda found: " ".join(f"{x:g}" for x in found))


features = Exercise(features, _test_features, [
    "Whose discs count positive? On which board do you count: before or after the move?",
    "after = board.play(move). Mine are after.black if board.turn is black, otherwise after.white. Count with (mine & squares).bit_count().",
    "np.array([((mine & squares).bit_count() - (theirs & squares).bit_count()) / 2 for squares in CLASSES])",
], [(wrong, why[:40]) for wrong, why in _FEATURES_MISTAKES])


# Steps

class Step(NamedTuple):
    """A state and a move of one side, and what follows: the features of the move, the reward, and the features of each legal
    move in the next state in which the same side moves, none if there is no such state."""

    phi: Array
    reward: float
    next: list[Array]


def steps(game: Game, side: str) -> list[Step]:
    """Return a Step for each move of a side ("black" or "white") in a game, in order.

    The reward of the side's last move is 1 for a win, 0 for a draw, -1 for a loss. All other rewards are 0.
    """
    own = [(board, move) for board, move in game if board.turn == side]
    board, move = game[-1]
    black = np.sign(board.play(move).score)
    found = []
    for (board, move), (after, _) in zip(own, own[1:]):
        found.append(Step(features(board, move), 0, [features(after, m) for m in after.moves]))
    board, move = own[-1]
    return found + [Step(features(board, move), black if side == "black" else -black, [])]


@functools.cache
def _games() -> list[Game]:
    """Random games: one that black wins, one that white wins in which a side passes near the end, one that the last move
    turns, and a draw."""
    found: dict[str, Game] = {}
    for seed in range(5000):
        rng, board, game = random.Random(seed), Board(), Game()
        while not board.over:
            game.append((board, rng.choice(board.moves)))
            board = board.play(game[-1][1])
        passed = any(a.turn == b.turn for (a, _), (b, _) in zip(game, game[1:]))
        if not board.score:
            found.setdefault("draw", game)
        elif board.score * game[-1][0].score < 0:
            found.setdefault("turned", game)
        elif passed == (board.score < 0):
            found.setdefault("black" if board.score > 0 else "white", game)
        if len(found) == 4:
            break
    return list(found.values())


def _test_steps(answer: Callable[..., Any]) -> None:
    for game in _games():
        for side in ("black", "white"):
            found, wanted = answer(game, side), steps(game, side)
            if found is None:
                raise Wrong("your function returns None. Return a list of Steps.")
            if len(found) != len(wanted):
                raise Wrong(f"{side} makes {len(wanted)} moves in a game, and you return {len(found)} steps. Use the moves with board.turn == side; the last "
                            "one has a step too.")
            if not all(isinstance(step, Step) for step in found):
                raise Wrong("the list contains something else than Steps. Make each one with Step(phi, reward, next): the next exercise uses these names.")
            try:
                found = [Step(array(phi, (10,), "phi"), number(reward, "a reward"), [array(p, (10,), "next") for p in after]) for phi, reward, after in found]
            except (TypeError, ValueError) as error:
                raise Wrong(f"a step is not right: {error}. Each one is Step(phi, reward, next), and next is a list of features.") from None
            _test_rewards([s.reward for s in found], [s.reward for s in wanted], side)
            _test_states(game, side, found, wanted)


def _test_rewards(found: list[float], wanted: list[float], side: str) -> None:
    if found == wanted:
        return
    if not any(found):
        raise Wrong(f"all rewards of {side} are 0. The last one is the result of the game.")
    if sum(x != 0 for x in found) > 1:
        raise Wrong(f"{sum(x != 0 for x in found)} moves of {side} have a reward. Only the last move of a side has one: the game is won once.")
    if abs(found[-1]) > 1:
        raise Wrong(f"the reward of the last move of {side} is {found[-1]:g}. It is 1, 0 or -1, not discs.")
    if not wanted[-1]:
        raise Wrong(f"the reward of the last move of {side} is {found[-1]:g} in a game that ends in a draw. It is 0.")
    if found[-1] == -wanted[-1]:
        raise Wrong(f"the reward of {side} has the wrong sign. score is the result for black: a win of black is a loss of white. It is "
                    "the score after the last move, board.play(move).score.")
    raise Wrong(f"the rewards of {side} are {found}, and should be {wanted}.")


def _test_states(game: Game, side: str, found: list[Step], wanted: list[Step]) -> None:
    others = {i + 1: game[i + 1][0] for i in range(len(game) - 1)}
    own = [i for i, (board, _) in enumerate(game) if board.turn == side]
    for i, (step, right) in enumerate(zip(found, wanted)):
        if not np.array_equal(step.phi, right.phi):
            if i + 1 < len(wanted) and np.array_equal(step.phi, wanted[i + 1].phi):
                raise Wrong("phi are the features of the next move. They are those of the move that is played here: the update must change the value of the "
                            "move that was made.")
            raise Wrong(f"phi of step {i} of {side} are not the features of the move that was played, features(board, move).")
        if i + 1 == len(wanted):
            if len(step.next):
                raise Wrong(f"the last step of {side} has next moves. The side does not move again, so its target is the reward alone: next is empty.")
        elif not _same(step.next, right.next):
            following = others[own[i] + 1]
            if following.turn != side and len(step.next) == len(following.moves) and \
                    (not step.next or any(np.array_equal(step.next[0], sign * features(following, m)) for m in following.moves for sign in (1, -1))):
                raise Wrong("next contains moves of the opponent's state. Then the target would contain the best move for the opponent. Take the next state in "
                            f"which {side} moves.")
            if len(step.next) == 1 and len(right.next) > 1:
                raise Wrong("next contains one move. Q-learning takes a maximum, so it needs all legal moves of the next state, not only the one played.")
            if _same(step.next, [features(game[own[i]][0], m) for m in game[own[i]][0].moves]):
                raise Wrong("next contains the moves of the same state. Take the next state in which the side moves.")
            if not step.next:
                raise Wrong("next is empty before the end of the game. It has the features of each legal move in the next state of the side.")
            raise Wrong(f"next of step {i} of {side} is not right. It has the features of each of the {len(right.next)} legal moves in the next state in which "
                        f"{side} moves; you have {len(step.next)}. Is there a pass?")


def _same(a: Sequence[Array], b: Sequence[Array]) -> bool:
    return len(a) == len(b) and all(any(np.array_equal(x, y) for y in b) for x in a)


steps = Exercise(steps, _test_steps, [
    "White moves between two moves of black. Which of these positions does black choose a move in?",
    "own = [(board, move) for board, move in game if board.turn == side] are the states of the side. The next state of own[i] is own[i + 1].",
    "For each pair in zip(own, own[1:]): Step(features(board, move), 0, [features(after, m) for m in after.moves]). For own[-1]: the result, and []. "
    "The final board is board.play(move) with the last board and move of game.",
], [(changed(steps, ("black if side == \"black\" else -black", "black")), "wrong sign"),
    (changed(steps, ("features(board, move), 0,", "features(board, move), black if side == 'black' else -black,")), "won once"),
    (changed(steps, ("np.sign(board.play(move).score)", "board.play(move).score")), "not discs"),
    (changed(steps, ("np.sign(board.play(move).score)", "np.sign(board.score)")), "after the last move"),
    (changed(steps, ("np.sign(board.play(move).score)", "(1 if board.play(move).score >= 0 else -1)")), "in a draw"),
    (changed(steps, ("return found + [Step(features(board, move), black if side == \"black\" else -black, [])]", "return found")), "the last one"),
    (changed(steps, ("Step(features(board, move), 0, [features(after, m)", "Step(features(after, after.moves[0] if _ is None else _), 0, [features(after, m)")),
     "the move that was made"),
    (changed(steps, ("for m in after.moves]", "for m in [_]]")), "a maximum"),
    (changed(steps, ("zip(own, own[1:])", "zip(own, [game[game.index(x) + 1] for x in own[:-1]])")), "opponent's state"),
    (changed(steps, ("-black, [])", "-black, [features(board, m) for m in board.moves])")), "reward alone"),
    (changed(steps, ("for m in after.moves]", "for m in board.moves for after in [board]]")), "the same state")])


# The target

def target(reward: float, values: list[float], gamma: float = 1) -> float:
    """Return the target of an update: the reward plus gamma times the highest of the values of the moves in the next state.

    values is empty if there is no next state.
    """
    return reward + gamma * max(values) if values else reward


def _lowest(reward: float, values: list[float], gamma: float = 1) -> float:
    return reward + gamma * min(values) if values else reward


def _minimax(reward: float, values: list[float], gamma: float = 1) -> float:
    return reward - gamma * max(values) if values else reward


def _sure(reward: float, values: list[float], gamma: float = 1) -> float:
    return reward + max(values) if values else reward


def _mean_value(reward: float, values: list[float], gamma: float = 1) -> float:
    return reward + gamma * sum(values) / len(values) if values else reward


def _rewardless(reward: float, values: list[float], gamma: float = 1) -> float:
    return gamma * max(values) if values else reward


def _late(reward: float, values: list[float], gamma: float = 1) -> float:
    return gamma * (reward + max(values)) if values else reward


def _endless(reward: float, values: list[float], gamma: float = 1) -> float:
    return reward + gamma * max(values)


def _nothing(reward: float, values: list[float], gamma: float = 1) -> float:
    return reward + gamma * max(values) if values else 0


def _positive(reward: float, values: list[float], gamma: float = 1) -> float:
    return reward + gamma * max([0, *values])


def _larger(reward: float, values: list[float], gamma: float = 1) -> float:
    return max(reward, gamma * max(values)) if values else reward


def _sum_of_values(reward: float, values: list[float], gamma: float = 1) -> float:
    return reward + gamma * sum(values)


def _first_value(reward: float, values: list[float], gamma: float = 1) -> float:
    return reward + gamma * values[0] if values else reward


def _last_value(reward: float, values: list[float], gamma: float = 1) -> float:
    return reward + gamma * values[-1] if values else reward


def _index(reward: float, values: list[float], gamma: float = 1) -> float:
    return reward + gamma * int(np.argmax(values)) if values else reward


def _largest_size(reward: float, values: list[float], gamma: float = 1) -> float:
    return reward + gamma * max(values, key=abs) if values else reward


def _size_of_largest(reward: float, values: list[float], gamma: float = 1) -> float:
    return reward + gamma * max(map(abs, values)) if values else reward


def _either(reward: float, values: list[float], gamma: float = 1) -> float:
    return reward or (gamma * max(values) if values else 0)


def _difference(reward: float, values: list[float], gamma: float = 1) -> float:
    return reward + gamma * (max(values) - min(values)) if values else reward


def _mixed(reward: float, values: list[float], gamma: float = 1) -> float:
    return (1 - gamma) * reward + gamma * max(values) if values else reward


_TARGET_MISTAKES = [
    (_lowest, "You take the lowest value, as if the opponent chose the move. In the next state the same side moves again, and it takes its best move."),
    (_minimax, "You change the sign, as minimax does. Here the next state is one of the same side, so its values have the same sign."),
    (_sure, "The discount is forgotten. A value that is one step away counts gamma times."),
    (_mean_value, "You take the mean over the moves. Q-learning takes the best one; the mean is expected SARSA with random moves."),
    (_rewardless, "The reward is forgotten. A step may have a reward and a next state."),
    (_late, "The reward is discounted too. It comes with this step, so only the value of the next state is multiplied by gamma."),
    (_endless, "A finished game has no next state, and its values are empty. The target is the reward alone."),
    (_nothing, "If there is no next state, the target is the reward: without it, nothing is learned from the result."),
    (_positive, "The best of the values may be negative: in a lost position all moves are bad. 0 counts only if there is no next state."),
    (_larger, "You take the larger one of the reward and the value. Add them."),
    (_sum_of_values, "You add up the values of all moves. The side plays one of them, the best: max(values)."),
    (_first_value, "You take the value of the first move. Q-learning takes the highest: max(values)."),
    (_last_value, "You take the value of the last move. Q-learning takes the highest: max(values)."),
    (_index, "You take the index of the best move, as argmax does. The target contains its value: max(values)."),
    (_largest_size, "You compare the sizes of the values. A value of -1 is a sure loss, so the highest value counts."),
    (_size_of_largest, "You take absolute values. A value of -1 is a sure loss, so the highest value counts, with its sign."),
    (_either, "If there is a reward, you leave out the value of the next state. Whether values is empty tells if the game is over, not the reward."),
    (_difference, "You subtract the lowest value. The target contains the highest value alone."),
    (_mixed, "You multiply the reward by 1 - gamma. Only the value of the next state has a factor, gamma."),
]


def _test_target(answer: Callable[..., Any]) -> None:
    cases: list[Case] = [(0, [0.25, 0.5, -0.75, -0.25], 1), (0, [0.25, 0.5, -0.75, -0.25], 0.5), (0.25, [-0.75, -0.5, -1, -0.625], 0.25),
                         (0.25, [0.5, 0.875, -0.75], 0.5), (0, [-0.75], 1), (1, [], 0.5), (-1, [], 1)]
    compare(lambda *case: number(answer(*case)), target.answer, cases, _TARGET_MISTAKES, lambda r, v, g: f"target({r}, {v}, {g})",
            lambda x: f"{x:g}", lambda found, wanted: abs(found - wanted) < 1e-12)


target = Exercise(target, _test_target, [
    "What can the side expect after this step: which move will it play in the next state?",
    "reward + gamma * max(values). What does max do with an empty list?",
    "reward + gamma * max(values) if values else reward",
], [(wrong, why[:30]) for wrong, why in _TARGET_MISTAKES])


# The update

def update(weights: Array, phi: Array, target: float, alpha: float) -> Array:
    """Return new weights, after a step of size alpha that brings the value weights · phi nearer to the target.

    w ← w + α (target - w·φ) φ. The argument weights stays as it is.
    """
    error = target - weights @ phi
    return weights + alpha * error * phi


_UPDATE_MISTAKES = [
    (changed(update, ("target - weights @ phi", "weights @ phi - target")),
     "The sign of the error is wrong: the weights move away from the target. The error is the target minus the value."),
    (changed(update, ("alpha * error * phi", "alpha * error")),
     "All weights change by the same amount. Multiply by phi: a feature that is 0 is not responsible for the error."),
    (changed(update, ("error = target - weights @ phi", "error = target")),
     "You step by the target instead of the error, so a value that is right already still grows. Subtract the value, weights @ phi."),
    (changed(update, ("alpha * error * phi", "error * phi")), "alpha is missing: the step is too large."),
    (changed(update, ("weights + alpha", "alpha")), "You return the change. Add it to the weights."),
    (changed(update, ("alpha * error * phi", "alpha * error * weights")), "You multiply by the weights. The gradient of w·φ is phi."),
    (changed(update, ("weights + alpha * error * phi", "weights + alpha * error * np.sign(phi)")), "Only the sign of phi counts. Multiply by phi itself."),
]


def _inplace(weights: Array, phi: Array, target: float, alpha: float) -> Array:
    weights += alpha * (target - weights @ phi) * phi
    return weights


def _test_update(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(6)
    cases: list[Case] = [(np.array([0.5, 0.0, -0.25]), np.array([1.0, 0.0, -2.0]), 1.0, 0.125), (np.array([0.5, 0.5]), np.array([1.0, 1.0]), 1.0, 0.5)]
    cases += [(rng.normal(size=10), rng.integers(-4, 5, 10) / 2, float(rng.normal()), 0.01) for _ in range(5)]

    def call(function: Callable[..., Any], *case: Any) -> tuple[float, ...]:
        return tuple(np.round(array(function(*case), case[0].shape), 12).tolist())

    compare(functools.partial(call, answer), functools.partial(call, update.answer), cases,
            [(functools.partial(call, wrong), why) for wrong, why in _UPDATE_MISTAKES],
            lambda w, phi, t, a: f"update(weights={w.round(3).tolist()}, phi={phi.tolist()}, target={t:.3g}, alpha={a:g})",
            lambda found: str([round(x, 6) for x in found]), lambda found, wanted: np.allclose(found, wanted, rtol=0, atol=1e-10))


update = Exercise(update, _test_update, [
    "If the value is lower than the target, in which direction must the weight of a positive feature move? Of a negative one?",
    "The error is target - weights @ phi. Each weight changes by alpha times the error times its feature.",
    "weights + alpha * error * phi",
], [(wrong, why[:30]) for wrong, why in _UPDATE_MISTAKES] + [(_inplace, "changes its arguments")])


# Learning from an episode

def learn(weights: Array, episode: list[Step], alpha: float, gamma: float = 1) -> Array:
    """Return the weights after an update for each step of an episode, from the last step to the first.

    The target of a step uses the values of the next moves with the weights at that time.
    """
    for step in reversed(episode):
        values = [weights @ phi for phi in step.next]
        weights = update(weights, step.phi, target(step.reward, values, gamma), alpha)
    return weights


_LEARN_MISTAKES = [
    (changed(learn, ("reversed(episode)", "episode")),
     "You go from the first step to the last. Backwards, the result reaches the first move at once; forwards, it moves one step in each game."),
    (changed(learn, ("    for step", "    old = weights\n    for step"), ("weights @ phi for", "old @ phi for")),
     "The values of the next moves come from the weights before the episode. Use the current weights."),
    (changed(learn, ("values, gamma)", "values, 1)")), "gamma is not used."),
    (changed(learn, ("values = [weights @ phi for phi in step.next]", "values = [weights @ phi for phi in step.next] or [weights @ step.phi]")),
     "The last step bootstraps: its target contains a value, although nothing follows. Its target is the reward alone."),
    (changed(learn, ("update(weights, step.phi", "update(weights, step.next[0] if step.next else step.phi")),
     "You update with the features of the state after the step. The error belongs to the move that was played, step.phi."),
    (changed(learn, ("weights = update(", "update(")), "The weights stay the same. update returns new weights: keep them."),
    (changed(learn, ("    return", "        break\n    return")), "Only one step is learned."),
    (changed(learn, ("for phi in step.next]", "for phi in step.next[:1]]")), "The target uses the first of the next moves. Take the best of all."),
]


def _test_learn(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(7)

    def episode(length: int) -> list[Step]:
        draw = [rng.integers(-4, 5, 10) / 2 for _ in range(4 * length)]
        return [Step(draw[4 * i], 0 if i < length - 1 else 1, draw[4 * i + 1:4 * i + 4] if i < length - 1 else []) for i in range(length)]

    cases: list[Case] = [(rng.normal(size=10) / 9, episode(n), 0.01, gamma) for n, gamma in ((1, 1), (2, 1), (6, 1), (6, 0.5))]

    def call(function: Callable[..., Any], *case: Any) -> tuple[float, ...]:
        return tuple(np.round(array(function(*case), (10,)), 9).tolist())

    compare(functools.partial(call, answer), functools.partial(call, learn.answer), cases,
            [(functools.partial(call, wrong), why) for wrong, why in _LEARN_MISTAKES],
            lambda w, e, a, g: f"learn with an episode of {len(e)} steps, alpha = {a:g} and gamma = {g:g}",
            lambda found: f"weights that begin with {', '.join(f'{x:.6f}' for x in found[:3])}")


learn = Exercise(learn, _test_learn, [
    "Which step knows the result of the game?",
    "for step in reversed(episode): compute the values of step.next, then the target, then new weights.",
    "values = [weights @ phi for phi in step.next]; weights = update(weights, step.phi, target(step.reward, values, gamma), alpha)",
], [(wrong, why[:30]) for wrong, why in _LEARN_MISTAKES]
    + [(changed(learn, ("    for step in reversed(episode):", "    episode.reverse()\n    for step in episode:")), "changes its arguments")])


# Exploration

def explore(values: list[float], epsilon: float, rng: random.Random) -> int:
    """Return the index of a move: with probability epsilon a random one, otherwise the one with the highest value."""
    if rng.random() < epsilon:
        return rng.randrange(len(values))
    return int(np.argmax(values))


def _test_explore(answer: Callable[..., Any]) -> None:
    values, rng = [0.1, 0.7, -0.2, 0.3], random.Random(8)
    counts = {}
    for epsilon in (0.0, 1.0, 0.4):
        found = [answer(values, epsilon, rng) for _ in range(3000)]
        if found[0] is None:
            raise Wrong("your function returns None. Return the index of a move.")
        if odd := [x for x in found if x not in range(4) or isinstance(x, float)]:
            raise Wrong(f"your function returns {odd[0]!r}. Return the index of a move, 0 to 3 for four values.")
        counts[epsilon] = np.bincount(found, minlength=4) / len(found)
    shares = {e: " ".join(f"{x:.2f}" for x in c) for e, c in counts.items()}
    if np.array_equal(counts[0.0], [0, 0, 1, 0]):
        raise Wrong("you choose the lowest value.")
    if counts[0.0][1] < 1 and counts[1.0][1] == 1:
        raise Wrong("epsilon is reversed: with epsilon = 0 you move at random, and with epsilon = 1 you never do.")
    if counts[0.0][1] < 1:
        raise Wrong(f"with epsilon = 0 your shares of the four moves are {shares[0.0]}. Always take the highest value, move 1.")
    if counts[1.0][1] == 1:
        raise Wrong("you never explore: with epsilon = 1 all moves must be random.")
    if counts[1.0][1] == 0:
        raise Wrong("a random move is never the best one. Draw it from all moves.")
    if np.abs(counts[1.0] - 0.25).max() > 0.05:
        raise Wrong(f"with epsilon = 1 your shares of the four moves are {shares[1.0]}. All are equally likely, 0.25 each.")
    if np.abs(counts[0.4] - [0.1, 0.7, 0.1, 0.1]).max() > 0.05:
        raise Wrong(f"with epsilon = 0.4 your shares of the four moves are {shares[0.4]}. The best one has 0.6 + 0.4 / 4 = 0.7. Does epsilon decide how often "
                    "a move is random?")
    if (worst := answer([-0.3, -0.1, -0.9], 0.0, rng)) != 1:
        raise Wrong(f"with the values -0.3, -0.1 and -0.9 and epsilon = 0 you choose move {worst}. The highest is -0.1: compare with the first value, "
                    "not with 0.")
    draws(lambda rng: [answer(values, 1.0, rng) for _ in range(30)])


explore = Exercise(explore, _test_explore, [
    "rng.random() is between 0 and 1. How often is it below epsilon?",
    "With probability epsilon return rng.randrange(len(values)); otherwise the index of the highest value.",
    "if rng.random() < epsilon: return rng.randrange(len(values)); then int(np.argmax(values))",
], [(changed(explore, ("rng.random() < epsilon", "rng.random() > epsilon")), "reversed"),
    (changed(explore, ("rng.random() < epsilon", "False")), "never explore"),
    (changed(explore, ("np.argmax", "np.argmin")), "lowest"),
    (changed(explore, ("rng.randrange(len(values))", "rng.choice([i for i in range(len(values)) if i != int(np.argmax(values))])"),), "never the best"),
    (changed(explore, ("return int(np.argmax(values))", "return max(values)")), "Return the index"),
    (changed(explore, ("rng.random() < epsilon", "rng.random() < epsilon ** 2")), "how often"),
    (changed(explore, ("int(np.argmax(values))", "int(np.argmax([max(v, 0) for v in values]))")), "not with 0"),
    (changed(explore, ("rng.randrange", "random.randrange")), "the module random"),
    (changed(explore, ("rng.randrange(len(values))", "rng.randrange(len(values) - 1)")), "equally likely")])


# Safe steps

def normalised(weights: Array, phi: Array, target: float, alpha: float) -> Array:
    """Return new weights, after a step that removes the share alpha of the error: update with α / (φ·φ).

    If all features are 0, the weights stay the same.
    """
    length = phi @ phi
    return update(weights, phi, target, alpha / length) if length else weights


_NORMALISED_MISTAKES = [
    (lambda w, phi, t, a: update(w, phi, t, a), "This is the plain update: a long phi makes a large step. Divide alpha by phi @ phi."),
    (lambda w, phi, t, a: update(w, phi, t, a / np.sqrt(phi @ phi)) if phi.any() else w,
     "You divide by the length of phi. The value changes by α · error · φ·φ, so divide by its square."),
    (lambda w, phi, t, a: update(w, phi, t, a / len(phi)),
     "You divide by the number of features. A step is too long if the features are large, not if they are many."),
    (lambda w, phi, t, a: update(w, phi, t, a * (phi @ phi)), "You multiply by φ·φ, so long features make even larger steps. Divide."),
    (lambda w, phi, t, a: update(w, phi, t, a / np.abs(phi).sum()) if phi.any() else w,
     "You divide by the sum of the features' sizes. The value changes by α · error · φ·φ, so divide by the sum of their squares."),
    (lambda w, phi, t, a: update(w, phi, t, a / (phi @ phi)) if phi.any() else 0 * w, "If all features are 0, your weights vanish. They stay the same."),
    (lambda w, phi, t, a: update(w, phi, t, 1 / (phi @ phi)) if phi.any() else w, "alpha is missing: the whole error is removed, and noise with it."),
    (lambda w, phi, t, a: update(w, phi / np.sqrt(phi @ phi), t, a) if phi.any() else w,
     "You scale phi itself, so the value that is compared with the target is another one. Leave phi as it is, and scale alpha."),
    (lambda w, phi, t, a: update(w, phi / (phi @ phi), t, a) if phi.any() else w,
     "You scale phi itself, so the value that is compared with the target is another one. Leave phi as it is, and scale alpha."),
    (lambda w, phi, t, a: update(w, phi, t, a / (w @ w)) if phi.any() else w, "You divide by w·w. Long features are the danger: divide by phi @ phi."),
    (lambda w, phi, t, a: update(w, phi, t, a) / (phi @ phi) if phi.any() else w, "You divide the new weights themselves. Divide only the step: alpha."),
    (lambda w, phi, t, a: update(w, phi, t / (phi @ phi), a) if phi.any() else w, "You divide the target. Divide only the step: alpha."),
    (lambda w, phi, t, a: update(w, phi, t, a / (1 + phi @ phi)),
     "You add 1 to φ·φ, so less than the share alpha of the error is removed. If you want to prevent a division by 0, handle that case alone."),
    (lambda w, phi, t, a: update(w, phi, t, a / np.abs(phi).max()) if phi.any() else w,
     "You divide by the largest feature. The value changes by α · error · φ·φ, so divide by the sum of the squares of all."),
    (lambda w, phi, t, a: update(w, phi, t, a / (phi @ phi)) if phi.all() else w,
     "The weights stay the same if one of the features is 0. They stay only if all are: test phi.any(), or phi @ phi."),
    (lambda w, phi, t, a: update(w, phi, t, a / (phi @ phi)) if phi.sum() else w,
     "Features with the sum 0, such as 1 and -1, change no weight. Test phi @ phi, which is 0 only if all are."),
    (lambda w, phi, t, a: a / (phi @ phi) * (t - w @ phi) * phi if phi.any() else 0 * w, "You return the change. Add it to the weights."),
    (lambda w, phi, t, a: update(w, phi, t, -a / (phi @ phi)) if phi.any() else w, "The sign is wrong: the weights move away from the target."),
]


def _test_normalised(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(9)
    cases: list[Case] = [(np.array([0.5, 0.5]), np.array([2.0, 0.0]), 3.0, 0.5), (np.array([0.5, -0.5]), np.array([6.0, 8.0]), 1.0, 0.5)]
    cases += [(rng.normal(size=10), rng.integers(-8, 9, 10) / 2, float(rng.normal()), 0.1) for _ in range(4)]
    cases += [(np.array([0.5, 0.25]), np.array([1.0, -1.0]), 1.0, 0.5), (np.array([0.5, 0.25]), np.array([0.0, 0.0]), 1.0, 0.5)]

    def call(function: Callable[..., Any], *case: Any) -> tuple[float, ...]:
        with np.errstate(all="ignore"):
            found = function(*case)
            if not case[1].any() and found is None:
                raise Wrong("if all features are 0, your function returns None. Return the weights as they are.")
            if not case[1].any() and np.isnan(found).any():
                raise Wrong("if all features are 0, you divide by 0, and all weights become nan for ever. Return the weights as they are.")
            return tuple(np.round(array(found, case[0].shape), 9).tolist())

    compare(functools.partial(call, answer), functools.partial(call, normalised.answer), cases,
            [(functools.partial(call, wrong), why) for wrong, why in _NORMALISED_MISTAKES],
            lambda w, phi, t, a: f"normalised(weights={w.round(3).tolist()}, phi={phi.tolist()}, target={t:.3g}, alpha={a:g})",
            lambda found: str([round(x, 6) for x in found]), lambda found, wanted: np.allclose(found, wanted, rtol=0, atol=1e-6))


normalised = Exercise(normalised, _test_normalised, [
    "By how much does the value w·φ change if w changes by α · error · φ?",
    "The value changes by α · error · (φ·φ). Choose the step of update so that the change is alpha times the error.",
    "update(weights, phi, target, alpha / (phi @ phi)), unless phi @ phi is 0",
], [(wrong, why[:30]) for wrong, why in _NORMALISED_MISTAKES]
    + [(lambda w, phi, t, a: update(w, phi, t, a / (phi @ phi)), "divide by 0"),
       (lambda w, phi, t, a: update(w, phi, t, a / (phi @ phi)) if phi.any() else None, "returns None. Return the weights")])


# Tools of the notebook

def record(moves: str) -> Game:
    """The game of a transcript such as "f5d6c3"."""
    board, game = Board(), Game()
    for i in range(0, len(moves), 2):
        game.append((board, moves[i:i + 2]))
        board = board.play(moves[i:i + 2])
    return game


def points(weights: Array, games: int = 200, seed: int = 1) -> float:
    """Return the share of the points of the weights in games against random moves, half of them with black.

    The weights play the move with the highest value. All games are played together.
    """
    rng, table = np.random.default_rng(seed), np.asarray(weights, float)[CLASS] / 2
    boards, student, total = Boards.start(games), np.arange(games) % 2 == 0, 0.0
    while len(boards):
        over = boards.legal == 0
        if over.any():
            ended = boards.take(over)
            score = np.bitwise_count(ended.mine).astype(int) - np.bitwise_count(ended.yours)
            total += float(((1 + np.sign(np.where(ended.black == student[over], score, -score))) / 2).sum())
            boards, student = boards.take(~over), student[~over]
            continue
        legal = bitboard(boards.legal).reshape(-1, 64).astype(bool)
        values = np.where(legal, rng.random(legal.shape), -np.inf)
        mine = boards.black == student
        if mine.any():
            after, parents, squares = boards.take(mine).children()
            sides = np.where(after.black == boards.black[mine][parents], 1, -1)  # the mover is mine after a pass
            discs = bitboard(after.mine).reshape(-1, 64).astype(float) - bitboard(after.yours).reshape(-1, 64)
            values[np.flatnonzero(mine)[parents], squares] = sides * (discs @ table)
        boards = boards.play(values.argmax(axis=1))
    return total / games
