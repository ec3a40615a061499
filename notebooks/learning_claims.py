"""Sentences that summarise the studies of learning.py. Each has a second wording for data that contradicts the first."""

from statistics import correlation, mean

from learning_results import Spread, chosen, curve, scores, spread
from studies import REPORTED, VARIED


def claims(rows: list[dict], times: list[dict]) -> list[tuple[bool, str, str]]:
    """Return the claims for board.findings: (whether it holds, text if it holds, text if it does not)."""
    found = Found(rows)
    return [claim for part in (rules, settings, models, recorded, measures) for claim in part(found)] + [actors(times)]


class Found:
    """Points by study and setting after the last game. The keys that vary within a study name the setting."""

    def __init__(self, rows: list[dict]):
        self.rows, self.scores, self.shown = rows, scores(rows), chosen(rows)

    def __call__(self, study: str, setting: str, opponent: str = VARIED) -> Spread:
        return self.scores[study, setting, opponent]

    def compared(self, study: str, opponent: str = VARIED) -> dict[str, Spread]:
        """Return the points of the compared settings of a study, best first."""
        found = {setting: self(study, setting, opponent) for name, setting in self.shown if name == study}
        return dict(sorted(found.items(), key=lambda item: -item[1].mean))


def said(holds: bool, yes: str, no: str, *figures: tuple[str, Spread]) -> tuple[bool, str, str]:
    """Return a claim with the figures behind it. Labels complete a phrase, as in "68.4 % with α = 1"."""
    text = ", ".join(f"{points} {label}" for label, points in figures)
    return holds, f"{yes}: {text}.", f"{no}: {text}."


def above(one: Spread, *others: Spread) -> bool:
    """Return whether each seed of one scored higher than each seed of the others."""
    return one.lowest > max(o.highest for o in others)


def rules(found: Found):
    points = {setting.split()[0].removeprefix("rule="): p for setting, p in found.compared("rule").items()}
    double, result = points["double-q"], points["montecarlo"]
    four = {rule: p for rule, p in points.items() if rule not in ("double-q", "montecarlo")}
    yield said(max(four.values()).mean - min(four.values()).mean < 5, "Four rules learn about as much from the same games",
               "Of the four rules, some learn more from the same games", *((f"for {rule}", p) for rule, p in four.items()))
    yield said(above(min(four.values()), double), "Double Q-learning scores lower; each of its two models learns from half of the moves",
               "Double Q-learning is not shown to score lower", ("for double-q", double))
    yield said(above(double, result), "Monte Carlo, which learns only from results, scores lowest",
               "Monte Carlo is not shown to score lowest", ("for montecarlo", result))
    early = {setting.split()[0].removeprefix("rule="): curve(found.rows, "rule", setting)[8192]
             for setting in found.compared("rule")}
    td, others = early["td"], [p for rule, p in early.items() if rule != "td"]
    yield said(above(td, *others), "TD(λ) learns fastest at first (protocol `cs181`, after 8,192 games)",
               "TD(λ) is not shown to learn fastest at first (protocol `cs181`, after 8,192 games)",
               *((f"for {rule}", p) for rule, p in early.items()))


def settings(found: Found):
    large, small = found("step size", "alpha=1.0"), found("step size", "alpha=0.03")
    yield said(above(large, small), "If step sizes are divided by the squared length of the gradient, large ones score higher",
               "The step size is not shown to matter",
               *((f"with α = {a}", found("step size", f"alpha={a}")) for a in ("0.03", "0.1", "0.3", "1.0")))
    line = lambda rule: [found("lambda", f"rule={rule} lambda={x}") for x in ("0.0", "0.5", "0.8", "1.0")]
    lines = {rule: line(rule) for rule in ("sarsa", "td", "q")}
    yield said(all(above(min(none, half), whole) for none, half, _, whole in lines.values()),
               "For SARSA, TD and Q-learning, λ = 1 (the result alone) is worse than λ = 0 and λ = 0.5",
               "λ = 1 is not shown to be worse for all of SARSA, TD and Q-learning",
               *((f"for {rule} with λ = {x}", p) for rule, points in lines.items() for x, p in zip(("0", "0.5", "0.8", "1"), points)))
    n = {n: found("n-step", f"steps={n}") for n in (1, 3, 8)}
    yield said(above(n[1], n[3]) and above(n[3], n[8]), "Longer n-step returns score lower",
               "The length of n-step returns is not shown to matter", *((f"with n = {k}", p) for k, p in n.items()),
               ("with λ = 0.5", found("n-step", "lambda=0.5")))
    one, many = found("stages", "features=logistello@1"), found("stages", "features=logistello@12")
    yield said(above(one, many), "With so few games, fewer stages are better, because each stage has its own weights",
               "Stages are not shown to matter", *((f"with {n} stage{'s' * (n > 1)}", found("stages", f"features=logistello@{n}"))
                                                   for n in (1, 2, 4, 6, 12)))
    linear, constant = found("schedule", "schedule=linear"), found("schedule", "schedule=constant")
    yield said(above(linear, constant), "Step sizes must fall, but not too early", "Step sizes are not shown to need to fall",
               *((f"with a {s} schedule", found("schedule", f"schedule={s}")) for s in ("linear", "cosine", "constant", "harmonic")))
    name = "averaging and coherence"
    plain, long, longer = (found(name, f"polyak={p}") for p in ("0.0", "0.9", "0.99"))
    yield said(not above(long, plain) and above(plain, longer),
               "Averaging the weights does not help when step sizes fall, and it hurts when it reaches back to early weights",
               "Averaging the weights is not shown to hurt", ("without averaging", plain), ("with decay 0.9 a round", long),
               ("with decay 0.99", longer))
    coherent = [found(name, f"coherence=true alpha={a}") for a in ("0.3", "1.0")]
    yield said(above(plain, *coherent), "Step sizes by temporal coherence score lower",
               "Step sizes by temporal coherence are not shown to score lower",
               ("without coherence", plain), ("with it and α = 0.3", coherent[0]), ("with it and α = 1", coherent[1]))
    eps = [found("epsilon", f"epsilon={e}") for e in ("0.02", "0.1", "0.3")]
    yield said(max(eps).mean - min(eps).mean < 5, "The share of random moves by the learner matters little",
               "The share of random moves by the learner matters", *zip(("with ε = 0.02", "with 0.1", "with 0.3"), eps))
    plies = [found("openings", f"random_plies={n}") for n in (0, 4, 8, 14)]
    yield said(max(plies).mean - min(plies).mean < 5, "Random openings in training add little, even for matches from random openings",
               "Random openings in training matter", *zip(("without", "with up to 4 plies", "with 8", "with 14"), plies))
    squash = found.compared("reward and squash")
    yield said(max(squash.values()).mean - min(squash.values()).mean < 5,
               "The reward (discs or wins) and the loss (squared error or cross entropy) make little difference",
               "The reward and the loss make a difference", *((f"with {setting}", p) for setting, p in squash.items()))


def models(found: Found):
    features = {s.removeprefix("features="): p for s, p in found.compared("features").items()}
    hand = features.pop("report@4")
    yield said(above(min(features.values()), hand), "Every kind of pattern scores higher than the CS181 report's features",
               "Not every kind of pattern scores higher than the CS181 report's features",
               *((f"for {name}", p) for name, p in features.items()), ("for report@4, the report's features", hand))
    nets = {s.removeprefix("net="): p for s, p in found.compared("nets").items()}
    patterns = nets.pop("logistello@4 alpha=1.0")
    yield said(above(patterns, *nets.values()), "With the same games, patterns score far higher than both nets of the Cornell report",
               "With the same games, patterns are not shown to score higher than both nets", ("for logistello@4", patterns),
               *((f"for {name}", p) for name, p in nets.items()))
    mixed = ("self=1", "self=0.6,swh=0.4")
    alone, league = (found("opponents", f"mix={m}", "swh") for m in mixed)
    yield said(above(league, alone), "To beat SWH, an agent must train against it (protocol `league`)",
               "Training against SWH is not shown to help against it (protocol `league`)",
               ("without such games", alone), ("if 40 % of the games are against SWH", league))
    alone, league = (found("opponents", f"mix={m}") for m in mixed)
    yield said(not above(alone, league), f"Training against SWH is not shown to cost points against `{REPORTED}`",
               f"Training against SWH costs points against `{REPORTED}`", ("without it", alone), ("with it", league),
               ("with 30 % of games against past checkpoints instead", found("opponents", "mix=self=0.7,pool=0.3 every=2500 size=8")))


def recorded(found: Found):
    start = lambda setting: found("warm start", setting)
    alone, fewer = start("play alone: games=20000"), start("play alone: games=10000")
    warm = [start(f"recorded games first: alpha={a}") for a in ("0.3", "1.0")]
    what = "A warm start (10,000 recorded games, then 10,000 games of self-play)"
    yield said(above(max(warm), alone), f"{what} is better than 20,000 games of self-play",
               f"{what} is not shown to be better than 20,000 games of self-play",
               ("with 20,000 games of self-play", alone), ("with 10,000", fewer),
               *zip(("with a warm start and α = 0.3", "with a warm start and α = 1"), warm))
    rules = ("q", "sarsa", "td", "montecarlo")
    bare, safe = ({rule: found("transcripts", f"rule={rule} conservative={x}") for rule in rules} for x in ("0.0", "0.1"))
    yield said(above(min(safe.values()), max(bare.values())),
               "From recorded games alone, the worst rule with a conservative penalty of 0.1 scores higher than the best without one",
               "From recorded games alone, not every rule with a conservative penalty of 0.1 scores higher than the best without one",
               *((f"for {rule} without it", p) for rule, p in bare.items()), *((f"for {rule} with it", p) for rule, p in safe.items()))
    seen = found("transcripts", "rule=q restricted=true conservative=0.0")
    yield said(above(safe["q"], seen), "The penalty helps Q-learning more than restricting its maximum to recorded moves",
               "The penalty is not shown to help Q-learning more than restricting its maximum to recorded moves",
               ("with all moves", bare["q"]), ("with recorded moves", seen), ("with all moves and the penalty", safe["q"]))


def measures(found: Found):
    slow, fast = (found("rule", f"rule=sarsa alpha={a}", "swh") for a in ("0.1", "1.0"))
    yield said(above(slow, fast), "The stronger of two agents can score lower in the league against SWH, so SWH does not measure what self-play learns",
               "The stronger of two agents is not shown to score lower in the league against SWH",
               ("with steps from 0.1", slow), (f"with steps from 1, which is stronger against `{REPORTED}`", fast))
    pairs = {(p.mean, found(study, setting, "swh").mean) for (study, setting, o), p in found.scores.items()
             if o == VARIED and study not in ("opponents", "nets", "warm start", "transcripts")}
    r = correlation(*zip(*pairs))
    text = f"the correlation over the {len(pairs)} settings of self-play is {r:.2f}."
    what = f"Points against `{REPORTED}` and against SWH"
    yield abs(r) < 0.5, f"{what} are weakly related: {text}", f"{what} are strongly related: {text}"
    width = lambda opponent: mean(s.highest - s.lowest for (_, _, o), s in found.scores.items() if o == opponent)
    start, varied = width(REPORTED), width(VARIED)
    text = (f"games from the initial position: on average the seeds of a setting differ by {start:.1f} points there, "
            f"and by {varied:.1f} in games from random openings.")
    yield start > varied, f"Three seeds are too few for {text}", f"Three seeds are as good for {text}"


def actors(times: list[dict]) -> tuple[bool, str, str]:
    """Return the claim about the speed and strength of synchronous and asynchronous actors."""
    modes = list(dict.fromkeys(t["mode"] for t in times))
    speed = {m: spread([float(t["games_per_second"]) for t in times if t["mode"] == m]) for m in modes}
    points = {m: spread([100 * float(t["score"]) for t in times if t["mode"] == m]) for m in modes}
    one, two, free = modes
    named = {free: "two asynchronous workers"}
    text = "; ".join(f"{s.mean:,.0f} ({s.lowest:,.0f}–{s.highest:,.0f}) games a second and {points[m]} with {named.get(m, m)}"
                     for m, s in speed.items())
    digests = {m: [t["sha256"] for t in times if t["mode"] == m] for m in modes}
    same = "are byte-identical" if digests[one] == digests[two] else "differ"
    text += f". The models of one worker and of two {same}; those of asynchronous actors are not reproducible"
    what = "On a busy machine, asynchronous actors"
    return (above(speed[free], speed[two]), f"{what} are faster: {text}.", f"{what} are not shown to be faster: {text}.")
