package window

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
)

// TestEvents: what terminals send for keys and the mouse.
func TestEvents(t *testing.T) {
	for _, test := range []struct {
		text string
		want []Event
	}{
		{"a\r\x7f", []Event{{Key: 'a'}, {Key: Enter}, {Key: Erase}}},
		{"\x1b[A\x1bOB\x1b[5~\x1b[H\x1b[1~", []Event{{Key: Up}, {Key: Down}, {Key: PageUp}, {Key: Home}, {Key: Home}}},
		{"\x1b[<0;12;5M\x1b[<0;12;5m", []Event{{Click, 11, 4}}},
		{"\x1b[<64;1;1M\x1b[<65;1;2M\x1b[<2;1;1M", []Event{{WheelUp, 0, 0}, {WheelDown, 0, 1}}},
		{"\x1b[<0;5M\x1b[15~\x1b[1;5A\x01é", []Event{{Key: 'é'}}},
	} {
		if got := allEvents(bytes.NewReader([]byte(test.text))); !slices.Equal(got, test.want) {
			t.Errorf("%q: %v, want %v", test.text, got, test.want)
		}
	}
	for _, text := range []string{"\x1b[", "\x1b[5", "\x1b[<0;1", "\xc3"} {
		if _, n := decode([]byte(text)); n != 0 {
			t.Errorf("%q is decoded", text)
		}
	}
}

// FuzzKeysSplit: it does not matter in which parts keys arrive, unless a part ends
// with the ESC of a sequence, which is the key Escape then.
func FuzzKeysSplit(f *testing.F) {
	f.Add([]byte("f5\r\x1b[A\x1bOB\x1b[5~é\x7f"), 3)
	f.Add([]byte("\x1b[1;5A\xff\x00"), 2)
	f.Add([]byte("\x1b[<0;12;5M\x1b[<0;1;1m"), 6)
	f.Add([]byte("fffff"+strings.Repeat("\x1b[<64;1;1M", 100)), 12)
	f.Add([]byte(strings.Repeat("f", 255)+"\x1b"), 3)
	f.Fuzz(func(t *testing.T, text []byte, at int) {
		if at < 0 || at > len(text) || at > 0 && text[at-1] == 0x1b || bytes.IndexByte(text, 0x03) >= 0 {
			return
		}
		whole := allEvents(bytes.NewReader(text))
		parts := allEvents(io.MultiReader(bytes.NewReader(text[:at]), bytes.NewReader(text[at:])))
		if !slices.Equal(whole, parts) {
			t.Errorf("%q split at %d: %v, want %v", text, at, parts, whole)
		}
	})
}

func allEvents(r io.Reader) (events []Event) {
	for e := range Events(r, func() {}) {
		events = append(events, e)
	}
	return events
}

func TestClip(t *testing.T) {
	for _, test := range []struct {
		line  string
		width int
		want  string
	}{
		{"abc", 2, "ab"}, {"abc", 3, "abc"}, {"●○●", 2, "●○"}, {"", 0, ""}, {"abc", 0, ""},
		{"\x1b[1mabc\x1b[0m", 1, "\x1b[1ma\x1b[0m"},
		{"村上健", 4, "村上"}, {"村上健", 5, "村上"}, {"村a", 3, "村a"}, {"e\u0301a", 1, "e\u0301"}, {"村\x1b[1m上a\x1b[0m", 3, "村\x1b[1m\x1b[0m"},
	} {
		if got := Clip(test.line, test.width); got != test.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", test.line, test.width, got, test.want)
		}
	}
}

func TestWrap(t *testing.T) {
	got := Wrap("  one two three", 10)
	if want := []string{"  one two", "    three"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Wrap("村上 健一 a", 9); !slices.Equal(got, []string{"村上 健一", "    a"}) {
		t.Errorf("%q", got)
	}
	if got := Wrap("  unbreakable", 5); !slices.Equal(got, []string{"  unbreakable"}) {
		t.Errorf("%q", got)
	}
}

// TestDraw: a frame is written where another one, or a window of another size, was.
func TestDraw(t *testing.T) {
	var out bytes.Buffer
	width := 10
	w := &Window{Out: &out, Size: func() (int, int) { return width, 5 }}
	wrote := func() bool { defer out.Reset(); return out.Len() > 0 }
	w.Draw([]string{"a"})
	if !wrote() {
		t.Error("nothing is drawn")
	}
	if w.Draw([]string{"a"}); wrote() {
		t.Error("the same is drawn again")
	}
	width = 20
	if w.Draw([]string{"a"}); !wrote() {
		t.Error("a larger window is not drawn")
	}
	w.Forget()
	if w.Draw([]string{"a"}); !wrote() {
		t.Error("what was forgotten is not drawn")
	}
}

// TestOpen: what is no terminal is left alone.
func TestOpen(t *testing.T) {
	var out bytes.Buffer
	r, w := io.Pipe()
	defer w.Close()
	if _, ok := Open(r, &out); ok || out.Len() > 0 {
		t.Errorf("a pipe is a terminal: %q", out.String())
	}
}

// TestClose: what was taken is given back, once.
func TestClose(t *testing.T) {
	var out bytes.Buffer
	restored := 0
	w := &Window{Out: &out, restore: func() { restored++ }}
	w.Begin()
	taken := out.String()
	out.Reset()
	w.Close()
	for _, mode := range []string{"1049", "1000", "1006"} {
		if !strings.Contains(taken, "\x1b[?"+mode+"h") || !strings.Contains(out.String(), "\x1b[?"+mode+"l") {
			t.Errorf("mode %s: %q is undone by %q", mode, taken, out.String())
		}
	}
	out.Reset()
	if w.Close(); restored != 1 || out.Len() > 0 {
		t.Errorf("restored %d times, and then %q", restored, out.String())
	}
}
