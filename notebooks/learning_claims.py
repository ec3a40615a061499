"""What the studies of learning.py say, as sentences around figures, with other words where the data says otherwise."""

from statistics import correlation, mean

from learning_results import Spread, chosen, curve, scores, spread
from studies import REPORTED, VARIED


def claims(rows: list[dict], times: list[dict]) -> list[tuple[bool, str, str]]:
    """Claims for board.findings: (holds, words if it does, words if it does not)."""
    found = Found(rows)
    return [claim for part in (rules, settings, models, recorded, measures) for claim in part(found)] + [actors(times)]


class Found:
    """Points by study and setting after the last game; a study's settings are named by what tells them apart."""

    def __init__(self, rows: list[dict]):
        self.rows, self.scores, self.shown = rows, scores(rows), chosen(rows)

    def __call__(self, study: str, setting: str, opponent: str = VARIED) -> Spread:
        return self.scores[study, setting, opponent]

    def compared(self, study: str, opponent: str = VARIED) -> dict[str, Spread]:
        """The chosen settings of a study, best first."""
        found = {setting: self(study, setting, opponent) for name, setting in self.shown if name == study}
        return dict(sorted(found.items(), key=lambda item: -item[1].mean))


def said(holds: bool, yes: str, no: str, *figures: tuple[str, Spread]) -> tuple[bool, str, str]:
    """A claim with the figures behind it."""
    text = ", ".join(f"{label} {points}" for label, points in figures)
    return holds, f"{yes}: {text}.", f"{no}: {text}."


def above(one: Spread, *others: Spread) -> bool:
    """Whether each seed of one did better than each of the others."""
    return one.lowest > max(o.highest for o in others)


def rules(found: Found):
    points = {setting.split()[0].removeprefix("rule="): p for setting, p in found.compared("rule").items()}
    double, result = points["double-q"], points["montecarlo"]
    four = {rule: p for rule, p in points.items() if rule not in ("double-q", "montecarlo")}
    yield said(max(four.values()).mean - min(four.values()).mean < 5, "Four rules learn about as much from the same games",
               "Of four rules that look ahead some learn more from the same games", *four.items())
    yield said(above(min(four.values()), double), "Double Q-learning, whose two halves each learn from half of the moves, is behind",
               "Double Q-learning keeps up with them", ("double-q", double))
    yield said(above(double, result), "Monte Carlo, which learns from results alone, is last",
               "Monte Carlo is not behind all others", ("montecarlo", result))
    early = {setting.split()[0].removeprefix("rule="): curve(found.rows, "rule", setting)[8192]
             for setting in found.compared("rule")}
    td, others = early["td"], [p for rule, p in early.items() if rule != "td"]
    yield said(above(td, *others), "TD(λ) is fastest at first; by protocol report after 8,192 games",
               "TD(λ) is not shown to be fastest at first; by protocol report after 8,192 games", *early.items())


def settings(found: Found):
    large, small = found("step size", "alpha=1.0"), found("step size", "alpha=0.03")
    yield said(above(large, small), "Steps that are divided by the squared length of the gradient should be large",
               "The step size is not shown to matter",
               *((f"α = {a}", found("step size", f"alpha={a}")) for a in ("0.03", "0.1", "0.3", "1.0")))
    line = lambda rule: [found("lambda", f"rule={rule} lambda={x}") for x in ("0.0", "0.5", "0.8", "1.0")]
    lines = {rule: line(rule) for rule in ("sarsa", "td", "q")}
    yield said(all(above(min(none, half), whole) for none, half, _, whole in lines.values()),
               "λ = 1, the result alone, is worse than λ up to 0.5 for every rule", "λ = 1 is not worse for every rule",
               *((f"{rule} with λ = {x}", p) for rule, points in lines.items() for x, p in zip(("0", "0.5", "0.8", "1"), points)))
    n = {n: found("n-step", f"steps={n}") for n in (1, 3, 8)}
    yield said(above(n[1], n[3]) and above(n[3], n[8]), "n-step returns are the worse the longer they are",
               "The length of n-step returns is not shown to matter", *((f"n = {k}", p) for k, p in n.items()),
               ("λ = 0.5", found("n-step", "lambda=0.5")))
    one, many = found("stages", "features=logistello@1"), found("stages", "features=logistello@12")
    yield said(above(one, many), "With so few games the fewer stages the better, as each has weights of its own",
               "Stages are not shown to matter", *((f"{n} stage{'s' * (n > 1)}", found("stages", f"features=logistello@{n}"))
                                                   for n in (1, 2, 4, 6, 12)))
    linear, constant = found("schedule", "schedule=linear"), found("schedule", "schedule=constant")
    yield said(above(linear, constant), "Steps have to fall, but not too soon", "Steps need not fall",
               *((s, found("schedule", f"schedule={s}")) for s in ("linear", "cosine", "constant", "harmonic")))
    name = "averaging and coherence"
    plain, long, longer = (found(name, f"polyak={p}") for p in ("0.0", "0.9", "0.99"))
    yield said(not above(long, plain) and above(plain, longer),
               "Averaging the weights brings nothing where the steps fall, and failed where it reaches back to early weights",
               "Averaging the weights did not fail", ("without", plain), ("0.9 a round", long), ("0.99", longer))
    coherent = [found(name, f"coherence=true alpha={a}") for a in ("0.3", "1.0")]
    yield said(above(plain, *coherent), "Step sizes by temporal coherence failed",
               "Step sizes by temporal coherence did not fail",
               ("without", plain), ("with, α = 0.3", coherent[0]), ("α = 1", coherent[1]))
    eps = [found("epsilon", f"epsilon={e}") for e in ("0.02", "0.1", "0.3")]
    yield said(max(eps).mean - min(eps).mean < 5, "Random moves of the learner matter little",
               "Random moves of the learner matter", *zip(("ε = 0.02", "0.1", "0.3"), eps))
    plies = [found("openings", f"random_plies={n}") for n in (0, 4, 8, 14)]
    yield said(max(plies).mean - min(plies).mean < 5, "Random openings bring little, even against opponents from random openings",
               "Random openings matter", *zip(("none", "up to 4 plies", "8", "14"), plies))
    squash = found.compared("reward and squash")
    yield said(max(squash.values()).mean - min(squash.values()).mean < 5,
               "Discs or wins as reward, squares of errors or cross entropy make little difference",
               "Reward and squash make a difference", *squash.items())


def models(found: Found):
    features = {s.removeprefix("features="): p for s, p in found.compared("features").items()}
    hand = features.pop("report@4")
    yield said(above(min(features.values()), hand), "Patterns of every kind are above the CS181 report's features",
               "Not all patterns are above the CS181 report's features", *features.items(), ("report@4", hand))
    nets = {s.removeprefix("net="): p for s, p in found.compared("nets").items()}
    patterns = nets.pop("logistello@4 alpha=1.0")
    yield said(above(patterns, *nets.values()), "Patterns beat both nets of the Cornell report by far with the same games",
               "The patterns do not beat the nets", ("logistello@4", patterns), *nets.items())
    mixed = ("self=1", "self=0.6,swh=0.4")
    alone, league = (found("opponents", f"mix={m}", "swh") for m in mixed)
    yield said(above(league, alone), "Who is to beat SWH has to play it; by protocol league",
               "Games against SWH are not shown to help against it; by protocol league", ("without", alone), ("40 % of such games", league))
    alone, league = (found("opponents", f"mix={m}") for m in mixed)
    yield said(not above(alone, league), "They are not shown to cost anything elsewhere", "They cost points elsewhere",
               ("without", alone), ("with", league),
               ("30 % of games with past checkpoints", found("opponents", "mix=self=0.7,pool=0.3 every=2500 size=8")))


def recorded(found: Found):
    start = lambda setting: found("warm start", setting)
    alone, fewer = start("play alone: games=20000"), start("play alone: games=10000")
    warm = [start(f"recorded games first: alpha={a}") for a in ("0.3", "1.0")]
    what = "A warm start, 10,000 recorded games before 10,000 of play,"
    yield said(above(max(warm), alone), f"{what} is better than 20,000 of play", f"{what} is not shown to be better than 20,000 of play",
               ("20,000 of play", alone), ("10,000 of play", fewer), *zip(("recorded games first, then α = 0.3", "then α = 1"), warm))
    rules = ("q", "sarsa", "td", "montecarlo")
    bare, safe = ({rule: found("transcripts", f"rule={rule} conservative={x}") for rule in rules} for x in ("0.0", "0.1"))
    yield said(above(min(safe.values()), max(bare.values())),
               "From recorded games alone the worst rule with a conservative penalty of 0.1 is above the best without",
               "From recorded games alone not every rule with a conservative penalty of 0.1 is above the best without",
               *((f"{rule} without", p) for rule, p in bare.items()), *((f"{rule} with it", p) for rule, p in safe.items()))
    seen = found("transcripts", "rule=q restricted=true conservative=0.0")
    yield said(above(safe["q"], seen), "The penalty helps Q-learning more than the maximum over moves that recorded games have",
               "The penalty is not shown to help Q-learning more than the maximum over moves that recorded games have",
               ("all moves", bare["q"]), ("recorded moves", seen), ("all moves and the penalty", safe["q"]))


def measures(found: Found):
    slow, fast = (found("rule", f"rule=sarsa alpha={a}", "swh") for a in ("0.1", "1.0"))
    yield said(above(slow, fast), "SWH does not measure what self-play learns, in its league the stronger of two may score less",
               "In the league of SWH the stronger of two is not shown to score less", ("steps from 0.1", slow), ("from 1", fast))
    pairs = {(p.mean, found(study, setting, "swh").mean) for (study, setting, o), p in found.scores.items()
             if o == VARIED and study not in ("opponents", "nets", "warm start", "transcripts")}
    r = correlation(*zip(*pairs))
    text = f"the correlation over the {len(pairs)} settings of self-play is {r:.2f}."
    what = f"Points against `{REPORTED}` and against SWH"
    yield abs(r) < 0.5, f"{what} have little to do with each other: {text}", f"{what} go together, or exclude each other: {text}"
    width = lambda opponent: mean(s.highest - s.lowest for (_, _, o), s in found.scores.items() if o == opponent)
    start, varied = width(REPORTED), width(VARIED)
    text = (f"games that begin at the start: the seeds of a setting lie {start:.1f} points apart on the mean, "
            f"in games from random openings {varied:.1f}.")
    yield start > varied, f"Three seeds tell little in {text}", f"Three seeds tell as much in {text}"


def actors(times: list[dict]) -> tuple[bool, str, str]:
    """Speed and strength of actors that wait for each other and of those that do not."""
    modes = list(dict.fromkeys(t["mode"] for t in times))
    speed = {m: spread([float(t["games_per_second"]) for t in times if t["mode"] == m]) for m in modes}
    points = {m: spread([100 * float(t["score"]) for t in times if t["mode"] == m]) for m in modes}
    text = ", ".join(f"{m} {s.mean:,.0f} ({s.lowest:,.0f}–{s.highest:,.0f}) games a second and {points[m]}" for m, s in speed.items())
    one, two, free = modes
    digests = {m: [t["sha256"] for t in times if t["mode"] == m] for m in modes}
    same = "have the same bytes" if digests[one] == digests[two] else "differ"
    text += f". The models of one worker and of two {same}, those of asynchronous ones cannot be repeated"
    what = "On a busy machine actors that do not wait for each other"
    return (above(speed[free], speed[two]), f"{what} are faster: {text}.", f"{what} are not shown to be faster: {text}.")
