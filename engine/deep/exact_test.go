package deep

import (
	"cmp"
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
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
	for _, s := range info.PV {
		if end.Moves() == 0 {
			end, sign = end.Pass(), -sign
		}
		if !end.Moves().Has(s) {
			t.Fatalf("%v: line %v: %v is illegal", b, info.PV, s)
		}
		end, sign = end.Play(s), -sign
	}
	if !end.Over() || sign*end.Score() != score {
		t.Fatalf("%v: result %d, but line %v leads to %v", b, score, info.PV, end)
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

// The search of one move finds its value, whatever the others are worth, and says so in
// the steps in which all moves are searched.
func TestSearchMove(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	e := New(Options{Last: Exact})
	for range some(200) {
		b := randomBoard(rng, 11)
		for m := range b.Moves().All() {
			next := b.Play(m)
			want := -plainSolve(uint64(next.Mine), uint64(next.Theirs), -infinite, infinite)
			var last Info
			for last = range e.Share(4).SearchMove(t.Context(), b, m) {
			}
			if int(last.Score) != want || !last.Exact || last.Depth != 11 || last.PV[0] != m {
				t.Fatalf("%v: %v: %+v, want %d", b, m, last, want)
			}
		}
	}
}

// The search of some moves finds the value of the best of them.
func TestSearchAmong(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	e := New(Options{Last: Exact})
	for range some(100) {
		b := randomBoard(rng, 10)
		if b.Moves().Len() < 2 {
			continue
		}
		among, want := b.Moves()&^b.Moves().First().Set(), -infinite
		for m := range among.All() {
			next := b.Play(m)
			want = max(want, -plainSolve(uint64(next.Mine), uint64(next.Theirs), -infinite, infinite))
		}
		var last Info
		for last = range e.Share(4).SearchAmong(t.Context(), b, among) {
		}
		if int(last.Score) != want || !last.Exact || !among.Has(last.Move()) {
			t.Fatalf("%v without its first move: %+v, want %d", b, last, want)
		}
	}
}

// Of a list of moves the first is found whose result is at least a score, whether the
// table knows the board or not.
func TestReaching(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	for i := range some(200) {
		b := randomBoard(rng, 8+i%8) // more than mobilityEmpties as well
		e := New(Options{Last: Exact, TableBytes: 1 << 20})
		if i%2 == 0 {
			solved(t, e, b)
		}
		var moves []engine.Square
		results := map[engine.Square]int{}
		for m := range b.Moves().All() {
			next := b.Play(m)
			moves = append(moves, m)
			results[m] = -plainSolve(uint64(next.Mine), uint64(next.Theirs), -infinite, infinite)
		}
		rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		for _, score := range []int{results[moves[0]], results[moves[0]] + 2, results[moves[len(moves)-1]], 65} {
			want := engine.None
			if i := slices.IndexFunc(moves, func(m engine.Square) bool { return results[m] >= score }); i >= 0 {
				want = moves[i]
			}
			if got := e.Reaching(t.Context(), b, moves, score); got != want {
				t.Fatalf("%v: first move of %v worth %d is %v, want %v", b, moves, score, got, want)
			}
		}
	}
}

// A search that is interrupted finds no move.
func TestReachingStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := randomBoard(rand.New(rand.NewPCG(1, 6)), 16)
	if m := New(Options{}).Reaching(ctx, b, []engine.Square{b.Moves().First()}, -64); m != engine.None {
		t.Errorf("found %v", m)
	}
}

// A follower is an evaluator that checks that the search tells it all moves and passes.
type follower struct {
	Mobility
	boards [128][2]uint64 // by level: the discs of the side to move, and of the other
	asked  int
	lost   bool
}

func (f *follower) Reset(mine, theirs uint64) { f.boards[0] = [2]uint64{mine, theirs} }

func (f *follower) Play(level int, square uint, flips uint64) {
	b := f.boards[level]
	f.boards[level+1] = [2]uint64{b[1] &^ flips, b[0] | flips | 1<<square}
}

func (f *follower) Pass(level int) {
	b := f.boards[level]
	f.boards[level+1] = [2]uint64{b[1], b[0]}
}

func (f *follower) Eval(level int, mine, theirs uint64) int {
	f.asked++
	f.lost = f.lost || f.boards[level] != [2]uint64{mine, theirs}
	return f.Mobility.Eval(level, mine, theirs)
}

// The evaluator follows every line of a search, down to the endings that are mostly ordered by mobility.
func TestEndingFollows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	for _, empties := range []int{valueEmpties, mobilityEmpties, mobilityEmpties + 3} {
		f := &follower{}
		e := New(Options{Last: Exact, TableBytes: 1 << 20, Evaluator: func() Evaluator { return f }})
		for range some(100) {
			solved(t, e, randomBoard(rng, empties))
		}
		if f.lost || f.asked == 0 {
			t.Errorf("%d empty squares: lost %v after %d values", empties, f.lost, f.asked)
		}
	}
}
