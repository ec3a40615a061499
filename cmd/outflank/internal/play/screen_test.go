package play

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/window"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// playOnScreen plays with keys on a screen, and returns what is written there and
// after it is left, with the error.
func playOnScreen(t *testing.T, set settings, keys io.Reader) (screen, after string, s *session, err error) {
	t.Helper()
	var out bytes.Buffer
	a := &cli.App{Out: &out}
	if set.shape == "" {
		set.shape = "8x8"
	}
	s, err = newSession(a, set)
	if err != nil {
		t.Fatal(err)
	}
	term := newScreen(windowOn(&out))
	term.tick = time.Millisecond
	err = s.onScreen(t.Context(), &lineFrontend{out: &out}, term, keys)
	screen, after, found := strings.Cut(out.String(), "\x1b[?1006l\x1b[?1000l\x1b[?25h\x1b[?1049l")
	if !found {
		t.Error("the terminal was not given back")
	}
	return screen, after, s, err
}

// windowOn is a window of 80×24 letters that is written somewhere.
func windowOn(out io.Writer) *window.Window {
	return &window.Window{Out: out, Size: func() (int, int) { return 80, 24 }}
}

// What the keys of a terminal send.
const (
	up, down, right, leftKey = "\x1b[A", "\x1b[B", "\x1bOC", "\x1b[D"
	pageUp, pageDown         = "\x1b[5~", "\x1b[6~"
)

// click is a click on a square of the board as it is drawn in the corner of the window.
func click(square string) string {
	return fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;1;1m", 6+3*int(square[0]-'a'), 2+int(square[1]-'1'))
}

// TestPlayScreen plays with keys alone.
func TestPlayScreen(t *testing.T) {
	setUTF8(t)
	people := settings{players: [2]string{human, human}, color: "never"}
	for _, test := range []struct{ about, keys, want string }{
		{"Tab and Enter", "\t\r", "d3"},
		{"Shift-Tab", "\x1b[Z\r", "e6"},
		{"arrows", "\t" + down + leftKey + " ", "c4"},
		{"an arrow puts the cursor on the board", up + right + right + down + down + "\r", "f5"},
		{"typing", "f5\rd6 c3\r", "f5d6c3"},
		{"erasing", "f6\x7f5\r", "f5"},
		{"escape", "f6\x1b", ""},
		{"pages", "f5d6c3\r" + pageUp + pageUp + pageDown, "f5d6"},
		{"illegal moves change nothing", "a1\r", ""},
		{"commands", "f5\rundo\rd3\r", "d3"},
		{"unknown keys", "\x1b[15~\x1b[1;5Af5\r\x01", "f5"},
		{"a click", click("f5") + click("f6") + click("h8"), "f5f6"},
		{"arrows continue from where a click was", click("a1") + right + right + right + down + down + "\r", "d3"},
		{"clicks beside the board", "\x1b[<0;1;1M\x1b[<0;70;5M\x1b[<2;18;6M\x1b[<0;18;6m", ""},
		{"Ctrl-D", "f5\r\x04d6\r", "f5"},
	} {
		_, after, s, err := playOnScreen(t, people, strings.NewReader(test.keys))
		if got := s.Game().String(); got != test.want || err != nil {
			t.Errorf("%s: played %q, %v, want %q", test.about, got, err, test.want)
		}
		if test.want != "" && !strings.Contains(after, "transcript: "+test.want+"\n") {
			t.Errorf("%s: what stays is\n%s", test.about, after)
		}
	}
}

// TestPlayScreenSplit: terminals may send sequences and letters in parts.
func TestPlayScreenSplit(t *testing.T) {
	setUTF8(t)
	_, _, s, err := playOnScreen(t, settings{players: [2]string{human, human}, color: "never"},
		iotest.OneByteReader(strings.NewReader("f5\ré\x7fd6\r")))
	if got := s.Game().String(); got != "f5d6" || err != nil {
		t.Errorf("played %q, %v", got, err)
	}
}

// TestPlayScreenAgent: an agent answers while the screen takes keys, and a line that is
// entered stops it.
func TestPlayScreenAgent(t *testing.T) {
	setUTF8(t)
	keys, typed := io.Pipe()
	defer typed.Close()
	go func() { _, _ = io.WriteString(typed, "\t\r") }()
	var out bytes.Buffer
	a := &cli.App{Out: &out}
	s, err := newSession(a, settings{players: [2]string{human, "greedy"}, shape: "8x8", color: "never"})
	if err != nil {
		t.Fatal(err)
	}
	thinker := &endless{began: make(chan struct{}, 1)}
	s.players[engine.White].agent = thinker
	go func() {
		<-thinker.began
		_, _ = io.WriteString(typed, "resign\rquit\r")
	}()
	if err := s.onScreen(t.Context(), &lineFrontend{out: &out}, newScreen(windowOn(&out)), keys); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"white is thinking…", "black resigns, white wins\n", "transcript: d3\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("output lacks %q", want)
		}
	}
}

// endless thinks until it is stopped.
type endless struct{ began chan struct{} }

func (e *endless) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	e.began <- struct{}{}
	<-ctx.Done()
	return b.Moves().First(), nil
}

// TestPlayScreenInterrupt: Ctrl-C sends no signal in raw mode.
func TestPlayScreenInterrupt(t *testing.T) {
	setUTF8(t)
	keys, typed := io.Pipe()
	defer typed.Close()
	go func() { _, _ = io.WriteString(typed, "f5\r\x03") }()
	_, after, _, err := playOnScreen(t, settings{players: [2]string{human, human}, color: "never"}, keys)
	if !errors.Is(err, fault.ErrInterrupted) || strings.Contains(after, "resigns") {
		t.Errorf("error %v, output\n%s", err, after)
	}
}

// TestPlayScreenWatch: two agents play to the end without a key.
func TestPlayScreenWatch(t *testing.T) {
	setUTF8(t)
	keys, typed := io.Pipe()
	defer typed.Close()
	screen, after, s, err := playOnScreen(t, settings{players: [2]string{"greedy", "ab:depth=2"}, shape: "6x6",
		color: "never", delay: 1}, keys)
	if err != nil || !s.Position().Board.Over() || !strings.Contains(after, "game over") ||
		!strings.Contains(screen, "white expects ") {
		t.Errorf("%v\n%s", err, after)
	}
}

// TestPlayFrame holds for windows of all sizes: nothing is wider or higher than the
// window, the line being typed is there, and the board if there is room for it.
func TestPlayFrame(t *testing.T) {
	setUTF8(t)
	for _, shape := range []string{"4x4", "8x8", "hex", "rhombus"} {
		for _, color := range []string{"always", "never"} {
			s, err := newSession((&cli.App{}), settings{players: [2]string{human, "greedy"}, shape: shape,
				color: color, random: 5, seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			term := newScreen(nil)
			term.session, term.prompt, term.typed = s, "black> ", []rune("ty")
			s.front, s.out = term, &term.messages
			r, err := rank(t.Context(), s.Position(), "")
			if err != nil {
				t.Fatal(err)
			}
			s.values = values(r)
			for _, told := range []string{"", "  one\n",
				strings.Repeat("  a long line of many words that has to be broken somewhere\n", 30)} {
				term.messages.Reset()
				fmt.Fprint(&term.messages, told)
				for width := 1; width <= 130; width += 3 {
					for height := 2; height <= 50; height += 4 {
						checkFrame(t, term, width, height, told)
					}
				}
			}
		}
	}
}

func checkFrame(t *testing.T, term *screenFrontend, width, height int, told string) {
	t.Helper()
	lines := term.frame(width, height)
	text := ansi.ReplaceAllString(strings.Join(lines, "\n"), "")
	if len(lines) > height {
		t.Fatalf("%d lines in a window of %d×%d", len(lines), width, height)
	}
	for line := range strings.SplitSeq(text, "\n") {
		if len([]rune(line)) > width {
			t.Fatalf("window of %d×%d: line %q", width, height, line)
		}
	}
	if width > 10 && !strings.Contains(text, "black> ty") && !strings.Contains(text, "white> ty") {
		t.Fatalf("window of %d×%d: no input line\n%s", width, height, text)
	}
	if p := term.session.Position(); width >= 75 && height >= 24 && len(told) < 100 {
		board, _ := term.session.board(0)
		for _, line := range board {
			if !strings.Contains(text, strings.TrimRight(ansi.ReplaceAllString(line, ""), " ")) {
				t.Fatalf("window of %d×%d: %v is not all there\n%s", width, height, p, text)
			}
		}
	}
}

// TestPlayFrameSmall: a window that is too small for the board says what that needs, and one of that size
// shows it. Clicks where no board stands play nothing.
func TestPlayFrameSmall(t *testing.T) {
	setUTF8(t)
	for _, shape := range []string{"4x4", "8x8", "hex"} {
		s, err := newSession(&cli.App{}, settings{players: [2]string{human, human}, shape: shape, color: "never"})
		if err != nil {
			t.Fatal(err)
		}
		var width, height int
		term := newScreen(&window.Window{Size: func() (int, int) { return width, height }})
		term.session, term.prompt = s, "> "
		s.front, s.out = term, &term.messages
		text := func(w, h int) string {
			width, height = w, h
			return strings.Join(term.frame(w, h), " ")
		}
		small := strings.Join(strings.Fields(text(12, 20)), " ")
		_, needs, found := strings.Cut(small, "the board needs ")
		var w, h int
		if n, err := fmt.Sscanf(needs, "%d and %d", &w, &h); !found || n != 2 {
			t.Fatalf("%s: %q, %v", shape, small, err)
		}
		legal := s.Position().Board.Moves().First()
		clicked := func() bool {
			for y := range height {
				for x := range width {
					if line, entered, _ := term.press(window.Event{Key: window.Click, X: x, Y: y}); entered &&
						line == legal.String() {
						return true
					}
				}
			}
			return false
		}
		if clicked() {
			t.Errorf("%s: a click plays where no board is", shape)
		}
		for _, size := range [][2]int{{w, h}, {w - 1, h}, {w, h - 1}} {
			fits := size == [2]int{w, h}
			if shown := !strings.Contains(text(size[0], size[1]), "too small"); shown != fits || clicked() != fits {
				t.Errorf("%s, which needs %d×%d, in a window of %v:\n%s", shape, w, h, size,
					strings.Join(term.frame(size[0], size[1]), "\n"))
			}
		}
	}
}

// TestPlayFrameASCII: where discs cannot be shown, nothing else is that is not ASCII.
func TestPlayFrameASCII(t *testing.T) {
	s, err := newSession((&cli.App{}), settings{players: [2]string{human, "ab:depth=1"}, shape: "hex",
		color: "always", ascii: true, random: 7})
	if err != nil {
		t.Fatal(err)
	}
	term := newScreen(nil)
	term.session, term.status = s, "white is thinking…"
	fmt.Fprintln(&term.messages, verbHelp())
	term.nextLegal(false)
	for _, line := range append(term.frame(100, 40), s.screen()...) {
		for _, letter := range line {
			if letter > '~' {
				t.Fatalf("%q in %q", letter, line)
			}
		}
	}
}

// TestNextLegal: Tab goes through all legal moves and starts over, Shift-Tab back.
func TestNextLegal(t *testing.T) {
	s, err := newSession((&cli.App{}), settings{players: [2]string{human, human}, shape: "8x8", color: "never"})
	if err != nil {
		t.Fatal(err)
	}
	term := newScreen(nil)
	term.session = s
	for _, test := range []struct {
		back bool
		want string
	}{{false, "d3"}, {false, "c4"}, {false, "f5"}, {false, "e6"}, {false, "d3"}, {true, "e6"}, {true, "f5"}} {
		if term.nextLegal(test.back); term.cursor.String() != test.want {
			t.Errorf("back %v: %v, want %s", test.back, term.cursor, test.want)
		}
	}
}

// TestNeighbour: the arrow keys lead from every square to every other one, on all
// boards, and never off the board.
func TestNeighbour(t *testing.T) {
	for _, name := range []string{"4x4", "6x6-a1f6", "8x8", "8x8-c3c4c5f6", "hex", "hex-d4", "rhombus",
		"rhombus-h8"} {
		shape, err := engine.ParseShape(name)
		if err != nil {
			t.Fatal(err)
		}
		for from := range shape.Field.All() {
			reached, todo := from.Set(), []engine.Square{from}
			for len(todo) > 0 {
				s := todo[0]
				todo = todo[1:]
				for _, key := range []window.Key{window.Up, window.Down, window.Left, window.Right} {
					n := neighbour(shape, s, key)
					if !shape.Field.Has(n) {
						t.Fatalf("%s: %v leads to %v", name, s, n)
					}
					if !reached.Has(n) {
						reached |= n.Set()
						todo = append(todo, n)
					}
				}
			}
			if reached != shape.Field {
				t.Fatalf("%s: from %v only %v are reached", name, from, reached)
			}
		}
	}
}

// ansi are the colours of a text.
var ansi = regexp.MustCompile("\x1b\\[[0-9;]*m")
