package play

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/window"
	"github.com/outflank/outflank/engine"
)

// A screenFrontend plays a game on the whole screen and redraws it after each key, tick and move.
type screenFrontend struct {
	*window.Window
	events   <-chan window.Event
	tick     time.Duration // time between updates of the clocks and the size
	messages bytes.Buffer  // messages since the person last entered a line

	typed   []rune
	cursor  engine.Square
	status  string // slow work in progress
	session *session
	prompt  string
}

func newScreen(w *window.Window) *screenFrontend {
	return &screenFrontend{Window: w, tick: window.Tick, cursor: engine.None}
}

// leave prints the last board to w, after the screen is closed.
func (t *screenFrontend) leave(w io.Writer) {
	t.cursor = engine.None
	width, _ := t.Size()
	for _, line := range t.top(width) {
		fmt.Fprintln(w, window.Clip(line, width))
	}
}

func (t *screenFrontend) changed() {}

func (t *screenFrontend) values(*session) {}

// busy shows the work in progress until the next frame.
func (t *screenFrontend) busy(what string) {
	t.status = what
	t.draw()
	t.status = ""
}

// ask returns the next line that the person enters.
func (t *screenFrontend) ask(ctx context.Context, s *session, prompt string) (string, error) {
	t.session, t.prompt, t.status = s, prompt, ""
	return t.loop(ctx, nil)
}

// await shows that the agent is thinking.
func (t *screenFrontend) await(ctx context.Context, s *session, done <-chan struct{}) (string, error) {
	t.session, t.prompt = s, "> "
	t.status = fmt.Sprintf("%v is thinking…", s.Position().Color)
	return t.loop(ctx, done)
}

// loop draws the screen and handles keys until the person enters a line, done is closed or ctx is done.
func (t *screenFrontend) loop(ctx context.Context, done <-chan struct{}) (string, error) {
	ticks := time.NewTicker(t.tick)
	defer ticks.Stop()
	for {
		t.draw()
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-done:
			return "", nil
		case event, ok := <-t.events:
			if !ok {
				return "", io.EOF
			}
			if line, entered, err := t.press(event); entered || err != nil {
				return line, err
			}
		case <-ticks.C:
		}
	}
}

// press handles a key or a click, and returns a line when the person enters one.
func (t *screenFrontend) press(event window.Event) (line string, entered bool, err error) {
	switch key := event.Key; key {
	case window.Click:
		return t.click(event.X, event.Y)
	case window.WheelUp, window.WheelDown, window.Home:
	case window.Up, window.Down, window.Left, window.Right:
		t.move(key)
	case window.Tab, window.BackTab:
		t.nextLegal(key == window.BackTab)
	case window.PageUp:
		return t.enter("undo")
	case window.PageDown:
		return t.enter("redo")
	case window.Escape:
		t.typed = nil
		t.messages.Reset()
	case window.Erase:
		t.typed = t.typed[:max(0, len(t.typed)-1)]
	case window.EndOfInput:
		return "", false, io.EOF
	case window.Redraw:
		t.Forget()
	case window.Enter:
		return t.enter(strings.TrimSpace(string(t.typed)))
	default:
		if key == ' ' && len(t.typed) == 0 {
			return t.enter("")
		}
		t.typed = append(t.typed, rune(key))
	}
	return "", false, nil
}

// enter returns a line and clears the messages. An empty line becomes the square under the cursor.
func (t *screenFrontend) enter(line string) (string, bool, error) {
	t.typed = nil
	if line == "" {
		if line = t.square(); line == "" {
			return "", false, nil
		}
	}
	t.messages.Reset()
	return line, true, nil
}

// square returns the name of the square under the cursor, or "" if there is no cursor or no person is to
// move.
func (t *screenFrontend) square() string {
	p := t.session.Position()
	if !t.pointing() || p.Board.Over() || !t.session.isPerson(p.Color) {
		return ""
	}
	return t.cursor.String()
}

// pointing reports whether the cursor is on the board.
func (t *screenFrontend) pointing() bool {
	return t.cursor < engine.None && t.session.Start.Board.Shape.Field.Has(t.cursor)
}

// click moves the cursor to the clicked square, and plays there if the move is legal.
func (t *screenFrontend) click(x, y int) (line string, entered bool, err error) {
	s := t.session
	at := board.SquareAt(s.Position(), s.marks(0), x-boardMargin, y)
	width, height := t.Size()
	if room := t.roomBelow(width, height); at == engine.None || room < 0 || len(t.told(width)) > room {
		return "", false, nil // the click is not on the board
	}
	t.cursor = at
	if len(t.typed) == 0 && t.square() != "" && s.Position().Board.Moves().Has(at) {
		return t.enter("")
	}
	return "", false, nil
}

// move moves the cursor in the direction of an arrow key. If there is no cursor, it puts one on the board.
func (t *screenFrontend) move(key window.Key) {
	if !t.pointing() {
		t.nextLegal(false)
		return
	}
	t.cursor = neighbour(t.session.Start.Board.Shape, t.cursor, key)
}

// neighbour returns the next square in the direction of a key. It skips holes, and returns the square itself
// if there is no next one. On the hexagonal lattice, where ranks are shifted, up and down follow the file
// and, at its end, the diagonal.
func neighbour(sh engine.Shape, from engine.Square, key window.Key) engine.Square {
	step := map[window.Key][2]int{
		window.Up: {0, -1}, window.Down: {0, 1}, window.Left: {-1, 0}, window.Right: {1, 0},
	}[key]
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

// walk returns the first square of the shape that repeated steps from a square reach, or engine.None.
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

// nextLegal moves the cursor to the next legal move, or to the previous one, and wraps around at the end. If
// there is no legal move, it uses all squares.
func (t *screenFrontend) nextLegal(back bool) {
	legal := t.session.Position().Board.Moves()
	if legal == 0 {
		legal = t.session.Start.Board.Shape.Field
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
