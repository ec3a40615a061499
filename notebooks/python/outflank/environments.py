"""Gymnasium environments in which a learner plays against agents, in one game or in many games concurrently.

An observation contains "board", 2 × 8 × 8 zeros and ones, the discs of the learner and of the opponent, and
"action_mask", 64 zeros and ones, the legal moves. An action is a square, rank · 8 + file. Forced passes are played
automatically. The learner plays black in every other game. An illegal action loses with the reward -1. The info contains
"action_mask" too, for wrappers such as FlattenObservation that hide it in the observation, and "score" at the end, the
learner's disc difference.

These options hold for one game and for many:

    opponent  the spec of an agent or a player of outflank.serve, a list of them, or a dict with their shares of the games
    reward    at the end of a game: "win" (1, 0 or -1), "discs" (the learner's disc difference / 64), "tanh-discs" (the
              tanh of the difference / 16), "clipped-discs" (the difference / 16, at most 1), or a function of an array
              of disc differences
    starts    transcripts such as ["f5d6", "f5f6"], of which each game begins with one, drawn at random
    seed      of the opponents, the draws of opponents and starts

gymnasium.make("outflank.environments:outflank/Othello-v0", opponent="greedy") also creates an environment, and
gymnasium.make_vec with the same name a vector environment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy
from gymnasium import spaces
from gymnasium.utils import EzPickle
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from . import bitboard, palette
from .board import Board
from .policies import Player
from .process import Batch

Observation = dict[str, NDArray[numpy.int8]]
Array = NDArray[Any]
Opponent = str | Player | Sequence[str | Player] | dict[str, float]
Reward = str | Callable[[Array], Array]

# As the rewards of `outflank transitions` and `outflank train`.
_REWARDS: dict[str, Callable[[Array], Array]] = {
    "win": numpy.sign,
    "discs": lambda score: score / 64,
    "tanh-discs": lambda score: numpy.tanh(score / 16),
    "clipped-discs": lambda score: numpy.clip(score / 16, -1, 1),
}


def _spaces() -> tuple[Any, Any]:
    """The spaces of observations and actions."""
    return spaces.Dict({"board": spaces.MultiBinary((2, 8, 8)), "action_mask": spaces.MultiBinary(64)}), spaces.Discrete(64)


class _Games:
    """Concurrent games against the agents of one process each."""

    def __init__(self, count: int, opponent: Opponent, seed: int, reward: Reward, starts: Sequence[str] | None) -> None:
        if not isinstance(opponent, str | Player | Sequence | dict):
            raise TypeError(f"opponent {opponent!r}: want the spec of an agent such as 'greedy', a list of specs, or a dict with their shares")
        shares = opponent if isinstance(opponent, dict) else dict.fromkeys([opponent] if isinstance(opponent, str | Player) else opponent, 1.0)
        if not sum(shares.values()) > 0:
            raise ValueError(f"opponent {opponent!r}: want at least one opponent with a share above 0")
        if not (callable(reward) or reward in _REWARDS):
            raise ValueError(f"reward {reward!r}: want {', '.join(_REWARDS)} or a function")
        if count < 1 or isinstance(starts, str) or starts is not None and not len(starts):
            raise ValueError(f"{count} games, starts {starts!r}: want at least one game, and a list of transcripts such as ['f5d6'] or None")
        self.count, self.opponents = count, [str(spec) for spec in shares]
        self.shares = numpy.array(list(shares.values()), float) / sum(shares.values())
        self.reward = _REWARDS[reward] if isinstance(reward, str) else reward
        boards = [Board.from_transcript(s) for s in starts or [""]]
        turns = [Batch.BLACK if b.turn == "black" else Batch.WHITE for b in boards]
        self.starts = numpy.array(turns), *(numpy.array([getattr(b, side) for b in boards], numpy.uint64) for side in ("black", "white"))
        self.batches: list[Batch] = []
        self.restart(seed)

    def restart(self, seed: int) -> None:
        """Start all games anew, with random numbers from the seed."""
        self.close()
        self.random = numpy.random.default_rng(seed)
        self.batches = [Batch(spec, seed + i) for i, spec in enumerate(self.opponents)]
        self.side = numpy.arange(self.count) % 2 ^ 1  # of the learner, 0 = black; begin swaps sides
        self.opponent = numpy.zeros(self.count, int)  # by game
        self.state = numpy.zeros(self.count, self.batches[0].state_type)
        self.begin(numpy.arange(self.count))

    def _step(self, which: Array, actions: Array, black: Any = 0, white: Any = 0) -> Array:
        """Step games, each in the process of its opponent. Return their states."""
        if not self.batches:
            raise ValueError("the environment is closed; reset(seed=...) opens it again")
        if len(self.batches) == 1:
            return self.batches[0].step(which, actions, black, white)
        state, of = numpy.empty(which.size, self.state.dtype), self.opponent[which]
        for i, batch in enumerate(self.batches):
            if (mine := numpy.flatnonzero(of == i)).size:
                sides = (black[mine], white[mine]) if numpy.ndim(black) else (0, 0)
                state[mine] = batch.step(which[mine], actions[mine], *sides)
        return state

    def _answered(self, state: Array, which: Array) -> Array:
        """Play the agents' moves until the learner is to move or the game is over. Return the states of these games."""
        state = state.copy()
        while (wait := numpy.flatnonzero((state["over"] == 0) & (state["turn"] != self.side[which]))).size:
            state[wait] = self._step(which[wait], numpy.full(wait.size, Batch.AGENT))
        return state

    def close(self) -> None:
        for batch in self.batches:
            batch.close()
        self.batches = []

    def begin(self, which: Array) -> None:
        """Restart games with the sides swapped."""
        self.side[which] = 1 - self.side[which]
        self.opponent[which] = self.random.choice(len(self.opponents), which.size, p=self.shares)
        drawn = self.random.integers(len(self.starts[0]), size=which.size)
        self.state[which] = self._answered(self._step(which, *(part[drawn] for part in self.starts)), which)

    def play(self, which: Array, actions: Array) -> tuple[Array, Array, Array]:
        """Play a move in games. Return their rewards, flags for those that have ended, and the learner's disc differences."""
        if actions.shape != which.shape or not numpy.issubdtype(actions.dtype, numpy.integer):
            raise ValueError(f"actions of shape {actions.shape} and type {actions.dtype}: want {which.size} whole numbers, the squares 0 to 63")
        state = self._step(which, numpy.where((0 <= actions) & (actions < 64), actions, 64))  # negative numbers mean other things to the process
        illegal = state["problem"] != 0
        state = self.state[which] = self._answered(state, which)
        score = state["score"] * (1 - 2 * self.side[which])
        over = state["over"] == 1
        rewards = numpy.where(illegal, -1.0, numpy.where(over, self.reward(score), 0.0))
        return rewards, over | illegal, score

    def observe(self) -> Observation:
        black = self.side == 0
        mine = numpy.where(black, self.state["black"], self.state["white"])
        theirs = numpy.where(black, self.state["white"], self.state["black"])
        boards = numpy.stack([bitboard(mine), bitboard(theirs)], axis=1).astype(numpy.int8)
        mask = bitboard(self.state["legal"]).reshape(-1, 64).astype(numpy.int8)
        return {"board": boards, "action_mask": mask}

    def board(self, game: int) -> Board:
        state = self.state[game]
        return Board(int(state["black"]), int(state["white"]), "white" if state["turn"] else "black")


def _picture(board: Board, size: int = 40) -> NDArray[numpy.uint8]:
    """The board as an array of pixels, [8 · size, 8 · size, 3]."""
    rgb = [numpy.array([int(color[i : i + 2], 16) for i in (1, 3, 5)], numpy.uint8) for color in (palette.FELT, palette.BLACK_DISC, palette.WHITE_DISC, palette.FELT_LINE)]
    y, x = numpy.mgrid[:size, :size] - (size - 1) / 2
    round_, line = x * x + y * y < (0.42 * size) ** 2, (numpy.maximum(x, y) > size / 2 - 1)
    kind = numpy.kron(bitboard(board.black).astype(int) + 2 * bitboard(board.white), round_) + 3 * numpy.tile(line, (8, 8))
    pixels: NDArray[numpy.uint8] = numpy.stack(rgb)[kind]
    return pixels


class OthelloEnv(gymnasium.Env[Observation, int], EzPickle):
    """One game against an agent, such as "greedy" or "ab:depth=4". help("outflank.environments") describes all options."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self, opponent: Opponent = "random", seed: int = 1, reward: Reward = "win", starts: Sequence[str] | None = None, render_mode: str | None = None
    ) -> None:
        EzPickle.__init__(self, opponent, seed, reward, starts, render_mode)
        self.render_mode = render_mode
        self.observation_space, self.action_space = _spaces()
        self._games = _Games(1, opponent, seed, reward, starts)

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        """Return the observation and the info."""
        seen = {key: value[0] for key, value in self._games.observe().items()}
        return seen, {"action_mask": seen["action_mask"]}

    def action_masks(self) -> NDArray[numpy.bool_]:
        """Return the legal moves as 64 bools, the form that MaskablePPO of sb3-contrib requires."""
        return self._observe()[0]["action_mask"].astype(bool)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is None:
            self._games.begin(numpy.array([0]))
        else:
            self._games.restart(seed)
        return self._observe()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        reward, over, score = self._games.play(numpy.array([0]), numpy.array([action]))
        seen, info = self._observe()
        if over[0]:
            info["score"] = int(score[0])
        return seen, float(reward[0]), bool(over[0]), False, info

    def render(self) -> Any:
        board = self._games.board(0)
        return str(board) if self.render_mode == "ansi" else _picture(board) if self.render_mode else None

    def close(self) -> None:
        self._games.close()


class OthelloVectorEnv(gymnasium.vector.VectorEnv[Observation, Array, Array], EzPickle):
    """Concurrent games with the options of help("outflank.environments"). autoreset_mode says when a game that has ended restarts, as in Gymnasium.

    With SAME_STEP, infos contain "final_obs" and "final_info" of the games that ended. With DISABLED, reset takes
    options={"reset_mask": array} with the games to restart.
    """

    def __init__(
        self,
        num_envs: int,
        opponent: Opponent = "random",
        seed: int = 1,
        reward: Reward = "win",
        starts: Sequence[str] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    ) -> None:
        EzPickle.__init__(self, num_envs, opponent, seed, reward, starts, autoreset_mode)
        self.num_envs, self.autoreset_mode = num_envs, AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        self.single_observation_space, self.single_action_space = _spaces()
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self._games = _Games(num_envs, opponent, seed, reward, starts)
        self._ended = numpy.zeros(num_envs, bool)

    def _observe(self, among: Array | None = None) -> tuple[Observation, dict[str, Any]]:
        """Return the observations, and the infos of some games or of all."""
        seen = self._games.observe()
        return seen, {"action_mask": seen["action_mask"], "_action_mask": numpy.ones(self.num_envs, bool) if among is None else among}

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        mask = (options or {}).get("reset_mask", numpy.ones(self.num_envs, bool))
        if seed is None:
            self._games.begin(numpy.flatnonzero(mask))
        else:
            self._games.restart(seed)
        self._ended = self._ended & ~mask
        return self._observe()

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        if self.autoreset_mode == AutoresetMode.DISABLED and self._ended.any():
            raise ValueError(f"games {numpy.flatnonzero(self._ended)} have ended: reset them with reset_mask")
        which, rewards = numpy.flatnonzero(~self._ended), numpy.zeros(self.num_envs)
        over, score = numpy.zeros(self.num_envs, bool), numpy.zeros(self.num_envs, int)
        if self._ended.any():  # they restart instead of a step
            self._games.begin(numpy.flatnonzero(self._ended))
        if which.size:
            actions = numpy.asarray(actions)
            chosen = actions[which] if actions.shape == (self.num_envs,) else actions
            rewards[which], over[which], score[which] = self._games.play(which, chosen)
        self._ended = over
        results: dict[str, Any] = {"score": numpy.where(over, score, 0), "_score": over} if over.any() else {}
        if over.any() and self.autoreset_mode == AutoresetMode.SAME_STEP:
            last, final = self._observe(over)
            results = {"final_obs": last | {"_" + key: over for key in last}, "_final_obs": over, "final_info": final | results, "_final_info": over}
            self._games.begin(numpy.flatnonzero(over))
            self._ended = numpy.zeros(self.num_envs, bool)
        seen, infos = self._observe()
        return seen, rewards, over.copy(), numpy.zeros(self.num_envs, bool), infos | results

    def close_extras(self, **_: Any) -> None:
        self._games.close()


gymnasium.register("outflank/Othello-v0", entry_point=f"{__name__}:OthelloEnv", vector_entry_point=f"{__name__}:OthelloVectorEnv")
