package cli

import (
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/report"
)

// Printf writes to standard output; %d and %f have thousands separators.
func (a *App) Printf(format string, args ...any) {
	report.English.Fprintf(a.Out, format, args...)
}

// ScoreText writes a disc difference with its sign, and an unknown one as ?.
func ScoreText(score *int) string {
	if score == nil {
		return "?"
	}
	return fmt.Sprintf("%+d", *score)
}

// Table returns an empty table that is written to standard output.
func (a *App) Table() *report.Table { return &report.Table{Out: a.Out} }

// Shorten cuts the middle out of a long text, such as a spec with a path in it. A
// line that wraps would spoil drawing over the board.
func Shorten(text string, width int) string {
	letters := []rune(text)
	if len(letters) <= width {
		return text
	}
	half := (width - 3) / 2
	return string(letters[:half]) + "..." + string(letters[len(letters)-half:])
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
