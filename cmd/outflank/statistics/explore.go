package statistics

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
)

func exploreCommand(a *cli.App) *cobra.Command {
	var filter dataset.Filter
	var asJSON bool
	var examples int
	c := &cobra.Command{
		Use:   "explore GAMES [POSITION]",
		Short: "What was played in a position, and with which outcomes",
		Long: `Explore counts the games that reach POSITION, by whatever order of moves and in
whatever symmetric image, and shows each next move with its number of games, results,
mean disc difference for black, opening name and example games: those with the least
ids. POSITION is a transcript or a board of 64 characters with the side to move; without
it, it is the ordinary start. "outflank export --ids" writes games by their ids, and
"outflank find" lists all that reach a position.`,
		Example: `  outflank explore games
  outflank explore games f5d6c3d3c4 --years 2010-2018
  outflank explore games f5f6 --kind humans --examples 0
  outflank explore games f5f6e6 --player "Tamenori" --json
  outflank explore games "------------------XO------XXX------OXX-----O-------------------- O"`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(c *cobra.Command, args []string) error {
			start, err := cli.ParsePlace(strings.Join(args[1:], ""))
			if err != nil {
				return fault.Misuse(err)
			}
			r, err := explore(a, c, args[0], filter, start, examples)
			if err != nil {
				return err
			}
			if asJSON {
				return report.JSON(a.Out, r)
			}
			return printExplorer(a, start, r)
		},
	}
	cli.AddFilterFlags(c, &filter)
	c.Flags().IntVar(&examples, "examples", 2, "example games of each move")
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

// explore counts on all processors.
func explore(a *cli.App, c *cobra.Command, path string, filter dataset.Filter, start engine.Game, examples int) (stats.ExplorerResult, error) {
	if _, err := stats.NewExplorer(start, examples); err != nil {
		return stats.ExplorerResult{}, fault.Misuse(err)
	}
	games, err := a.ReadGames(c.Context(), "exploring", []string{path}, filter)
	if err != nil {
		return stats.ExplorerResult{}, err
	}
	e, err := stats.Collect(c.Context(), games, 0, func() *stats.Explorer {
		e, _ := stats.NewExplorer(start, examples) // it was checked above
		return e
	})
	if err != nil {
		return stats.ExplorerResult{}, err
	}
	return e.Result(), nil
}
