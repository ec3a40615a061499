package cli

import (
	"bytes"
	"testing"
	"time"
)

func TestMeterLeft(t *testing.T) {
	start := time.Unix(1000, 0)
	m := Meter{total: 100, start: start}
	for done, want := range map[int]string{0: "", 25: ", 30s left", 100: ", 0s left"} {
		if got := m.left(done, start.Add(10*time.Second)); got != want {
			t.Errorf("%d done: %q, want %q", done, got, want)
		}
	}
}

// TestMeterPlain: where no terminal is, a meter writes a line from time to time.
func TestMeterPlain(t *testing.T) {
	var log bytes.Buffer
	m := (&App{Err: &log}).Meter("playing", "games", 4)
	m.Set(1) // too soon
	m.next = time.Time{}
	m.Set(0)
	m.Printf("%s is slow", "random")
	m.End()
	if got, want := log.String(), "playing: 0 of 4\nrandom is slow\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
