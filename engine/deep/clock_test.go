package deep

import (
	"testing"
	"time"
)

// A side that thinks as long as it may at every move never runs out of time, and
// uses most of it.
func TestBudgetLasts(t *testing.T) {
	for _, first := range []int{60, 59, 34, 20} {
		left := 5 * time.Minute
		for empties := first; empties > 0; empties -= 2 {
			b := Budget(left, empties)
			if b <= 0 || b >= left {
				t.Fatalf("%v for a move with %d empty squares and %v left", b, empties, left)
			}
			left -= b
		}
		if left > time.Minute {
			t.Errorf("%v not used from %d empty squares on", left, first)
		}
	}
}
