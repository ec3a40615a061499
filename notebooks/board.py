"""Functions with which the notebooks draw, state and report their results. This module computes no numbers.

It also exports parts of the Python package: the colours of the commands' pictures, boards, and `bitboard`,
which converts the bits in tables of positions to squares.
"""

import os
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import Markdown, display
from matplotlib.colors import LinearSegmentedColormap

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE / "python"))
from outflank import Board, bitboard, draw, palette  # noqa: E402, F401

TABLES = Path(os.environ.get("OUTFLANK_TABLES", HERE / "tables"))

DIVERGING = LinearSegmentedColormap.from_list("outflank", palette.DIVERGING)

plt.rcParams.update({
    "figure.dpi": 90, "figure.constrained_layout.use": True, "font.size": 10,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
    "axes.axisbelow": True, "grid.color": palette.RULE, "axes.edgecolor": palette.FAINT,
    "axes.titlelocation": "left", "axes.titleweight": "bold", "axes.titlesize": 11,
    "legend.frameon": False, "axes.prop_cycle": plt.cycler(color=palette.SERIES),
})


def draw_board(ax, values, title, limit=1.0, form="{:+.2f}"):
    """Draw 64 values, a1 to h8, as a board, and return the image for a colour bar. NaN is an empty square."""
    grid = np.asarray(values, dtype=float).reshape(8, 8)
    image = ax.imshow(grid, cmap=DIVERGING, vmin=-limit, vmax=limit)
    for row in range(8):
        for col in range(8):
            v = grid[row, col]
            if np.isnan(v):
                continue
            ax.text(col, row, form.format(v), ha="center", va="center", fontsize=7.5,
                    color="white" if abs(v) > 0.75 * limit else palette.INK)
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
    """Return an agent's name without the folder and the extension of its model."""
    return agent.replace("q:model=models/", "q ").replace(".model", "")


def findings(claims):
    """Show the claims as a list. A claim is (whether it holds, text if it holds, text if it does not)."""
    display(Markdown("\n".join(f"- {yes if holds else no}" for holds, yes, no in claims)))


def numbers(**values):
    """Output numbers for run.py, which compares them with those that the commands print."""
    display({"application/json": values, "text/plain": f"{len(values)} numbers to compare"}, raw=True)
