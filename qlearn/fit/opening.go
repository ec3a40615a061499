package fit

import (
	"fmt"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
)

// Between these numbers of empty squares the share of the weights of Opening grows from none to all of
// OpeningShare. Games with many plies to go say little of one position, and searches of a few plies repeat
// what the evaluator thinks already; games by the million, as TD learning plays them, say more. Nearer to the
// end they are too weak.
const openingFrom, openingTo = 24, 45

// openingShare returns which share of a weight is that of the opening's model, in a stage of n.
func openingShare(most float64, stage, n int) float64 {
	from, to := eval.StageDiscs(stage, n)
	empties := 64 - float64(from+to)/2
	return most * min(max((empties-openingFrom)/(openingTo-openingFrom), 0), 1)
}

// takeOpening finds the weights of Opening among those of the features, in discs.
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

// mixOpening mixes the weights of the opening's model into those of a model.
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
