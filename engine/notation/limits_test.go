package notation_test

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/outflank/outflank/engine/notation"
)

// An endless yields the same text again and again, n bytes in all.
type endless struct {
	head, text string
	n, at      int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.n <= 0 {
		return 0, io.EOF
	}
	n := 0
	for n < len(p) && n < e.n {
		if e.head != "" {
			c := copy(p[n:], e.head)
			e.head = e.head[c:]
			n += c
			continue
		}
		c := copy(p[n:min(len(p), e.n)], e.text[e.at:])
		e.at = (e.at + c) % len(e.text)
		n += c
	}
	e.n -= n
	return n, nil
}

// Files that never end a line, a value or a game are read in bounded memory, and
// every one of them is told to be too long. What is allocated in all, garbage too, is
// a small multiple of what is read.
func TestBoundedMemory(t *testing.T) {
	if raceEnabled {
		t.Skip("under the race detector")
	}
	const size = 4 << 20
	for _, c := range []struct{ format, head, text string }{
		{"transcript", "", "f5d6"}, {"transcript", "", "\t"}, {"transcript", "", ",f5"},
		{"logbook", "", "+d3"}, {"obf", "", "-"}, {"boards", "", "X"},
		{"ggf", "(;GM[Othello]CO[", "x\n"}, {"ggf", "(;GM[Othello]", "B[f5]"}, {"ggf", "", "("},
		{"sgf", "(;GM[2]", ";B[f5]"}, {"sgf", "(;GM[2]C[", `\]`}, {"sgf", "", "(;"},
		{"pgn", "", "f5 d6\n"}, {"pgn", "", "f"}, {"pgn", "", "[A \"x\"]\n"}, {"pgn", "", "{a}"},
		{"pgn", "1. f5 {", "x\n\n"},
	} {
		runtime.GC()
		var before, peak runtime.MemStats
		runtime.ReadMemStats(&before)
		f := format(t, c.format)
		in := &endless{head: c.head, text: c.text, n: size}
		var long error
		note := func(err error) {
			if err != nil && strings.Contains(err.Error(), ": too long: ") {
				long = err
			}
		}
		if f.Read != nil {
			for _, err := range f.Read(in) {
				note(err)
			}
		} else {
			for _, err := range f.ReadProblems(in) {
				note(err)
			}
		}
		runtime.ReadMemStats(&peak)
		if long == nil {
			t.Errorf("%s of %q…: no error", c.format, c.head+c.text)
		}
		if used := peak.TotalAlloc - before.TotalAlloc; used > 5*size {
			t.Errorf("%s of %q…: %d MB allocated in all", c.format, c.head+c.text, used>>20)
		}
	}
}

// Records just below their limit take no more than moments: nothing is quadratic.
func TestLongRecordsAreQuick(t *testing.T) {
	if raceEnabled {
		t.Skip("under the race detector")
	}
	const mega = 1 << 20
	fill := func(head, text, tail string, n int) string {
		return head + strings.Repeat(text, n/len(text)) + tail
	}
	start := time.Now()
	for _, c := range []struct{ format, text string }{
		{"pgn", fill("1. f5 ", "{a}", "", 60000)},
		{"pgn", fill("1. f5\n", "{a [%eval 1]}\n", "", mega-200)},
		{"pgn", fill("[A \"x\"]\n", "[B \"x\"]\n\n[C \"y\"]\n", "\n*", mega-200)},
		{"pgn", fill("1. f5\n", "(d6)\n", "", mega-200)},
		{"pgn", fill("1. f5\n", "$1 ! ?\n", "", mega-200)},
		{"ggf", fill("(;GM[Othello]", "CO[x]", ";)", mega-200)},
		{"ggf", fill("(;GM[Othello]", "B[PA//1]", ";)", mega-200)},
		{"sgf", fill("(;GM[2];B[f5]", "C[x]", ")", mega-200)},
		{"sgf", fill("(;GM[2];B[f5]", "(;W[d6])", ")", mega-200)},
		{"sgf", fill("(;GM[2]GC[", "A: b\n", "])", mega-200)},
		{"transcript", fill("f5d6", "\t", "", 65000)},
		{"transcript", fill("f5d6", ",--", "", 65000)},
		{"transcript", fill("", "f5,", "", 65000)},
		{"transcript", fill("f5d6", ";x", "", 65000)},
	} {
		for _, err := range format(t, c.format).Read(strings.NewReader(c.text)) {
			_ = err
		}
	}
	if spent := time.Since(start); spent > 4*time.Second {
		t.Errorf("%v for 14 records", spent)
	}
}

// Errors of the input end the reading, and are no *Error.
func TestInputErrors(t *testing.T) {
	broken := errors.New("the disk is on fire")
	for _, f := range notation.Formats() {
		in := io.MultiReader(strings.NewReader("% x\n"), iotest.ErrReader(broken))
		var got []error
		if f.Read != nil {
			for _, err := range f.Read(in) {
				got = append(got, err)
			}
		} else {
			for _, err := range f.ReadProblems(in) {
				got = append(got, err)
			}
		}
		last := got[len(got)-1]
		_, damaged := errors.AsType[*notation.Error](last)
		if !errors.Is(last, broken) || damaged || last.Error() != "notation: reading "+f.Name+
			": the disk is on fire" {
			t.Errorf("%s: %v", f.Name, got)
		}
	}
}

// One byte at a time, and stopping early, change nothing.
func TestReadersStream(t *testing.T) {
	for _, f := range notation.Formats() {
		if f.Write == nil {
			continue
		}
		over := overGame(t)
		text := strings.ReplaceAll(write(t, f.Name, over, over, over), "\n", "\r\n")
		records, errs := readAll(f, iotest.OneByteReader(strings.NewReader(text)))
		if len(records) != 3 || errs != nil {
			t.Errorf("%s: %d games, %q", f.Name, len(records), errs)
		}
		for r, err := range f.Read(strings.NewReader(text)) {
			if err != nil || r.Line != 1 {
				t.Errorf("%s: line %d, %v", f.Name, r.Line, err)
			}
			break
		}
	}
}
