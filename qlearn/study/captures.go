package study

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// captureCount is the work that counts which discs moves flip, and along which lines.
type captureCount struct {
	positions int  // not scaled
	games     int  // games of random players; 0 = none
	weights   bool // add rows about the effect of Ranvier's negative weights
}

// cases counts, by label, the cases with a property and all cases.
type cases map[string][2]int

func (t cases) add(label string, yes bool) {
	n := t[label]
	if n[1]++; yes {
		n[0]++
	}
	t[label] = n
}

// captureLabels are the labels of the rows, in order.
var captureLabels = []string{
	"discs on corners that a move can flip", "discs on sides that a move can flip",
	"discs inside that a move can flip", "flipped discs on sides, along the side",
	"moves to corners that flip a disc beside them",
	"discs along the side beside an own corner that a move can flip",
	"discs diagonally beside an own corner that a move can flip",
}

// Rows about inner squares count all of them, so they have no interval. The turns are those of a game.
const (
	missingDirections = "squares inside on which discs are not flipped from all 8 directions, of 36"
	missingLines      = "squares inside on which discs are not flipped along all 4 lines, of 36"
	turnsLabel        = "random games of 60 to 65 turns"
	overSixtyLabel    = "random games of 61 to 65 turns"
	negativeLabel     = "moves beside an empty corner by the static weights, where there are others"
	raisedLabel       = "the same with the weights beside corners raised to 0"
)

// Run implements [work].
func (c captureCount) Run(ctx context.Context, r *execution) (out outcome, err error) {
	boards, err := r.Boards(evenly(8, 56, 4), c.positions)
	if err != nil {
		return out, err
	}
	t, from := cases{}, map[engine.Square]map[[2]int]bool{}
	rng := rand.New(rand.NewPCG(r.Seed, 1))
	for _, b := range boards {
		var all engine.Set
		for move := range b.Moves().All() {
			flipped := b.Flips(move)
			all |= flipped
			beside := false
			for disc := range flipped.All() {
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
				t.add(captureLabels[4], beside)
			}
		}
		for disc := range b.Theirs.All() {
			t.add("discs "+part(disc)+" that a move can flip", all.Has(disc))
			for corner := range (eval.Classes[cornerClass] & b.Theirs).All() {
				switch {
				case !next(corner, disc):
				case part(disc) == "on sides":
					t.add(captureLabels[5], all.Has(disc))
				default:
					t.add(captureLabels[6], all.Has(disc))
				}
			}
		}
	}
	for range c.games {
		if err := t.addTurns(rng); err != nil {
			return out, err
		}
	}
	if c.weights {
		if err := t.addBesideCorners(ctx, boards); err != nil {
			return out, err
		}
	}
	counted := []string{turnsLabel, overSixtyLabel, negativeLabel, raisedLabel}
	for _, label := range slices.Concat(captureLabels, counted) {
		if n := t[label]; n[1] > 0 {
			out.Rows = append(out.Rows, shareRow(label, float64(n[0]), n[1]))
		}
	}
	directions, lines := 0.0, 0.0
	for s := range engine.Square(64) {
		if part(s) != "inside" {
			continue
		}
		along := map[[2]int]bool{}
		for d := range from[s] {
			along[[2]int{d[0] * d[0], d[0] * d[1]}] = true // both directions of a line count as one
		}
		if len(from[s]) < 8 {
			directions++
		}
		if len(along) < 4 {
			lines++
		}
	}
	out.Rows = append(out.Rows, Row{Label: missingDirections, Unit: unitFactor, Ours: &directions, Games: 36},
		Row{Label: missingLines, Unit: unitFactor, Ours: &lines, Games: 36})
	out.Plots = []namedPlot{rowPlot("captures", "Discs that moves flip", out.Rows)}
	return out, nil
}

// addTurns plays a game between random players and counts its turns, including passes.
func (t cases) addTurns(rng *rand.Rand) error {
	g := engine.Game{Start: engine.StandardStart()}
	g.Moves, _ = g.Start.RandomMoves(60, rng)
	turns := 0
	for ply, err := range g.Plies() {
		if err != nil {
			return err
		}
		if turns++; ply.Passed {
			turns++
		}
	}
	t.add(turnsLabel, turns >= 60 && turns <= 65)
	t.add(overSixtyLabel, turns > 60 && turns <= 65)
	return nil
}

// addBesideCorners counts how often alpha-beta at depth 3 plays beside an empty corner although it has other
// moves. It uses Ranvier's static weights, and the same weights with those beside corners raised to 0.
func (t cases) addBesideCorners(ctx context.Context, boards []engine.Board) error {
	weights, corners := squaresOf("umea-squares"), eval.Classes[cornerClass]
	for _, label := range []string{negativeLabel, raisedLabel} {
		f, err := eval.New("position", weights[:])
		if err != nil {
			return err
		}
		m := eval.NewModel(f)
		m.Weights[0] = 1
		search := lineSearch[engine.Board]{3, bitboardRules, m.Linear().Eval}
		for _, b := range boards {
			legal := b.Moves()
			if beside := legal & around(corners&b.Empty()); beside != 0 && beside != legal {
				move, err := search.Choose(ctx, b)
				if err != nil {
					return err
				}
				t.add(label, beside.Has(move))
			}
		}
		for s := range around(corners).All() {
			weights[s] = max(weights[s], 0)
		}
	}
	return nil
}

// around returns the squares that touch a square of the set.
func around(set engine.Set) (touching engine.Set) {
	for s := range engine.Square(64) {
		for of := range set.All() {
			if next(of, s) {
				touching |= s.Set()
			}
		}
	}
	return touching
}

// part returns the part of the board that contains a square.
func part(s engine.Square) string {
	switch file, rank := s.File()%7 == 0, s.Rank()%7 == 0; {
	case file && rank:
		return "on corners"
	case file || rank:
		return "on sides"
	}
	return "inside"
}

// next reports whether two squares touch.
func next(a, b engine.Square) bool {
	x, y := a.File()-b.File(), a.Rank()-b.Rank()
	return a != b && x*x <= 1 && y*y <= 1
}

func sign(x int) int { return max(-1, min(1, x)) }
