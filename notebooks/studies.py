"""The studies of `learning.py`, with their constants and the names of settings. It imports no module of this folder."""

from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent

SEEDS = "1,2,3"
REPORTED = "minimax:depth=2"
CHOICE, CHOOSES = "4", "ab:depth=2,eval=umea"  # the seed and the opponent that only select step sizes
VARIED = f"{REPORTED}, openings"  # REPORTED in matches from random openings, so that games vary
VARIATION = ["--random-plies", "10", "--games", "1000", "--seed", "2"]  # the flags of these matches


class Study(NamedTuple):
    """A sweep: its subject, the file in notebooks/learning whose settings it changes, and the values that it tries."""

    name: str
    file: str
    grid: list[str]
    seeds: str = SEEDS
    label: str = ""            # prefix of its settings, if a study has two sweeps
    same: dict[str, str] = {}  # settings that the study "rule" already covers, with their names there


RULES = ["learn.rule=q,sarsa,expected-sarsa,double-q,td,montecarlo", "learn.alpha=0.1,0.3,1.0"]
NETS = ["model.net=64-32-1,64-64-64", "learn.alpha=0.3,1.0"]
BASE = "rule=sarsa alpha=1.0"  # the settings of play.toml
STUDIES = [
    Study("rule", "play", RULES),
    Study("rule", "play", RULES, CHOICE),
    Study("lambda", "play", ["learn.rule=q,sarsa,td", "learn.lambda=0.0,0.8,1.0"],
          same={f"rule={rule} lambda=0.5": f"rule={rule} alpha=1.0" for rule in ("q", "sarsa", "td")}),
    Study("n-step", "play", ["learn.steps=1,3,8"], same={"lambda=0.5": BASE}),
    Study("stages", "play", ["model.features=logistello@1,logistello@2,logistello@6,logistello@12"],
          same={"features=logistello@4": BASE}),
    Study("step size", "play", ["learn.alpha=0.03"],
          same={f"alpha={alpha}": f"rule=sarsa alpha={alpha}" for alpha in ("0.1", "0.3", "1.0")}),
    Study("schedule", "play", ["learn.schedule=constant,cosine,harmonic"], same={"schedule=linear": BASE}),
    Study("averaging and coherence", "play", ["learn.polyak=0.9,0.99"], same={"polyak=0.0": BASE}),
    Study("averaging and coherence", "play", ["learn.coherence=true", "learn.alpha=0.3,1.0"]),
    Study("epsilon", "play", ["learn.epsilon=0.02,0.3"], same={"epsilon=0.1": BASE}),
    Study("openings", "play", ["games.random_plies=0,4,14"], same={"random_plies=8": BASE}),
    Study("reward and squash", "play", ["learn.reward=win,tanh-discs", "learn.squash=none,tanh"],
          same={"reward=tanh-discs squash=logit": BASE}),
    Study("reward and squash", "play", ["learn.reward=win", "learn.squash=logit"]),
    Study("reward and squash", "play", ["learn.reward=discs", "learn.squash=none"]),
    Study("features", "play", ["model.features=report@4,edge@4+corner@4,all2@4,all3@4,balanced-logistello@4"],
          same={"features=logistello@4": BASE}),
    Study("opponents", "play", ['games.mix="self=0.6,swh=0.4"'], same={"mix=self=1": BASE}),
    Study("opponents", "play", ['games.mix="self=0.7,pool=0.3"', "learn.pool.every=2500", "learn.pool.size=8"]),
    Study("nets", "nets", NETS, same={"logistello@4 alpha=1.0": BASE}),
    Study("nets", "nets", NETS, CHOICE),
    Study("warm start", "warm", ["phase.2.learn.alpha=0.3,1.0"], label="recorded games first",
          same={"play alone: games=20000": BASE}),
    Study("warm start", "play", ["learn.games=10000"], label="play alone"),
    Study("transcripts", "transcripts", ["learn.rule=q,sarsa,td,montecarlo", "learn.conservative=0.0,0.1"]),
    Study("transcripts", "transcripts", ["learn.rule=q", "learn.restricted=true", "learn.conservative=0.0"]),
]

# A small version of the study "rule", which prepare.py trains each time as a quick check.
LOOK = Study("rule", "small", RULES[:1], "1,2")


def named(study: Study, keys: list[str], values: list[str]) -> str:
    """Return the settings of a run as text, such as "rule=q alpha=0.3"."""
    tried = (f"{key.split('.')[-1]}={value.strip(chr(34))}" for key, value in zip(keys, values))
    return ": ".join(filter(None, (study.label, " ".join(tried))))
