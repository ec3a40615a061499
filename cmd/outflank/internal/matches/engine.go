package matches

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/protocol"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/agents"
)

func engineCommand(a *cli.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "engine",
		Short: "Check external engines",
		Args:  cli.NoSuchCommand,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(engineCheckCommand(a))
	return c
}

func engineCheckCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "check SPEC",
		Short: "Report the features that an external engine supports",
		Long: `Check starts the engine, queries its features, and requests moves on boards of several
sizes, after a pass, and from a custom start position.`,
		Example: `  outflank engine check 'gtp:cmd="gtp-rhino -b 0"'
  outflank engine check 'nboard:cmd="edax -nboard"' --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			player, err := agents.Parse(args[0])
			if err != nil {
				return err
			}
			program, ok := engine.As[*protocol.Client](player.New(rand.New(rand.NewPCG(1, 0))))
			if !ok {
				return fault.Misuse(fmt.Errorf(`agent %q is not an external engine: want gtp:cmd="…" or nboard:cmd="…"`,
					args[0]))
			}
			r, err := program.Check(c.Context())
			if err != nil {
				return err
			}
			if asJSON {
				return a.JSON(r)
			}
			printReport(a, r)
			return nil
		},
	}
	cli.AddJSON(c, &asJSON, "print the report as JSON", protocol.Report{})
	return c
}

func printReport(a *cli.App, r protocol.Report) {
	yes := map[bool]string{true: "yes", false: "no"}
	t := a.Table()
	row := func(name, value string) { t.Row(name, value) }
	row("protocol", r.Protocol)
	row("name", strings.TrimSpace(r.Name+" "+r.Version))
	row("boards", strings.Trim(fmt.Sprint(r.Sizes), "[]"))
	row("other starts", yes[r.Setup])
	row("passes", yes[r.Passes])
	row("first move", r.Start.Round(time.Millisecond).String())
	row("commands", strings.Join(r.Commands, " "))
	if r.Stderr != "" {
		row("stderr", strings.ReplaceAll(r.Stderr, "\n", " / "))
	}
	t.Flush()
}
