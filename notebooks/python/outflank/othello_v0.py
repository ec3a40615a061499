"""Othello for PettingZoo: env() for its AEC interface, parallel_env() for the parallel interface.

The agents "black" and "white" see "observation", 8 × 8 × 2 zeros and ones, their own discs and the
opponent's, and "action_mask". The rewards at the end are 1, 0 or -1; an illegal move loses.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from . import bitboard
from .board import Board

Observation = dict[str, NDArray[numpy.int8]]
Env: TypeAlias = AECEnv[str, Observation, int]


def env(render_mode: str | None = None) -> Env:
    """Return the environment, with PettingZoo's wrappers that check its use."""
    checked = wrappers.TerminateIllegalWrapper(raw_env(render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def parallel_env(render_mode: str | None = None) -> ParallelEnv[str, Observation, int]:
    """Return the environment for the parallel interface, where only the action of the agent to move counts."""
    return turn_based_aec_to_parallel(env(render_mode))


class raw_env(Env):
    """The environment without wrappers."""

    metadata = {"render_modes": ["ansi"], "name": "othello_v0", "is_parallelizable": True}

    def __init__(self, render_mode: str | None = None) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.possible_agents = ["black", "white"]
        self.action_spaces = {a: spaces.Discrete(64) for a in self.possible_agents}
        self.observation_spaces = {
            a: spaces.Dict({"observation": spaces.Box(0, 1, (8, 8, 2), numpy.int8), "action_mask": spaces.Box(0, 1, (64,), numpy.int8)})
            for a in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.board = Board()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {a: {} for a in self.agents}
        self.agent_selection = "black"

    def observe(self, agent: str) -> Observation:
        sides = (self.board.black, self.board.white)
        planes = bitboard(numpy.array(sides if agent == "black" else sides[::-1], dtype=numpy.uint64))
        legal = self.board.legal if agent == self.agent_selection else 0
        mask = bitboard(numpy.array([legal], dtype=numpy.uint64)).reshape(64)
        return {"observation": numpy.moveaxis(planes, 0, -1).astype(numpy.int8), "action_mask": mask.astype(numpy.int8)}

    def step(self, action: int) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        self.board = self.board.play(int(action))
        self.agent_selection = self.board.turn
        self._clear_rewards()
        if self.board.over:
            score = self.board.score
            won = (score > 0) - (score < 0)
            self.rewards = {"black": won, "white": -won}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> str | None:
        return str(self.board) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass
