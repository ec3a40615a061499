// Package cli contains the code that all commands share: the [App] in which they run, progress on a terminal
// or in a log, checks of outputs and flags before work begins, and the exit codes.
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

// An App is the program with its input, outputs and terminal, so that tests can run whole command lines
// in-process.
type App struct {
	In       io.Reader
	Out, Err io.Writer

	InTerminal, OutTerminal, ErrTerminal bool

	Width, Height int  // size of the window in columns and lines; 0 = unlimited, as for a file
	ASCII         bool // the terminal shows only ASCII

	columns  int                        // the preferred width; 0 = the window's width
	outSize  func() (width, height int) // current size of the window; nil = Width and Height
	errWidth func() int                 // current width of standard error; nil = Width

	// Progress is called at each step of a [Meter], before the meter shows anything, with the name of the work
	// and the number of finished steps; nil = no hook. Tests use it to kill and interrupt work at a step.
	Progress func(what string, done int)

	// Jobs are the kinds of jobs that the command's own packages define, for a fleet's workers.
	Jobs []parallel.AnyKind

	output  *Output                // the --json output of the current command; nil = it has none
	read    bytes.Buffer           // collected output of a command, see [Listings]
	kept    io.Writer              // where the collected output will go; nil = none is collected
	waiting atomic.Pointer[string] // why the fleet is idle, for progress lines; nil = it is working
	before  *durable.Snapshot      // snapshot of the outputs before a command that uses a fleet; nil = no fleet
	again   int                    // number of restarts of the command
}

// Run executes one command line and returns the exit code. make returns a new root command. A command that
// used wrong answers from a worker of a fleet restarts with another root, see [Fleet.Farm].
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
	var failed error // error that help cannot return
	a.addHelp(root, &failed)
	return interruptible(ctx, args, func() error {
		err := cmp.Or(root.ExecuteContext(ctx), failed)
		return cmp.Or(err, a.show(ctx, out), out.err)
	})
}

// fail prints the error of a command, if any, and returns the exit code.
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

// libraries are the packages whose names begin the texts of their errors. A test checks the list.
var libraries = []string{"arena", "book", "chart", "dataset", "deep", "download", "engine", "eval", "explore",
	"fit", "fleet", "gauntlet", "label", "notation", "pattern", "probcut", "protocol", "qlearn", "run", "search",
	"stats", "store", "study", "tensorboard", "transfer", "tune", "tuning", "wthor"}

// Complaint returns the text of an error for people. If a file is missing, the text suggests one with a
// similar name.
func Complaint(err error, args []string) string {
	return withoutLibrary(fault.Text(explained(err)), args)
}

// explained adds a suggestion to an error about a missing path, and rewords an error of NATS.
func explained(err error) error {
	if _, said := errors.AsType[text.Hint](err); errors.Is(err, fleet.ErrRefused) && !said {
		return fmt.Errorf("this token or key is for workers only%w", text.Hint(
			"; use the server's other token, or a user's key"))
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok && p.Op != "create" && isMissing(p.Path) &&
		!strings.Contains(err.Error(), "did you mean ") {
		return fmt.Errorf("%w%w", err, meantPath(p.Path))
	}
	return err
}

// withoutLibrary removes library names that stand between the colons of an error's text. It keeps names that
// are also words of the command line, such as the name of a folder.
func withoutLibrary(text string, args []string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(text, ": "), func(part string) bool {
		return slices.Contains(libraries, part) && !slices.Contains(args[min(1, len(args)):], part)
	}), ": ")
}

// A checkedWriter stores the first write error, so that a full disk behind standard output is reported.
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

// endTime is the time in which an interrupted command must end. A command that takes longer is assumed to be
// waiting for input, because commands check for interruption far more often.
const endTime = time.Second

// interruptible runs a command. If the command is interrupted while it waits for input that may never arrive,
// interruptible returns without waiting for it: an interruption does not end a read from a terminal, and
// opening a FIFO blocks until a writer opens it. Output files stay intact, as when the process is killed.
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

// waits reports whether an argument is standard input (-) or a path to something other than a file or a
// folder, such as a FIFO.
func waits(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		if _, value, ok := strings.Cut(arg, "="); ok && strings.HasPrefix(arg, "--") {
			arg = value
		}
		info, err := os.Stat(arg)
		return arg == StandardOutput || err == nil && !info.Mode().IsRegular() && !info.IsDir()
	})
}

// The exit codes. They are stable, so that scripts can test them.
const (
	Done        = 0
	Failed      = 1
	Misused     = 2 // wrong flags or arguments
	BadInput    = 3 // a file is missing, damaged or of the wrong kind
	Interrupted = 4 // stopped by Ctrl-C or SIGTERM; existing files are unchanged
)

// ExitCode returns the exit code for the error of a command that ran with ctx; nil means success. Misuse
// takes precedence over interruption. If ctx has ended, any other error counts as interruption.
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

// Version returns the module's version and, if known, the commit that it was built from.
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

// Build returns an identifier of this program: the version and the beginning of the SHA-256 of its file,
// which includes the embedded models. Programs of the same build give the same answers to the same questions.
// Programs of the same version for different processors are different builds: the last digits differ on a
// processor that multiplies and adds in one step.
func Build() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	sum, err := durable.SHA256File(path)
	version, _, _ := strings.Cut(Version(), " ")
	return fmt.Sprintf("%s (%.12s)", version, sum), err
}
