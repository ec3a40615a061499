"""Gymnasium environments in which a learner plays against an agent, in one game or in many games concurrently.

An observation contains "board", 2 × 8 × 8 zeros and ones, the discs of the learner and of the opponent, and
"action_mask", 64 zeros and ones, the legal moves. An action is a square, rank · 8 + file. The reward at the end is
1, 0 or -1 for a win, a draw or a loss; an illegal move loses. Forced passes are played automatically.
The learner plays black in every other game.

gymnasium.make("outflank.environments:outflank/Othello-v0", opponent="greedy") also creates an environment, and
gymnasium.make_vec with the same name a vector environment.
"""

import gymnasium
import numpy
from gymnasium import spaces

from . import bitboard
from .process import Batch


def _space():
    return spaces.Dict({"board": spaces.MultiBinary((2, 8, 8)), "action_mask": spaces.MultiBinary(64)})


class _Games:
    """Concurrent games against the agent of one process."""

    def __init__(self, count, opponent, seed):
        self.count, self.opponent, self.batch = count, opponent, None
        self.restart(seed)

    def restart(self, seed):
        """Start all games in a new process, whose opponent draws its random numbers from the seed."""
        self.close()
        count, self.batch = self.count, Batch(self.opponent, seed)
        self.side = numpy.arange(count) % 2  # of the learner, 0 = black
        self.state = self._answered(self.batch.step(range(count), numpy.full(count, Batch.NEW)), numpy.arange(count))

    def _answered(self, state, which):
        """Play the agent's moves until the learner is to move or the game is over. Return the states of these games."""
        state = state.copy()
        while (wait := numpy.flatnonzero((state["over"] == 0) & (state["turn"] != self.side[which]))).size:
            state[wait] = self.batch.step(which[wait], numpy.full(wait.size, Batch.AGENT))
        return state

    def close(self):
        if self.batch:
            self.batch.close()

    def begin(self, which):
        """Restart games with the sides swapped."""
        self.side[which] = 1 - self.side[which]
        self.state[which] = self._answered(self.batch.step(which, numpy.full(which.size, Batch.NEW)), which)

    def play(self, actions):
        """Play a move in each game. Return the rewards and flags for games that have ended."""
        state = self.batch.step(range(actions.size), actions)
        illegal = state["problem"] != 0
        self.state = self._answered(state, numpy.arange(actions.size))
        won = numpy.sign(self.state["score"]).astype(numpy.float64) * (1 - 2 * self.side)
        over = self.state["over"] == 1
        return numpy.where(illegal, -1.0, numpy.where(over, won, 0.0)), over | illegal

    def observe(self):
        black = self.side == 0
        mine = numpy.where(black, self.state["black"], self.state["white"])
        theirs = numpy.where(black, self.state["white"], self.state["black"])
        boards = numpy.stack([bitboard(mine), bitboard(theirs)], axis=1).astype(numpy.int8)
        mask = bitboard(self.state["legal"]).reshape(-1, 64).astype(numpy.int8)
        return {"board": boards, "action_mask": mask}


class OthelloEnv(gymnasium.Env):
    """One game against an agent, such as "greedy" or "ab:depth=4"."""

    metadata = {"render_modes": []}

    def __init__(self, opponent="random", seed=1):
        self.observation_space, self.action_space = _space(), spaces.Discrete(64)
        self._games = _Games(1, opponent, seed)

    def _observe(self):
        return {key: value[0] for key, value in self._games.observe().items()}

    def action_masks(self):
        """Return the legal moves as 64 bools, the form that MaskablePPO of sb3-contrib requires."""
        return self._observe()["action_mask"].astype(bool)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        if seed is None:
            self._games.begin(numpy.array([0]))
        else:
            self._games.restart(seed)
        return self._observe(), {}

    def step(self, action):
        reward, over = self._games.play(numpy.array([action]))
        return self._observe(), float(reward[0]), bool(over[0]), False, {}

    def close(self):
        self._games.close()


class OthelloVectorEnv(gymnasium.vector.VectorEnv):
    """Concurrent games. A game that has ended restarts in the same step."""

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}

    def __init__(self, num_envs, opponent="random", seed=1):
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = _space(), spaces.Discrete(64)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self._games = _Games(num_envs, opponent, seed)

    def reset(self, *, seed=None, options=None):
        if seed is None:
            self._games.begin(numpy.arange(self.num_envs))
        else:
            self._games.restart(seed)
        return self._games.observe(), {}

    def step(self, actions):
        rewards, over = self._games.play(numpy.asarray(actions))
        if over.any():
            self._games.begin(numpy.flatnonzero(over))
        return self._games.observe(), rewards, over, numpy.zeros(self.num_envs, bool), {}

    def close_extras(self, **_):
        self._games.close()


gymnasium.register("outflank/Othello-v0", entry_point=OthelloEnv, vector_entry_point=OthelloVectorEnv)
