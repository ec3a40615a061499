package play

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/engine"
)

// playAtTerminal plays on the whole screen where there is one, and else line by line.
func playAtTerminal(a *cli.App, ctx context.Context, s *playSession) error {
	lines := &playLines{out: a.Out, keyboard: a.InTerminal && a.OutTerminal, canErase: a.OutTerminal && os.Getenv("TERM") != "dumb"}
	s.front = lines
	keyboard, ok := a.In.(*os.File)
	if !ok || !lines.keyboard || !lines.canErase || s.set.lines {
		lines.in = readLines(ctx, a.In)
		return s.endToEnd(ctx, lines)
	}
	fd := int(keyboard.Fd())
	state, err := term.MakeRaw(fd)
	if err != nil {
		lines.in = readLines(ctx, a.In)
		return s.endToEnd(ctx, lines)
	}
	leave := func() { _ = term.Restore(fd, state) }
	defer leave()
	size := func() (width, height int) {
		if width, height, err := term.GetSize(fd); err == nil {
			return width, height
		}
		return 80, 24
	}
	return s.onScreen(ctx, lines, newPlayTerminal(a.Out, size), keyboard, leave)
}

// endToEnd plays line by line.
func (s *playSession) endToEnd(ctx context.Context, lines *playLines) error {
	err := s.run(ctx)
	if s.watching() {
		lines.show(s)
	}
	return errors.Join(err, s.finish())
}

// onScreen plays on the whole screen, and afterwards leaves the last board and how it
// ended below what was there before.
func (s *playSession) onScreen(ctx context.Context, lines *playLines, t *playTerminal, keyboard io.Reader, leave func()) error {
	ctx, interrupt := context.WithCancel(ctx)
	defer interrupt()
	t.keys, t.session = readKeys(keyboard, interrupt), s
	s.front, s.out, s.clock.shown = t, &t.messages, true
	t.open()
	err := s.run(ctx)
	t.close()
	leave()
	s.out, s.front, s.values = lines.out, lines, nil
	t.leave(lines.out)
	return errors.Join(err, s.finish())
}

// A playTerminal is a game on a whole screen, drawn anew after every key, every tick
// and every move.
type playTerminal struct {
	out      io.Writer
	size     func() (width, height int)
	keys     <-chan playKey
	tick     time.Duration // how often the clocks and the size are looked at
	messages bytes.Buffer  // what was told since the last line that was entered

	typed    []rune
	cursor   engine.Square
	status   string // what takes a while
	last     string // the frame on the screen
	lastSize [2]int
	session  *playSession
	prompt   string
}

func newPlayTerminal(out io.Writer, size func() (int, int)) *playTerminal {
	return &playTerminal{out: out, size: size, tick: 100 * time.Millisecond, cursor: engine.None}
}

// open takes the screen, and close gives it back.
func (t *playTerminal) open() { fmt.Fprint(t.out, "\x1b[?1049h\x1b[?25l\x1b[2J") }

func (t *playTerminal) close() { fmt.Fprint(t.out, "\x1b[?25h\x1b[?1049l") }

// leave prints the last board where the screen is no longer taken.
func (t *playTerminal) leave(w io.Writer) {
	t.cursor = engine.None
	width, _ := t.size()
	for _, line := range t.top(width) {
		fmt.Fprintln(w, clip(line, width))
	}
}

func (t *playTerminal) changed() {}

func (t *playTerminal) values(*playSession) {}

// busy shows what takes a while, until the next frame.
func (t *playTerminal) busy(what string) {
	t.status = what
	t.draw()
	t.status = ""
}

// ask returns the next line.
func (t *playTerminal) ask(ctx context.Context, s *playSession, prompt string) (string, error) {
	t.session, t.prompt, t.status = s, prompt, ""
	return t.loop(ctx, nil)
}

// await shows the agent thinking.
func (t *playTerminal) await(ctx context.Context, s *playSession, done <-chan struct{}) (string, error) {
	t.session, t.prompt = s, "> "
	t.status = fmt.Sprintf("%v is thinking…", s.position().Color)
	return t.loop(ctx, done)
}

// loop draws and takes keys until a line is entered, done is closed or ctx ends.
func (t *playTerminal) loop(ctx context.Context, done <-chan struct{}) (string, error) {
	ticks := time.NewTicker(t.tick)
	defer ticks.Stop()
	for {
		t.draw()
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-done:
			return "", nil
		case key, ok := <-t.keys:
			if !ok {
				return "", io.EOF
			}
			if line, entered, err := t.press(key); entered || err != nil {
				return line, err
			}
		case <-ticks.C:
		}
	}
}

// press does what a key says, and returns a line when one is entered.
func (t *playTerminal) press(key playKey) (line string, entered bool, err error) {
	switch key {
	case keyUp, keyDown, keyLeft, keyRight:
		t.move(key)
	case keyTab, keyBackTab:
		t.nextLegal(key == keyBackTab)
	case keyPageUp:
		return t.enter("undo")
	case keyPageDown:
		return t.enter("redo")
	case keyEscape:
		t.typed = nil
		t.messages.Reset()
	case keyErase:
		t.typed = t.typed[:max(0, len(t.typed)-1)]
	case keyEnd:
		return "", false, io.EOF
	case keyRedraw:
		t.last, t.lastSize = "", [2]int{}
	case keyEnter:
		return t.enter(strings.TrimSpace(string(t.typed)))
	default:
		if key == ' ' && len(t.typed) == 0 {
			return t.enter("")
		}
		t.typed = append(t.typed, rune(key))
	}
	return "", false, nil
}

// enter returns a line, an empty one as the square under the cursor, and forgets what
// was told before.
func (t *playTerminal) enter(line string) (string, bool, error) {
	t.typed = nil
	if line == "" {
		if line = t.square(); line == "" {
			return "", false, nil
		}
	}
	t.messages.Reset()
	return line, true, nil
}

// square names the square under the cursor; "" where nobody may play it.
func (t *playTerminal) square() string {
	p := t.session.position()
	if !t.pointing() || p.Board.Over() || !t.session.isPerson(p.Color) {
		return ""
	}
	return t.cursor.String()
}

// pointing tells whether the cursor is on the board.
func (t *playTerminal) pointing() bool {
	return t.cursor < engine.None && t.session.start.Board.Shape.Field.Has(t.cursor)
}

// move moves the cursor with an arrow key, or puts it on the board.
func (t *playTerminal) move(key playKey) {
	if !t.pointing() {
		t.nextLegal(false)
		return
	}
	t.cursor = neighbour(t.session.start.Board.Shape, t.cursor, key)
}

// neighbour returns the next square in the direction of a key, over holes; the square
// itself where there is none. On the hexagonal lattice, where ranks are shifted, up and
// down go along the file, and at its end along the diagonal.
func neighbour(sh engine.Shape, from engine.Square, key playKey) engine.Square {
	step := map[playKey][2]int{keyUp: {0, -1}, keyDown: {0, 1}, keyLeft: {-1, 0}, keyRight: {1, 0}}[key]
	if s := walk(sh, from, step); s != engine.None {
		return s
	}
	if sh.Lattice == engine.Hexagonal && step[0] == 0 {
		if s := walk(sh, from, [2]int{-step[1], step[1]}); s != engine.None {
			return s
		}
	}
	return from
}

// walk returns the first square of the shape that steps from a square lead to.
func walk(sh engine.Shape, from engine.Square, step [2]int) engine.Square {
	file, rank := from.File(), from.Rank()
	for {
		file, rank = file+step[0], rank+step[1]
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return engine.None
		}
		if s := engine.At(file, rank); sh.Field.Has(s) {
			return s
		}
	}
}

// nextLegal puts the cursor on the next legal move, or on the one before, and at the
// end begins anew; where there is no legal move, any square is one.
func (t *playTerminal) nextLegal(back bool) {
	legal := t.session.position().Board.Moves()
	if legal == 0 {
		legal = t.session.start.Board.Shape.Field
	}
	ahead := legal
	if t.pointing() {
		before := t.cursor.Set() - 1 // all squares below the cursor
		if ahead = legal &^ (before | t.cursor.Set()); back {
			ahead = legal & before
		}
	}
	if ahead == 0 {
		ahead = legal
	}
	if t.cursor = ahead.First(); back {
		t.cursor = ahead.Nth(ahead.Len() - 1)
	}
}
