// Package root assembles the whole command line from the commands of all packages, for the program and for
// generators of files such as manual pages.
package root

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/analyze"
	"github.com/outflank/outflank/cmd/outflank/internal/book"
	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/data"
	"github.com/outflank/outflank/cmd/outflank/internal/demo"
	"github.com/outflank/outflank/cmd/outflank/internal/experiment"
	"github.com/outflank/outflank/cmd/outflank/internal/explore"
	"github.com/outflank/outflank/cmd/outflank/internal/fleet"
	"github.com/outflank/outflank/cmd/outflank/internal/inspect"
	"github.com/outflank/outflank/cmd/outflank/internal/learn"
	"github.com/outflank/outflank/cmd/outflank/internal/manual"
	"github.com/outflank/outflank/cmd/outflank/internal/matches"
	"github.com/outflank/outflank/cmd/outflank/internal/play"
	"github.com/outflank/outflank/cmd/outflank/internal/statistics"
	"github.com/outflank/outflank/cmd/outflank/internal/web"
)

// Run runs one command line and returns the exit code. It adds completions only for a shell's request,
// because Cobra keeps flags with completions, and so the command, forever. A process that runs many commands
// would leak them.
func Run(ctx context.Context, a *cli.App, args []string) int {
	return a.Run(ctx, func() *cobra.Command {
		c := Command(a)
		if asked(args) {
			addCompletions(c)
		}
		return c
	}, args)
}

// Command returns the command "outflank" with all its subcommands.
func Command(a *cli.App) *cobra.Command {
	root := &cobra.Command{
		Use:   "outflank",
		Short: "Othello databases, statistics, learning agents and matches",
		Long: `Outflank is a toolkit for the game of Othello. It imports tournament databases (WTHOR,
GGF, PGN, …) into tables and answers questions about them; plays, solves and analyses
positions; runs matches between agents and external engines; and trains Q-learning agents.

On a terminal, tables fit the window, and long output goes through $PAGER. COLUMNS=100 sets
the width, for files too, and NO_COLOR=1 turns colours off.

Exit codes: 0 done, 1 failed, 2 misused, 3 bad input, 4 interrupted.`,
		Example: `  outflank demo                                  the whole pipeline once, in a minute
  outflank import ~/wthor -o games               WTHOR files into tables
  outflank stats weights games --png w.png       the value of each square
  outflank train games -o q.model --mode data    learn from the games
  outflank bench q:model=q.model random minimax:depth=2
  outflank play --white q:model=q.model          play against it`,
		Version: cli.Version(),
		Args:    cli.NoSuchCommand,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	addCommands(a, root)
	return root
}

// addCommands adds all commands, in groups for the help, and registers their jobs for a fleet's workers.
func addCommands(a *cli.App, root *cobra.Command) {
	a.Jobs = experiment.Jobs()
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Start here:", demo.Commands(a)},
		{"Game databases:", slices.Concat(data.Commands(a), inspect.Commands(a), statistics.Commands(a), explore.Commands(a))},
		{"Play and matches:", slices.Concat(play.Commands(a), web.Commands(a), matches.Commands(a), book.Commands(a))},
		{"Analysis and rules:", analyze.Commands(a)},
		{"Learning:", slices.Concat(learn.Commands(a), experiment.Commands(a))},
		{"Many machines:", fleet.Commands(a)},
		{"This program:", aboutCommands(a)},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.title
		}
		root.AddCommand(g.commands...)
	}
	root.AddCommand(manual.Commands()...)
}

// aboutCommands returns the commands that this package defines.
func aboutCommands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{doctorCommand(a), versionCommand(a), licensesCommand(a)}
}
