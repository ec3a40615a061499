package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// endTime is how long a command that was interrupted may take until it is taken for one that waits
// for input. The commands themselves look far more often whether they are interrupted.
const endTime = time.Second

// interruptible runs a command, and leaves it alone when it is interrupted while it waits for what may
// never come: no read of a terminal ends by itself, nor the opening of a FIFO that nobody writes to.
// What it has written is safe, as it is when the process is killed.
func interruptible(ctx context.Context, args []string, run func() error) error {
	if !waits(args) {
		return run()
	}
	done := make(chan error, 1)
	go func() { done <- run() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(endTime):
		return fmt.Errorf("%w while waiting for input", fault.ErrInterrupted)
	}
}

// waits tells whether an argument is -, which is standard input too, or names what is no file or folder, such
// as a FIFO.
func waits(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		if _, value, ok := strings.Cut(arg, "="); ok && strings.HasPrefix(arg, "--") {
			arg = value
		}
		info, err := os.Stat(arg)
		return arg == StandardOutput || err == nil && !info.Mode().IsRegular() && !info.IsDir()
	})
}
