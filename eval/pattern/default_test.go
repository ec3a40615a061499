package pattern

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/outflank/outflank/engine"
)

// The evaluator that is built in can be read, and knows a won position from both sides.
func TestDefault(t *testing.T) {
	if n := len(weights); n > 5<<20 {
		t.Errorf("the shipped weights take %d bytes, want at most 5 MB", n)
	}
	if unit := defaultModel().Meta["unit"]; unit != "discs" {
		t.Errorf("unit %q", unit)
	}
	p, err := engine.ParsePosition("XXXXXXXX" + "XXXXXXX-" + "XXOXXXX-" + "XXXOXXOO" + "XXXXOOOO" + "XXXOOO--" +
		"XXOOOO--" + "XXX----- X")
	if err != nil {
		t.Fatal(err)
	}
	e := Default().Evaluator()
	for _, b := range []engine.Board{p.Board, p.Board.Pass()} {
		e.Reset(uint64(b.Mine), uint64(b.Theirs))
		value := e.Eval(0, uint64(b.Mine), uint64(b.Theirs))
		if won := b == p.Board; (value > 20*Unit) != won || (value < -20*Unit) == won {
			t.Errorf("%v: %d", b, value)
		}
	}
}

// The tables that are unpacked on first use are those of [Compile], in any order of use, by several goroutines.
func TestLazy(t *testing.T) {
	want, err := Compile(defaultModel())
	if err != nil {
		t.Fatal(err)
	}
	got, err := compileLazy(weights)
	if err != nil {
		t.Fatal(err)
	}
	var users sync.WaitGroup
	for seed := range uint64(3) {
		users.Go(func() {
			for _, discs := range rand.New(rand.NewPCG(5, seed)).Perm(65) {
				a, b := got.of(discs), want.of(discs)
				for _, term := range patterns() {
					w, n := slices.Index(names[:], term.Name), len(term.Fold)
					if !slices.Equal(a[w][:n], b[w][:n]) {
						t.Errorf("%d discs: other values of %s", discs, term.Name)
					}
				}
			}
		})
	}
	users.Wait()
	if got.scalars != want.scalars || got.words != want.words || want.mobile || want.rest != nil {
		t.Errorf("%v, want %v", got.scalars, want.scalars)
	}
}

// Unpack leaves nothing for the first use of a stage.
func TestUnpack(t *testing.T) {
	tables, err := compileLazy(weights)
	if err != nil {
		t.Fatal(err)
	}
	made := func() (n int) {
		for i := range tables.values {
			if tables.values[i].Load() != nil {
				n++
			}
		}
		return n
	}
	before := made()
	tables.Unpack()
	if before != 0 || made() != len(tables.values) {
		t.Errorf("%d stages before, %d of %d afterwards", before, made(), len(tables.values))
	}
}

// BenchmarkUnpack is what the first use of every stage of the built-in evaluator takes.
func BenchmarkUnpack(b *testing.B) {
	for b.Loop() {
		t, err := compileLazy(weights)
		if err != nil {
			b.Fatal(err)
		}
		t.Unpack()
	}
}
