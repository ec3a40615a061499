package analyze

import "testing"

// TestHoursNote: times in the unit that a person would use, none below an hour.
func TestHoursNote(t *testing.T) {
	for _, test := range []struct {
		hours float64
		want  string
	}{
		{0.9, ""}, {1, "about 1 hour"}, {47, "about 47 hours"}, {24 * 100, "about 100 days"},
		{24 * 365 * 3000, "about 3,000 years"}, {24 * 365 * 170_692, "about 170,000 years"}, {1e18, "about millions of years"},
	} {
		if got := hoursNote(test.hours*3600*2*usualSpeed, 2); got != test.want {
			t.Errorf("%v hours: %q, want %q", test.hours, got, test.want)
		}
	}
	if hoursNote(exactNodes(24), 1) != "" || hoursNote(exactNodes(40), 1) == "" {
		t.Error("24 empty squares take seconds, 40 take days")
	}
}
