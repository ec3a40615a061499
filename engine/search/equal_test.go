package search

import (
	"cmp"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/outflank/outflank/engine"
)

// final returns the last Info of a search.
func final(t testing.TB, s *Searcher, b engine.Board) engine.Info {
	t.Helper()
	var last engine.Info
	for info := range s.Search(t.Context(), b) {
		last = info
	}
	return last
}

// reference is the value of a board as the package comment defines it, written
// once more without the Searcher, and the set of best moves.
func reference(e Evaluator, b engine.Board, depth int) (float64, engine.Set) {
	return referenceWin(e, b, depth, 0)
}

// referenceWin is reference where the result of a game counts win more than its discs.
func referenceWin(e Evaluator, b engine.Board, depth int, win float64) (float64, engine.Set) {
	moves := b.Moves()
	if moves == 0 {
		if b.Over() {
			return float64(b.Score()) + win*float64(cmp.Compare(b.Score(), 0)), 0
		}
		v, best := referenceWin(e, b.Pass(), depth, win)
		return -v, best
	}
	if depth == 0 {
		return e.Eval(b), 0
	}
	value, best := math.Inf(-1), engine.Set(0)
	for sq := range moves.All() {
		v, _ := referenceWin(e, b.Play(sq), depth-1, win)
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
	positions := 60 // of each shape, for both evaluators
	switch {
	case os.Getenv("OUTFLANK_LONG") != "":
		positions = 180
	case testing.Short():
		positions = 10
	}
	searchers := map[string]func(e Evaluator, d int) *Searcher{
		"minimax": func(e Evaluator, d int) *Searcher {
			return New(e, Options{Algorithm: Minimax, Depth: d})
		},
		"alphabeta": func(e Evaluator, d int) *Searcher { return New(e, Options{Depth: d}) },
		"alphabeta 1 KB": func(e Evaluator, d int) *Searcher {
			return New(e, Options{Depth: d, TableBytes: 1 << 10})
		},
		"plain": func(e Evaluator, d int) *Searcher {
			return New(e, Options{Algorithm: PlainAlphaBeta, Depth: d})
		},
		"negascout": func(e Evaluator, d int) *Searcher { return New(e, Options{Algorithm: NegaScout, Depth: d}) },
		"negascout, no table": func(e Evaluator, d int) *Searcher {
			return New(e, Options{Algorithm: NegaScout, Depth: d, TableBytes: -1})
		},
		"mtdf": func(e Evaluator, d int) *Searcher { return New(e, Options{Algorithm: MTDF, Depth: d}) },
		"mtdf 1 KB": func(e Evaluator, d int) *Searcher {
			return New(e, Options{Algorithm: MTDF, Depth: d, TableBytes: 1 << 10})
		},
		"mtdf, no table": func(e Evaluator, d int) *Searcher {
			return New(e, Options{Algorithm: MTDF, Depth: d, TableBytes: -1})
		},
		"minimax, deepening": func(e Evaluator, d int) *Searcher {
			return New(e, Options{Algorithm: Minimax, Depth: d, Start: 1})
		},
		"alphabeta, start 3": func(e Evaluator, d int) *Searcher { return New(e, Options{Depth: d, Start: 3}) },
		"alphabeta, no table": func(e Evaluator, d int) *Searcher {
			return New(e, Options{Depth: d, TableBytes: -1})
		},
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

// points is an evaluator in another unit than discs: its values dwarf any result.
type points struct{}

func (points) Eval(b engine.Board) float64 { return 100 * noise{}.Eval(b) }

// TestWin: with Options.Win a result beats every evaluation, in all algorithms, and
// is still reported in discs.
func TestWin(t *testing.T) {
	const win = 1e6
	decided := 0
	for _, sh := range shapes(t) {
		rng := rand.New(rand.NewPCG(12, uint64(sh.Field.Len())))
		for i := range 40 {
			b, ok := wander(rng, sh, 2+i%6)
			if !ok {
				continue
			}
			want, best := referenceWin(points{}, b, 4, win)
			if math.Abs(want) > win {
				want -= math.Copysign(win, want)
				decided++
			}
			for a := range Algorithm(len(algorithmNames)) {
				info := final(t, New(points{}, Options{Algorithm: a, Depth: 4, Win: win}), b)
				if info.Score != want || info.Move() != best.First() {
					t.Fatalf("%v, %v: got %v %v, want %v and the first of %v", a, engine.Position{Board: b}, info.Score,
						info.PV, want, best)
				}
			}
		}
	}
	if decided < 20 {
		t.Errorf("only %d positions were decided", decided)
	}
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

// level finds all boards equal: for the side to move.
type level float64

func (l level) Eval(engine.Board) float64 { return float64(l) }

// TestScout: a move after the first costs a second search only where the first says that its value lies
// inside the window.
func TestScout(t *testing.T) {
	for _, tt := range []struct {
		alpha, beta float64
		nodes       uint64
	}{{3, 5, 1}, {2, 5, 1}, {1, 5, 2}, {-1, 2, 1}, {-1, 1, 1}} {
		s := New(level(-2), Options{Algorithm: NegaScout, Depth: 3})
		b := engine.Standard()
		s.begin(t.Context(), b.Shape, 60)
		if got := s.child(b.Play(b.Moves().First()), 1, 0, tt.alpha, tt.beta, false); got != 2 ||
			s.Nodes() != tt.nodes {
			t.Errorf("window %v to %v: %v after %d nodes, want 2 after %d", tt.alpha, tt.beta, got,
				s.Nodes(), tt.nodes)
		}
	}
}

// TestGuessOfMTDF: the guess is the value that was found two plies less deep.
func TestGuessOfMTDF(t *testing.T) {
	s := New(positional{}, Options{Algorithm: MTDF, Depth: 4})
	b := engine.Standard().Play(engine.At(5, 4))
	s.begin(t.Context(), b.Shape, 59)
	for depth := 1; depth <= 4; depth++ {
		if value := s.mtdf(b, depth); s.guesses[depth&1] != value {
			t.Errorf("depth %d: value %v, guess %v", depth, value, s.guesses[depth&1])
		}
	}
	if s.guesses[0] == 0 || s.guesses[1] == 0 {
		t.Errorf("guesses %v", s.guesses)
	}
}
