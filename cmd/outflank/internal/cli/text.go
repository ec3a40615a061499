package cli

import (
	"fmt"

	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// Printf writes to standard output. Numbers formatted with %d and %f have thousands separators.
func (a *App) Printf(format string, args ...any) {
	text.English.Fprintf(a.Out, format, args...)
}

// Report writes a command's result to standard output, as JSON or, for people, with print.
func (a *App) Report(asJSON bool, answer any, print func()) error {
	if asJSON {
		return a.JSON(answer)
	}
	print()
	return nil
}

// Served is the JSON that a server prints with --json as soon as clients can connect.
type Served struct {
	URL    string   `json:"url" doc:"the address of the server"`
	Others []string `json:"others,omitempty" doc:"addresses for other devices"`
}

// ScoreText formats a disc difference with its sign, and nil as "?".
func ScoreText(score *int) string {
	if score == nil {
		return "?"
	}
	return fmt.Sprintf("%+d", *score)
}

// Table returns an empty table that writes to standard output and fits its width.
func (a *App) Table() *text.Table {
	a.measure()
	return &text.Table{Out: a.Out, Width: a.Width, All: "a wider window or a pipe shows all"}
}

// PrintBoard prints a number for each square.
func (a *App) PrintBoard(values [64]float64) {
	a.PrintSquares(7, func(s engine.Square) string { return fmt.Sprintf("%.3f", values[s]) })
}

// PrintSquares prints a text for each square, in columns of the given width.
func (a *App) PrintSquares(width int, text func(engine.Square) string) {
	fmt.Fprint(a.Out, "  ")
	for _, file := range "abcdefgh" {
		fmt.Fprintf(a.Out, "%*c", width, file)
	}
	for r := range 8 {
		fmt.Fprintf(a.Out, "\n%d ", r+1)
		for f := range 8 {
			fmt.Fprintf(a.Out, "%*s", width, text(engine.At(f, r)))
		}
	}
	fmt.Fprintln(a.Out)
}

// PrintWeights prints the weights on a board, and the squares whose counts differ most.
func (a *App) PrintWeights(w stats.SquareWeights) {
	a.Printf("%d games, including %d draws, which are left out\n\n", w.Games, w.DrawsExcluded)
	if w.NoResult > 0 {
		a.Printf("also left out: %s without a known result\n\n", text.Plural(w.NoResult, "game"))
	}
	weights := w.Weights()
	if weights == [64]float64{} {
		a.Printf("all square weights are 0\n")
		return
	}
	a.PrintBoard(weights)
	if w.Relative {
		winners, losers := w.Moves()
		a.Printf("\nrelative frequencies: %d moves of winners, %d of losers\n", winners, losers)
	}
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
		a.Printf("\nwinners played %v %d more times than losers, and %v %d fewer times\n", high, d[high],
			low, -d[low])
	}
}
