"""Pictures of the lessons: boards with values, weights of squares, and search trees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np
import outflank
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.patches import Rectangle
from outflank import palette

if TYPE_CHECKING:
    import lesson4
    from matplotlib.axes import Axes

SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]
COLOURS = LinearSegmentedColormap.from_list("values", palette.DIVERGING)  # from red to blue


def style() -> None:
    """Set the style of the lessons' plots."""
    plt.rcParams.update({
        "figure.dpi": 90, "figure.constrained_layout.use": True, "font.size": 10, "axes.spines.top": False, "axes.spines.right": False,
        "axes.grid": True, "axes.axisbelow": True, "grid.color": palette.RULE, "axes.edgecolor": palette.FAINT, "axes.titlelocation": "left",
        "axes.titleweight": "bold", "axes.titlesize": 11, "legend.frameon": False, "axes.prop_cycle": plt.cycler(color=palette.SERIES),
    })


def board(position: outflank.Board, values: Mapping[str, Any] | None = None, title: str = "", ax: Axes | None = None, form: str = "{:+g}",
          marked: Iterable[str] = (), limits: tuple[float, float] | None = None) -> Axes:
    """Draw a position. values are shown in their squares, numbers with form; the squares marked get a frame.

    With limits, which are a low and a high value, the squares of values are coloured: low is red, high is blue.
    """
    ax = outflank.draw(position, ax or plt.subplots(figsize=(3.6, 3.6))[1], legal=values is None)
    ax.spines[:].set_visible(False)
    for square, value in (values or {}).items():
        s = SQUARES.index(square)
        ink = palette.INK if position.white >> s & 1 else "white"
        if limits:
            share = float(np.clip((value - limits[0]) / (limits[1] - limits[0]), 0, 1))
            ax.add_patch(Rectangle((s % 8 + 0.04, s // 8 + 0.04), 0.92, 0.92, color=COLOURS(share), zorder=2))
            ink = _ink(share)
        text = value if isinstance(value, str) else form.format(value).replace("-", "−")
        ax.text(s % 8 + 0.5, s // 8 + 0.5, text, ha="center", va="center", fontsize=8, zorder=3, weight="normal" if limits else "bold", color=ink)
    for square in marked:
        s = SQUARES.index(square)
        ax.add_patch(Rectangle((s % 8 + 0.04, s // 8 + 0.04), 0.92, 0.92, fill=False, ec=palette.MARK, lw=2, zorder=4))
    ax.set_title(title, pad=8)
    return ax


def weights(numbers: Sequence[float], title: str = "", ax: Axes | None = None, form: str = "{:+.2f}") -> Axes:
    """Draw 64 weights as a board, with 0 in the middle of the colours."""
    most = max(map(abs, numbers)) or 1
    return board(outflank.Board(0, 0), dict(zip(SQUARES, numbers)), title, ax, form, limits=(-most, most))


def _ink(share: float) -> str:
    """The colour of text on the colour of a share: 0 and 1 are dark."""
    return palette.PAPER if abs(share - 0.5) > 0.38 else palette.INK


def scale(ax: Axes, low: float, high: float, label: str) -> None:
    """Draw the scale of the colours beside axes."""
    bar = plt.colorbar(plt.cm.ScalarMappable(Normalize(low, high), COLOURS), ax=ax, shrink=0.8)
    bar.set_label(label)
    bar.outline.set_visible(False)


@dataclass
class Node:
    """A node of a search tree: the text in it, the move that leads to it, the side to move, and its children."""

    text: str = ""
    move: str = ""
    turn: str = "black"
    children: list[Node] = field(default_factory=list)
    best: bool = False  # the edge that leads to it is on the line of best play
    cut: bool = False  # not visited


def tree(root: Node, title: str = "", ax: Axes | None = None, levels: Sequence[str] = ()) -> Axes:
    """Draw a search tree. The colour of a node is the side to move; grey nodes were cut off."""
    places: list[tuple[Node, float, int]] = []
    edges: list[tuple[Node, float, int, float]] = []
    leaves = 0

    def place(node: Node, depth: int) -> float:
        nonlocal leaves
        below = [place(child, depth + 1) for child in node.children]
        if below:
            x = (below[0] + below[-1]) / 2
        else:
            x, leaves = float(leaves), leaves + 1
        places.append((node, x, depth))
        edges.extend((child, x, depth, to) for child, to in zip(node.children, below))
        return x

    place(root, 0)
    deepest = max(depth for _, _, depth in places)
    ax = ax or plt.subplots(figsize=(max(4.0, 0.52 * leaves + 1), 1.15 * deepest + 1))[1]
    for node, x, depth, to in edges:
        color = palette.RULE if node.cut else palette.VERMILION if node.best else palette.FAINT
        ax.plot([x, to], [depth, depth + 1], color=color, lw=2.2 if node.best else 1, ls=":" if node.cut else "-", zorder=1)
        ax.text(x + 0.62 * (to - x), depth + 0.62, node.move, fontsize=7.5, ha="center", va="center", zorder=2,
                color=palette.DRAW if node.cut else palette.INK, bbox={"boxstyle": "round,pad=0.1", "fc": "white", "ec": "none"})
    for node, x, depth in places:
        dark = node.turn == "black"
        face, ink = (palette.BLACK_DISC, "white") if dark else (palette.WHITE_DISC, palette.INK)
        if node.cut:
            face, ink = "white", palette.DRAW
        ax.text(x, depth, node.text.replace("-", "−") or " ", ha="center", va="center", fontsize=8, color=ink, zorder=3,
                bbox={"boxstyle": "round,pad=0.35", "fc": face, "ec": palette.RULE if node.cut else palette.INK, "lw": 0.8})
    ax.set(xlim=(-0.7, leaves - 0.3), ylim=(deepest + 0.4, -0.4), xticks=[])
    ax.set_yticks(range(len(levels)), levels)
    ax.tick_params(length=0)
    ax.grid(False)
    ax.spines[:].set_visible(False)
    ax.set_title(title, pad=8)
    return ax


def visits(root: lesson4.Node, ax: Axes, levels: int = 5) -> Axes:
    """Draw a tree of lesson 4 from the top down. The width of a node is its share of the visits, its colour black's mean points."""
    def below(node: lesson4.Node, left: float, level: int) -> None:
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
