package statistics

import (
	"cmp"
	"slices"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/runtime/text"
)

// printTable prints a table's title, the columns to show, and the first rows, or the most informative rows if
// brief is set. The bounds of an interval follow the value.
func printTable(a *cli.App, t *stats.Table, shown []int, top int, brief bool) {
	a.Printf("%s\n\n", t.Title)
	if len(t.Rows) == 1 {
		printRecord(a, t, shown)
		return
	}
	rows := rowsOf(t, top, brief)
	out := a.Table()
	out.All = "--columns chooses"
	for k, i := range shown {
		out.Names = append(out.Names, t.Columns[i].Name)
		if k > 0 {
			out.Least = append(out.Least, k)
		}
	}
	slices.SortStableFunc(out.Least, func(a, b int) int {
		// Of equally important columns, the last is dropped first.
		return cmp.Or(cmp.Compare(t.Importance(shown[a]), t.Importance(shown[b])), b-a)
	})
	tableHead(a, out, t, shown)
	for _, row := range rows {
		cells := make([]string, 0, len(shown)+1)
		for _, i := range shown {
			cells = append(cells, t.Text(row, i))
		}
		out.Row(append(cells, "")...)
	}
	for k, i := range shown {
		if t.IsText(i) && len(rows) > 0 {
			out.Left(k)
		}
	}
	out.Flush()
	if len(rows) < len(t.Rows) {
		a.Printf("… %s; --top 0 shows all\n", text.Plural(len(t.Rows)-len(rows), "more row"))
	}
}

// rowsOf returns the first rows, or, if brief is set, the most informative rows.
func rowsOf(t *stats.Table, top int, brief bool) [][]any {
	if brief && t.Brief != nil {
		rows := make([][]any, len(t.Brief))
		for k, i := range t.Brief {
			rows[k] = t.Rows[i]
		}
		return rows
	}
	if top > 0 && len(t.Rows) > top {
		return t.Rows[:top]
	}
	return t.Rows
}

// printRecord prints a table with one row as a list of names and values.
func printRecord(a *cli.App, t *stats.Table, shown []int) {
	out := a.Table()
	for _, i := range shown {
		out.Row(strings.ReplaceAll(t.Columns[i].Name, "_", " "), t.Text(t.Rows[0], i), t.Columns[i].Meaning)
	}
	out.Flush()
}

// tableHead stacks the words of each column's name.
func tableHead(a *cli.App, out *text.Table, t *stats.Table, shown []int) {
	height := 0
	words := make([][]string, len(shown))
	for k, i := range shown {
		words[k] = strings.Split(t.Columns[i].Name, "_")
		height = max(height, len(words[k]))
	}
	for line := range height {
		cells := make([]string, 0, len(shown)+1)
		for _, w := range words {
			text := ""
			if at := line - (height - len(w)); at >= 0 {
				text = w[at]
			}
			cells = append(cells, text)
		}
		out.Row(append(cells, "")...)
	}
}
