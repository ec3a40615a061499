package study

import (
	"math"
	"slices"
	"testing"
)

// An evolution whose points rise with the logarithm of the generations is told from one
// whose points rise with the generations, and from one that rises once.
func TestFits(t *testing.T) {
	generations := []int{1, 5, 10, 15, 20, 30, 40, 50}
	of := []func(n float64) float64{
		func(n float64) float64 { return 0.3 + 0.1*math.Log(n) },
		func(n float64) float64 { return 0.2 + 0.01*n },
		func(n float64) float64 { return 0.6 - 0.5*math.Floor(1/n) },
	}
	var rows []Row
	for _, n := range generations {
		r := Row{}
		for _, f := range of {
			r.Seeds = append(r.Seeds, f(float64(n)))
		}
		rows = append(rows, r)
	}
	fits := fitsOf(generations, rows)
	if f := fits[0]; !near(f.byLog, 1) || !near(f.slope, 0.1) || f.linear > 0.9 || f.later < 0.9 {
		t.Errorf("logarithmic: %+v", f)
	}
	if f := fits[1]; !near(f.linear, 1) || !near(f.later, 1) || f.byLog > 0.9 {
		t.Errorf("linear: %+v", f)
	}
	if f := fits[2]; f.later != 0 || f.byLog <= f.linear || f.slope <= 0 {
		t.Errorf("risen once: %+v", f)
	}
	all := Rows(fitRows("x", fits))
	if r := all.Row("x, R² by logarithm less R² by generations"); len(r.Seeds) != 3 ||
		!near(*r.Ours, mean(r.Seeds)) || !slices.Equal(r.Seeds, []float64{fits[0].byLog - fits[0].linear,
		fits[1].byLog - fits[1].linear, fits[2].byLog - fits[2].linear}) {
		t.Errorf("%+v", r)
	}
}
