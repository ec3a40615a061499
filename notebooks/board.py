"""How the notebooks draw, say and hand over what they found. No numbers are made here."""

import os
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import Markdown, display

TABLES = Path(os.environ.get("OUTFLANK_TABLES", Path(__file__).resolve().parent / "tables"))

BLACK, WHITE, ACCENT, MUTED, GOOD = "#1f2933", "#c9a227", "#c2452d", "#8a94a0", "#2a7f62"

plt.rcParams.update({
    "figure.dpi": 110, "figure.constrained_layout.use": True, "font.size": 10,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
    "axes.axisbelow": True, "grid.color": "#e6e9ec", "axes.edgecolor": MUTED,
    "axes.titlelocation": "left", "axes.titleweight": "bold", "axes.titlesize": 11,
    "legend.frameon": False, "axes.prop_cycle": plt.cycler(color=[GOOD, ACCENT, "#3b6ea5", WHITE, "#7b5ea7", BLACK]),
})


def draw_board(ax, values, title, limit=1.0, form="{:+.2f}"):
    """Draw 64 values, a1 to h8, as a board, NaN as an empty square; returns the image for a colour bar."""
    grid = np.asarray(values, dtype=float).reshape(8, 8)
    image = ax.imshow(grid, cmap="RdYlGn", vmin=-limit, vmax=limit)
    for row in range(8):
        for col in range(8):
            v = grid[row, col]
            if np.isnan(v):
                continue
            ax.text(col, row, form.format(v), ha="center", va="center", fontsize=7.5,
                    color="white" if abs(v) > 0.75 * limit else BLACK)
    ax.set_xticks(range(8), "abcdefgh")
    ax.set_yticks(range(8), range(1, 9))
    ax.tick_params(length=0, labeltop=True, labelbottom=False)
    ax.grid(False)
    ax.set_xticks(np.arange(-0.5, 8), minor=True)
    ax.set_yticks(np.arange(-0.5, 8), minor=True)
    ax.grid(True, which="minor", color="white", linewidth=1.5)
    ax.tick_params(which="minor", length=0)
    ax.spines[:].set_visible(False)
    ax.set_title(title, pad=18)
    return image


def short(agent):
    """An agent's name without the folder and ending of its model."""
    return agent.replace("q:model=models/", "q ").replace(".model", "")


def findings(*claims):
    """Show findings. A claim is (holds, words if it does, words if it does not)."""
    lines = [yes if holds else no for holds, yes, no in claims]
    display(Markdown("### Findings\n\n" + "\n".join(f"- {line}" for line in lines)))


def numbers(**values):
    """Hand numbers to run.py, which compares them with what the commands print."""
    display({"application/json": values, "text/plain": f"{len(values)} numbers to compare"}, raw=True)
