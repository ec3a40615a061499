"""The colours of the program's pictures, by name. A test of the program compares them with its own."""

INK = "#22262b"  # titles, numbers
FAINT = "#6b727b"  # coordinates, scales
RULE = "#e3e6e9"  # grid lines
PAPER = "#ffffff"

# Curves: the palette of Okabe and Ito, strongest colour first.
BLUE = "#0072b2"
VERMILION = "#d55e00"
GREEN = "#009e73"
PURPLE = "#cc79a7"
ORANGE = "#e69f00"
SKY = "#56b4e9"
SERIES = [BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, INK]

# Parts of a whole: black's wins, draws, white's wins.
BLACK = "#30363d"
DRAW = "#a8b0b8"
WHITE = "#f3f4f5"

# Values, from the lowest to the highest, with 0 in the middle: ColorBrewer's palette RdBu.
DIVERGING = ["#b2182b", "#d6604d", "#f4a582", "#fddbc7", "#f7f7f7", "#d1e5f0", "#92c5de", "#4393c3", "#2166ac"]

# Boards.
FELT = "#1d7a4f"
FELT_LINE = "#0f4a2f"
HOLE = "#d6d8d4"
BLACK_DISC = "#14181a"
WHITE_DISC = "#f7f7f2"
MARK = "#ffd54a"
