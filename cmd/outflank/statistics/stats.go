package statistics

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
)

// statsHelp shows ten questions with their answers. TestStatsHelp executes it.
//
//go:embed statshelp.txt
var statsHelp string

func statsCommand(a *cli.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "stats",
		Short: "Answer questions about games in numbers",
		Long:  strings.TrimSpace(statsHelp),
		Args:  cli.NoSuchCommand,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(weightsCommand(a))
	for _, s := range stats.All() {
		if s.Name != "weights" { // it has a board of its own
			c.AddCommand(statCommand(a, s))
		}
	}
	c.AddCommand(calibrationCommand(a), versusCommand(a))
	return c
}

func weightsCommand(a *cli.App) *cobra.Command {
	var filter dataset.Filter
	var asJSON bool
	var files WeightFiles
	c := &cobra.Command{
		Use:   "weights GAMES",
		Short: "What each square is worth: the matrix W of the CS181 report",
		Long: `Weights counts on which squares the winners play more often than the losers.
Draws are left out, symmetric squares are averaged, and the result is divided by
its largest absolute value. GAMES is a folder made by import, or files of games (WTHOR, GGF, PGN, …).`,
		Example: `  outflank stats weights games
  outflank stats weights games --years 2001-2015 --png w.png --csv w.csv
  outflank stats weights ~/wthor --player "Tamenori" --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := cli.CheckOutputs(args, files.Csv, files.Parquet, files.Png, files.Svg); err != nil {
				return err
			}
			chosen, err := parsePhase(files.phase)
			if err != nil {
				return err
			}
			w, err := CountWeights(a, c, args, filter)
			if err != nil {
				return err
			}
			if err := files.Write(&w, chosen(&w)); err != nil {
				return err
			}
			if asJSON {
				return report.JSON(a.Out, w)
			}
			PrintWeights(a, chosen(&w))
			return nil
		},
	}
	cli.AddFilterFlags(c, &filter)
	c.Flags().BoolVar(&asJSON, "json", false, "print counts and weights as JSON")
	c.Flags().StringVar(&files.phase, "phase", "all", "print and draw all, opening (plies 0-19), midgame (20-39) or endgame (40-59)")
	c.Flags().StringVar(&files.Csv, "csv", "", "write the table as CSV to this file")
	c.Flags().StringVar(&files.Parquet, "parquet", "", "write the table as Parquet to this file")
	c.Flags().StringVar(&files.Png, "png", "", "draw the weights as a PNG")
	c.Flags().StringVar(&files.Svg, "svg", "", "draw the weights as an SVG")
	return c
}

// CountWeights reads the games and counts.
func CountWeights(a *cli.App, c *cobra.Command, paths []string, filter dataset.Filter) (stats.PhaseWeights, error) {
	games, err := a.ReadGames(c.Context(), "counting", paths, filter)
	if err != nil {
		return stats.PhaseWeights{}, err
	}
	return stats.Count(games)
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

// WeightFiles are the files that weights are written to, "" for none.
type WeightFiles struct {
	Csv, Parquet, Png, Svg string
	phase                  string // what the pictures show; "" or "all" = whole games
}

// Write writes the files that were asked for; drawn is what the pictures show.
func (f *WeightFiles) Write(w *stats.PhaseWeights, drawn stats.SquareWeights) error {
	board := chart.Board{
		Title:    "Square weights W",
		Subtitle: report.English.Sprintf("winners' moves minus losers', %d decided games", drawn.Games-drawn.DrawsExcluded),
		Values:   drawn.Weights(),
	}
	if f.phase != "" && f.phase != "all" {
		board.Title += " of the " + f.phase
	}
	if (f.Png != "" || f.Svg != "") && board.Values == [64]float64{} {
		return fault.BadInput(fmt.Errorf("%s: these games give nothing to draw: no square differs from another", cmp.Or(f.Png, f.Svg)))
	}
	table := w.Tables()[0]
	for _, file := range []struct {
		path  string
		write func(io.Writer) error
	}{
		{f.Csv, table.WriteCSV}, {f.Parquet, table.WriteParquet},
		{f.Png, func(w io.Writer) error { return chart.WritePNG(w, board) }},
		{f.Svg, func(w io.Writer) error { return chart.WriteSVG(w, board) }},
	} {
		if file.path == "" {
			continue
		}
		if err := durable.Replace(file.path, file.write); err != nil {
			return err
		}
	}
	return nil
}

func PrintWeights(a *cli.App, w stats.SquareWeights) {
	a.Printf("%d games, %d of them draws and left out\n\n", w.Games, w.DrawsExcluded)
	weights := w.Weights()
	if weights == [64]float64{} {
		a.Printf("no square differs from another: nothing is known of them\n")
		return
	}
	a.PrintBoard(weights)
	low, high := engine.Square(0), engine.Square(0)
	d := w.Difference()
	for s := range engine.Square(64) {
		if d[s] < d[low] {
			low = s
		}
		if d[s] > d[high] {
			high = s
		}
	}
	if d[high] > 0 && d[low] < 0 {
		a.Printf("\nwinners played %v %d times more than losers, and %v %d times fewer\n", high, d[high], low, -d[low])
	}
}
