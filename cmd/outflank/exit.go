package main

import (
	"context"
	"errors"
	"io/fs"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/download"
	"github.com/outflank/outflank/eval"
)

// The exit codes, part of the interface: scripts test them.
const (
	exitDone        = 0
	exitFailed      = 1
	exitMisused     = 2 // wrong flags or arguments
	exitBadInput    = 3 // a file is missing, damaged or not what it should be
	exitInterrupted = 4 // stopped by Ctrl-C or SIGTERM; what existed is untouched, the same command starts again
)

// usageError is an error in how the command was called.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// inputError is an error in what a file holds, where the package's own errors do
// not say so.
type inputError struct{ error }

func (e inputError) Unwrap() error { return e.error }

func exitCode(ctx context.Context, err error) int {
	if err == nil {
		return exitDone
	}
	if _, ok := errors.AsType[usageError](err); ok {
		return exitMisused
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, errInterrupted) || ctx.Err() != nil {
		return exitInterrupted
	}
	_, bad := errors.AsType[inputError](err)
	if bad || dataset.BadInput(err) || download.BadInput(err) || eval.BadInput(err) || missingInput(err) {
		return exitBadInput
	}
	return exitFailed
}

// missingInput tells whether err is that a file to read is not there. Making a
// file fails in other ways.
func missingInput(err error) bool {
	p, ok := errors.AsType[*fs.PathError](err)
	return ok && errors.Is(p, fs.ErrNotExist) && (p.Op == "open" || p.Op == "stat" || p.Op == "lstat")
}
