package probcut

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/portable"
	"github.com/outflank/outflank/eval/tune"
)

// depths are two search depths whose values are compared.
type depths struct {
	Empties int `json:"empties"` // empty squares: the middle of a group of four; exact for solved positions
	Deep    int `json:"deep"`    // plies; for solved positions, the number of empty squares
	Shallow int `json:"shallow"` // plies; 0 = the evaluator alone
}

// compare orders depths.
func (d depths) compare(e depths) int {
	return cmp.Or(d.Empties-e.Empties, d.Deep-e.Deep, d.Shallow-e.Shallow)
}

// A pair states how much the values of two depths differ.
type pair struct {
	depths
	Positions int     `json:"positions"`
	Measured  float64 `json:"measured"` // root mean square difference, in discs
	Fitted    float64 `json:"fitted"`   // standard deviation according to the fitted errors, in discs
}

// differences sums the squared differences of values.
type differences map[depths]*squares

type squares struct {
	n   int
	sum float64
}

// leastDeep is the smallest depth that is compared with shallower ones: ProbCut does not cut below it.
const leastDeep = 3

// add compares the values of a position.
func (d differences) add(v values) {
	for depth := leastDeep; depth < len(v.ByDepth); depth++ {
		d.compare(depths{Empties: v.Empties&^3 + 2, Deep: depth}, v.ByDepth[depth], v.ByDepth[:depth])
	}
	if v.Solved {
		d.compare(depths{Empties: v.Empties, Deep: v.Empties}, v.Exact, v.ByDepth)
	}
}

// compare compares a value with the values of the shallower searches that may predict it: searches of the
// same parity, or the evaluator alone.
func (d differences) compare(at depths, value float64, shallow []float64) {
	for s, v := range shallow {
		if at.Shallow = s; s > 0 && (at.Deep-s)%2 != 0 {
			continue
		}
		if d[at] == nil {
			d[at] = &squares{}
		}
		d[at].n++
		d[at].sum += float64((value - v) * (value - v))
	}
}

// pairs lists the measured pairs in order. It omits pairs whose values never differ, because 0 has no
// logarithm.
func (d differences) pairs() (list []pair) {
	for _, at := range slices.SortedFunc(maps.Keys(d), depths.compare) {
		if s := d[at]; s.sum > 0 {
			list = append(list, pair{depths: at, Positions: s.n, Measured: math.Sqrt(s.sum / float64(s.n))})
		}
	}
	return list
}

// fit computes the errors that best fit the differences, by least squares of logarithms.
func (r *Result) fit(ctx context.Context, found differences) error {
	r.Pairs = found.pairs()
	const tiny = 1e-6 // in positions; matters only if the pairs leave the errors undetermined
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

// judge adds the fitted value of each pair and the quality of the fit.
func (r *Result) judge() {
	sum, n := 0.0, 0.0
	for i := range r.Pairs {
		p := &r.Pairs[i]
		p.Fitted = r.Errors.Sigma(p.Empties, p.Deep, p.Shallow)
		e, w := portable.Log(p.Measured/p.Fitted), float64(p.Positions)
		sum, n = sum+float64(w*e*e), n+w
	}
	r.Residual = math.Sqrt(sum / n)
}

// pairRows provides pairs to a regression; the logarithm of each is a sum of terms.
type pairRows []pair

// Batches returns 1.
func (r pairRows) Batches() int { return 1 }

// Append appends all pairs.
func (r pairRows) Append(_ int, b *tune.Batch) {
	for _, p := range r {
		for i, x := range (deep.Errors{}).Terms(p.Empties, p.Deep, p.Shallow) {
			b.Add(int32(i), float32(x))
		}
		b.End(portable.Log(p.Measured), float64(p.Positions))
	}
}
