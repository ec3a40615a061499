package analysis

import "testing"

func TestSwing(t *testing.T) {
	for _, test := range []struct {
		best, played float64
		want         string
	}{
		{4, 2, ""}, {4, 0.5, "win to draw"}, {4, -2, "win to loss"}, {0, -2, "draw to loss"}, {-0.9, 0.9, ""}, {-2, -20, ""}, {0, 0, ""},
	} {
		if got := swing(test.best, test.played); got != test.want {
			t.Errorf("from %v to %v: %q, want %q", test.best, test.played, got, test.want)
		}
	}
}
