package study

import (
	"math"
	"testing"
)

// share is a share of n games with its 95 % interval, as in the paper.
func share(points float64, n int) estimate {
	r := shareRow("", points, n)
	return estimate{*r.Ours, *r.Low, *r.High}
}

// Wilson's interval of 99 %: by hand for 8 of 10, with z = 2.575829.
func TestWilsonOfVerdicts(t *testing.T) {
	e := shareRow("", 8, 10).estimate()
	if math.Abs(e.Low-0.4008) > 5e-5 || math.Abs(e.High-0.9599) > 5e-5 {
		t.Errorf("%+v", e)
	}
}

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
		if math.Abs(d.Low-test.low) > 5e-5 || math.Abs(d.High-test.high) > 5e-5 {
			t.Errorf("%d/%d - %d/%d: %+v, want %v to %v", test.a, test.m, test.b, test.n, d, test.low, test.high)
		}
	}
}

// Numbers by hand.
func TestEstimates(t *testing.T) {
	a, b := estimate{2, 1, 4}, estimate{1, 0.5, 2}
	times := math.Pow(2, math.Sqrt2) // each is known within a factor of 2
	wide := 2.241403 / 1.959964      // normal quantiles of 1 - 0.05/4 and 1 - 0.05/2
	for _, test := range []struct {
		name      string
		got, want estimate
	}{
		{"difference", a.Less(b), estimate{1, 1 - math.Sqrt2, 1 + math.Sqrt(4.25)}}, // 1 and 1 below; 2 and ½ above
		{"difference with an unknown one", unknown(2).Less(b), unknown(1)},
		{"ratio", a.Times(b), estimate{2, 2 / times, 2 * times}},
		{"ratio to what may be 0", a.Times(estimate{1, 0, 2}), unknown(2)},
		{"ratio to an unknown one", a.Times(unknown(1)), unknown(2)},
		{"above 0", a.Abs(), a},
		{"below 0", estimate{-2, -4, -1}.Abs(), a},
		{"perhaps 0", estimate{-2, -4, 1}.Abs(), estimate{2, 0, 4}},
		{"perhaps 0, more above", estimate{1, -1, 5}.Abs(), estimate{1, 0, 5}},
		{"negative", a.negative(), estimate{-2, -4, -1}},
		{"one of one", a.among(1), a},
		{"one of two", a.among(2), estimate{2, 2 - wide, 2 + 2*wide}},
	} {
		for _, x := range [][2]float64{{test.got.Value, test.want.Value}, {test.got.Low, test.want.Low},
			{test.got.High, test.want.High}} {
			if x[0] != x[1] && !(math.Abs(x[0]-x[1]) <= 1e-6) {
				t.Errorf("%s: %+v, want %+v", test.name, test.got, test.want)
				break
			}
		}
	}
}
