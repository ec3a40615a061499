package analysis

import (
	"testing"
)

// TestTheoryCheck: a wrong theoretical score is told apart from one that was not
// searched.
func TestTheoryCheck(t *testing.T) {
	found := -6.0
	for _, test := range []struct {
		check theoryCheck
		want  string
	}{
		{theoryCheck{24, -6, &found}, "theoretical score with 24 empty squares: -6 for black, confirmed"},
		{theoryCheck{24, 2, &found}, "theoretical score with 24 empty squares: +2 for black, but best play gives -6"},
		{theoryCheck{24, 2, nil}, "theoretical score with 24 empty squares: +2 for black, not searched so far"},
	} {
		if got := test.check.String(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

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
