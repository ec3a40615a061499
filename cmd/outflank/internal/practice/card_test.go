package practice

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Law: a position is due after as many days as a second way to count says, for any answers, early or late.
func TestCards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Date(2026, 2, 20, 23, 59, 0, 0, time.UTC)
		var c Card
		wait, streak := 0, 0
		for range rapid.IntRange(1, 40).Draw(t, "answers") {
			now = now.AddDate(0, 0, wait+rapid.IntRange(0, 9).Draw(t, "late"))
			right := rapid.IntRange(0, 9).Draw(t, "luck") > 1
			c = c.Next(right, now)
			if streak++; !right {
				streak = 0
			}
			for wait = 0; c.Due != now.AddDate(0, 0, wait).Format("2006-01-02"); wait++ {
				if wait > 128 {
					t.Fatalf("due on %s after an answer on %v", c.Due, now)
				}
			}
			if want := []int{0, 1, 2, 4, 8, 16, 32, 64, 128}[min(streak, 8)]; wait != want {
				t.Fatalf("%d right answers: %+v, due after %d days, want %d", streak, c, wait, want)
			}
		}
	})
}
