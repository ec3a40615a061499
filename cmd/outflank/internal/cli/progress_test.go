package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/outflank/outflank/engine/runtime/text"
)

// meterOn returns a meter of games on a terminal of a width.
func meterOn(out *bytes.Buffer, width, total int) *Meter {
	return (&App{Err: out, ErrTerminal: true, Width: width}).Meter("playing", "games", total)
}

// TestMeterFrames: the first frame has no pace, a second later there is one, of what was done meanwhile.
func TestMeterFrames(t *testing.T) {
	start := time.Unix(1000, 0)
	m := meterOn(&bytes.Buffer{}, 80, 4000)
	m.begin(1000, start) // of a run before
	for after, want := range map[time.Duration]string{
		0:                "playing 1,000 of 4,000 games  ",
		time.Second:      "playing 2,000 of 4,000 games, 1,000 games/s, 2s left  ",
		20 * time.Second: "playing 2,000 of 4,000 games, 50.0 games/s, 40s left  ",
	} {
		done := 2000
		if after == 0 {
			done = 1000
		}
		if got := m.frame(done, m.pace(done, start.Add(after))); !strings.HasPrefix(got, want) ||
			!strings.Contains(got, "█") {
			t.Errorf("after %v: %q, want %q", after, got, want)
		}
	}
	if got := meterOn(&bytes.Buffer{}, 80, 0).frame(1234, ""); got != "playing 1,234 games" {
		t.Errorf("without a total: %q", got)
	}
}

// TestMeterNarrow: no line reaches the last column, however narrow the window is.
func TestMeterNarrow(t *testing.T) {
	for width := 5; width <= 120; width++ {
		var out bytes.Buffer
		m := meterOn(&out, width, 4000)
		m.set(1, time.Unix(1000, 0))
		m.set(3000, time.Unix(1010, 0))
		for _, frame := range strings.Split(out.String(), "\r\x1b[J") {
			if n := utf8.RuneCountInString(frame); n >= width {
				t.Errorf("width %d: %d letters: %q", width, n, frame)
			}
		}
		if frames := strings.Count(out.String(), "\r\x1b[J"); frames != 1 || !utf8.ValidString(out.String()) {
			t.Errorf("width %d: %q", width, out.String())
		}
	}
}

// TestScreen: what is drawn takes the place of what was, also when the window has become narrower.
func TestScreen(t *testing.T) {
	var out bytes.Buffer
	a := &App{Err: &out, ErrTerminal: true, Width: 20}
	s := a.Screen()
	s.Draw("a first line of 18\na second\n")
	a.Width = 10 // the first line takes two rows now
	s.Draw("short")
	s.Clear()
	if got, want := out.String(), "a first line of 18\na second"+"\x1b[2A\r\x1b[Jshort"+"\r\x1b[J"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if (&App{Err: &out}).Screen() != nil {
		t.Error("a file is a screen")
	}
	if n := text.Width("\x1b[1mab\x1b[0m"); n != 2 {
		t.Errorf("colours are %d wide", n)
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
