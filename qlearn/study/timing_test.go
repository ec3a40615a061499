package study

import (
	"math"
	"testing"
)

// The ratio of two logarithms is known only where there are both and neither makes it
// infinite.
func TestRatioOfLogs(t *testing.T) {
	for _, test := range []struct{ a, b, want *float64 }{
		{Number(9), Number(3), Number(2)},
		{Number(1), Number(3), Number(0)},
		{Number(3), Number(1), nil},
		{Number(1), Number(1), nil},
		{nil, Number(3), nil},
		{Number(3), nil, nil},
	} {
		got := ratioOfLogs(test.a, test.b)
		if (got == nil) != (test.want == nil) || got != nil && math.Abs(*got-*test.want) > 1e-12 {
			t.Errorf("log of %v by log of %v: got %v, want %v", test.a, test.b, got, test.want)
		}
	}
}
