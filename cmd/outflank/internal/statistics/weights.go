package statistics

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// weightsCommand returns the command that shows the square weights W on a board.
func weightsCommand(a *cli.App) *cobra.Command {
	var filter store.Filter
	var asJSON bool
	var files weightFiles
	var phase string
	var relative bool
	c := &cobra.Command{
		Use:   "weights GAMES",
		Short: "The value of each square: the matrix W of the CS181 report",
		Long: `Weights compares how often winners and losers play on each square. It leaves out
draws, averages symmetric squares, and divides the result by its largest absolute
value.

The report subtracts the "frequency" of the losers' moves from that of the winners' moves.
By default, frequency means the count. Winners make more moves than losers, so counts raise
every square: in the report's games, a C-square is +0.031. With --relative, each count is
first divided by the number of moves of its side, winners or losers, within --phase if
given; then the C-square is -0.035.

Tables below the board show W of each class of symmetric squares by phase, and by mean rating
of both players, with ± to the farther bound of the 95 % interval. The intervals are the
percentiles of a bootstrap with 2,000 replicates (Efron 1979). It draws games, not moves,
because the moves of a game depend on each other. The sums of the drawn games' moves come from
their normal approximation, and W is computed from the sums. A square that is the largest in
every replicate is 1 or -1 by definition and has no ±. The table of differences between phases
shows those whose interval excludes 0. Bonferroni's correction makes all these intervals hold
together in 95 of 100 cases. CSV, Parquet and JSON contain both bounds of each interval.

Each phase and band is divided by its own largest value. Ratings come from all games of the
database, including those that filters leave out. Bands count games between two known players.

GAMES is a folder made by import, or files of games (WTHOR, GGF, PGN, …).`,
		Example: `  outflank stats weights games
  outflank stats weights games --relative
  outflank stats weights games --years 2001-2015 --png w.png --csv w.csv
  outflank stats weights ~/wthor --player "Tamenori" --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := cli.CheckOutputs(args, files.csv, files.parquet, files.png, files.svg); err != nil {
				return err
			}
			chosen, err := parsePhase(phase)
			if err != nil {
				return err
			}
			games, err := a.ReadGames(c.Context(), "counting", args, store.Filter{})
			if err != nil {
				return err
			}
			n, players := 0, stats.NewPlayers()
			chosenGames := counted(a.Filtered(rating(games, players), filter), &n)
			w, err := stats.CountRated(c.Context(), chosenGames, 0, players)
			if err != nil {
				return err
			}
			w.SetRelative(relative)
			files.caption = caption(args, n, cli.FilterText(c))
			part := chosen(&w.PhaseWeights)
			if err := files.write(w, part, phase); err != nil {
				return err
			}
			if asJSON {
				return a.JSON(w)
			}
			a.PrintWeights(part)
			printIntervals(a, w)
			return nil
		},
	}
	cli.AddFilterFlags(c, &filter)
	cli.AddJSON(c, &asJSON, "print counts and weights as JSON", stats.RatedWeights{})
	c.Flags().BoolVar(&relative, "relative", false, "compare relative frequencies instead of counts of moves")
	c.Flags().StringVar(&phase, "phase", "all", "print and draw all, opening (plies 0-19), midgame (20-39) "+
		"or endgame (40-59)")
	c.Flags().StringVar(&files.csv, "csv", "", "write W by phase as CSV; further tables go to "+
		"FILE-differences.csv and FILE-bands.csv")
	c.Flags().StringVar(&files.parquet, "parquet", "", "write the same tables as Parquet; further tables go to "+
		"FILE-name.parquet")
	c.Flags().StringVar(&files.png, "png", "", "draw the weights with their intervals as a PNG")
	c.Flags().StringVar(&files.svg, "svg", "", "draw the same picture as an SVG")
	return c
}

// rating yields the games and adds them to players.
func rating(games iter.Seq2[dataset.Game, error], players *stats.Players) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for g, err := range games {
			if err == nil {
				players.Add(&g)
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

func parsePhase(name string) (func(*stats.PhaseWeights) stats.SquareWeights, error) {
	if name == "all" {
		return (*stats.PhaseWeights).Total, nil
	}
	for p := stats.Opening; p <= stats.Endgame; p++ {
		if p.String() == name {
			return func(w *stats.PhaseWeights) stats.SquareWeights { return w[p] }, nil
		}
	}
	return nil, fault.Misuse(fmt.Errorf("phase %q: want all, opening, midgame or endgame", name))
}

// weightFiles are the paths of the files for the weights; "" = none.
type weightFiles struct {
	csv, parquet, png, svg string
	caption                string // of the pictures
}

// write writes the requested files. drawn is the data of the phase that the pictures show.
func (f *weightFiles) write(w *stats.RatedWeights, drawn stats.SquareWeights, phase string) error {
	board := stats.WeightsPicture(drawn, phase)
	if (f.png != "" || f.svg != "") && board.Values == [64]float64{} {
		return fault.BadInput(fmt.Errorf("%s: nothing to draw: all square weights are 0",
			cmp.Or(f.png, f.svg)))
	}
	drawing := chart.Captioned{Chart: board, Caption: f.caption}
	tables := statOutput{csv: f.csv, parquet: f.parquet}
	return errors.Join(tables.writeTables(w.Tables()), saveChart(f.png, drawing), saveChart(f.svg, drawing))
}
