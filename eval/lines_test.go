package eval_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel/lines"
	"github.com/outflank/outflank/eval"
)

// TestLinesValue: the boards that the speed of the report's optimisations is measured on have
// the values of the report's features.
func TestLinesValue(t *testing.T) {
	m := eval.Default()
	w := lines.Weights{Squares: [64]float64(m.Features.Params()), Position: m.Weights[0], Mobility: m.Weights[1],
		Stability: m.Weights[2], Parity: m.Weights[3], Discs: m.Weights[4]}
	linear, matrix, pairs := m.Linear(), lines.PlainRules(), lines.PairRules(lines.All)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		for b := engine.Standard(); !b.Over(); b = b.Play(b.Moves().Nth(rng.IntN(b.Moves().Len()))) {
			if b.Moves() == 0 {
				b = b.Pass()
			}
			want := linear.Eval(b)
			mine, theirs := uint64(b.Mine), uint64(b.Theirs)
			for name, got := range map[string]float64{"matrix": matrix.Value(matrix.Of(mine, theirs), &w),
				"pair": pairs.Value(pairs.Of(mine, theirs), &w)} {
				if math.Abs(got-want) > 1e-9 {
					t.Fatalf("%v: %s: %v, want %v", b, name, got, want)
				}
			}
		}
	}
}
