package play

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/window"
	"github.com/outflank/outflank/engine"
)

// A screenFrontend is a game on a whole screen, drawn again after every key, every tick
// and every move.
type screenFrontend struct {
	*window.Window
	events   <-chan window.Event
	tick     time.Duration // how often the clocks and the size are looked at
	messages bytes.Buffer  // what was told since the last line that was entered

	typed   []rune
	cursor  engine.Square
	status  string // what takes a while
	session *session
	prompt  string
}

func newScreen(w *window.Window) *screenFrontend {
	return &screenFrontend{Window: w, tick: window.Tick, cursor: engine.None}
}

// leave prints the last board where the screen is no longer taken.
func (t *screenFrontend) leave(w io.Writer) {
	t.cursor = engine.None
	width, _ := t.Size()
	for _, line := range t.top(width) {
		fmt.Fprintln(w, window.Clip(line, width))
	}
}

func (t *screenFrontend) changed() {}

func (t *screenFrontend) values(*session) {}

// busy shows what takes a while, until the next frame.
func (t *screenFrontend) busy(what string) {
	t.status = what
	t.draw()
	t.status = ""
}

// ask returns the next line.
func (t *screenFrontend) ask(ctx context.Context, s *session, prompt string) (string, error) {
	t.session, t.prompt, t.status = s, prompt, ""
	return t.loop(ctx, nil)
}

// await shows the agent thinking.
func (t *screenFrontend) await(ctx context.Context, s *session, done <-chan struct{}) (string, error) {
	t.session, t.prompt = s, "> "
	t.status = fmt.Sprintf("%v is thinking…", s.Position().Color)
	return t.loop(ctx, done)
}

// loop draws and takes keys until a line is entered, done is closed or ctx ends.
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

// press does what a key says, and returns a line when one is entered.
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

// enter returns a line, an empty one as the square under the cursor, and forgets what
// was told before.
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
