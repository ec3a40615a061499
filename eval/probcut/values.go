package probcut

import (
	"context"
	"fmt"
	"math"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
)

// values are the results of searching a position, in discs.
type values struct {
	Empties int       `json:"empties"`
	ByDepth []float64 `json:"by_depth"` // depth 0 is the evaluator's value, rounded as in a search
	Solved  bool      `json:"solved"`
	Exact   float64   `json:"exact"` // result of best play, if solved
}

// values searches a position with its own engines, so its values do not depend on other positions.
func (o *Options) values(ctx context.Context, b engine.Board) (values, error) {
	v := values{Empties: b.Empty().Len(), ByDepth: []float64{o.evaluate(b)}}
	e := deep.New(deep.Options{Depth: o.Depth, Level: deep.Exact, TableBytes: 1 << 22, Evaluator: o.Evaluator})
	for info := range e.Search(ctx, b) {
		v.ByDepth = append(v.ByDepth, info.Score)
	}
	if v.Solved = v.Empties <= o.Exact; v.Solved {
		e := deep.New(deep.Options{Last: deep.Exact, TableBytes: 1 << 24, Evaluator: o.Evaluator})
		info, err := e.Solve(ctx, b)
		if err != nil {
			return v, err
		}
		v.Exact = info.Score
	}
	return v, context.Cause(ctx)
}

// check returns an error if values cannot come from a position.
func (o *Options) check(b engine.Board, v values) error {
	if empties := b.Empty().Len(); v.Empties != empties || v.Solved != (empties <= o.Exact) ||
		len(v.ByDepth) == 0 || len(v.ByDepth) > o.Depth+1 {
		return fmt.Errorf("values of depths below %d with %d empty squares, solved %v: want depths up to %d, "+
			"and %d squares", len(v.ByDepth), v.Empties, v.Solved, o.Depth, empties)
	}
	for _, x := range append([]float64{v.Exact}, v.ByDepth...) {
		if !(math.Abs(x) <= maxValue) {
			return fmt.Errorf("a value of %v", x)
		}
	}
	return nil
}

// maxValue is the maximum value of an evaluator, in discs.
const maxValue = 1000

// evaluate returns the static evaluation of a position, in whole discs.
func (o *Options) evaluate(b engine.Board) float64 {
	e := o.Evaluator()
	e.Reset(uint64(b.Mine), uint64(b.Theirs))
	return math.Round(float64(e.Eval(0, uint64(b.Mine), uint64(b.Theirs))) / deep.Unit)
}
