package cli

import (
	"testing"
	"time"
)

func TestMeterLeft(t *testing.T) {
	start := time.Unix(1000, 0)
	m := Meter{Total: 100, Start: start}
	for done, want := range map[int]string{0: "", 25: ", 30s left", 100: ", 0s left"} {
		if got := m.left(done, start.Add(10*time.Second)); got != want {
			t.Errorf("%d done: %q, want %q", done, got, want)
		}
	}
}
