package probcut

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/eval/models"
	"github.com/outflank/outflank/eval/tune"
)

// Options are the settings of probcut, bound to flags.
type Options struct {
	Positions int // for each number of empty squares
	Depth     int // plies of the deepest search
	Exact     int // empty squares from which positions are solved too
	Seed      uint64
	Workers   int
	Model     string
	Filter    dataset.Filter
	AsJSON    bool

	Evaluator func() deep.Evaluator
}

// Check returns an error for settings that cannot be fitted or would never end.
func (o *Options) Check() error {
	switch {
	case o.Positions < 1 || o.Positions > 1e6:
		return fault.Misuse(fmt.Errorf("--positions %d: want 1 to 1000000", o.Positions))
	case o.Depth < 4 || o.Depth >= Least:
		return fault.Misuse(fmt.Errorf("--depth %d: want 4 to %d", o.Depth, Least-1))
	case o.Exact < 0 || o.Exact > 30:
		return fault.Misuse(fmt.Errorf("--exact %d: want 0 to 30", o.Exact))
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return nil
}

// Result is what probcut reports; the JSON fields are stable.
type Result struct {
	Model     string        `json:"model"`
	Seed      uint64        `json:"seed"`
	Depth     int           `json:"depth"` // plies of the deepest search
	Exact     int           `json:"exact"` // empty squares from which positions were solved
	Positions int           `json:"positions"`
	Solved    int           `json:"solved"`
	Errors    deep.Errors   `json:"errors"`
	Residual  float64       `json:"residual"` // root mean square of ln(measured/fitted)
	Pairs     []probCutPair `json:"pairs"`

	found map[depthPair]*squares
}

// A probCutPair tells how far the values of two depths lie apart.
type probCutPair struct {
	depthPair
	Positions int     `json:"positions"`
	Measured  float64 `json:"measured"` // root mean square difference, in discs
	Fitted    float64 `json:"fitted"`   // standard deviation by the errors, in discs
}

// A depthPair is two depths that values are compared of.
type depthPair struct {
	Empties int `json:"empties"` // the middle of four numbers of empty squares, or that of solved positions
	Deep    int `json:"deep"`    // the number of empty squares in solved positions
	Shallow int `json:"shallow"` // 0 is the evaluator alone
}

// squares is a sum of squared differences.
type squares struct {
	n   int
	sum float64
}

func NewResult(o *Options) Result {
	return Result{
		Model: cmp.Or(o.Model, models.BuiltIn), Seed: o.Seed, Depth: o.Depth, Exact: o.Exact,
		found: map[depthPair]*squares{},
	}
}

// deepest is the least depth that differences are taken of: ProbCut leaves
// shallower searches alone.
const deepest = 3

// Add compares the values of a position.
func (r *Result) Add(s DepthValues) {
	r.Positions++
	for d := deepest; d < len(s.values); d++ {
		r.compare(depthPair{Empties: s.empties&^3 + 2, Deep: d}, s.values[d], s.values[:d])
	}
	if s.solved {
		r.Solved++
		r.compare(depthPair{Empties: s.empties, Deep: s.empties}, s.result, s.values)
	}
}

// compare compares a value with those of the shallow searches that may stand for it.
func (r *Result) compare(p depthPair, value float64, shallow []float64) {
	for s, v := range shallow {
		if p.Shallow = s; s > 0 && (p.Deep-s)%2 != 0 {
			continue
		}
		if r.found[p] == nil {
			r.found[p] = &squares{}
		}
		r.found[p].n++
		r.found[p].sum += (value - v) * (value - v)
	}
}

// Fit finds the errors that agree best with the differences.
func (r *Result) Fit(ctx context.Context) error {
	r.list()
	const tiny = 1e-6 // of a position: decides only what the pairs leave open
	ridge := tune.Ridge{Len: len(r.Errors), Train: pairRows(r.Pairs), Penalty: func(int) float64 { return tiny }}
	for step, err := range ridge.Run(ctx) {
		if err != nil {
			return err
		}
		copy(r.Errors[:], step.Weights)
	}
	r.judge()
	return nil
}

// list makes the pairs, in order. What never differed has no logarithm.
func (r *Result) list() {
	for _, p := range slices.SortedFunc(maps.Keys(r.found), depthPair.compare) {
		if s := r.found[p]; s.sum > 0 {
			r.Pairs = append(r.Pairs, probCutPair{depthPair: p, Positions: s.n, Measured: math.Sqrt(s.sum / float64(s.n))})
		}
	}
}

func (p depthPair) compare(q depthPair) int {
	return cmp.Or(p.Empties-q.Empties, p.Deep-q.Deep, p.Shallow-q.Shallow)
}

// judge fills in what the errors say of the pairs, and how well.
func (r *Result) judge() {
	sum, n := 0.0, 0.0
	for i := range r.Pairs {
		p := &r.Pairs[i]
		p.Fitted = r.Errors.Sigma(p.Empties, p.Deep, p.Shallow)
		e, w := math.Log(p.Measured/p.Fitted), float64(p.Positions)
		sum, n = sum+w*e*e, n+w
	}
	r.Residual = math.Sqrt(sum / n)
}

// pairRows shows pairs to a regression: the logarithm of each is a sum of terms.
type pairRows []probCutPair

func (r pairRows) Batches() int { return 1 }

func (r pairRows) Append(_ int, b *tune.Batch) {
	for _, p := range r {
		for i, x := range (deep.Errors{}).Terms(p.Empties, p.Deep, p.Shallow) {
			b.Add(int32(i), float32(x))
		}
		b.End(math.Log(p.Measured), float64(p.Positions))
	}
}
