package protocol

import (
	"context"
	"io"

	"github.com/outflank/outflank/engine/runtime/text"
)

// maxCommand bounds a command, in bytes; a game in GGF with comments has some
// thousand.
const maxCommand = 1 << 20

// An input is the commands that a server reads, one line ahead of their execution,
// so that it learns of a quit or a closed pipe while an agent thinks.
type input struct {
	lines   chan string // closed at the end of the input
	next    string      // read ahead
	ahead   bool        // whether next holds a line
	ended   bool
	patient bool
	err     error // of the input; read when lines is closed
}

// newInput begins to read. The goroutine that reads ends with r, or when ctx ends
// and r gives another line or its end.
func newInput(ctx context.Context, r io.Reader, patient bool) *input {
	in := &input{lines: make(chan string), patient: patient}
	go func() {
		defer close(in.lines)
		for line, err := range text.Lines(r, maxCommand) {
			if in.err = err; err != nil {
				return
			}
			select {
			case in.lines <- line:
			case <-ctx.Done():
				return
			}
		}
	}()
	return in
}

// failed returns the error that ended the input, if one did.
func (in *input) failed() error {
	if in.ended {
		return in.err
	}
	return nil
}

// read returns the next line, and false at the end of the input or of ctx.
func (in *input) read(ctx context.Context) (string, bool) {
	if in.ahead {
		in.ahead = false
		return in.next, true
	}
	if in.ended {
		return "", false
	}
	select {
	case line, ok := <-in.lines:
		in.ended = !ok
		return line, ok
	case <-ctx.Done():
		return "", false
	}
}

// while runs work and meanwhile looks at the next line. When it is one that stops
// work, or the input ends, the context of work is cancelled. A patient input lets
// work go on.
func (in *input) while(ctx context.Context, stops func(line string) bool, work func(context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		work(ctx)
	}()
	if !in.ahead && !in.ended {
		select {
		case in.next, in.ahead = <-in.lines:
			in.ended = !in.ahead
		case <-done:
			return
		}
	}
	if !in.patient && (in.ended || stops(in.next)) {
		cancel()
	}
	<-done
}
