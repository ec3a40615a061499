package study

import (
	"context"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// captureCount is the work that counts which discs moves turn, and along which lines.
type captureCount struct{ positions int } // at any scale

// cases count how many of those of a label are so.
type cases map[string][2]int

func (t cases) add(label string, yes bool) {
	n := t[label]
	if n[1]++; yes {
		n[0]++
	}
	t[label] = n
}

// captureLabels are the rows, in order.
var captureLabels = []string{
	"discs on corners that a move can turn", "discs on sides that a move can turn",
	"discs inside that a move can turn", "turned discs on sides, along the side",
	"squares inside on which discs are turned from all 8 directions",
	"moves to corners that turn a disc beside them",
	"discs along the side beside an own corner that a move can turn",
	"discs diagonally beside an own corner that a move can turn",
}

// Run implements [work].
func (c captureCount) Run(_ context.Context, r *execution) (out outcome, err error) {
	boards, err := r.Boards(evenly(8, 56, 4), c.positions)
	if err != nil {
		return out, err
	}
	t, from := cases{}, map[engine.Square]map[[2]int]bool{}
	for _, b := range boards {
		var all engine.Set
		for move := range b.Moves().All() {
			turned := b.Flips(move)
			all |= turned
			beside := false
			for disc := range turned.All() {
				x, y := sign(move.File()-disc.File()), sign(move.Rank()-disc.Rank())
				beside = beside || next(move, disc)
				if part(disc) == "on sides" {
					along := (disc.File()%7 == 0 && x == 0) || (disc.Rank()%7 == 0 && y == 0)
					t.add(captureLabels[3], along)
				}
				if from[disc] == nil {
					from[disc] = map[[2]int]bool{}
				}
				from[disc][[2]int{x, y}] = true
			}
			if part(move) == "on corners" {
				t.add(captureLabels[5], beside)
			}
		}
		for disc := range b.Theirs.All() {
			t.add("discs "+part(disc)+" that a move can turn", all.Has(disc))
			for corner := range (eval.Classes[cornerClass] & b.Theirs).All() {
				switch {
				case !next(corner, disc):
				case part(disc) == "on sides":
					t.add(captureLabels[6], all.Has(disc))
				default:
					t.add(captureLabels[7], all.Has(disc))
				}
			}
		}
	}
	for s := range engine.Square(64) {
		if part(s) == "inside" {
			t.add(captureLabels[4], len(from[s]) == 8)
		}
	}
	for _, label := range captureLabels {
		out.Rows = append(out.Rows, shareRow(label, float64(t[label][0]), t[label][1]))
	}
	out.Plots = []namedPlot{rowPlot("captures", "Discs that moves turn", out.Rows)}
	return out, nil
}

// part says where on the board a square is.
func part(s engine.Square) string {
	switch file, rank := s.File()%7 == 0, s.Rank()%7 == 0; {
	case file && rank:
		return "on corners"
	case file || rank:
		return "on sides"
	}
	return "inside"
}

// next tells whether two squares touch.
func next(a, b engine.Square) bool {
	x, y := a.File()-b.File(), a.Rank()-b.Rank()
	return a != b && x*x <= 1 && y*y <= 1
}

func sign(x int) int { return max(-1, min(1, x)) }
