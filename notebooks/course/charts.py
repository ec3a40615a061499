"""Pictures of boards with values, search trees and weights of squares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.patches import Rectangle

from outflank import Board, draw, palette

if TYPE_CHECKING:
    from lesson4 import Node
    from matplotlib.axes import Axes

COLOURS = LinearSegmentedColormap.from_list("values", palette.DIVERGING)


def _ink(share: float) -> str:
    """The colour of text on the colour of a share: 0 and 1 are dark."""
    return palette.PAPER if abs(share - 0.5) > 0.38 else palette.INK


def values(board: Board, values: dict[str, float], low: float, high: float, ax: Axes, form: str = "{:.2f}") -> Axes:
    """Draw a board with the value of each move: red is low, blue is high."""
    draw(board, ax, legal=False)
    for move, value in values.items():
        x, y, share = "abcdefgh".index(move[0]), int(move[1]) - 1, float(np.clip((value - low) / (high - low), 0, 1))
        ax.add_patch(Rectangle((x + 0.04, y + 0.04), 0.92, 0.92, color=COLOURS(share), zorder=2))
        ax.text(x + 0.5, y + 0.52, form.format(value).replace("-", "−"), ha="center", va="center", fontsize=9, color=_ink(share), zorder=3)
    return ax


def squares(weights: Any, ax: Axes, form: str = "{:+.2f}") -> Axes:
    """Draw 64 weights as a board, with 0 in the middle of the colours."""
    w = np.asarray(weights, float).reshape(8, 8)
    most = np.abs(w).max() or 1
    ax.imshow(w, cmap=COLOURS, norm=Normalize(-most, most))
    for y in range(8):
        for x in range(8):
            ax.text(x, y, form.format(w[y, x]).replace("-", "−"), ha="center", va="center", fontsize=7, color=_ink((w[y, x] / most + 1) / 2))
    ax.set_xticks(range(8), "abcdefgh")
    ax.set_yticks(range(8), "12345678")
    ax.tick_params(length=0, labeltop=True, labelbottom=False, labelcolor=palette.FAINT)
    ax.grid(False)
    ax.spines[:].set_visible(False)
    return ax


def tree(root: Node, ax: Axes, levels: int = 5) -> Axes:
    """Draw a tree from the top down. The width of a node is its share of the visits, its colour black's mean points."""
    def below(node: Node, left: float, level: int) -> None:
        for child in sorted(node.children, key=lambda k: -k.visits):
            width = child.visits / root.visits
            black = child.mean if node.board.turn == "black" else 1 - child.mean
            ax.add_patch(Rectangle((left, level), width, 0.94, facecolor=COLOURS(black), edgecolor=palette.PAPER, lw=0.6))
            if width > 0.03:
                ax.text(left + width / 2, level + 0.47, child.move, ha="center", va="center", fontsize=8, color=_ink(black))
            if level + 1 < levels:
                below(child, left, level + 1)
            left += width

    below(root, 0, 0)
    ax.set(xlim=(0, 1), ylim=(levels, -0.04), yticks=np.arange(levels) + 0.47, yticklabels=[f"move {i + 1}" for i in range(levels)],
           xlabel="share of the visits", xticks=[0, 0.25, 0.5, 0.75, 1], xticklabels=["0", "25 %", "50 %", "75 %", "100 %"])
    ax.tick_params(length=0, labelcolor=palette.FAINT)
    ax.grid(False)
    ax.spines[:].set_visible(False)
    return ax


def scale(ax: Axes, low: float, high: float, label: str) -> None:
    """Draw the scale of the colours beside axes."""
    bar = plt.colorbar(plt.cm.ScalarMappable(Normalize(low, high), COLOURS), ax=ax, shrink=0.8)
    bar.set_label(label)
    bar.outline.set_visible(False)
