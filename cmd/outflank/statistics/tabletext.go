package statistics

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/report"
)

// printTable prints a table's title, the columns to be shown and the first rows. The
// bounds of an interval stand behind their value.
func printTable(a *cli.App, t *stats.Table, shown []int, top int) {
	a.Printf("%s\n\n", t.Title)
	if len(t.Rows) == 1 {
		printRecord(a, t, shown)
		return
	}
	rows := t.Rows
	if top > 0 && len(rows) > top {
		rows = rows[:top]
	}
	out := a.Table()
	tableHead(a, out, t, shown)
	for _, row := range rows {
		cells := make([]string, 0, len(shown)+1)
		for _, i := range shown {
			cells = append(cells, cellText(t, row, i))
		}
		out.Row(append(cells, "")...)
	}
	for k, i := range shown {
		if isText(rows, i) {
			out.Left(k)
		}
	}
	out.Flush()
	if len(rows) < len(t.Rows) {
		a.Printf("… %d more rows, --top 0 shows all\n", len(t.Rows)-len(rows))
	}
}

// isText tells whether column i holds text.
func isText(rows [][]any, i int) bool {
	if len(rows) == 0 {
		return false
	}
	_, text := rows[0][i].(string)
	return text
}

// printRecord prints a table of one row as a list of names and values.
func printRecord(a *cli.App, t *stats.Table, shown []int) {
	out := a.Table()
	for _, i := range shown {
		out.Row(strings.ReplaceAll(t.Columns[i].Name, "_", " "), cellText(t, t.Rows[0], i), t.Columns[i].Meaning)
	}
	out.Flush()
}

// tableHead stacks the words of each column's name.
func tableHead(a *cli.App, out *report.Table, t *stats.Table, shown []int) {
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

// cellText formats column i of a row, with its interval if it has one.
func cellText(t *stats.Table, row []any, i int) string {
	text := statText(row[i], t.Columns[i].Unit)
	name := t.Columns[i].Name
	bound := func(suffix string) string {
		k := slices.IndexFunc(t.Columns, func(c stats.Column) bool { return c.Name == name+suffix })
		if k < 0 {
			return ""
		}
		return statText(row[k], t.Columns[k].Unit)
	}
	if low, high := bound("_low"), bound("_high"); low != "" && high != "" {
		text += fmt.Sprintf(" (%s to %s)", low, high)
	}
	return text
}

// statText formats a value: shares with three digits, other means with two,
// years without a separator.
func statText(v any, unit string) string {
	switch v := v.(type) {
	case nil:
		return ""
	case int64:
		if unit == "year" {
			return strconv.FormatInt(v, 10)
		}
		return report.Number(int(v))
	case float64:
		switch unit {
		case "1":
			return strconv.FormatFloat(v, 'f', 3, 64)
		case "elo":
			return strconv.FormatFloat(v, 'f', 0, 64)
		}
		return strconv.FormatFloat(v, 'f', 2, 64)
	case bool:
		if v {
			return "yes"
		}
		return ""
	}
	return fmt.Sprint(v)
}
