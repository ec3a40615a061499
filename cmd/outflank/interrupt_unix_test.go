//go:build unix

package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// silent is standard input that nobody writes to.
type silent struct{ read chan struct{} }

func (s silent) Read([]byte) (int, error) {
	close(s.read)
	select {}
}

// The first Ctrl-C ends a command that waits for standard input, or for somebody to write to a FIFO.
func TestInterruptWhileWaiting(t *testing.T) {
	for _, line := range []string{
		"solve -", "import - -o OUT", "stats colors -", "analyze -", "train - -o OUT",
		"gtp FIFO", "nboard FIFO",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			fifo, in := filepath.Join(dir, "fifo"), silent{make(chan struct{})}
			if err := syscall.Mkfifo(fifo, 0o666); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			if strings.Contains(line, "FIFO") {
				cancel() // it waits all the same
			} else {
				go func() { <-in.read; cancel() }()
			}
			args := strings.Fields(strings.NewReplacer("FIFO", fifo, "OUT", filepath.Join(dir, "out")).Replace(line))
			var said strings.Builder
			a := cli.App{In: in, Out: io.Discard, Err: &said}
			code := make(chan int, 1)
			go func() { code <- execute(&a, ctx, args) }()
			select {
			case c := <-code:
				if c != cli.Interrupted {
					t.Errorf("exit code %d: %s", c, said.String())
				}
			case <-time.After(5 * time.Minute): // on a busy machine
				t.Error("no end")
			}
			cancel()
		})
	}
}
