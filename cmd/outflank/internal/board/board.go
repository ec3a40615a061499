// Package board draws positions as text for terminals, on boards of all shapes:
//
//	style, err := board.NewStyle("auto", false, terminal, os.Getenv)
//	position := engine.Position{Board: engine.Standard()}
//	lines, width := board.Draw(position, board.Marks{Legal: position.Board.Moves(), Last: engine.None}, style)
//
// Colours come from xterm's 256-colour palette. The package respects NO_COLOR and TERM. If the locale is not
// UTF-8, it draws letters for discs.
package board

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine"
)

// Marks are shown on a board in addition to the discs.
type Marks struct {
	Legal   engine.Set                // moves to highlight
	Last    engine.Square             // the square of the last move, or engine.None
	Flipped engine.Set                // the discs that the last move flipped
	Cursor  engine.Set                // the square of the keyboard cursor, or none
	Values  map[engine.Square]float64 // numbers to print in empty squares; nil = none
}

// Draw returns a board as lines of text and their width on the screen, which is equal for all lines. Ranks
// are rows. On a hexagonal lattice, each rank is shifted by half a cell from the rank above it. Neighbours
// are then adjacent, and the file letters are at the upper ends of the files.
func Draw(p engine.Position, marks Marks, style Style) (lines []string, width int) {
	rows, left, right := newDrawing(p, marks, style).rows()
	for _, row := range rows {
		lines = append(lines, join(row, left, right))
	}
	return lines, right - left
}

// SquareAt returns the square at a column of a line, both counted from 0, in the text that [Draw] returns for
// the position with these marks. It returns [engine.None] for a hole and outside the squares.
func SquareAt(p engine.Position, marks Marks, column, line int) engine.Square {
	rows, left, _ := newDrawing(p, marks, Style{}).rows()
	if line < 0 || line >= len(rows) {
		return engine.None
	}
	for _, piece := range rows[line] {
		if x := column + left; x >= piece.x && x < piece.end() && p.Board.Shape.Field.Has(piece.square) {
			return piece.square
		}
	}
	return engine.None
}

// whole returns the shape with its holes filled: holes are drawn, but squares outside the shape are not.
func whole(sh engine.Shape) engine.Shape {
	name, _, _ := strings.Cut(sh.String(), "-")
	full, err := engine.ParseShape(name)
	if err != nil {
		return sh
	}
	return full
}

// A piece is text that begins at column x of a row.
type piece struct {
	x, width int // width on the screen
	text     string
	square   engine.Square // engine.None for a letter or number
}

func (p piece) end() int { return p.x + p.width }

// join makes a line from column left to column right out of a row's pieces, which are ordered by column.
func join(row []piece, left, right int) string {
	var line strings.Builder
	at := left
	for _, p := range row {
		line.WriteString(strings.Repeat(" ", p.x-at))
		line.WriteString(p.text)
		at = p.end()
	}
	line.WriteString(strings.Repeat(" ", right-at))
	return line.String()
}

// A layout gives the columns of the cells.
type layout struct {
	width int // columns of a cell
	step  int // columns from a file to the next
	shift int // columns from a rank to the next: 0, or half a step on the hexagonal lattice
}

func newLayout(l engine.Lattice, values bool) layout {
	width := 3
	if values {
		width = 5
	}
	if l == engine.Hexagonal {
		return layout{width, width + 1, (width + 1) / 2}
	}
	return layout{width, width, 0}
}

func (l layout) x(file, rank int) int { return file*l.step + rank*l.shift }

// A drawing contains the data needed to draw a board.
type drawing struct {
	engine.Position
	marks  Marks
	style  Style
	whole  engine.Shape
	layout layout
}

func newDrawing(p engine.Position, marks Marks, style Style) drawing {
	return drawing{p, marks, style, whole(p.Board.Shape), newLayout(p.Board.Shape.Lattice, marks.Values != nil)}
}

// rows returns the pieces of all lines, with the leftmost and the rightmost column.
func (d drawing) rows() (rows [][]piece, left, right int) {
	left, right = math.MaxInt, math.MinInt
	for rank := -1; rank < 8; rank++ {
		row := d.row(rank)
		if len(row) == 0 {
			continue
		}
		rows = append(rows, row)
		left = min(left, row[0].x)
		right = max(right, row[len(row)-1].end())
	}
	return rows, left, right
}

// row returns the pieces of a rank; -1 is the row of letters above the board.
func (d drawing) row(rank int) []piece {
	var row []piece
	first, last := 8, -1
	for file := range 8 {
		x := d.layout.x(file, rank)
		switch {
		case d.has(file, rank):
			s := engine.At(file, rank)
			row = append(row, piece{x, d.layout.width, d.square(s), s})
			first, last = min(first, file), file
		case d.has(file, rank+1) && !d.anyAbove(file, rank):
			row = append(row, piece{x, d.layout.width, d.label('a' + rune(file)), engine.None})
		}
	}
	if last < 0 {
		return row
	}
	if d.layout.shift == 0 {
		number := d.style.Faint(fmt.Sprintf("%d ", rank+1))
		return slices.Insert(row, 0, piece{d.layout.x(first, rank) - 2, 2, number, engine.None})
	}
	number := d.style.Faint(fmt.Sprintf(" %d", rank+1))
	return append(row, piece{d.layout.x(last+1, rank), 2, number, engine.None})
}

func (d drawing) has(file, rank int) bool {
	return rank >= 0 && rank < 8 && d.whole.Field.Has(engine.At(file, rank))
}

func (d drawing) anyAbove(file, rank int) bool {
	for r := range rank {
		if d.has(file, r) {
			return true
		}
	}
	return false
}

// label returns a file's letter, centred over its cells.
func (d drawing) label(name rune) string {
	pad := strings.Repeat(" ", d.layout.width/2)
	return d.style.Faint(pad + string(name) + pad)
}

// square returns the text of a square, with the cursor.
func (d drawing) square(s engine.Square) string {
	// On the hexagonal lattice, gaps separate the cells, and two colours would make stripes.
	dark := (s.File()+s.Rank())%2 == 0 || d.layout.shift != 0
	look := squareLook{dark: dark, last: s == d.marks.Last, flipped: d.marks.Flipped.Has(s),
		cursor: d.marks.Cursor.Has(s)}
	return d.style.pointed(d.cell(s, look), look)
}

// cell returns the text of a square, without the cursor.
func (d drawing) cell(s engine.Square, look squareLook) string {
	w := d.layout.width
	value, valued := d.marks.Values[s]
	switch {
	case !d.Board.Shape.Field.Has(s):
		return d.style.hole(w)
	case d.Discs(engine.Black).Has(s):
		return d.style.disc(engine.Black, look, w)
	case d.Discs(engine.White).Has(s):
		return d.style.disc(engine.White, look, w)
	case valued:
		return d.style.value(ValueText(value), d.isBest(value), look, w)
	case d.marks.Legal.Has(s):
		return d.style.legal(look, w)
	}
	return d.style.empty(look, w)
}

// isBest reports whether v is the highest value.
func (d drawing) isBest(v float64) bool {
	for _, other := range d.marks.Values {
		if other > v {
			return false
		}
	}
	return true
}

// ValueText formats a number of discs in at most five columns.
func ValueText(v float64) string {
	if math.Abs(v) < 9.95 {
		return fmt.Sprintf("%+.1f", v)
	}
	return fmt.Sprintf("%+.0f", v)
}

// ResultText describes the result of a finished game: the winner, the margin and the discs.
func ResultText(p engine.Position) string {
	score := p.Score(engine.Black)
	black, white, empty := p.Discs(engine.Black).Len(), p.Discs(engine.White).Len(), p.Board.Empty().Len()
	winner := engine.Black
	if score < 0 {
		winner, score, black, white = engine.White, -score, white, black
	}
	switch {
	case score == 0:
		return fmt.Sprintf("a draw, %d to %d", black, white)
	case empty > 0:
		return fmt.Sprintf("%v wins by %d, %d to %d and the %d empty", winner, score, black, white, empty)
	}
	return fmt.Sprintf("%v wins by %d, %d to %d", winner, score, black, white)
}
