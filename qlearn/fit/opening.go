package fit

import (
	"fmt"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
)

// Between openingFrom and openingTo empty squares, the share of Opening's weights grows from 0 to
// OpeningShare. Many plies before the end, the result of a game says little about a position, and searches of
// a few plies mostly repeat the evaluator. The millions of games that TD learning plays say more. Near the
// end, those games are too weak.
const openingFrom, openingTo = 24, 45

// openingShare returns the share of the opening model in a weight of one of n stages.
func openingShare(most float64, stage, n int) float64 {
	from, to := eval.StageDiscs(stage, n)
	empties := 64 - float64(from+to)/2
	return most * min(max((empties-openingFrom)/(openingTo-openingFrom), 0), 1)
}

// takeOpening stores the weights of Opening in the features' order, in discs.
func (f *fitter) takeOpening() (err error) {
	if f.Opening == nil {
		f.OpeningShare = 0
		return nil
	}
	scale := 1.0
	switch unit, squash := f.Opening.Meta["unit"], f.Opening.Meta["squash"]; {
	case unit == eval.UnitWin && squash == "none":
		scale = 64
	case unit != "discs":
		return fault.Misuse(fmt.Errorf("the model of the opening has the unit %.40q and squash %.40q, want "+
			"discs or not squashed", unit, squash))
	}
	if f.OpeningModel, err = fingerprint(f.Opening); err != nil {
		return err
	}
	m, err := f.Opening.Promote(f.features)
	if err != nil {
		return fault.Misuse(err)
	}
	f.opening = m.Weights
	for i := range f.opening {
		f.opening[i] *= scale
	}
	return nil
}

// mixOpening mixes the opening model's weights into the weights of m.
func (f *fitter) mixOpening(m *eval.Model) {
	if f.opening == nil {
		return
	}
	for _, t := range eval.Terms(f.features) {
		for i := range t.Len * t.Stages {
			w := &m.Weights[t.Offset+i]
			*w += float64(openingShare(f.OpeningShare, i/t.Len, t.Stages) * (f.opening[t.Offset+i] - *w))
		}
	}
}
