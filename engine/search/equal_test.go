package search

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// final returns the last Info of a search.
func final(t testing.TB, s *Searcher, b engine.Board) Info {
	t.Helper()
	var last Info
	for info := range s.Search(t.Context(), b) {
		last = info
	}
	return last
}

// reference is the value of a board as the package comment defines it, written
// once more without the Searcher, and the set of best moves.
func reference(e Evaluator, b engine.Board, depth int) (float64, engine.Set) {
	moves := b.Moves()
	if moves == 0 {
		if b.Over() {
			return float64(b.Score()), 0
		}
		v, best := reference(e, b.Pass(), depth)
		return -v, best
	}
	if depth == 0 {
		return e.Eval(b), 0
	}
	value, best := math.Inf(-1), engine.Set(0)
	for sq := range moves.All() {
		v, _ := reference(e, b.Play(sq), depth-1)
		switch v = -v; {
		case v > value:
			value, best = v, sq.Set()
		case v == value:
			best |= sq.Set()
		}
	}
	return value, best
}

// follow returns the value of the board at the end of a line, as seen from b.
func follow(t *testing.T, e Evaluator, b engine.Board, line []engine.Square) float64 {
	t.Helper()
	p := engine.Position{Board: b}
	if b.Moves() == 0 && !b.Over() {
		p = engine.Position{Board: b.Pass(), Color: engine.White}
	}
	p, err := engine.Game{Start: p, Moves: line}.End()
	if err != nil {
		t.Fatalf("line %v: %v", line, err)
	}
	v, _ := reference(e, p.Board, 0)
	if p.Color == engine.White {
		return -v
	}
	return v
}

// TestAlgorithmsAgree holds every algorithm against the definition, on random
// positions of every kind of board: same value to the last bit, and of the moves
// that the definition finds best the first.
func TestAlgorithmsAgree(t *testing.T) {
	positions := 85 // of each shape, for both evaluators
	if testing.Short() {
		positions = 10
	}
	searchers := map[string]func(e Evaluator, d int) *Searcher{
		"minimax":             func(e Evaluator, d int) *Searcher { return New(e, Options{Algorithm: Minimax, Depth: d}) },
		"alphabeta":           func(e Evaluator, d int) *Searcher { return New(e, Options{Depth: d}) },
		"alphabeta 1 KB":      func(e Evaluator, d int) *Searcher { return New(e, Options{Depth: d, TableBytes: 1 << 10}) },
		"alphabeta, no table": func(e Evaluator, d int) *Searcher { return New(e, Options{Depth: d, TableBytes: -1}) },
	}
	checked := 0
	for _, sh := range shapes(t) {
		rng := rand.New(rand.NewPCG(1, uint64(sh.Field.Len())))
		for i := range positions {
			b, ok := wander(rng, sh, rng.IntN(sh.Field.Len()-4))
			if !ok {
				continue
			}
			for _, e := range []Evaluator{positional{}, noise{}} {
				depth := 1 + (i+checked)%5
				if b.Empty().Len() > 24 {
					depth = min(depth, 4)
				}
				checked++
				want, best := reference(e, b, depth)
				for name, make := range searchers {
					info := final(t, make(e, depth), b)
					if info.Score != want || info.Move() != best.First() {
						t.Fatalf("%s, %v, %T, depth %d:\n%v\ngot %v %v, want %v and the first of %v",
							name, sh, e, depth, engine.Position{Board: b}, info.Score, info.PV, want, best)
					}
					if len(info.PV) == depth {
						if v := follow(t, e, b, info.PV); v != want {
							t.Fatalf("%s, %v: line %v leads to %v, want %v", name, engine.Position{Board: b}, info.PV, v, want)
						}
					}
				}
			}
		}
	}
	t.Logf("%d positions", checked)
}

// TestExactEqualsBruteForce holds the solver against the definition.
func TestExactEqualsBruteForce(t *testing.T) {
	positions, most := 60, 9
	if testing.Short() {
		positions, most = 10, 8
	}
	for _, sh := range shapes(t) {
		rng := rand.New(rand.NewPCG(2, uint64(sh.Field.Len())))
		solver := New(positional{}, Options{Exact: 64})
		for i := range positions {
			b, ok := wander(rng, sh, i%(most+1))
			if !ok {
				continue
			}
			want, best := reference(noise{}, b, 64)
			info := final(t, solver, b)
			if info.Score != want || !info.Exact || !best.Has(info.Move()) && !b.Over() {
				t.Fatalf("%v: got %+v, want %v and one of %v", engine.Position{Board: b}, info, want, best)
			}
		}
	}
}
