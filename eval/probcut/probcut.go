// Package probcut measures the margins of multi-ProbCut (M. Buro, "Experiments with Multi-ProbCut and a new
// high-quality evaluation function for Othello", 1997): the differences between the values of shallow and of
// deep searches, for an evaluator. Their standard deviations, as a function of the two depths and of the
// empty squares, are the [deep.Errors] of selective search in package deep.
//
//	opt := probcut.Options{Positions: 100, Depth: 9, Exact: 18, Seed: 1, Evaluator: e}
//	for p, err := range probcut.Run(ctx, games, opt) {
//		if p.Result != nil {
//			fmt.Println(p.Result.Errors)
//		}
//	}
//
// Positions are drawn from games, equally many for each number of empty squares from 14 to 54. Each position
// is searched without selectivity to all depths, and solved if it is close to the end.
package probcut

import (
	"context"
	"iter"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// The range of empty squares of the positions. Below least, solving is cheaper than a selective search; above
// most, games hardly differ.
const (
	least = 14
	most  = 54
)

// Options are the settings of a measurement.
type Options struct {
	Positions int    // per number of empty squares, 1 to 1,000,000
	Depth     int    // depth of the deepest search in plies, 4 to 13
	Exact     int    // number of empty squares from which positions are also solved, 0 to 30
	Seed      uint64 // seed of the draw
	Workers   int    // goroutines, which do not affect the result; 0 = one per processor

	Evaluator func() deep.Evaluator // creates an evaluator for one goroutine; required
	Farm      parallel.Farm         // searches positions on other machines, with [Jobs]; nil = here
	Model     string                // name of a shipped evaluator, for a farm; "" = the engine's
	ModelFile string                // path of the evaluator's file, for a farm; "" = a shipped one
}

// Default contains the settings of `outflank probcut`.
var Default = Options{Positions: 100, Depth: 9, Exact: 18, Seed: 1}

// Check returns a misuse error for settings that cannot be fitted or would take too long.
func (o *Options) Check() error {
	switch {
	case o.Positions < 1 || o.Positions > 1e6:
		return fault.Setting("positions", o.Positions, "want 1 to 1000000")
	case o.Depth < 4 || o.Depth >= least:
		return fault.Setting("depth", o.Depth, "want 4 to %d", least-1)
	case o.Exact < 0 || o.Exact > 30:
		return fault.Setting("exact", o.Exact, "want 0 to 30")
	}
	return nil
}

// Total returns the number of positions to search.
func (o *Options) Total() int { return o.Positions * (most - least + 1) }

// A Progress is the progress of a measurement.
type Progress struct {
	Done   int     // positions searched
	Result *Result // nil until the end
}

// Result is the result of a measurement. The JSON fields are stable.
type Result struct {
	Model     string      `json:"model"` // name of the evaluator; set by the caller
	Seed      uint64      `json:"seed"`
	Depth     int         `json:"depth"` // depth of the deepest search in plies
	Exact     int         `json:"exact"` // number of empty squares from which positions were solved
	Positions int         `json:"positions"`
	Solved    int         `json:"solved"`
	Errors    deep.Errors `json:"errors"`   // the errors that best fit the pairs
	Residual  float64     `json:"residual"` // root mean square of ln(measured/fitted)
	Pairs     []pair      `json:"pairs"`
}

// Run draws positions from the games, searches them and fits the errors. It yields a [Progress] after each
// position, in order, and a last one with the [Result]. It stops at the first error: an invalid setting, the
// error of ctx, or too few positions in the games (bad input).
func Run(ctx context.Context, games []engine.Game, o Options) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		if err := o.Check(); err != nil {
			yield(Progress{}, err)
			return
		}
		r := Result{Seed: o.Seed, Depth: o.Depth, Exact: o.Exact}
		found := differences{}
		for v, err := range o.search(ctx, &sampler{games: games, each: o.Positions, seed: o.Seed}) {
			if err != nil {
				yield(Progress{Done: r.Positions}, err)
				return
			}
			found.add(v)
			if r.Positions++; v.Solved {
				r.Solved++
			}
			if !yield(Progress{Done: r.Positions}, nil) {
				return
			}
		}
		err := r.fit(ctx, found)
		yield(Progress{Done: r.Positions, Result: &r}, err)
	}
}
