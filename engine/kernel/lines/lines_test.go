package lines_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel/lines"
)

// options are all combinations of the optimisations.
func options() (list []lines.Options) {
	for i := range 8 {
		list = append(list, lines.Options{Neighbours: i&1 != 0, LineTable: i&2 != 0, Features: i&4 != 0})
	}
	return list
}

// boards returns those of random games, every second one as the opponent sees it, so that
// there are boards without a move.
func boards(n int) (list []engine.Board) {
	rng := rand.New(rand.NewPCG(1, 2))
	for len(list) < n {
		for b := engine.Standard(); !b.Over(); {
			if b.Moves() == 0 {
				b = b.Pass()
			}
			list = append(list, b, b.Pass())
			b = b.Play(b.Moves().Nth(rng.IntN(b.Moves().Len())))
			if b.Over() {
				list = append(list, b)
			}
		}
	}
	return list
}

// TestSuccessors: with every combination of the optimisations, with the cache and without,
// the successors are those of the rules, by ascending squares.
func TestSuccessors(t *testing.T) {
	list := boards(1_000)
	checkRules(t, "matrix", lines.PlainRules(), list)
	checkRules(t, "matrix, cached", lines.PlainRules().Cached(100), list)
	for _, opt := range options() {
		checkRules(t, fmt.Sprintf("%+v", opt), lines.PairRules(opt), list)
		checkRules(t, fmt.Sprintf("%+v, cached", opt), lines.PairRules(opt).Cached(100), list)
	}
}

func checkRules[S comparable](t *testing.T, name string, r lines.Rules[S], list []engine.Board) {
	t.Helper()
	for _, b := range list {
		s := r.Of(uint64(b.Mine), uint64(b.Theirs))
		for range 2 { // the second time they may be known
			found := r.Successors(s)
			if len(found) != b.Moves().Len() {
				t.Fatalf("%s: %v: %d moves, want %d", name, b, len(found), b.Moves().Len())
			}
			for i, next := range found {
				m := b.Moves().Nth(i)
				want := b.Play(m)
				if next.Move != uint8(m) || next.Next != r.Of(uint64(want.Mine), uint64(want.Theirs)) {
					t.Fatalf("%s: %v: %v after %d, want %v after %v", name, b, next.Next, next.Move, want, m)
				}
			}
		}
		if passed := b.Pass(); r.Pass(s) != r.Of(uint64(passed.Mine), uint64(passed.Theirs)) {
			t.Fatalf("%s: %v: pass", name, b)
		}
		if mine, theirs := r.Discs(s); mine != b.Mine.Len() || theirs != b.Theirs.Len() {
			t.Fatalf("%s: %v: %d and %d discs", name, b, mine, theirs)
		}
	}
}

// TestValues: all boards have the same value on both kinds, to the last bit; and the
// features are those that are counted here.
func TestValues(t *testing.T) {
	w := &lines.Weights{Position: 8.1, Mobility: 7.7, Stability: 6.3, Parity: 1.2, Discs: -2.9}
	rng := rand.New(rand.NewPCG(3, 4))
	for s := range w.Squares {
		w.Squares[s] = rng.NormFloat64()
	}
	plain := lines.PlainRules()
	stable := 0
	for _, b := range boards(1_000) {
		mine, theirs := uint64(b.Mine), uint64(b.Theirs)
		want := plain.Features(plain.Of(mine, theirs), &w.Squares)
		if want.Mobility != b.Moves().Len()-b.Pass().Moves().Len() || want.Empty != b.Empty().Len() ||
			want.Discs != b.Mine.Len()-b.Theirs.Len() {
			t.Fatalf("%v: %+v", b, want)
		}
		if want.Stable != 0 {
			stable++
		}
		for _, opt := range options() {
			r := lines.PairRules(opt)
			if got := r.Features(r.Of(mine, theirs), &w.Squares); got != want {
				t.Fatalf("%v: %+v: %+v, want %+v", b, opt, got, want)
			}
			if r.Value(r.Of(mine, theirs), w) != plain.Value(plain.Of(mine, theirs), w) {
				t.Fatalf("%v: values differ", b)
			}
		}
	}
	if stable < 100 {
		t.Errorf("%d boards with stable discs", stable)
	}
}

// TestStable: worked examples. On a full board every disc is stable; a corner holds the
// discs of its colour beside it on the rim; a disc inside is not held.
func TestStable(t *testing.T) {
	for _, test := range []struct {
		name         string
		mine, theirs uint64
		want         int
	}{
		{"a full board", 1<<63 | 1, ^uint64(1<<63 | 1), 2 - 62},
		{"a corner and the rim beside it", 0b111, 1 << 9, 3},
		{"a rim without its corner", 0b1110, 0, 0},
		{"a disc between stable ones of the other side", 1<<1 | 1<<18, 1<<0 | 0xFC, 1 - 7},
		{"the middle", 1 << 27, 1 << 36, 0},
	} {
		plain, pair := lines.PlainRules(), lines.PairRules(lines.All)
		a, b := plain.Features(plain.Of(test.mine, test.theirs), &[64]float64{}),
			pair.Features(pair.Of(test.mine, test.theirs), &[64]float64{})
		if a.Stable != test.want || b.Stable != test.want {
			t.Errorf("%s: %d and %d, want %d", test.name, a.Stable, b.Stable, test.want)
		}
	}
}

// TestPerft: the published numbers.
func TestPerft(t *testing.T) {
	file, err := os.Open(filepath.Join("..", "..", "testdata", "standard.perft"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	checked := 0
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		var shape string
		var depth int
		var want uint64
		if _, err := fmt.Sscan(scanner.Text(), &shape, &depth, &want); err != nil || strings.HasPrefix(shape, "#") {
			continue
		}
		start := engine.Standard()
		if depth <= 7 {
			checked++
			checkPerft(t, lines.PlainRules(), start, depth, want)
			for _, opt := range options() {
				checkPerft(t, lines.PairRules(opt), start, depth, want)
			}
		}
		if depth == 8 {
			checkPerft(t, lines.PairRules(lines.All).Cached(lines.CacheStates), start, depth, want)
		}
	}
	if checked != 7 {
		t.Errorf("%d depths", checked)
	}
}

func checkPerft[S comparable](t *testing.T, r lines.Rules[S], b engine.Board, depth int, want uint64) {
	t.Helper()
	n, err := r.Perft(t.Context(), r.Of(uint64(b.Mine), uint64(b.Theirs)), depth)
	if err != nil || n != want {
		t.Errorf("depth %d: %d, %v, want %d", depth, n, err, want)
	}
}

// TestPerftStops: at the end of the context.
func TestPerftStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, b := lines.PlainRules(), engine.Standard()
	if _, err := r.Perft(ctx, r.Of(uint64(b.Mine), uint64(b.Theirs)), 20); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
