package statistics

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// weightsCommand shows the square weights W, on a board of their own.
func weightsCommand(a *cli.App) *cobra.Command {
	var filter store.Filter
	var asJSON bool
	var files weightFiles
	var phase string
	var relative bool
	c := &cobra.Command{
		Use:   "weights GAMES",
		Short: "The value of each square: the matrix W of the CS181 report",
		Long: `Weights counts on which squares the winners play more often than the losers.
Draws are left out, symmetric squares are averaged, and the result is divided by
its largest absolute value.

The report subtracts the "frequency" of the losers' moves from the winners'. By default
that is their count. As winners make more moves than losers, counts lift every square: in
the report's games a C-square is +0.031. With --relative the winners' counts are divided
by all moves of winners and the losers' by all moves of losers, in --phase those of the
phase, before one is subtracted from the other: the C-square is -0.035.

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
			games, err := a.ReadGames(c.Context(), "counting", args, filter)
			if err != nil {
				return err
			}
			n := 0
			w, err := stats.CountSquares(counted(games, &n))
			if err != nil {
				return err
			}
			w.SetRelative(relative)
			files.caption = caption(args, n, cli.FilterText(c))
			if err := files.write(w, chosen(w), phase); err != nil {
				return err
			}
			if asJSON {
				return text.JSON(a.Out, w)
			}
			a.PrintWeights(chosen(w))
			return nil
		},
	}
	cli.AddFilterFlags(c, &filter)
	c.Flags().BoolVar(&asJSON, "json", false, "print counts and weights as JSON")
	c.Flags().BoolVar(&relative, "relative", false, "compare relative frequencies in place of counts of moves")
	c.Flags().StringVar(&phase, "phase", "all", "print and draw all, opening (plies 0-19), midgame (20-39) "+
		"or endgame (40-59)")
	c.Flags().StringVar(&files.csv, "csv", "", "write the table as CSV to this file")
	c.Flags().StringVar(&files.parquet, "parquet", "", "write the table as Parquet to this file")
	c.Flags().StringVar(&files.png, "png", "", "draw the weights as a PNG")
	c.Flags().StringVar(&files.svg, "svg", "", "draw the weights as an SVG")
	return c
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

// weightFiles are the files that weights are written to, "" for none.
type weightFiles struct {
	csv, parquet, png, svg string
	caption                string // of the pictures
}

// write writes the files that were asked for; drawn is what the pictures show of a phase.
func (f *weightFiles) write(w *stats.PhaseWeights, drawn stats.SquareWeights, phase string) error {
	board := stats.WeightsPicture(drawn, phase)
	if (f.png != "" || f.svg != "") && board.Values == [64]float64{} {
		return fault.BadInput(fmt.Errorf("%s: these games give nothing to draw: no square differs from another",
			cmp.Or(f.png, f.svg)))
	}
	drawing := chart.Captioned{Chart: board, Caption: f.caption}
	table := w.Tables()[0]
	return errors.Join(
		replace(f.csv, table.WriteCSV), replace(f.parquet, table.WriteParquet),
		saveChart(f.png, drawing), saveChart(f.svg, drawing))
}
