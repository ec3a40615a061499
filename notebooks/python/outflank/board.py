"""Positions of Othello as values."""

from __future__ import annotations

from dataclasses import dataclass, field

_SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]
_ALL = (1 << 64) - 1
_NOT_A, _NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
# For each direction, the number of bits that a step shifts, and the squares that it can reach.
_STEPS = [(1, _NOT_A), (-1, _NOT_H), (8, _ALL), (-8, _ALL), (9, _NOT_A), (-9, _NOT_H), (7, _NOT_H), (-7, _NOT_A)]


def _shift(bits: int, by: int, reach: int) -> int:
    return (bits << by if by > 0 else bits >> -by) & reach & _ALL


def _moves(mine: int, theirs: int) -> int:
    legal = 0
    for by, reach in _STEPS:
        step = _shift(mine, by, reach) & theirs
        run = step
        while step:
            step = _shift(step, by, reach) & theirs
            run |= step
        legal |= _shift(run, by, reach)
    return legal & ~(mine | theirs)


def _flips(mine: int, theirs: int, disc: int) -> int:
    flips = 0
    for by, reach in _STEPS:
        run, at = 0, _shift(disc, by, reach)
        while at & theirs:
            run |= at
            at = _shift(at, by, reach)
        if at & mine:
            flips |= run
    return flips


@dataclass(frozen=True)
class Board:
    """A position: the discs of both sides (bit 0 = a1, bit 7 = h1, bit 63 = h8) and the side to move.

    Forced passes are played automatically: the side to move has a move unless the game is over.
    """

    black: int = 1 << 28 | 1 << 35
    white: int = 1 << 27 | 1 << 36
    turn: str = "black"
    legal: int = field(init=False, repr=False, compare=False)  # the moves of the side to move as bits, 0 if the game is over

    def __post_init__(self) -> None:
        if self.black & self.white or not 0 <= self.black | self.white <= _ALL or self.turn not in ("black", "white"):
            raise ValueError(f"not a position: {self.black:#x}, {self.white:#x}, {self.turn!r} to move")
        mine, theirs = self._sides
        legal = _moves(mine, theirs)
        if not legal and (legal := _moves(theirs, mine)):
            object.__setattr__(self, "turn", "white" if self.turn == "black" else "black")
        object.__setattr__(self, "legal", legal)

    @classmethod
    def from_transcript(cls, moves: str) -> Board:
        """Return the position after moves such as "f5d6c3". The first illegal move raises a ValueError that names it."""
        board, moves = cls(), moves.replace(" ", "").lower()
        for i in range(0, len(moves), 2):
            board = board.play(moves[i : i + 2])
        return board

    @property
    def _sides(self) -> tuple[int, int]:
        return (self.black, self.white) if self.turn == "black" else (self.white, self.black)

    @property
    def moves(self) -> list[str]:
        """The moves of the side to move, such as ["d3", "c4"]."""
        return [name for i, name in enumerate(_SQUARES) if self.legal >> i & 1]

    @property
    def over(self) -> bool:
        return self.legal == 0

    @property
    def score(self) -> int:
        """The disc difference for black, with empty squares counted for the side with more discs. If the game is over,
        this is its result."""
        black, white = self.black.bit_count(), self.white.bit_count()
        empty = 64 - black - white
        return black - white + (empty if black > white else -empty if white > black else 0)

    def play(self, move: str | int) -> Board:
        """Return the position after a move, given as "f5" or as the number of its square."""
        square = _SQUARES.index(move) if move in _SQUARES else move
        if not isinstance(square, int) or not 0 <= square < 64 or not self.legal >> square & 1:
            raise ValueError(f"{move!r} is not legal for {self.turn}: {' '.join(self.moves)}")
        mine, theirs = self._sides
        disc = 1 << square
        flips = _flips(mine, theirs, disc)
        mine, theirs = mine | disc | flips, theirs & ~flips
        return Board(mine, theirs, "white") if self.turn == "black" else Board(theirs, mine, "black")

    def __str__(self) -> str:
        rows = ["  a b c d e f g h"]
        for rank in range(8):
            cells = ["X" if self.black >> s & 1 else "O" if self.white >> s & 1 else "-" for s in range(8 * rank, 8 * rank + 8)]
            rows.append(f"{rank + 1} {' '.join(cells)}")
        return "\n".join(rows)
