package play

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/outflank/outflank/engine"
)

// A screenFrontend is a game on a whole screen, drawn again after every key, every tick
// and every move.
type screenFrontend struct {
	out      io.Writer
	size     func() (width, height int)
	keys     <-chan keypress
	tick     time.Duration // how often the clocks and the size are looked at
	messages bytes.Buffer  // what was told since the last line that was entered

	typed    []rune
	cursor   engine.Square
	status   string // what takes a while
	last     string // the frame on the screen
	lastSize [2]int
	session  *session
	prompt   string
}

func newScreen(out io.Writer, size func() (int, int)) *screenFrontend {
	return &screenFrontend{out: out, size: size, tick: 100 * time.Millisecond, cursor: engine.None}
}

// open takes the screen, and close gives it back.
func (t *screenFrontend) open() { fmt.Fprint(t.out, "\x1b[?1049h\x1b[?25l\x1b[2J") }

func (t *screenFrontend) close() { fmt.Fprint(t.out, "\x1b[?25h\x1b[?1049l") }

// leave prints the last board where the screen is no longer taken.
func (t *screenFrontend) leave(w io.Writer) {
	t.cursor = engine.None
	width, _ := t.size()
	for _, line := range t.top(width) {
		fmt.Fprintln(w, clip(line, width))
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
func (t *screenFrontend) press(key keypress) (line string, entered bool, err error) {
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
