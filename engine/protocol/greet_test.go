package protocol

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestGreet: a program that speaks the protocol shakes hands and is gone; of another one it is said what
// it does, with the end of its standard error, long before its patience ends.
func TestGreet(t *testing.T) {
	for _, c := range []struct{ how, want string }{
		{"polite", ""},
		{"noise", ""},
		{"polite-nboard", ""},
		{"no numbers", `its answers lack the number of the command: "= yes" to "1 list_commands"`},
		{"knows little", "it does not know clear_board, genmove"},
		{"dies at once", "the program ended; its standard error ends with: cannot open book.dat\nno book, no game"},
		{"dies at once-nboard", "the program ended; its standard error ends with: cannot open book.dat\nno book, no game"},
	} {
		t.Run(c.how, func(t *testing.T) {
			p := program(t, c.how, time.Hour)
			err := p.Greet(t.Context())
			if _, mine := errors.AsType[*EngineError](err); (c.want == "") != (err == nil) || err != nil && (!mine || !strings.HasSuffix(err.Error(), c.want)) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if p.process != nil {
				t.Error("the program runs on")
			}
		})
	}
}

// TestLog: all that is said is told, in order, from the command line to the end.
func TestLog(t *testing.T) {
	p := program(t, "dies", 0)
	var mu sync.Mutex
	var lines []string
	p.LogTo(func(pid int, mark Mark, line string) {
		mu.Lock()
		defer mu.Unlock()
		lines = append(lines, fmt.Sprintf("%c %.60s", mark, line))
	})
	if _, err := game(t, p, standard, 1); err == nil {
		t.Fatal("it did not die")
	}
	text := strings.Join(lines, "\n")
	at := -1
	for _, want := range []string{"+ ", "> 1 list_commands", "< =1 ", "genmove black", "! assertion failed: bad luck", "- exit status 3"} {
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
