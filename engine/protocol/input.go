package protocol

import (
	"context"
	"io"

	"github.com/outflank/outflank/engine/runtime/text"
)

// maxCommand is the largest size of a command, in bytes. A game in GGF with comments has a few thousand.
const maxCommand = 1 << 20

// An input reads the commands of a server one line ahead of their execution, so that it notices a quit or a
// closed pipe while an agent thinks.
type input struct {
	lines   chan string // closed at the end of the input
	next    string      // the line read ahead
	ahead   bool        // whether next is valid
	ended   bool
	patient bool
	err     error // error of the input; read it when lines is closed
}

// newInput starts to read. Its goroutine ends with r, or when ctx ends and r yields another line or its end.
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

// failed returns the error that ended the input, if any.
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

// while runs work and meanwhile looks at the next line. If stops is true for the line, or the input ends, it
// cancels the context of work. A patient input does not cancel it.
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
