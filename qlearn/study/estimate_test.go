package study

import (
	"math"
	"testing"
)

// share is the estimate of a share of n games.
func share(points float64, n int) estimate { return shareRow("", points, n).estimate() }

// The differences of Newcombe, "Interval estimation for the difference between independent
// proportions", Statistics in Medicine 17, 1998, table II, with the intervals of his method 10.
func TestNewcombe(t *testing.T) {
	for _, test := range []struct {
		a, m, b, n int
		low, high  float64
	}{
		{56, 70, 48, 80, 0.0524, 0.3339},
		{9, 10, 3, 10, 0.1705, 0.8090},
		{6, 7, 2, 7, 0.0582, 0.8062},
		{5, 56, 0, 29, -0.0381, 0.1926},
		{0, 10, 0, 20, -0.1611, 0.2775},
		{0, 10, 0, 10, -0.2775, 0.2775},
		{10, 10, 0, 20, 0.6791, 1},
		{10, 10, 0, 10, 0.6075, 1},
	} {
		d := share(float64(test.a), test.m).Less(share(float64(test.b), test.n))
		if !d.Known || math.Abs(d.Low-test.low) > 5e-5 || math.Abs(d.High-test.high) > 5e-5 {
			t.Errorf("%d/%d - %d/%d: %+v, want %v to %v", test.a, test.m, test.b, test.n, d, test.low, test.high)
		}
	}
}

// Numbers by hand.
func TestEstimates(t *testing.T) {
	a, b := estimate{2, 1, 4, true}, estimate{1, 0.5, 2, true}
	times := math.Pow(2, math.Sqrt2) // each is known within a factor of 2
	wide := 2.241403 / 1.959964      // normal quantiles of 1 - 0.05/4 and 1 - 0.05/2
	for _, test := range []struct {
		name      string
		got, want estimate
	}{
		{"difference", a.Less(b), estimate{1, 1 - math.Sqrt2, 1 + math.Sqrt(4.25), true}}, // 1 and 1 below; 2 and ½ above
		{"difference with an unknown one", estimate{2, 1, 4, false}.Less(b), estimate{1, 1 - math.Sqrt2, 1 + math.Sqrt(4.25), false}},
		{"ratio", a.Times(b), estimate{2, 2 / times, 2 * times, true}},
		{"ratio to what may be 0", a.Times(estimate{1, 0, 2, true}), estimate{2, 0, 0, false}},
		{"ratio to an unknown one", a.Times(estimate{1, 0.5, 2, false}), estimate{2, 0, 0, false}},
		{"above 0", a.Abs(), a},
		{"below 0", estimate{-2, -4, -1, true}.Abs(), a},
		{"perhaps 0", estimate{-2, -4, 1, true}.Abs(), estimate{2, 0, 4, true}},
		{"perhaps 0, more above", estimate{1, -1, 5, true}.Abs(), estimate{1, 0, 5, true}},
		{"negative", a.negative(), estimate{-2, -4, -1, true}},
		{"one of one", a.among(1), a},
		{"one of two", a.among(2), estimate{2, 2 - wide, 2 + 2*wide, true}},
	} {
		for _, x := range [][2]float64{{test.got.Value, test.want.Value}, {test.got.Low, test.want.Low},
			{test.got.High, test.want.High}} {
			if math.Abs(x[0]-x[1]) > 1e-6 || test.got.Known != test.want.Known {
				t.Errorf("%s: %+v, want %+v", test.name, test.got, test.want)
				break
			}
		}
	}
}
