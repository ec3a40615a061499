// Package fleet implements the command "outflank fleet", with the server, the workers and the status of a
// fleet. A fleet does the jobs of other commands, which have the flags of [cli.Fleet]. The function Kinds
// lists the jobs that workers can do.
package fleet

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	c := &cobra.Command{
		Use:   "fleet",
		Short: "Run matches, labelling and training on many machines",
		Long: `A fleet is one server, which keeps a queue of jobs, and any number of workers. The commands match,
tournament, bench, label, probcut, fit, tune, train, sweep and experiment run send their jobs to it
with --fleet. Output files are byte-identical with and without it, whichever workers did the jobs and
however often workers, the server or the command died. Games with time limits aren't reproducible,
with or without a fleet.

` + "`outflank help machines`" + ` covers several machines, services and clusters, and what happens when
something fails or a worker gives wrong answers.`,
		Example: `  outflank fleet demo                               # a whole fleet on this machine, in seconds
  outflank fleet serve --dir queue                  # on one machine
  outflank fleet work --join nats://127.0.0.1:4222  # here or on another machine
  outflank match ab:depth=6 ab:depth=8 --random-plies 8 --fleet nats://127.0.0.1:4222
  outflank fleet status`,
		Args: cli.NoSuchCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(serveCommand(a), workCommand(a), statusCommand(a), drainCommand(a), releaseCommand(a),
		setupCommand(a), nkeyCommand(a), demoCommand(a))
	return []*cobra.Command{c}
}
