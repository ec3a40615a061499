package cli

import (
	"context"
	"errors"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// The exit codes, part of the interface: scripts test them.
const (
	Done        = 0
	Failed      = 1
	Misused     = 2 // wrong flags or arguments
	BadInput    = 3 // a file is missing, damaged or not what it should be
	Interrupted = 4 // stopped by Ctrl-C or SIGTERM; what existed is untouched, the same command starts again
)

// ExitCode returns the exit code for the error of a command that ran with ctx, nil for none.
// Misuse comes first, then interruption, also where ctx ended and err does not say so.
func ExitCode(ctx context.Context, err error) int {
	if err == nil {
		return Done
	}
	if fault.IsMisuse(err) {
		return Misused
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, fault.ErrInterrupted) || ctx.Err() != nil {
		return Interrupted
	}
	if fault.IsBadInput(err) {
		return BadInput
	}
	return Failed
}
