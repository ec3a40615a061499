// Package cli is shared by all commands: the [App] they run in, progress on a terminal or in a log, outputs
// and flags that are checked before work begins, and the exit codes.
package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/engine/runtime/text"
)

// An App is the command with its surroundings, so that tests can run it whole
// and in-process.
type App struct {
	In       io.Reader
	Out, Err io.Writer

	InTerminal, OutTerminal, ErrTerminal bool

	Width, Height int  // of the window in letters and lines; 0 = without end, as that of a file
	ASCII         bool // the terminal shows no other letters

	columns  int                        // the width that a person prefers; 0 = that of the window
	outSize  func() (width, height int) // of the window at the time; nil = as Width and Height
	errWidth func() int                 // of the window of standard error at the time; nil = as Width

	// Progress hears each step of a [Meter], with the name of the work and the number of finished steps, before
	// the meter shows anything; nil = no hook. Tests use it to kill and interrupt work at a step.
	Progress func(what string, done int)

	// Jobs are the kinds of jobs that belong to packages of the command, for the workers of a fleet.
	Jobs []parallel.AnyKind

	output  *Output                // what the command that runs prints by --json; nil = it has none
	read    bytes.Buffer           // what a command prints to be read at leisure, see [Listings]
	kept    io.Writer              // the output for which that is kept; nil = none is
	waiting atomic.Pointer[string] // why a fleet does nothing, for lines of progress; nil = it does
	before  *durable.Snapshot      // of what the command writes with a fleet; nil = there is none
	again   int                    // how often the command began again
}

// Run executes one command line below the root that make returns, and returns the exit code. A command that
// used wrong answers of a fleet's worker begins again, see [Fleet.Farm], with another root.
func (a *App) Run(ctx context.Context, make func() *cobra.Command, args []string) int {
	out := &checkedWriter{w: a.Out}
	a.Out = out
	for {
		again, err := a.goBack(ctx, a.execute(ctx, make(), args, out))
		if !again {
			return a.fail(ctx, err, args)
		}
	}
}

// execute executes one command line below root.
func (a *App) execute(ctx context.Context, root *cobra.Command, args []string, out *checkedWriter) error {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(flagError)
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		a.output = OutputOf(c)
		if isListing(c) {
			a.keep()
		}
		return checkPictures(c)
	}
	wrapArgs(root)
	root.SetArgs(boardsAreNoFlags(args))
	root.SetIn(a.In)
	root.SetOut(outOf{a})
	root.SetErr(a.Err)
	var failed error // to show help
	a.addHelp(root, &failed)
	return interruptible(ctx, args, func() error {
		err := cmp.Or(root.ExecuteContext(ctx), failed)
		return cmp.Or(err, a.show(ctx, out), out.err)
	})
}

// fail prints why a command failed, if it did, and returns the exit code.
func (a *App) fail(ctx context.Context, err error, args []string) int {
	code := ExitCode(ctx, err)
	if code == Interrupted && !errors.Is(err, fault.ErrInterrupted) {
		err = fmt.Errorf("%w: existing files are unchanged; run the same command again", fault.ErrInterrupted)
	}
	switch {
	case err == nil:
	case wantsJSON(args):
		a.printErrorJSON(err, args, code)
	default:
		page := "outflank: " + Complaint(err, args)
		if a.ErrTerminal {
			page = text.Fold(page, a.Width)
		}
		fmt.Fprintln(a.Err, page)
	}
	return code
}

// libraries are the packages whose names their errors begin with; a test holds the list.
var libraries = []string{"arena", "book", "chart", "dataset", "deep", "download", "engine", "eval", "explore",
	"fit", "fleet", "label", "notation", "pattern", "probcut", "protocol", "qlearn", "run", "search",
	"stats", "store", "study", "tensorboard", "transfer", "tune", "tuning", "wthor"}

// Complaint is the text of an error for people. Where a file is missing it asks for one with a close name.
func Complaint(err error, args []string) string {
	return withoutLibrary(fault.Text(explained(err)), args)
}

// explained returns an error with what a path that is missing may stand for, and without words of NATS.
func explained(err error) error {
	if _, said := errors.AsType[text.Hint](err); errors.Is(err, fleet.ErrRefused) && !said {
		return fmt.Errorf("the token or key that was shown lets a machine do jobs, and no more%w", text.Hint(
			"; show the other one of the two that the server was started with, or a key of a user"))
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok && p.Op != "create" && isMissing(p.Path) &&
		!strings.Contains(err.Error(), "did you mean ") {
		return fmt.Errorf("%w%w", err, meantPath(p.Path))
	}
	return err
}

// withoutLibrary removes the names of libraries that the text of an error has between its colons: they say
// nothing to a person, unless they are words of the command line, such as the name of a folder.
func withoutLibrary(text string, args []string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(text, ": "), func(part string) bool {
		return slices.Contains(libraries, part) && !slices.Contains(args[min(1, len(args)):], part)
	}), ": ")
}

// A checkedWriter keeps the first error of writing, so that a full disk behind standard output is reported.
type checkedWriter struct {
	w   io.Writer
	err error
}

func (c *checkedWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	if c.err == nil {
		c.err = err
	}
	return n, err
}

// endTime is how long a command that was interrupted may take until it is taken for one that waits
// for input. The commands themselves look far more often whether they are interrupted.
const endTime = time.Second

// interruptible runs a command. If the command is interrupted while it waits for input that may never come,
// interruptible returns without it: a read of a terminal does not end by itself, and opening a FIFO blocks
// until a writer opens it. Files are safe, as they are when the process is killed.
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

// waits reports whether an argument is standard input (-) or a path that is neither a file nor a folder, such
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

// Version is the module's version or the commit it was built from.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v += " " + s.Value
		}
	}
	return v
}

// Build identifies this program: the version, and the beginning of the SHA-256 of its file, which
// holds the models that ship. Two programs of one build give the same answers to the same questions.
// Programs of one version for different processors are different builds: where a processor
// multiplies and adds in one step the last digits differ.
func Build() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	sum, err := durable.SHA256File(path)
	version, _, _ := strings.Cut(Version(), " ")
	return fmt.Sprintf("%s (%.12s)", version, sum), err
}
