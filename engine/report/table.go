package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"
)

// A Table aligns cells: the first and the last column to the left, those
// between to the right. Letters count, not bytes.
type Table struct {
	Rows [][]string // as many cells in each
	Out  io.Writer  // where Flush writes; its errors are not told, so it has to keep them
}

// Row adds a row.
func (t *Table) Row(cells ...string) { t.Rows = append(t.Rows, cells) }

// Left pads the cells of a column so that they stand to the left.
func (t *Table) Left(column int) {
	width := 0
	for _, r := range t.Rows {
		width = max(width, utf8.RuneCountInString(r[column]))
	}
	for _, r := range t.Rows {
		r[column] += strings.Repeat(" ", width-utf8.RuneCountInString(r[column]))
	}
}

// Flush writes the table without blanks at the ends of lines, and empties it.
func (t *Table) Flush() {
	if len(t.Rows) > 0 {
		t.Left(0)
	}
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, r := range t.Rows {
		fmt.Fprintf(w, "%s\t  %s\n", strings.Join(r[:len(r)-1], "\t"), r[len(r)-1])
	}
	_ = w.Flush() // a Builder does not fail
	for line := range strings.Lines(text.String()) {
		fmt.Fprintln(t.Out, strings.TrimRight(line, " \n"))
	}
	t.Rows = nil
}
