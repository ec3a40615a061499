package eval_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// A table says what the features that it replaces say, and there is none of other features.
func TestDiscTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, id := range []string{"squares", "grid"} {
		m := modelOf(t, id, rng)
		table, ok := m.DiscTable()
		if !ok {
			t.Fatalf("no table of %s", id)
		}
		linear := m.Linear()
		for range 1000 {
			mine, theirs := engine.Set(rng.Uint64()), engine.Set(rng.Uint64())
			b := engine.Board{Mine: mine, Theirs: theirs &^ mine}
			if got, want := table.Eval(b), linear.Eval(b); math.Abs(got-want) > 1e-12*64 {
				t.Fatalf("%s: %v of %v, want %v", id, got, b, want)
			}
		}
	}
	for _, id := range []string{"squares@2", "squares+mobility", "report"} {
		if _, ok := modelOf(t, id, rng).DiscTable(); ok {
			t.Errorf("a table of %s", id)
		}
	}
}

func modelOf(t testing.TB, id string, rng *rand.Rand) *eval.Model {
	t.Helper()
	f, err := eval.New(id, eval.DefaultSquares())
	if err != nil {
		t.Fatal(err)
	}
	m := &eval.Model{Features: f, Weights: make([]float64, f.Len())}
	for i := range m.Weights {
		m.Weights[i] = rng.NormFloat64()
	}
	return m
}

func BenchmarkDiscTable(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	mine, theirs := engine.Set(rng.Uint64()), engine.Set(rng.Uint64())
	board := engine.Board{Mine: mine, Theirs: theirs &^ mine}
	for _, id := range []string{"squares", "grid"} {
		m := modelOf(b, id, rng)
		table, _ := m.DiscTable()
		linear := m.Linear()
		b.Run(id+"/table", func(b *testing.B) {
			for range b.N {
				table.Eval(board)
			}
		})
		b.Run(id+"/linear", func(b *testing.B) {
			for range b.N {
				linear.Eval(board)
			}
		})
	}
}
