package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// TestExitCode: the codes are those that the manual promises, and of several reasons the first of misuse,
// interruption and bad input counts.
func TestExitCode(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	failed := errors.New("failed")
	for _, tt := range []struct {
		name string
		ctx  context.Context
		err  error
		want int
	}{
		{"done", t.Context(), nil, 0},
		{"done when it was interrupted", ended, nil, 0},
		{"failed", t.Context(), failed, 1},
		{"misuse", t.Context(), fmt.Errorf("here: %w", fault.Misuse(failed)), 2},
		{"bad input", t.Context(), fmt.Errorf("here: %w", fault.BadInput(failed)), 3},
		{"no file", t.Context(), &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}, 3},
		{"interrupted", t.Context(), errors.Join(failed, context.Canceled), 4},
		{"resumable", t.Context(), fmt.Errorf("here: %w", fault.ErrInterrupted), 4},
		{"failed when it was interrupted", ended, failed, 4},
		{"bad input when it was interrupted", ended, fault.BadInput(failed), 4},
		{"misuse when it was interrupted", ended, errors.Join(fault.BadInput(failed), fault.Misuse(failed)), 2},
	} {
		if got := ExitCode(tt.ctx, tt.err); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}
