package statistics

import (
	"fmt"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// versusCommand returns the command that shows the games of two players.
func versusCommand(a *cli.App) *cobra.Command {
	out := statOutput{name: "versus"}
	c := &cobra.Command{
		Use:   "versus GAMES PLAYER PLAYER",
		Short: "How did two players fare against each other?",
		Long: `Versus shows the games of two players against each other. It finds the players by name, ignoring
accents, case, the order of words and one misspelled letter. Exact matches come first. If a name
matches several players equally well, versus chooses the player with the most games, and names the
others on standard error and in the JSON.`,
		Example: `  outflank stats versus games "tamenori hideshi" "nicolet stephane"`,
		Args:    twoPlayers,
		RunE: func(c *cobra.Command, args []string) error {
			return runStat(a, c, args[:1], &out, "counting",
				func(games iter.Seq2[dataset.Game, error], _ *stats.Players) (stats.Result, error) {
					players, err := stats.Collect(c.Context(), games, 0, stats.NewPlayers)
					if err != nil {
						return nil, err
					}
					r, err := players.Versus(args[1], args[2])
					if err == nil {
						sayNamesakes(a, args[1], r.Player, r.AlsoPlayer)
						sayNamesakes(a, args[2], r.Opponent, r.AlsoOpponent)
					}
					return r, err
				})
		},
	}
	cli.AddFilterFlags(c, &out.filter)
	out.addFlags(c, stats.VersusResult{})
	return c
}

// twoPlayers checks that versus has two players. For one player, its error names another statistic.
func twoPlayers(c *cobra.Command, args []string) error {
	if len(args) == 2 {
		return fault.Misusef("a second PLAYER is missing: for all opponents of %q, run "+
			"outflank stats pairs %s --player %s", args[1], text.Quote(args[0]), text.Quote(args[1]))
	}
	return cobra.ExactArgs(3)(c, args)
}

// sayNamesakes prints the other players that match a given name.
func sayNamesakes(a *cli.App, name, taken string, others []stats.Namesake) {
	if len(others) == 0 {
		return
	}
	list := make([]string, len(others))
	for i, o := range others {
		list[i] = fmt.Sprintf("%s (%s)", o.Player, text.Plural(o.Games, "game"))
	}
	fmt.Fprintf(a.Err, "took %q as %s; it also matches %s\n", name, taken, strings.Join(list, ", "))
}
