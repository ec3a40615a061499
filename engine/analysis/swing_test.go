package analysis

import "testing"

// TestSwing: a change of the result is named where both values show their result.
func TestSwing(t *testing.T) {
	for _, test := range []struct {
		best, played  float64
		exact         bool
		standardError float64
		want          string
	}{
		{4, 2, true, 0, ""},
		{4, 0, true, 0, "win to draw"},
		{2, -2, true, 4, "win to loss"}, // exact values have no error
		{0, -2, true, 0, "draw to loss"},
		{-2, -20, true, 0, ""},
		{0, 0, true, 0, ""},
		{1, 0, false, 4, ""}, // nobody knows who wins
		{20, 0, false, 4, ""},
		{7.9, -20, false, 4, ""},
		{20, -7.9, false, 4, ""},
		{8, -8, false, 4, "win to loss"},
		{30, 8, false, 4, ""},
		{60, -60, false, 0, ""}, // the error is not known
	} {
		if got := swing(test.best, test.played, test.exact, test.standardError); got != test.want {
			t.Errorf("from %v to %v: %q, want %q", test.best, test.played, got, test.want)
		}
	}
}
