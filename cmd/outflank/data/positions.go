package data

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
)

func positionsCommand(a *cli.App) *cobra.Command {
	var filter dataset.Filter
	var path string
	var opt dataset.PositionOptions
	var asJSON bool
	c := &cobra.Command{
		Use:   "positions GAMES -o FILE",
		Short: "Write a table of all positions of games",
		Long: `Positions replays games and writes a row for each move: the discs of both sides as
64-bit sets, the move, the outcome for the mover, the theoretical score where it
applies, the id of the game, and a hash that is the same for symmetric positions.
"outflank schema positions" describes the columns. FILE is Parquet, or Arrow IPC if
it ends with .arrow. Games without a known result are left out, and counted. The table is written as a stream: memory does not grow with it.`,
		Example: `  outflank positions games -o positions.parquet
  outflank positions games -o train.arrow --split train --status complete`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			switch strings.ToLower(filepath.Ext(path)) {
			case ".parquet":
				opt.Format = dataset.Parquet
			case ".arrow":
				opt.Format = dataset.Arrow
			default:
				return fault.Misuse(fmt.Errorf("-o %q: want a file that ends with .parquet or .arrow", path))
			}
			if err := cli.CheckOutputs(args, path); err != nil {
				return err
			}
			games, err := a.ReadGames(c.Context(), "writing positions", args, filter)
			if err != nil {
				return err
			}
			r, err := writePositions(c.Context(), a.WithResults(games), path, opt)
			if err != nil {
				return err
			}
			if asJSON {
				return report.JSON(a.Out, r)
			}
			a.Printf("%d positions in %.1f s, wrote %s\n", r.Positions, r.Seconds, path)
			return nil
		},
	}
	cli.AddFilterFlags(c, &filter)
	c.Flags().StringVarP(&path, "output", "o", "", "file for the table, .parquet or .arrow")
	cli.AddWorkersFlag(c, &opt.Workers, "goroutines that replay games")
	c.Flags().BoolVar(&asJSON, "json", false, "print the summary as JSON")
	return c
}

// positionsResult is what positions reports; the JSON fields are stable.
type positionsResult struct {
	Positions int64   `json:"positions"`
	Path      string  `json:"path"`
	Seconds   float64 `json:"seconds"`
}

func writePositions(ctx context.Context, games iter.Seq2[dataset.Game, error], path string, opt dataset.PositionOptions) (positionsResult, error) {
	start := time.Now()
	r := positionsResult{Path: path}
	err := durable.Replace(path, func(w io.Writer) error {
		for n, err := range dataset.WritePositions(ctx, w, games, opt) {
			if err != nil {
				return err
			}
			r.Positions = n
		}
		if err := ctx.Err(); err != nil || r.Positions > 0 {
			return err
		}
		return fault.BadInput(errors.New("no game has a position to write"))
	})
	r.Seconds = time.Since(start).Seconds()
	return r, err
}
