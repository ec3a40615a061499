package deep

import (
	"cmp"
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/outflank/outflank/engine"
)

// long asks for the full number of positions: some minutes.
var long = flag.Bool("long", os.Getenv("OUTFLANK_LONG") != "", "test many more positions")

// some returns n, or its tenth in an ordinary run.
func some(n int) int {
	if *long {
		return n
	}
	return n / 10
}

// solved returns the result that an engine finds, after checking the rest of what
// it says: the line is legal, complete, and leads to the result.
func solved(t *testing.T, e *Engine, b engine.Board) int {
	t.Helper()
	info, err := e.Solve(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	score := int(info.Score)
	end := b
	sign := 1
	for _, s := range info.Lines[0].PV {
		if end.Moves() == 0 {
			end, sign = end.Pass(), -sign
		}
		if !end.Moves().Has(s) {
			t.Fatalf("%v: line %v: %v is illegal", b, info.Lines[0].PV, s)
		}
		end, sign = end.Play(s), -sign
	}
	if !end.Over() || sign*end.Score() != score {
		t.Fatalf("%v: result %d, but line %v leads to %v", b, score, info.Lines[0].PV, end)
	}
	return score
}

// Endings are solved as the rules alone solve them.
func TestSolveIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	e := New(Options{Last: Exact, TableBytes: 1 << 20})
	least, most := 1, 10
	if *long {
		least, most = 8, 14
	}
	for range some(10_000) {
		b := randomBoard(rng, least+rng.IntN(most-least+1))
		want := plainSolve(uint64(b.Mine), uint64(b.Theirs), -infinite, infinite)
		if got := solved(t, e, b); got != want {
			t.Fatalf("%v: result %d, want %d", b, got, want)
		}
	}
}

// Neither the size of the table nor the number of threads changes a result.
func TestTableAndThreadsDoNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	engines := []*Engine{
		New(Options{Last: Exact, TableBytes: 1}),
		New(Options{Last: Exact, TableBytes: 16 << 20}),
		New(Options{Last: Exact, TableBytes: 16 << 20, Threads: 2}),
		New(Options{Last: Exact, TableBytes: 1 << 20, Threads: 5}),
	}
	for range some(100) {
		b := randomBoard(rng, 16)
		want := solved(t, engines[0], b)
		for _, e := range engines[1:] {
			if got := solved(t, e, b); got != want {
				t.Fatalf("%v: result %d with %+v, want %d", b, got, e.opt, want)
			}
		}
	}
}

// Asked for the winner alone, an engine finds the sign of the result.
func TestResultOnly(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	full, wld := New(Options{Last: Exact}), New(Options{Last: Exact, Result: true})
	for range some(300) {
		b := randomBoard(rng, 13)
		info, err := wld.Solve(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		if want := cmp.Compare(solved(t, full, b), 0); int(info.Score) != want {
		}
	}
}

// Several lines are the best moves in order, each with its value.
func TestLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	e := New(Options{Last: Exact, Lines: 4})
	for range some(200) {
		b := randomBoard(rng, 11)
		info, err := e.Solve(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		if want := min(4, b.Moves().Len()); len(info.Lines) != want {
			t.Fatalf("%d lines, want %d", len(info.Lines), want)
		}
		var before engine.Set
		for i, l := range info.Lines {
			next := b.Play(l.PV[0])
			want := -plainSolve(uint64(next.Mine), uint64(next.Theirs), -infinite, infinite)
			if int(l.Score) != want {
				t.Fatalf("%v: %v scores %v, want %d", b, l.PV[0], l.Score, want)
			}
			if before.Has(l.PV[0]) || i > 0 && l.Score > info.Lines[i-1].Score {
				t.Fatalf("%v: lines %v", b, info.Lines)
			}
			before |= l.PV[0].Set()
		}
	}
}
