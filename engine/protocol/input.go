package protocol

import (
	"context"
	"io"

	"github.com/outflank/outflank/engine/runtime/text"
)

// maxCommand is the maximum size of a command, in bytes. A game in GGF with comments takes a few thousand.
const maxCommand = 1 << 20

// An input reads a server's commands one line ahead of their execution, so it notices quit or a closed pipe
// while an agent thinks.
type input struct {
	lines   chan string // closed at the end of the input
	next    string      // the line read ahead
	ahead   bool        // whether next is valid
	ended   bool
	patient bool
	err     error // error of the input; read it when lines is closed
}

// newInput starts a goroutine that reads from r. The goroutine ends at the end of r, or at the first line
// after ctx ends.
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

// read returns the next line. It returns false when the input or ctx ends.
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

// while runs work and reads the next line concurrently. If stops is true for the line, or the input ends, it
// cancels the context of work, unless the input is patient.
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
