package probcut

import (
	"context"
	"math"
	"testing"

	"github.com/outflank/outflank/engine/deep"
)

// TestProbCutFitsErrors gives the fit differences that follow from known errors.
func TestProbCutFitsErrors(t *testing.T) {
	want := deep.Errors{1.5, -0.5, 0.3, -0.2, -0.1, 0.15}
	r := NewResult(&Options{})
	for empties := Least; empties <= Most; empties += 4 {
		for d := deepest; d < 10; d++ {
			r.compare(depthPair{Empties: empties, Deep: d}, 0, make([]float64, d))
		}
	}
	for p, s := range r.found {
		sigma := want.Sigma(p.Empties, p.Deep, p.Shallow)
		s.n, s.sum = 10+p.Deep, float64(10+p.Deep)*sigma*sigma
	}
	if err := r.Fit(context.Background()); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if math.Abs(r.Errors[i]-want[i]) > 1e-4 {
			t.Errorf("error %d is %v, want %v", i, r.Errors[i], want[i])
		}
	}
	if r.Residual > 1e-4 {
		t.Errorf("residual %v of what fits", r.Residual)
	}
}

// TestProbCutComparesDepths does one position by hand: 6, 7 and 5 discs by depths 0 to
// 2, 9 by depth 3 and 1 by depth 4; the result is 2.
func TestProbCutComparesDepths(t *testing.T) {
	r := NewResult(&Options{})
	r.Add(DepthValues{empties: 17, values: []float64{6, 7, 5, 9, 1}, solved: true, result: 2})
	want := map[depthPair]float64{
		{18, 3, 0}: 9, {18, 3, 1}: 4, {18, 4, 0}: 25, {18, 4, 2}: 16,
		{17, 17, 0}: 16, {17, 17, 1}: 25, {17, 17, 3}: 49,
	}
	for p, s := range r.found {
		if s.n != 1 || s.sum != want[p] {
			t.Errorf("%+v: %d differences with square %v, want %v", p, s.n, s.sum, want[p])
		}
	}
	if len(r.found) != len(want) {
		t.Errorf("%d pairs of depths, want %d", len(r.found), len(want))
	}
}
