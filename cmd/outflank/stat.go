package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/chart"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/spf13/cobra"
)

// statOutput is how a statistic is shown, bound to flags.
type statOutput struct {
	json         bool
	top          int
	table        string
	csv, parquet string
	png, svg     string
}

// statCommand makes the command of a statistic of the registry.
func (a *app) statCommand(s stats.Statistic) *cobra.Command {
	var filter dataset.Filter
	var out statOutput
	c := &cobra.Command{
		Use:   s.Name + " GAMES",
		Short: s.Question,
		Long: s.Question + `

GAMES is a folder made by import, or files of games (WTHOR, GGF, PGN, …). Intervals are of 95 %.`,
		Example: fmt.Sprintf("  outflank stats %s games\n  outflank stats %s games --years 2001-2015 --csv %s.csv", s.Name, s.Name, s.Name),
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkOutputs(args, out.csv, out.parquet, out.png, out.svg); err != nil {
				return err
			}
			if err := checkTop(out.top); err != nil {
				return err
			}
			db, err := a.openDatabase(c.Context(), args, filter)
			if err != nil {
				return err
			}
			bar := a.meter("counting", "games", db.count)
			r, err := s.Count(c.Context(), counting(db.games, bar), 0, s.MinGames)
			bar.end()
			if err != nil {
				return err
			}
			return a.showStat(s.Name, r, &out)
		},
	}
	addFilterFlags(c, &filter)
	out.addFlags(c)
	f := c.Flags()
	if pictures[s.Name].draw != nil {
		f.StringVar(&out.png, "png", "", "draw "+pictures[s.Name].about+" as a PNG")
		f.StringVar(&out.svg, "svg", "", "draw the same as an SVG")
	}
	return c
}

// showStat prints a result and writes the files that were asked for.
func (a *app) showStat(name string, r stats.Result, out *statOutput) error {
	tables, err := out.choose(r.Tables())
	if err != nil {
		return err
	}
	for i := range tables {
		t := &tables[i]
		for path, write := range map[string]func(io.Writer) error{out.csv: t.WriteCSV, out.parquet: t.WriteParquet} {
			if path == "" {
				continue
			}
			if err := dataset.ReplaceFile(numbered(path, i, t.Name), write); err != nil {
				return err
			}
		}
	}
	for _, path := range []string{out.png, out.svg} {
		if path == "" {
			continue
		}
		picture := pictures[name].draw(tables)
		if err := dataset.ReplaceFile(path, func(w io.Writer) error { return chart.Write(w, path, picture) }); err != nil {
			return err
		}
	}
	if out.json {
		return writeJSON(a.out, r)
	}
	for i := range tables {
		if i > 0 {
			a.printf("\n")
		}
		a.printTable(&tables[i], out.top)
	}
	return nil
}

func (o *statOutput) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&o.json, "json", false, "print as JSON")
	f.IntVar(&o.top, "top", 20, "rows to print of each table; 0 = all")
	f.StringVar(&o.table, "table", "", "print and write only the table of this name")
	f.StringVar(&o.csv, "csv", "", "write as CSV; further tables go to FILE-name.csv")
	f.StringVar(&o.parquet, "parquet", "", "write as Parquet; further tables go to FILE-name.parquet")
}

// checkTop checks --top, the number of rows to print.
func checkTop(top int) error {
	if top < 0 {
		return usageError{fmt.Errorf("--top %d: want 0 or more", top)}
	}
	return nil
}

// choose returns the tables to show.
func (o *statOutput) choose(tables []stats.Table) ([]stats.Table, error) {
	if o.table == "" {
		return tables, nil
	}
	var names []string
	for i, t := range tables {
		if t.Name == o.table {
			return tables[i : i+1], nil
		}
		names = append(names, t.Name)
	}
	return nil, usageError{fmt.Errorf("--table %s: there are %s", o.table, strings.Join(names, ", "))}
}

// numbered is the path of the i-th table: the given one, or with the table's name.
func numbered(path string, i int, name string) string {
	if i == 0 {
		return path
	}
	ext := filepath.Ext(path)
	return strings.TrimSuffix(path, ext) + "-" + name + ext
}

// printTable prints a table's title, columns and first rows. Ids are left out,
// and the bounds of an interval stand behind their value.
func (a *app) printTable(t *stats.Table, top int) {
	a.printf("%s\n\n", t.Title)
	var shown []int
	for i, c := range t.Columns {
		if c.Unit != "id" && !strings.HasSuffix(c.Name, "_low") && !strings.HasSuffix(c.Name, "_high") {
			shown = append(shown, i)
		}
	}
	if len(t.Rows) == 1 {
		a.printRecord(t, shown)
		return
	}
	rows := t.Rows
	if top > 0 && len(rows) > top {
		rows = rows[:top]
	}
	out := a.table()
	a.tableHead(out, t, shown)
	for _, row := range rows {
		cells := make([]string, 0, len(shown)+1)
		for _, i := range shown {
			cells = append(cells, cellText(t, row, i))
		}
		out.row(append(cells, "")...)
	}
	for k, i := range shown {
		if isText(rows, i) {
			out.left(k)
		}
	}
	out.flush()
	if len(rows) < len(t.Rows) {
		a.printf("… %d more rows, --top 0 shows all\n", len(t.Rows)-len(rows))
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
func (a *app) printRecord(t *stats.Table, shown []int) {
	out := a.table()
	for _, i := range shown {
		out.row(strings.ReplaceAll(t.Columns[i].Name, "_", " "), cellText(t, t.Rows[0], i), t.Columns[i].Meaning)
	}
	out.flush()
}

// tableHead stacks the words of each column's name.
func (a *app) tableHead(out *textTable, t *stats.Table, shown []int) {
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
		out.row(append(cells, "")...)
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
		return number(int(v))
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
