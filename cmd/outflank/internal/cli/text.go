package cli

import (
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// Printf writes to standard output; %d and %f have thousands separators.
func (a *App) Printf(format string, args ...any) {
	text.English.Fprintf(a.Out, format, args...)
}

// ScoreText writes a disc difference with its sign, and an unknown one as ?.
func ScoreText(score *int) string {
	if score == nil {
		return "?"
	}
	return fmt.Sprintf("%+d", *score)
}

// Table returns an empty table that is written to standard output, as wide as that is.
func (a *App) Table() *text.Table {
	a.measure()
	return &text.Table{Out: a.Out, Width: a.Width, All: "a wider window, or a pipe, shows all"}
}

// PrintBoard prints a number for each square.
func (a *App) PrintBoard(values [64]float64) {
	fmt.Fprintf(a.Out, "  %7s%7s%7s%7s%7s%7s%7s%7s\n", "a", "b", "c", "d", "e", "f", "g", "h")
	for r := range 8 {
		fmt.Fprintf(a.Out, "%d ", r+1)
		for f := range 8 {
			fmt.Fprintf(a.Out, "%7.3f", values[engine.At(f, r)])
		}
		fmt.Fprintln(a.Out)
	}
}
