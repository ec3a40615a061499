package study

import (
	"math"
	"testing"
)

// The growth of two boards by hand: one grows by 10 for each step, one by 1000. The mean
// of the logarithms is that of 100; a growth with half the exponents has the ratio 1/2,
// and a square the exponent 2.
func TestGrowth(t *testing.T) {
	powers := func(p float64) growth {
		g := growth{x: []int{1, 2, 3, 4}}
		for _, x := range g.x {
			g.y = append(g.y, []float64{math.Pow(10, p*float64(x)), math.Pow(1000, p*float64(x))})
		}
		return g
	}
	check := func(row Row, want float64) {
		t.Helper()
		if row.Ours == nil || math.Abs(*row.Ours-want) > 1e-9*want || row.Games != 2 {
			t.Errorf("%s: %s of %d boards, want %v of 2", row.Label, row.Text(), row.Games, want)
		}
	}
	work := timing{Growth: true}
	rows := work.growthRows(timedLine{Name: "a"}, quantity{}, powers(1))
	check(rows[0], 100)
	check(rows[1], 1)
	check(ratioRow("ratio", powers(0.5), powers(1)), 0.5)
	square := growth{x: []int{10, 100}, y: [][]float64{{3e2, 5e2}, {3e4, 5e4}}}
	check(timing{Linear: true}.growthRows(timedLine{Name: "b"}, quantity{}, square)[0], 2)
	slows := growth{x: []int{1, 2, 3, 4}, y: [][]float64{{1, 1}, {100, 100}, {1000, 1000}, {10_000, 10_000}}}
	check(work.growthRows(timedLine{Name: "c"}, quantity{}, slows)[1], 0.1) // 100, and then 10
}

// What a clock does not tell has no growth.
func TestGrowthUnknown(t *testing.T) {
	g := growth{x: []int{1, 2, 3, 4}, y: [][]float64{{0, 1}, {0, 0}, {0, 4}, {0, 8}}}
	for _, row := range (timing{Growth: true, Linear: true}).growthRows(timedLine{Name: "a"}, quantity{}, g) {
		if row.Ours != nil || row.Games != 0 {
			t.Errorf("%s: %s of %d boards", row.Label, row.Text(), row.Games)
		}
	}
	if s := g.curve("a"); len(s.X) != 3 {
		t.Errorf("a curve through %v", s.X)
	}
}
