package analysis_test

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/search"
)

// mobility is an evaluator that needs no weights.
type mobility struct{}

func (mobility) Eval(b engine.Board) float64 {
	return float64(b.Moves().Len()-b.Pass().Moves().Len()) + float64(b.Score())/128
}

// naive returns the value of a board by the definition of minimax.
func naive(b engine.Board, depth int) float64 {
	switch moves := b.Moves(); {
	case b.Over():
		return float64(b.Score())
	case moves == 0:
		return -naive(b.Pass(), depth)
	case depth == 0:
		return mobility{}.Eval(b)
	default:
		best := -1000.0
		for m := range moves.All() {
			best = max(best, -naive(b.Play(m), depth-1))
		}
		return best
	}
}

// randomBoards returns boards of random play with a number of empty squares, some of which
// ask for a pass.
func randomBoards(t *testing.T, shape string, n, empties int) (boards []engine.Board) {
	t.Helper()
	sh, err := engine.ParseShape(shape)
	if err != nil {
		t.Fatal(err)
	}
	start, err := sh.Start()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, uint64(empties)))
	for len(boards) < n {
		b := start.Board
		for b.Empty().Len() > empties && !b.Over() {
			if moves := b.Moves(); moves == 0 {
				b = b.Pass()
			} else {
				b = b.Play(moves.Nth(rng.IntN(moves.Len())))
			}
		}
		boards = append(boards, b)
	}
	return boards
}

// TestRank: at every step all legal moves are there, each with the value that plain minimax
// gives it at the depth of the step, the best first, of equal ones the lowest square; and
// how many are searched at the same time changes nothing.
func TestRank(t *testing.T) {
	for _, test := range []struct {
		shape   string
		empties int
		opt     search.Options
	}{
		{"8x8", 50, search.Options{Depth: 3}},
		{"8x8", 50, search.Options{Depth: 1}},
		{"8x8", 44, search.Options{Depth: 3, Algorithm: search.MTDF}},
		{"8x8", 30, search.Options{Depth: 2, Algorithm: search.Minimax}},
		{"8x8", 7, search.Options{Depth: 2, Exact: 7}},
		{"8x8", 3, search.Options{Depth: 8}},
		{"6x6", 20, search.Options{Depth: 3, Algorithm: search.NegaScout}},
		{"hex", 6, search.Options{Depth: 3, Exact: 6}},
		{"8x8-a1c6", 40, search.Options{Depth: 3}},
	} {
		for _, b := range randomBoards(t, test.shape, 20, test.empties) {
			rankings := [2][]analysis.Ranking{}
			for i, workers := range []int{1, 3} {
				an := analysis.Analyst{Workers: workers, New: func(n int) analysis.Searcher {
					return search.New(mobility{}, test.opt).Share(n)
				}}
				for r := range an.Rank(t.Context(), b) {
					rankings[i] = append(rankings[i], r)
				}
			}
			if !reflect.DeepEqual(rankings[0], rankings[1]) {
				t.Fatalf("%v: %+v with one worker, %+v with three", b, rankings[0], rankings[1])
			}
			for _, r := range rankings[0] {
				checkRanking(t, b, r)
			}
		}
	}
}

func checkRanking(t *testing.T, b engine.Board, r analysis.Ranking) {
	t.Helper()
	legal := b.Moves()
	if len(r.Lines) != max(1, legal.Len()) {
		t.Fatalf("%v: %d lines of %d moves", b, len(r.Lines), legal.Len())
	}
	var before analysis.Line
	for i, l := range r.Lines {
		want := naive(b, r.Depth)
		if legal != 0 {
			want = -naive(b.Play(l.PV[0]), r.Depth-1)
			if line, ok := r.Of(l.PV[0]); !legal.Has(l.PV[0]) || !ok || line.Score != l.Score {
				t.Errorf("%v: line %v", b, l)
			}
		}
		if l.Score != want {
			t.Errorf("%v: %v at depth %d, want %v", b, l, r.Depth, want)
		}
		if i > 0 && (l.Score > before.Score || l.Score == before.Score && l.PV[0] <= before.PV[0]) {
			t.Errorf("%v: %v behind %v", b, l, before)
		}
		before = l
	}
	if _, ok := r.Of(engine.None); ok {
		t.Errorf("%v: a line for no move", b)
	}
}

// TestRankSelective: selective searches are sorted as well, whatever was searched before,
// and repeat for any number of workers.
func TestRankSelective(t *testing.T) {
	var boards []engine.Board
	for _, empties := range []int{50, 34, 20} {
		boards = append(boards, randomBoards(t, "8x8", 2, empties)...)
	}
	wanted := make([]analysis.Ranking, len(boards))
	for _, workers := range []int{1, 3} {
		e := deep.New(deep.Options{Depth: 9, TableBytes: 8 << 20})
		an := analysis.Analyst{Workers: workers, New: func(n int) analysis.Searcher {
			return engineSearch{e.Share(n)}
		}}
		for i := range boards {
			at := i
			if workers > 1 {
				at = len(boards) - 1 - i // other searches before
			}
			r := an.Best(t.Context(), boards[at])
			if wanted[at].Lines == nil {
				wanted[at] = r
			}
			if !reflect.DeepEqual(r, wanted[at]) || r.Depth != 9 || len(r.Lines) != boards[at].Moves().Len() {
				t.Errorf("%+v, want %+v", r, wanted[at])
			}
			for j, l := range r.Lines[1:] {
				if l.Score > r.Lines[j].Score || l.Score == r.Lines[j].Score && l.PV[0] < r.Lines[j].PV[0] {
					t.Errorf("not sorted: %+v", r.Lines)
				}
			}
		}
	}
}

// TestRankPrepares: the time limit does not include what New does, such as providing memory.
func TestRankPrepares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		an := analysis.Analyst{Time: time.Second, New: func(int) analysis.Searcher {
			time.Sleep(time.Hour)
			return search.New(mobility{}, search.Options{Depth: 1, TableBytes: -1})
		}}
		if r := an.Best(t.Context(), engine.StandardStart().Board); len(r.Lines) != 4 {
			t.Errorf("lines %v, want four", r.Lines)
		}
	})
}
