package notation

import (
	"strings"

	"github.com/outflank/outflank/engine"
)

// appendFEN appends a position on the 8×8 board in the form that Edax writes into the tag FEN. It follows the
// chess notation: rank 8 first, p for a black disc, P for a white one, digits for empty squares, and b or w
// for the side to move.
func appendFEN(text []byte, p engine.Position) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			c := disc(p, engine.At(file, rank), "pP-")
			if c == '-' {
				empty++
				continue
			}
			if empty > 0 {
				text, empty = append(text, '0'+empty), 0
			}
			text = append(text, c)
		}
		if empty > 0 {
			text = append(text, '0'+empty)
		}
		if rank > 0 {
			text = append(text, '/')
		}
	}
	return append(append(text, ' ', "bw"[p.Color]), " - - 0 1"...)
}

// parseStart reads the start position of a PGN game: a FEN as Edax writes it, or the
// 64 characters that [engine.ParsePosition] reads.
func parseStart(text string) (engine.Position, bool) {
	squares, rest, _ := strings.Cut(text, " ")
	if !strings.Contains(squares, "/") {
		p, err := engine.ParsePosition(text)
		return p, err == nil
	}
	board := ""
	ranks := strings.SplitN(squares, "/", 9)
	for _, rank := range ranks {
		cells := fenCells(rank)
		if len(cells) != 8 {
			return engine.Position{}, false
		}
		board = cells + board
	}
	side, _, _ := strings.Cut(rest, " ")
	if len(ranks) != 8 || side != "b" && side != "w" {
		return engine.Position{}, false
	}
	p, err := engine.ParsePosition(board + " " + side)
	return p, err == nil
}

// fenCells returns the squares of a rank, one character each, or "" if the rank is invalid.
func fenCells(rank string) string {
	cells := ""
	for _, c := range rank {
		switch {
		case c == 'p':
			cells += "X"
		case c == 'P':
			cells += "O"
		case c >= '1' && c <= '8':
			cells += "--------"[:c-'0']
		default:
			return ""
		}
		if len(cells) > 8 {
			return ""
		}
	}
	return cells
}
