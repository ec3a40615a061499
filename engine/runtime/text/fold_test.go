package text

import "testing"

// TestWidth: columns of a terminal are counted, not letters.
func TestWidth(t *testing.T) {
	for line, want := range map[string]int{"": 0, "●○ab": 4, "é": 1, "e\u0301": 1, "村上健": 6,
		"\x1b[1m村\x1b[0ma": 3} {
		if got := Width(line); got != want {
			t.Errorf("%q: %d columns, want %d", line, got, want)
		}
	}
}
