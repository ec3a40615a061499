package probcut

import (
	"context"
	"math"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
)

// values are what searches say of a position, in discs.
type values struct {
	empties int
	byDepth []float64 // that of depth 0 is the evaluator's, rounded as in a search
	solved  bool
	exact   float64 // score of best play, if solved
}

// values searches a position. Each has engines of its own, so that its values do not depend on
// other positions.
func (o *Options) values(ctx context.Context, b engine.Board) (values, error) {
	v := values{empties: b.Empty().Len(), byDepth: []float64{o.evaluate(b)}}
	e := deep.New(deep.Options{Depth: o.Depth, Level: deep.Exact, TableBytes: 1 << 22, Evaluator: o.Evaluator})
	for info := range e.Search(ctx, b) {
		v.byDepth = append(v.byDepth, info.Score)
	}
	if v.solved = v.empties <= o.Exact; v.solved {
		e := deep.New(deep.Options{Last: deep.Exact, TableBytes: 1 << 24, Evaluator: o.Evaluator})
		info, err := e.Solve(ctx, b)
		if err != nil {
			return v, err
		}
		v.exact = info.Score
	}
	return v, context.Cause(ctx)
}

// evaluate returns the static evaluation of a position, in whole discs.
func (o *Options) evaluate(b engine.Board) float64 {
	e := o.Evaluator()
	e.Reset(uint64(b.Mine), uint64(b.Theirs))
	return math.Round(float64(e.Eval(0, uint64(b.Mine), uint64(b.Theirs))) / deep.Unit)
}
