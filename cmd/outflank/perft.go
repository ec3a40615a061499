package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/spf13/cobra"
)

func (a *app) perftCommand() *cobra.Command {
	var shape, moves string
	var asJSON bool
	c := &cobra.Command{
		Use:   "perft DEPTH",
		Short: "Count the positions that many plies ahead, to test and time the rules",
		Long: `Perft counts the leaves of the game tree at each depth up to DEPTH. A forced pass
is a ply, and a game that ends earlier counts once. With --json only DEPTH itself
is counted.`,
		Example: `  outflank perft 10
  outflank perft 12 --shape 6x6
  outflank perft 8 --shape hex --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			depth, err := strconv.Atoi(args[0])
			if err != nil || depth < 0 || depth > 60 {
				return usageError{fmt.Errorf("depth %q: want a whole number from 0 to 60", args[0])}
			}
			start, err := startPosition(shape, moves)
			if err != nil {
				return err
			}
			if asJSON {
				row, err := countLeaves(c, start.Board, depth)
				row.Shape = shape
				return orJSON(a, row, err)
			}
			fmt.Fprintf(a.out, "%5s %20s %10s %14s\n", "depth", "leaves", "seconds", "leaves/s")
			for d := 1; d <= depth; d++ {
				row, err := countLeaves(c, start.Board, d)
				if err != nil {
					return err
				}
				fmt.Fprintf(a.out, "%5d %20s %10.3f %14s\n", d, number(int(row.Count)), row.Seconds, number(int(float64(row.Count)/row.Seconds)))
			}
			return nil
		},
	}
	c.Flags().StringVar(&shape, "shape", "8x8", "board: 4x4, 6x6, 8x8, hex, rhombus, with holes as in 8x8-a1c3")
	c.Flags().StringVar(&moves, "start", "", "moves to play first, as in f5d6c3")
	c.Flags().BoolVar(&asJSON, "json", false, "print depth, count and seconds as JSON")
	return c
}

// perftResult is one line of the table; the JSON fields are stable.
type perftResult struct {
	Depth   int     `json:"depth"`
	Count   uint64  `json:"count"`
	Seconds float64 `json:"seconds"`
	Shape   string  `json:"shape"`
}

func countLeaves(c *cobra.Command, b engine.Board, depth int) (perftResult, error) {
	start := time.Now()
	n, err := engine.Perft(c.Context(), b, depth)
	return perftResult{Depth: depth, Count: n, Seconds: time.Since(start).Seconds()}, err
}

// orJSON prints v unless there was an error.
func orJSON(a *app, v any, err error) error {
	if err != nil {
		return err
	}
	return writeJSON(a.out, v)
}

// startPosition returns the position after moves on a board of the given shape.
func startPosition(shape, moves string) (engine.Position, error) {
	sh, err := engine.ParseShape(shape)
	if err != nil {
		return engine.Position{}, usageError{err}
	}
	start, err := sh.Start()
	if err != nil {
		return engine.Position{}, usageError{err}
	}
	g, err := engine.ParseGame(start, moves)
	if err != nil {
		return engine.Position{}, usageError{err}
	}
	return g.End()
}
