package statistics

import (
	"iter"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
)

// versusCommand shows the games of two players.
func versusCommand(a *cli.App) *cobra.Command {
	out := statOutput{name: "versus"}
	c := &cobra.Command{
		Use:   "versus GAMES PLAYER PLAYER",
		Short: "How did two players fare against each other?",
		Long: `Versus finds two players by name, whatever the accents, case, order of words and
a misspelt letter, and shows their games against each other.`,
		Example: `  outflank stats versus games "tamenori hideshi" "nicolet stephane"`,
		Args:    cobra.ExactArgs(3),
		RunE: func(c *cobra.Command, args []string) error {
			return runStat(a, c.Context(), args[:1], &out, "counting", func(games iter.Seq2[dataset.Game, error]) (stats.Result, error) {
				players, err := stats.Collect(c.Context(), games, 0, stats.NewPlayers)
				if err != nil {
					return nil, err
				}
				return players.Versus(args[1], args[2])
			})
		},
	}
	cli.AddFilterFlags(c, &out.filter)
	out.addFlags(c)
	return c
}
