"""Positions as pictures, with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import palette
from .board import Board

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw(board: Board, ax: Axes | None = None, legal: bool = True) -> Axes:
    """Draw a board on matplotlib axes, with dots for the legal moves, and return the axes."""
    import matplotlib.pyplot as plt
    from matplotlib.patches import Circle

    ax = ax or plt.subplots(figsize=(4, 4))[1]
    ax.set(facecolor=palette.FELT, aspect="equal", xlim=(0, 8), ylim=(8, 0))
    ax.set_xticks([x + 0.5 for x in range(8)], "abcdefgh")
    ax.set_yticks([y + 0.5 for y in range(8)], "12345678")
    ax.tick_params(length=0, labelcolor=palette.FAINT, labeltop=True, labelbottom=False)
    ax.grid(False)
    ax.hlines(range(9), 0, 8, palette.FELT_LINE, lw=0.8)
    ax.vlines(range(9), 0, 8, palette.FELT_LINE, lw=0.8)
    shown = [(board.black, palette.BLACK_DISC, 0.42), (board.white, palette.WHITE_DISC, 0.42), (legal and board.legal, palette.MARK, 0.08)]
    for squares, color, radius in shown:
        for s in range(64):
            if squares >> s & 1:
                ax.add_patch(Circle((s % 8 + 0.5, s // 8 + 0.5), radius, color=color, zorder=2))
    return ax
