package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

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

// misuse marks an error in how something was called: a flag, an argument, a setting.
func misuse(err error) error { return misused{err} }

// badInput marks an error in what a file holds.
func badInput(err error) error { return badInputError{err} }

type misused struct{ error }

func (e misused) Unwrap() error { return e.error }

// Misuse marks the error, see [IsMisuse].
func (misused) Misuse() bool { return true }

type badInputError struct{ error }

func (e badInputError) Unwrap() error { return e.error }

// BadInput marks the error, see [IsBadInput].
func (badInputError) BadInput() bool { return true }

// isMisuse tells whether err, or an error that it wraps, says that it is misuse.
func isMisuse(err error) bool {
	var e interface{ Misuse() bool }
	return errors.As(err, &e) && e.Misuse()
}

// isBadInput tells whether err, or an error that it wraps, is about what a file holds, or that
// it is missing.
func isBadInput(err error) bool {
	var e interface{ BadInput() bool }
	return errors.As(err, &e) && e.BadInput() || missingInput(err)
}

func exitCode(ctx context.Context, err error) int {
	if err == nil {
		return exitDone
	}
	if isMisuse(err) {
		return exitMisused
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, errInterrupted) || ctx.Err() != nil {
		return exitInterrupted
	}
	if isBadInput(err) || dataset.BadInput(err) || download.BadInput(err) || eval.BadInput(err) {
		return exitBadInput
	}
	return exitFailed
}

// missingInput tells whether err is that a file to read is not there, or a folder, or that a
// folder is a file. Making a file fails in other ways.
func missingInput(err error) bool {
	p, ok := errors.AsType[*fs.PathError](err)
	switch {
	case !ok:
		return false
	case errors.Is(p, fs.ErrNotExist):
		return p.Op == "open" || p.Op == "stat" || p.Op == "lstat"
	}
	return isFolderError(p) || isFileError(p)
}

// isFolderError tells whether a file was wanted, and it is a folder.
func isFolderError(p *fs.PathError) bool {
	return (p.Op == "open" || p.Op == "read") && errors.Is(p, syscall.EISDIR)
}

// isFileError tells whether a folder was wanted, and it is a file.
func isFileError(p *fs.PathError) bool {
	return p.Op != "mkdir" && errors.Is(p, syscall.ENOTDIR)
}

// errorText is what is printed of err: that of the system where folders and files were taken
// for each other is put into words.
func errorText(err error) string {
	p, ok := errors.AsType[*fs.PathError](err)
	switch {
	case ok && isFolderError(p):
		return inWords(err, p, p.Path+" is a folder, want a file")
	case ok && isFileError(p):
		return inWords(err, p, fileAbove(p.Path)+" is a file, want a folder")
	}
	return err.Error()
}

// inWords returns the text of err with words for p, which it wraps, and the path once.
func inWords(err error, p *fs.PathError, words string) string {
	return strings.NewReplacer(p.Path+": "+p.Error(), words, p.Error(), words).Replace(err.Error())
}

// fileAbove returns which part of a path is a file where folders are wanted.
func fileAbove(path string) string {
	for p := path; p != filepath.Dir(p); p = filepath.Dir(p) {
		if info, err := os.Stat(p); err == nil && !info.IsDir() {
			return p
		}
	}
	return path
}
