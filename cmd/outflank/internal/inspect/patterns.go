package inspect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval"
)

// patternFinding describes the weight of a pattern's contents.
type patternFinding struct {
	Term     string   `json:"term" doc:"name of the pattern"`
	From     int      `json:"from_discs" doc:"minimum number of discs on the board in the stage"`
	To       int      `json:"to_discs" doc:"maximum number of discs"`
	Squares  []string `json:"squares" doc:"squares of the pattern's first image, in order"`
	Contents string   `json:"contents" doc:"contents of these squares: X the side to move, O its opponent, - empty"`
	Board    string   `json:"board" doc:"64 squares from a1: the contents, and . elsewhere"`
	Weight   float64  `json:"weight" doc:"weight in the unit of the model"`
	Seen     int      `json:"seen" doc:"number of occurrences on the boards, in any image"`
}

// strongestPatterns returns the n contents with the largest weights. Only contents that occur on the boards
// count. Each is in the stage in which its weight is largest.
func strongestPatterns(m *eval.Model, boards []engine.Board, n int) []patternFinding {
	list, taken := []patternFinding{}, map[string]bool{}
	seen, terms := countEntries(m, boards), eval.Terms(m.Features)
	for _, i := range greatest(m.Weights, len(seen), seen) {
		if len(list) == n {
			break
		}
		t := terms[slices.IndexFunc(terms, func(t eval.Term) bool { return i < t.Offset+t.Len*t.Stages })]
		if t.Images == nil {
			continue
		}
		f := newPattern(t, i)
		if key := f.Term + f.Contents; !taken[key] {
			taken[key] = true
			f.Weight, f.Seen = m.Weights[i], seen[i]
			list = append(list, f)
		}
	}
	return list
}

// countEntries returns the number of occurrences of each entry in φ of the boards.
func countEntries(m *eval.Model, boards []engine.Board) map[int]int {
	counts := map[int]int{}
	l := m.Linear()
	for _, b := range boards {
		for _, f := range l.Phi(b) {
			counts[int(f.Index)]++
		}
	}
	return counts
}

// newPattern describes entry i, which belongs to the term.
func newPattern(t eval.Term, i int) patternFinding {
	stage, entry := (i-t.Offset)/t.Len, int32((i-t.Offset)%t.Len)
	contents := contentsOf(t, entry)
	f := patternFinding{Term: t.Name, Board: strings.Repeat(".", 64)}
	f.From, f.To = eval.StageDiscs(stage, t.Stages)
	board := []byte(f.Board)
	for _, s := range t.Images[0] {
		board[s] = "-XO"[contents%3]
		f.Squares = append(f.Squares, s.String())
		f.Contents += string(board[s])
		contents /= 3
	}
	f.Board = string(board)
	return f
}

// contentsOf returns the lowest contents that map to the entry with positive sign.
func contentsOf(t eval.Term, entry int32) int {
	for c, e := range t.Fold {
		if e == entry && (t.Sign == nil || t.Sign[c] > 0) {
			return c
		}
	}
	return 0
}

// printPatterns draws the patterns as small boards, side by side.
func (v modelFinding) printPatterns(a *cli.App) {
	if len(v.Patterns) == 0 {
		return
	}
	a.Printf("\nstrongest patterns that occurred: " +
		"X the side to move, O its opponent, - empty, . anything\n")
	const columns = 4
	for row := range slices.Chunk(v.Patterns, columns) {
		fmt.Fprintln(a.Out)
		for line := range 12 {
			var text strings.Builder
			for _, f := range row {
				fmt.Fprintf(&text, "%-20s", f.line(line))
			}
			fmt.Fprintln(a.Out, strings.TrimRight(text.String(), " "))
		}
	}
}

// line returns one line of the drawing: four lines of description, then the ranks of the board.
func (f patternFinding) line(i int) string {
	switch i {
	case 0:
		return fmt.Sprintf("%+.4f", f.Weight)
	case 1:
		return text.Shorten(f.Term, 18)
	case 2:
		return discRange(f.From, f.To)
	case 3:
		return fmt.Sprintf("seen %s", text.Plural(f.Seen, "time"))
	}
	return strings.Join(strings.Split(f.Board[8*(i-4):][:8], ""), " ")
}
