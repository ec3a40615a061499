"""Write table.md, results.svg and findings.md from the results of learning.py: results.csv and asynchronous.csv.

    python notebooks/learning_report.py [DIR]

DIR contains both tables and receives the other files. The default is notebooks/reports/learning.
"""

import sys
from collections import defaultdict
from pathlib import Path

from learning_claims import claims
from learning_results import Spread, chosen, curve, markdown
from studies import CHOICE, CHOOSES, HERE, REPORTED, SEEDS
from sweeps import read

SPLIT = {"lambda": "rule", "transcripts": "conservative"}  # studies drawn as one panel for each value of this key

INTRODUCTION = f"""# How to learn

Each study of `python notebooks/learning.py` changes one or two settings of a file in `notebooks/learning`, mostly of
[play.toml](../../learning/play.toml). [table.md](table.md) lists all settings, and [results.csv](results.csv) all results.

| | |
|---|---|
| figures | share of the points that the model scores after its last game: the mean over seeds {SEEDS.replace(",", ", ")}, with the lowest and the highest |
| opponent | `{REPORTED}` in 1,000 games from ten random plies, with 5 % random moves, unless a finding says otherwise |
| training | 20,000 games of self-play in most studies |
| recorded games | the French federation's database, 1977 to 2018 |
| step sizes of rules and nets | selected by games against `{CHOOSES}` with seed {CHOICE}; these games are not reported |
| all other settings of play.toml | chosen earlier, in trials against SWH and others, so SWH is not an unseen opponent |

The reported games selected no setting.

![learning curves](results.svg)

"""


def panels(rows: list[dict], studies: list[str] | None) -> dict[str, dict[str, dict[int, Spread]]]:
    """Return learning curves by panel and setting, of the given studies or of all."""
    shown = chosen(rows)
    found = defaultdict(dict)
    for study, setting in dict.fromkeys((r["study"], r["setting"]) for r in rows):
        if (study, setting) in shown and (studies is None or study in studies):
            panel, line = titles(study, setting)
            found[panel][line] = curve(rows, study, setting)
    return found


def titles(study: str, setting: str) -> tuple[str, str]:
    """Return the panel of a setting and the name of its line."""
    if study not in SPLIT:
        return study, setting
    words = dict(word.split("=") for word in setting.split())
    value = words.pop(SPLIT[study])
    return f"{study}, {SPLIT[study]}={value}", " ".join(f"{k}={v}" for k, v in words.items())


def draw(rows: list[dict], studies: list[str] | None = None):
    """Draw the learning curves of studies in one figure: the mean over the seeds, and a band from lowest to highest."""
    import matplotlib.pyplot as plt

    import board  # sets the style of all figures

    found = panels(rows, studies)
    height = (len(found) + 2) // 3
    width = 13 if len(found) > 1 else 8
    fig, axes = plt.subplots(height, min(3, len(found)), figsize=(width, 3.8 * height), sharey=True, squeeze=False)
    colors = [*board.palette.SERIES, board.palette.FAINT]
    for ax, (panel, settings) in zip(axes.flat, found.items()):
        for color, (setting, points) in zip(colors, settings.items()):
            spreads = points.values()
            ax.plot(list(points), [p.mean for p in spreads], "o-", ms=3, lw=1.5, color=color, label=setting)
            ax.fill_between(list(points), [p.lowest for p in spreads], [p.highest for p in spreads], color=color, alpha=0.12, lw=0)
        ax.set(title=panel, ylim=(0, 100), xlim=0, xlabel="games learned")
        ax.xaxis.set_major_locator(plt.MaxNLocator(5))
        ax.legend(fontsize=7.5, loc="best")
    for ax in axes[:, 0]:
        ax.set_ylabel(f"points against {REPORTED} (%)")
    for ax in axes.flat[len(found):]:
        ax.set_visible(False)
    return fig


def findings(rows: list[dict], times: list[dict]) -> str:
    """Return the page with the claims."""
    return INTRODUCTION + "".join(f"- {yes if holds else no}\n" for holds, yes, no in claims(rows, times))


def report(folder: Path) -> None:
    """Write the pages and the picture beside results.csv."""
    import matplotlib

    matplotlib.use("agg")
    matplotlib.rcParams.update({"svg.hashsalt": "outflank", "svg.fonttype": "none"})
    rows = read(folder / "results.csv")
    (folder / "table.md").write_text(markdown(rows))
    (folder / "findings.md").write_text(findings(rows, read(folder / "asynchronous.csv")))
    draw(rows).savefig(folder / "results.svg", metadata={"Date": None})


if __name__ == "__main__":
    report(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "reports/learning")
