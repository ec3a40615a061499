package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/spf13/cobra"
)

func (a *app) exploreCommand() *cobra.Command {
	var filter dataset.Filter
	var asJSON bool
	var examples int
	c := &cobra.Command{
		Use:   "explore GAMES [TRANSCRIPT]",
		Short: "What was played in a position, and what came of it",
		Long: `Explore counts the games that reach the position after TRANSCRIPT, by whatever order
of moves and in whatever symmetric image, and shows each next move with its number
of games, results, mean disc difference for black, opening name and example games.`,
		Example: `  outflank explore games
  outflank explore games f5d6c3d3c4 --years 2010-2018
  outflank explore games f5f6e6 --player "Tamenori" --json`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(c *cobra.Command, args []string) error {
			start, err := engine.ParseGame(engine.StandardStart(), strings.Join(args[1:], ""))
			if err != nil {
				return usageError{err}
			}
			r, err := a.explore(c, args[0], filter, start, examples)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(a.out, r)
			}
			return a.printExplorer(start, r)
		},
	}
	addFilterFlags(c, &filter)
	c.Flags().IntVar(&examples, "examples", 2, "example games of each move")
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

// explore counts on all processors.
func (a *app) explore(c *cobra.Command, path string, filter dataset.Filter, start engine.Game, examples int) (stats.ExplorerResult, error) {
	if _, err := stats.NewExplorer(start, examples); err != nil {
		return stats.ExplorerResult{}, usageError{err}
	}
	db, err := a.openDatabase(c.Context(), []string{path}, filter)
	if err != nil {
		return stats.ExplorerResult{}, err
	}
	bar := a.meter("exploring", "games", db.count)
	defer bar.end()
	e, err := stats.Collect(c.Context(), counting(db.games, bar), 0, func() *stats.Explorer {
		e, _ := stats.NewExplorer(start, examples) // it was checked above
		return e
	})
	if err != nil {
		return stats.ExplorerResult{}, err
	}
	return e.Result(), nil
}

// printExplorer draws the position and lists the moves with a bar of results.
func (a *app) printExplorer(start engine.Game, r stats.ExplorerResult) error {
	at, err := start.End()
	if err != nil {
		return err
	}
	style, err := newBoardStyle("auto", false, a.outTerminal, os.Getenv)
	if err != nil {
		return err
	}
	lines, _ := drawBoard(at, boardMarks{legal: at.Board.Moves(), last: lastMove(start)}, style)
	for _, line := range lines {
		fmt.Fprintln(a.out, strings.TrimRight(line, " "))
	}
	fmt.Fprintln(a.out)
	a.printf("%s to move, %s", at.Color, plural(r.Games, "game"))
	if r.Name != "" {
		a.printf(", %s", r.Name)
	}
	a.printf("\n\n")
	if len(r.Moves) > 0 {
		fmt.Fprintf(a.out, "%-4s %9s  %-20s %7s %7s %7s  %5s\n", "move", "games", "black draw white", "black", "draw", "white", "discs")
	}
	for _, m := range r.Moves {
		a.printMove(m)
	}
	return nil
}

func lastMove(g engine.Game) engine.Square {
	if len(g.Moves) == 0 {
		return engine.None
	}
	return g.Moves[len(g.Moves)-1]
}

func (a *app) printMove(m stats.ExplorerMoveExamples) {
	mean := ""
	if m.MeanDiscDifference != nil {
		mean = fmt.Sprintf("%+.1f", *m.MeanDiscDifference)
	}
	line := fmt.Sprintf("%-4s %9s  %s %7s %7s %7s  %5s  %s", m.Move, number(m.Games), resultBar(m.BlackWins, m.Draws, m.WhiteWins),
		percent(m.BlackWins, m.Games), percent(m.Draws, m.Games), percent(m.WhiteWins, m.Games), mean, m.Name)
	fmt.Fprintln(a.out, strings.TrimRight(line, " "))
	for _, e := range m.Examples {
		fmt.Fprintf(a.out, "%16s %d  %s, %s - %s  %+d\n", "", e.Year, e.Tournament, e.Black, e.White, e.Score)
	}
}

// resultBar shows wins of black, draws and wins of white as twenty letters.
func resultBar(black, draws, white int) string {
	const width = 20
	total := max(1, black+draws+white)
	b, w := (black*width+total/2)/total, (white*width+total/2)/total
	w = min(w, width-b)
	return strings.Repeat("█", b) + strings.Repeat("▒", width-b-w) + strings.Repeat("░", w)
}
