// Command outflank imports Othello game databases into Arrow tables, derives
// statistics from them, trains Q-learning agents and measures them against
// search agents.
//
// Run "outflank demo" to see the whole way once, "outflank help" for the commands.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	a := &app{in: os.Stdin, out: os.Stdout, err: os.Stderr}
	a.inTerminal = term.IsTerminal(int(os.Stdin.Fd()))
	a.outTerminal = term.IsTerminal(int(os.Stdout.Fd()))
	a.errTerminal = term.IsTerminal(int(os.Stderr.Fd()))
	os.Exit(a.run(ctx, os.Args[1:]))
}

// An app is the command with its surroundings, so that tests can run it whole
// and in-process.
type app struct {
	in       io.Reader
	out, err io.Writer

	inTerminal, outTerminal, errTerminal bool
}

// run executes one command line and returns the exit code.
func (a *app) run(ctx context.Context, args []string) int {
	out := &checkedWriter{w: a.out}
	a.out = out
	root := a.rootCommand()
	root.SetArgs(boardsAreNoFlags(args))
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = out.err
	}
	code := exitCode(ctx, err)
	if code == exitInterrupted && !errors.Is(err, errInterrupted) {
		err = fmt.Errorf("%w: what existed is unchanged, and the same command starts again", errInterrupted)
	}
	if err != nil {
		fmt.Fprintln(a.err, "outflank:", errorText(err))
	}
	return code
}

// A checkedWriter keeps the first error of writing, so that a full disk behind
// standard output does not go unnoticed.
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

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "outflank",
		Short: "Othello databases, statistics, learning agents and matches",
		Long: `Outflank works with the game of Othello: it imports tournament databases (WTHOR, GGF,
PGN, …) into tables and answers questions about them, plays, solves and analyses
positions, lets agents and other programs play matches, and trains Q-learning agents.

Exit codes: 0 done, 1 failed, 2 misused, 3 bad input, 4 interrupted.`,
		Example: `  outflank demo                                  the whole way once, in a minute
  outflank import ~/wthor -o games               WTHOR files into tables
  outflank stats weights games --png w.png       what a square is worth
  outflank train games -o q.model --mode data    learn from the games
  outflank bench q:model=q.model random minimax:depth=2
  outflank play --white q:model=q.model          play against it`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noSuchCommand,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },

		PersistentPreRunE: func(c *cobra.Command, _ []string) error { return checkPictures(c) },
	}
	root.SetFlagErrorFunc(flagError)
	a.addCommands(root)
	wrapArgs(root)
	return root
}

// addCommands adds all commands, in groups for the help.
func (a *app) addCommands(root *cobra.Command) {
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Begin here:", []*cobra.Command{a.demoCommand()}},
		{"Game databases:", []*cobra.Command{
			a.downloadCommand(), a.importCommand(), a.exportCommand(), a.inspectCommand(), a.schemaCommand(),
			a.statsCommand(), a.exploreCommand(), a.indexCommand(), a.findCommand(), a.duplicatesCommand(),
			a.positionsCommand(), a.labelCommand(),
		}},
		{"Play and matches:", []*cobra.Command{
			a.agentsCommand(), a.playCommand(), a.benchCommand(), a.matchCommand(), a.tournamentCommand(),
			a.gtpCommand(), a.nboardCommand(), a.engineCommand(),
		}},
		{"Analysis and rules:", []*cobra.Command{a.analyzeCommand(), a.solveCommand(), a.perftCommand()}},
		{"Learning:", []*cobra.Command{a.trainCommand(), a.runsCommand(), a.sweepCommand(), a.averageCommand(), a.tuneCommand(), a.fitCommand(), a.probCutCommand(), a.experimentCommand()}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.title
		}
		root.AddCommand(g.commands...)
	}
}

// noSuchCommand is the Args of commands that only hold others.
func noSuchCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	c.SuggestionsMinimumDistance = 2
	text := fmt.Sprintf("unknown command %q for %q", args[0], c.CommandPath())
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		text += fmt.Sprintf(", did you mean %s?", strings.Join(near, " or "))
	}
	return errors.New(text)
}

// wrapArgs makes complaints about arguments usage errors, for all commands below c.
func wrapArgs(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			if err := check(c, args); err != nil {
				return misuse(fmt.Errorf("%w (see: %s --help)", err, c.CommandPath()))
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		wrapArgs(sub)
	}
}

// version is the module's version or the commit it was built from.
func version() string {
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

// errInterrupted is what a command returns that was stopped by Ctrl-C.
var errInterrupted = errors.New("interrupted")
