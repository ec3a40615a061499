package text

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Table aligns cells: the first and the last column to the left, other columns to the right. It measures
// widths in letters, not bytes.
//
// If the table is wider than Width, it first shortens text: it wraps the last column over several lines and
// removes the middle of long names. Then it omits columns and names them below the table.
type Table struct {
	Rows  [][]string // the same number of cells in each
	Out   io.Writer  // destination of Flush, which does not return its errors
	Width int        // width of the window in letters; 0 = unlimited
	Names []string   // column names, to list omitted columns; nil = the first row
	Least []int      // columns in the order of omission; nil = from the middle, as in DuckDB
	All   string     // hint on how to see all columns, such as "--columns chooses"

	left []int // further left-aligned columns
}

// Row adds a row.
func (t *Table) Row(cells ...string) { t.Rows = append(t.Rows, cells) }

// Left aligns the cells of a column to the left.
func (t *Table) Left(column int) { t.left = append(t.left, column) }

// Flush writes the table without blanks at the ends of lines, and empties it.
func (t *Table) Flush() {
	if len(t.Rows) == 0 {
		return
	}
	l := newLayout(t)
	l.fit(t.Width, t.Least)
	rows := t.Rows
	// Drop header lines that belong only to omitted columns.
	for len(l.hidden) > 0 && len(rows) > 0 && l.blank(rows[0]) {
		rows = rows[1:]
	}
	for _, row := range rows {
		l.write(t.Out, row)
	}
	if len(l.hidden) > 0 {
		names := t.Names
		if names == nil {
			names = t.Rows[0]
		}
		slices.Sort(l.hidden)
		list := make([]string, len(l.hidden))
		for i, column := range l.hidden {
			list[i] = strings.TrimSpace(names[column])
		}
		note := "  not shown: " + strings.Join(list, ", ")
		if t.All != "" {
			note += " (" + t.All + ")"
		}
		fmt.Fprintln(t.Out, Fold(note, t.Width))
	}
	t.Rows, t.left = nil, nil
}

// The smallest widths of shortened text and of the last column.
const (
	leastName = 20
	leastText = 24
)

// maxRecord is the maximum number of columns of a list of names, values and remarks. Its columns are never
// omitted, because no header names them.
const maxRecord = 3

// A layout holds the column widths of a table, and the columns to show.
type layout struct {
	widths []int
	shown  []int // columns, except the last one
	hidden []int
	last   int   // width of the last column, whose cells may take several lines
	left   []int // left-aligned columns
}

func newLayout(t *Table) *layout {
	n := len(t.Rows[0])
	l := &layout{widths: make([]int, n), left: append(t.left, 0)}
	for _, row := range t.Rows {
		for i, cell := range row {
			l.widths[i] = max(l.widths[i], Width(strings.TrimRight(cell, " ")))
		}
	}
	for i := range n - 1 {
		l.shown = append(l.shown, i)
	}
	l.last = l.widths[n-1]
	return l
}

// over returns the number of letters by which the columns, with the smallest last column, exceed width.
func (l *layout) over(width int) int {
	sum := 0
	for _, i := range l.shown {
		sum += 2 + l.widths[i]
	}
	if l.last > 0 {
		sum += 2 + min(l.last, leastText)
	}
	return sum - width
}

// fit narrows the table to the width; 0 = no limit.
func (l *layout) fit(width int, least []int) {
	if width == 0 {
		return
	}
	l.shorten(width, leastName)
	for l.over(width) > 0 && len(l.shown) >= maxRecord {
		i := len(l.shown) / 2
		if len(least) > 0 {
			i, least = slices.Index(l.shown, least[0]), least[1:]
		}
		l.hidden = append(l.hidden, l.shown[i])
		l.shown = slices.Delete(l.shown, i, i+1)
	}
	l.shorten(width, 1)
	if l.last > 0 {
		l.last = min(l.last, max(1, min(l.last, leastText)-l.over(width)))
	}
}

// shorten narrows the widest text columns, but none below least, until the table fits.
func (l *layout) shorten(width, least int) {
	for over := l.over(width); over > 0; over = l.over(width) {
		widest := -1
		for _, i := range l.shown {
			if l.isLeft(i) && l.widths[i] > least && (widest < 0 || l.widths[i] > l.widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		l.widths[widest]--
	}
}

func (l *layout) isLeft(column int) bool { return slices.Contains(l.left, column) }

// blank reports whether all shown cells of a row are empty.
func (l *layout) blank(row []string) bool {
	return row[len(row)-1] == "" && !slices.ContainsFunc(l.shown, func(i int) bool {
		return strings.TrimSpace(row[i]) != ""
	})
}

// write writes a row, which takes as many lines as its last cell.
func (l *layout) write(out io.Writer, row []string) {
	var head strings.Builder
	for _, i := range l.shown {
		cell := Shorten(strings.TrimRight(row[i], " "), l.widths[i])
		gap := strings.Repeat(" ", l.widths[i]-Width(cell))
		if l.isLeft(i) {
			head.WriteString("  " + cell + gap)
		} else {
			head.WriteString("  " + gap + cell)
		}
	}
	for i, line := range strings.Split(wrap(row[len(row)-1], l.last), "\n") {
		if i > 0 {
			fmt.Fprintf(out, "%*s  %s\n", Width(head.String()), "", line)
			continue
		}
		fmt.Fprintln(out, strings.TrimRight(head.String()+"  "+line, " "))
	}
}

// Shorten removes the middle of a text that has more letters than width, such as a spec with a path. It does
// not change coloured pictures.
func Shorten(text string, width int) string {
	letters := []rune(text)
	if len(letters) <= width || Width(text) <= width {
		return text
	}
	if width < 5 {
		return string(letters[:width])
	}
	half := (width - 3) / 2
	return string(letters[:width-3-half]) + "..." + string(letters[len(letters)-half:])
}
