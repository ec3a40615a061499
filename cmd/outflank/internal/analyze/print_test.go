package analyze

import (
	"testing"

	"github.com/outflank/outflank/engine/analysis"
)

// TestTheoryText: a wrong theoretical score is told apart from one that was not searched.
func TestTheoryText(t *testing.T) {
	found := -6.0
	for _, test := range []struct {
		check analysis.TheoryCheck
		want  string
	}{
		{analysis.TheoryCheck{Empties: 24, Recorded: -6, Found: &found}, "theoretical score with 24 empty squares: -6 for black, confirmed"},
		{analysis.TheoryCheck{Empties: 24, Recorded: 2, Found: &found}, "theoretical score with 24 empty squares: +2 for black, but best play gives -6"},
		{analysis.TheoryCheck{Empties: 24, Recorded: 2}, "theoretical score with 24 empty squares: +2 for black, not searched so far"},
	} {
		if got := theoryText(&test.check); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
