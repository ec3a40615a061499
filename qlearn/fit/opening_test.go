package fit

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
)

// weighted returns a model whose weights are drawn from a normal distribution.
func weighted(t *testing.T, features string, seed uint64, meta map[string]string) *eval.Model {
	t.Helper()
	f, err := eval.New(features, eval.DefaultSquares())
	if err != nil {
		t.Fatal(err)
	}
	m := eval.NewModel(f)
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range m.Weights {
		m.Weights[i] = rng.NormFloat64()
	}
	m.Meta = meta
	return m
}

// TestOpening compares the mixed model's values with mixed values of the two models.
func TestOpening(t *testing.T) {
	fitted := weighted(t, "edge@60+parity@60", 1, map[string]string{"unit": "discs"})
	learned := weighted(t, "edge@6", 2, map[string]string{"unit": eval.UnitWin, "squash": "none"})
	f := &fitter{Options: Options{Opening: learned, OpeningShare: 0.6}, features: fitted.Features}
	if err := f.takeOpening(); err != nil {
		t.Fatal(err)
	}
	mixed := eval.NewModel(fitted.Features)
	copy(mixed.Weights, fitted.Weights)
	f.mixOpening(mixed)
	a, b, got := fitted.Linear(), learned.Linear(), mixed.Linear()
	rng := rand.New(rand.NewPCG(3, 0))
	for p := engine.StandardStart(); !p.Board.Over(); {
		from, to := eval.StageDiscs(eval.Stage(p.Board, 60), 60)
		empties := 64 - float64(from+to)/2
		share := 0.6 * min(max((empties-24)/21, 0), 1)
		want := (1-share)*a.Eval(p.Board) + share*64*b.Eval(p.Board)
		if v := got.Eval(p.Board); math.Abs(v-want) > 1e-9*(1+math.Abs(want)) {
			t.Errorf("%v empty squares: %v, want %v of %v and %v", empties, v, want, a.Eval(p.Board),
				64*b.Eval(p.Board))
		}
		moves := p.Board.Moves()
		p, _ = p.Play(moves.Nth(rng.IntN(moves.Len())))
	}
	f.Opening = weighted(t, "edge@6", 2, map[string]string{"unit": eval.UnitWin, "squash": "tanh"})
	if err := f.takeOpening(); !fault.IsMisuse(err) {
		t.Errorf("a squashed model: %v", err)
	}
	f.Opening = weighted(t, "corner@6", 2, map[string]string{"unit": "discs"})
	if err := f.takeOpening(); !fault.IsMisuse(err) {
		t.Errorf("a model of other features: %v", errors.Unwrap(err))
	}
	f.Opening = nil
	if err := f.takeOpening(); err != nil || f.OpeningShare != 0 {
		t.Errorf("without a model: error %v, share %v", err, f.OpeningShare)
	}
}
