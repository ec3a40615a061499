"""Pictures of the lessons: boards with values, and search trees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import outflank
from outflank import palette

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]


def style() -> None:
    """Set the style of the lessons' plots."""
    plt.rcParams.update({
        "figure.dpi": 90, "figure.constrained_layout.use": True, "font.size": 10, "axes.spines.top": False, "axes.spines.right": False,
        "axes.grid": True, "axes.axisbelow": True, "grid.color": palette.RULE, "axes.edgecolor": palette.FAINT, "axes.titlelocation": "left",
        "axes.titleweight": "bold", "axes.titlesize": 11, "legend.frameon": False, "axes.prop_cycle": plt.cycler(color=palette.SERIES),
    })


def board(position: outflank.Board, values: Mapping[str, Any] | None = None, title: str = "", ax: Axes | None = None, form: str = "{:+g}",
          marked: Iterable[str] = ()) -> Axes:
    """Draw a position. values are shown in their squares, numbers with form; the squares marked get a frame."""
    ax = outflank.draw(position, ax or plt.subplots(figsize=(3.6, 3.6))[1], legal=values is None)
    ax.spines[:].set_visible(False)
    for square, value in (values or {}).items():
        s = SQUARES.index(square)
        on_white = position.white >> s & 1
        text = value if isinstance(value, str) else form.format(value).replace("-", "−")
        ax.text(s % 8 + 0.5, s // 8 + 0.5, text, ha="center", va="center", fontsize=8, zorder=3, weight="bold",
                color=palette.INK if on_white else "white")
    for square in marked:
        s = SQUARES.index(square)
        ax.add_patch(plt.Rectangle((s % 8 + 0.04, s // 8 + 0.04), 0.92, 0.92, fill=False, ec=palette.MARK, lw=2, zorder=4))
    ax.set_title(title, pad=8)
    return ax


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
