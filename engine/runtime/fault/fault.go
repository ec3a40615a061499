// Package fault classifies errors as misuse, for invalid arguments, or as bad input, for files with invalid
// content. Errors declare this with methods Misuse() bool and BadInput() bool, which the command uses to
// choose its exit code:
//
//	err := fault.BadInputf("%s: no games", path)
//	fault.IsBadInput(fmt.Errorf("import: %w", err)) // true
//
// The package is independent of the game.
package fault

import (
	"errors"
	"fmt"
	"slices"
)

// Misuse marks an error as caused by a flag, an argument or a setting.
func Misuse(err error) error { return misused{err} }

// BadInput marks an error as caused by the content of a file.
func BadInput(err error) error { return badInputError{err} }

// Misusef returns an error marked as misuse, with a text as in [fmt.Errorf].
func Misusef(format string, args ...any) error { return Misuse(fmt.Errorf(format, args...)) }

// BadInputf returns an error marked as bad input, with a text as in [fmt.Errorf].
func BadInputf(format string, args ...any) error { return BadInput(fmt.Errorf(format, args...)) }

type misused struct{ error }

func (e misused) Unwrap() error { return e.error }

// Misuse marks the error, see [IsMisuse].
func (misused) Misuse() bool { return true }

type badInputError struct{ error }

func (e badInputError) Unwrap() error { return e.error }

// BadInput marks the error, see [IsBadInput].
func (badInputError) BadInput() bool { return true }

// IsMisuse reports whether err, or an error that it wraps, has a method Misuse() bool that returns true.
func IsMisuse(err error) bool {
	return anyOf(err, func(err error) bool {
		e, ok := err.(interface{ Misuse() bool })
		return ok && e.Misuse()
	})
}

// IsBadInput reports whether err, or an error that it wraps, has a method BadInput() bool that returns true,
// or means that an input file is missing.
func IsBadInput(err error) bool {
	return anyOf(err, func(err error) bool {
		e, ok := err.(interface{ BadInput() bool })
		return ok && e.BadInput()
	}) || missingInput(err)
}

// anyOf reports whether a property holds for err or for any error that it wraps.
func anyOf(err error, has func(error) bool) bool {
	if err == nil {
		return false
	}
	if has(err) {
		return true
	}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		return anyOf(e.Unwrap(), has)
	case interface{ Unwrap() []error }:
		return slices.ContainsFunc(e.Unwrap(), func(err error) bool { return anyOf(err, has) })
	}
	return false
}

// A Kind is a bad-input error for use as a sentinel with [errors.Is]:
//
//	var ErrEmpty error = fault.Kind("no games")
type Kind string

// Error returns the text of the kind.
func (k Kind) Error() string { return string(k) }

// BadInput marks the error, see [IsBadInput].
func (Kind) BadInput() bool { return true }

// ErrInterrupted is the error of work that was interrupted, for instance by Ctrl-C, and can be resumed.
var ErrInterrupted = errors.New("interrupted")
