package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/wthor"
)

// An Output describes the output of a command with --json: a value of one of the types in answers or, if
// Lines is set, a stream of such values, one per line (NDJSON).
type Output struct {
	Command string `json:"command" doc:"name of the command, such as stats weights"`
	Lines   bool   `json:"lines" doc:"whether the output is a stream of values, one on each line (NDJSON)"`

	pflag.Value `json:"-"` // the value of the flag
	answers     []any      // a value of each type, or a func() any that returns it
}

// AddJSON adds --json to a command. answers contains a value of each type that the command may print. If a
// value takes time to create, pass a func() any that returns it.
func AddJSON(c *cobra.Command, on *bool, usage string, answers ...any) *Output {
	c.Flags().BoolVar(on, "json", false, usage)
	f := c.Flags().Lookup("json")
	o := &Output{Value: f.Value, answers: answers}
	f.Value = o
	return o
}

// OutputOf returns the output of a command with --json, or nil if the command has no such flag.
func OutputOf(c *cobra.Command) *Output {
	f := c.Flags().Lookup("json")
	if f == nil {
		return nil
	}
	o := f.Value.(*Output)
	_, o.Command, _ = strings.Cut(c.CommandPath(), " ")
	return o
}

// ErrorOutput returns the output of failed commands with --json, on standard error.
func ErrorOutput() *Output { return &Output{Command: "error", Lines: true, answers: []any{Problem{}}} }

// Outputs returns the outputs of all commands below root, and the output of errors.
func Outputs(root *cobra.Command) (list []*Output) {
	var add func(c *cobra.Command)
	add = func(c *cobra.Command) {
		if o := OutputOf(c); o != nil {
			list = append(list, o)
		}
		for _, sub := range c.Commands() {
			add(sub)
		}
	}
	add(root)
	return append(list, ErrorOutput())
}

// Answers returns a value of each type that the command prints.
func (o *Output) Answers() (list []any) {
	for _, a := range o.answers {
		if make, ok := a.(func() any); ok {
			a = make()
		}
		list = append(list, a)
	}
	return list
}

// types returns the types that the command prints.
func (o *Output) types() (list []reflect.Type) {
	for _, a := range o.Answers() {
		list = append(list, bare(reflect.TypeOf(a)))
	}
	return list
}

// JSON writes an answer of the current command, whose type must be one of those given to [AddJSON].
func (a *App) JSON(answer any) error {
	if !slices.Contains(a.output.types(), bare(reflect.TypeOf(answer))) {
		return fmt.Errorf("%s --json has no schema of %T", a.output.Command, answer)
	}
	if a.output.Lines {
		return json.NewEncoder(a.Out).Encode(answer)
	}
	return text.JSON(a.Out, answer)
}

// A Problem is an error that a command with --json prints on standard error, as one line.
type Problem struct {
	Error  string `json:"error" doc:"the error, with the expected value"`
	Hint   string `json:"hint,omitempty" doc:"the next step, or the names to choose from"`
	File   string `json:"file,omitempty" doc:"the file or folder that the error is about"`
	Offset *int64 `json:"offset,omitempty" doc:"the byte in the file, from 0"`
	Line   int    `json:"line,omitempty" doc:"the line in the file, from 1"`
	Exit   int    `json:"exit" doc:"the exit code: 1 failed, 2 misused, 3 bad input, 4 interrupted"`
}

// wantsJSON reports whether a command line, even a wrong one, asks for JSON.
func wantsJSON(args []string) bool {
	on := false
	for _, arg := range args {
		name, value, given := strings.Cut(arg, "=")
		if arg == "--" {
			break
		}
		if name == "--json" {
			yes, err := strconv.ParseBool(value)
			on = !given || yes || err != nil
		}
	}
	return on
}

// printErrorJSON prints the error of a command line as JSON, with a line for each of several joined errors.
func (a *App) printErrorJSON(err error, args []string, code int) {
	several, ok := err.(interface{ Unwrap() []error })
	if !ok || errors.Join(several.Unwrap()...).Error() != err.Error() {
		_ = json.NewEncoder(a.Err).Encode(problemOf(err, args, code)) // there is nowhere to report a write error
		return
	}
	for _, e := range several.Unwrap() {
		a.printErrorJSON(e, args, code)
	}
}

// hintsIn returns the hints of an error and of all errors that it wraps.
func hintsIn(err error) (list []text.Hint) {
	switch e := err.(type) {
	case text.Hint:
		list = append(list, e)
	case interface{ Unwrap() error }:
		list = hintsIn(e.Unwrap())
	case interface{ Unwrap() []error }:
		for _, err := range e.Unwrap() {
			list = append(list, hintsIn(err)...)
		}
	}
	return list
}

// problemOf describes an error of a command line.
func problemOf(err error, args []string, code int) Problem {
	err = explained(err)
	p := Problem{Error: Complaint(err, args), Exit: code}
	for _, hint := range hintsIn(err) {
		p.Error = strings.Replace(p.Error, string(hint), "", 1)
		p.Hint = strings.TrimLeft(p.Hint+" "+strings.Trim(string(hint), ":;() "), " ")
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		p.File = e.Path
	}
	if e, ok := errors.AsType[*wthor.FormatError](err); ok {
		p.Offset = &e.Offset
	}
	if e, ok := errors.AsType[*notation.Error](err); ok {
		p.Line = e.Line
	}
	if e, ok := errors.AsType[*dataset.GameError](err); ok {
		if p.File, p.Line = e.File, e.Line; p.Line == 0 {
			p.Offset = &e.Offset
		}
	}
	if e, ok := errors.AsType[*durable.FileError](err); ok {
		p.File, p.Line = e.File, e.Line
	}
	for _, arg := range args { // most errors name the file only in their text
		if _, err := os.Stat(arg); err == nil && p.File == "" && strings.Contains(p.Error, arg) {
			p.File = arg
		}
	}
	return p
}
