package engine

import (
	"fmt"
	"strings"
)

// String returns the position in the 64-character form of Edax and the FFO endgame tests. The squares run
// from a1 to h1, then a2 to h8: X black, O white, - empty. A blank and the side to move follow. A square
// outside the shape is a #; " hex" at the end means that the lattice is hexagonal.
func (p Position) String() string {
	text := make([]byte, 64, 70)
	for s := range Square(64) {
		text[s] = p.char(s)
	}
	text = append(text, ' ', "XO"[p.Color])
	if p.Board.Shape.Lattice == Hexagonal {
		text = append(text, " hex"...)
	}
	return string(text)
}

func (p Position) char(s Square) byte {
	switch {
	case !p.Board.Shape.Field.Has(s):
		return '#'
	case p.Discs(Black).Has(s):
		return 'X'
	case p.Discs(White).Has(s):
		return 'O'
	}
	return '-'
}

// ParsePosition parses the form of [Position.String] and its common variants. Black is X x * b B, white is O
// o w W 0 (a zero), and empty is - or a dot. Blanks and line ends may separate the 64 squares. The side to
// move uses the same letters as the discs; it may have no move. Any other character causes a
// [*NotationError].
func ParsePosition(text string) (Position, error) {
	var discs [2]Set
	field := AllSquares
	i, s := 0, Square(0)
	for ; i < len(text) && s < None; i++ {
		switch c := text[i]; {
		case strings.IndexByte(" \t\r\n", c) >= 0:
			continue
		case c == '#':
			field &^= s.Set()
		case c == '-' || c == '.':
		default:
			color, ok := colorOf(c)
			if !ok {
				return Position{}, &NotationError{i, text[i : i+1], "X, O, - or #"}
			}
			discs[color] |= s.Set()
		}
		s++
	}
	if s < None {
		return Position{}, fmt.Errorf("engine: board text ends after %d squares, want 64 and the side to move", s)
	}
	side, lattice, err := parseSide(text[i:])
	if err != nil {
		return Position{}, err
	}
	return Position{Board{discs[side], discs[side.Opponent()], Shape{field, lattice}}, side}, nil
}

// parseSide parses the text after the 64 squares.
func parseSide(text string) (Color, Lattice, error) {
	words := strings.Fields(text)
	if len(words) >= 1 && len(words[0]) == 1 {
		if side, ok := colorOf(words[0][0]); ok {
			switch {
			case len(words) == 1:
				return side, Orthogonal, nil
			case len(words) == 2 && words[1] == "hex":
				return side, Hexagonal, nil
			}
		}
	}
	return 0, 0, fmt.Errorf("engine: %.20q after the 64 squares: want the side to move, X or O, then "+
		"nothing or hex", strings.TrimSpace(text))
}

func colorOf(c byte) (Color, bool) {
	switch {
	case strings.IndexByte("Xx*bB", c) >= 0:
		return Black, true
	case strings.IndexByte("OowW0", c) >= 0:
		return White, true
	}
	return 0, false
}
