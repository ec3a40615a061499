package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/live"
)

// TestGreet: a program that speaks the protocol shakes hands and is gone; of another one it is said what
// it does, with the end of its standard error, long before its patience ends.
func TestGreet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ how, want string }{
		{"polite", ""},
		{"noise", ""},
		{"polite-nboard", ""},
		{"no numbers", `its answers lack the number of the command: "= yes" to "1 list_commands"`},
		{"knows little", "it does not know clear_board, genmove"},
		{"endless", "an answer of more than 1048576 bytes"},
		{"dies at once", "the program ended; its standard error ends with: cannot open book.dat\nno book, no game"},
		{"dies at once-nboard", "the program ended; its standard error ends with: cannot open book.dat\nno book, no game"},
	} {
		t.Run(c.how, func(t *testing.T) {
			p := program(t, c.how, time.Hour)
			err := p.Greet(t.Context())
			if _, mine := errors.AsType[*EngineError](err); (c.want == "") != (err == nil) || err != nil &&
				(!mine || !strings.HasSuffix(err.Error(), c.want)) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if p.process != nil {
				t.Error("the program runs on")
			}
		})
	}
}

// TestSeen: of what a program says only a few words are kept, however many it has.
func TestSeen(t *testing.T) {
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, "word%d\nsearch %d\n", i, i)
	}
	talk := &nboardTalk{p: &process{lines: bufio.NewReader(strings.NewReader(text.String() + "pong 1\n"))}}
	talk.seen = map[string]bool{}
	if _, err := talk.await("pong"); err != nil || !talk.seen["search"] || len(talk.seen) > 3 {
		t.Errorf("%d words are kept (%v): %v", len(talk.seen), err, talk.seen["search"])
	}
}

// TestLog: all that is said is told, in order, from the command line to the end.
func TestLog(t *testing.T) {
	p := program(t, "dies", 0)
	var mu sync.Mutex
	var lines []string
	p.LogTo(func(pid int, mark byte, line string) {
		mu.Lock()
		defer mu.Unlock()
		lines = append(lines, fmt.Sprintf("%c %.60s", mark, line))
	})
	if _, err := game(t, p, standard, 1); err == nil {
		t.Fatal("it did not die")
	}
	text := strings.Join(lines, "\n")
	at := -1
	for _, want := range []string{"+ ", "> 1 list_commands", "< =1 ", "genmove black",
		"! assertion failed: bad luck", "- exit status 3"} {
		if i := strings.Index(text, want); i <= at {
			t.Errorf("%q is missing, or not in order, in\n%s", want, text)
		} else {
			at = i
		}
	}
	if !strings.HasSuffix(text, "- exit status 3") {
		t.Errorf("it goes on after the end:\n%s", text)
	}
}

// TestClock: a GTP program is told the limit of the game once, and before each move what it has left; one
// that uses all of it is not waited for.
func TestClock(t *testing.T) {
	t.Parallel()
	p := program(t, "polite", time.Hour)
	var told []string
	p.LogTo(func(_ int, mark byte, line string) {
		if mark == '>' && strings.Contains(line, "time") {
			_, command, _ := strings.Cut(line, " ")
			told = append(told, command)
		}
	})
	limit := live.Limit{All: time.Minute, Each: time.Second}
	move := func(left time.Duration) error {
		t.Helper()
		if err := p.KeepTime(t.Context(), limit, [2]time.Duration{engine.Black: left,
			engine.White: time.Hour}); err != nil {
			t.Fatal(err)
		}
		if p.process == nil {
			t.Fatal("the program does not run before its clock does")
		}
		ctx, cancel := context.WithTimeout(t.Context(), left)
		defer cancel()
		_, err := p.Choose(ctx, engine.Standard())
		return err
	}
	for _, left := range []time.Duration{time.Minute, 58900 * time.Millisecond} {
		if err := move(left); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(told, ", "); got != "time_settings 60 0 0, time_left black 60 0, "+
		"time_left black 58 0" {
		t.Errorf("it was told %s", got)
	}
	p = program(t, "silent", time.Hour)
	if err := move(100 * time.Millisecond); !errors.Is(err, errTimeout) {
		t.Errorf("error %v, want that it was not waited for", err)
	}
}
