package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/spf13/cobra"
)

// statsHelp shows ten questions with their answers. TestStatsHelp executes it.
//
//go:embed statshelp.txt
var statsHelp string

func (a *app) statsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "stats",
		Short: "Answer questions about games in numbers",
		Long:  strings.TrimSpace(statsHelp),
		Args:  noSuchCommand,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(a.weightsCommand())
	for _, s := range stats.All() {
		if s.Name != "weights" { // it has a board of its own
			c.AddCommand(a.statCommand(s))
		}
	}
	c.AddCommand(a.calibrationCommand(), a.versusCommand())
	return c
}

func (a *app) weightsCommand() *cobra.Command {
	var filter dataset.Filter
	var asJSON bool
	var files weightFiles
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
			if err := checkOutputs(args, files.csv, files.parquet, files.png, files.svg); err != nil {
				return err
			}
			chosen, err := parsePhase(files.phase)
			if err != nil {
				return err
			}
			w, err := a.countWeights(c, args, filter)
			if err != nil {
				return err
			}
			if err := files.write(&w, chosen(&w)); err != nil {
				return err
			}
			if asJSON {
				return writeJSON(a.out, w)
			}
			a.printWeights(chosen(&w))
			return nil
		},
	}
	addFilterFlags(c, &filter)
	c.Flags().BoolVar(&asJSON, "json", false, "print counts and weights as JSON")
	c.Flags().StringVar(&files.phase, "phase", "all", "print and draw all, opening (plies 0-19), midgame (20-39) or endgame (40-59)")
	c.Flags().StringVar(&files.csv, "csv", "", "write the table as CSV to this file")
	c.Flags().StringVar(&files.parquet, "parquet", "", "write the table as Parquet to this file")
	c.Flags().StringVar(&files.png, "png", "", "draw the weights as a PNG")
	c.Flags().StringVar(&files.svg, "svg", "", "draw the weights as an SVG")
	return c
}

// countWeights reads the games and counts.
func (a *app) countWeights(c *cobra.Command, paths []string, filter dataset.Filter) (stats.PhaseWeights, error) {
	db, err := a.openDatabase(c.Context(), paths, filter)
	if err != nil {
		return stats.PhaseWeights{}, err
	}
	bar := a.meter("counting", "games", db.count)
	defer bar.end()
	return stats.Count(counting(db.games, bar))
}

// complain names a bad game that was left out.
func (a *app) complain(bad *dataset.GameError) {
	fmt.Fprintf(a.err, "left out: %v\n", bad)
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
	return nil, misuse(fmt.Errorf("phase %q: want all, opening, midgame or endgame", name))
}

// weightFiles are the files that weights are written to, "" for none.
type weightFiles struct {
	csv, parquet, png, svg string
	phase                  string // what the pictures show; "" or "all" = whole games
}

// write writes the files that were asked for; drawn is what the pictures show.
func (f *weightFiles) write(w *stats.PhaseWeights, drawn stats.SquareWeights) error {
	board := chart.Board{
		Title:    "Square weights W",
		Subtitle: english.Sprintf("winners' moves minus losers', %d decided games", drawn.Games-drawn.DrawsExcluded),
		Values:   drawn.Weights(),
	}
	if f.phase != "" && f.phase != "all" {
		board.Title += " of the " + f.phase
	}
	if (f.png != "" || f.svg != "") && board.Values == [64]float64{} {
		return badInput(fmt.Errorf("%s: these games give nothing to draw: no square differs from another", cmp.Or(f.png, f.svg)))
	}
	table := w.Tables()[0]
	for _, file := range []struct {
		path  string
		write func(io.Writer) error
	}{
		{f.csv, table.WriteCSV}, {f.parquet, table.WriteParquet},
		{f.png, func(w io.Writer) error { return chart.WritePNG(w, board) }},
		{f.svg, func(w io.Writer) error { return chart.WriteSVG(w, board) }},
	} {
		if file.path == "" {
			continue
		}
		if err := dataset.ReplaceFile(file.path, file.write); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) printWeights(w stats.SquareWeights) {
	a.printf("%d games, %d of them draws and left out\n\n", w.Games, w.DrawsExcluded)
	weights := w.Weights()
	if weights == [64]float64{} {
		a.printf("no square differs from another: nothing is known of them\n")
		return
	}
	a.printBoard(weights)
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
		a.printf("\nwinners played %v %d times more than losers, and %v %d times fewer\n", high, d[high], low, -d[low])
	}
}

// printBoard prints a number for each square.
func (a *app) printBoard(values [64]float64) {
	fmt.Fprintf(a.out, "  %7s%7s%7s%7s%7s%7s%7s%7s\n", "a", "b", "c", "d", "e", "f", "g", "h")
	for r := range 8 {
		fmt.Fprintf(a.out, "%d ", r+1)
		for f := range 8 {
			fmt.Fprintf(a.out, "%7.3f", values[engine.At(f, r)])
		}
		fmt.Fprintln(a.out)
	}
}

// addFilterFlags adds the flags that choose games.
func addFilterFlags(c *cobra.Command, f *dataset.Filter) {
	c.Flags().Var((*idsFlag)(f), "ids", "only the games with these ids, as in 14,61")
	c.Flags().Var((*yearsFlag)(f), "years", "only games of these years, as in 2001-2015 or 2012")
	c.Flags().StringVar(&f.Player, "player", "", "only games in which the name of a player holds this text")
	c.Flags().StringVar(&f.Black, "black", "", "only games in which black's name holds this text")
	c.Flags().StringVar(&f.White, "white", "", "only games in which white's name holds this text")
	c.Flags().StringVar(&f.Tournament, "tournament", "", "only games of tournaments whose name holds this text")
	c.Flags().Var((*kindFlag)(f), "kind", "humans: only games between people; programs: only games with one, which a label with parentheses stands for as in WTHOR files")
	c.Flags().Var((*statusFlag)(f), "status", "only complete or only unfinished games")
	c.Flags().Var((*splitFlag)(f), "split", "only games of the split train, validation or test (80, 10, 10 %, by the moves)")
}

// yearsFlag reads "2001-2015" into a filter.
type yearsFlag dataset.Filter

func (y *yearsFlag) Type() string { return "years" }

func (y *yearsFlag) String() string {
	return (*dataset.Filter)(y).Years()
}

func (y *yearsFlag) Set(text string) error { return (*dataset.Filter)(y).SetYears(text) }

// statusFlag reads a status into a filter.
type statusFlag dataset.Filter

func (s *statusFlag) Type() string { return "status" }

func (s *statusFlag) String() string {
	names := make([]string, len(s.Status))
	for i, st := range s.Status {
		names[i] = st.String()
	}
	return strings.Join(names, ",")
}

func (s *statusFlag) Set(text string) error {
	for _, name := range strings.Split(text, ",") {
		st, err := dataset.ParseStatus(name)
		if err != nil {
			return err
		}
		s.Status = append(s.Status, st)
	}
	return nil
}

// splitFlag reads a split into a filter.
type splitFlag dataset.Filter

func (s *splitFlag) Type() string { return "split" }

func (s *splitFlag) String() string {
	if s.Split == dataset.AnySplit {
		return ""
	}
	return s.Split.String()
}

func (s *splitFlag) Set(text string) (err error) {
	s.Split, err = dataset.ParseSplit(text)
	return err
}
