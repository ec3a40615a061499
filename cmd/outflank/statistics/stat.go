package statistics

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/stats/picture"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
)

// statCommand makes the command of a statistic of the registry.
func statCommand(a *cli.App, s stats.Statistic) *cobra.Command {
	out := statOutput{name: s.Name}
	minGames := s.MinGames
	c := &cobra.Command{
		Use:   s.Name + " GAMES",
		Short: s.Question,
		Long: strings.TrimSpace(s.Question+"\n\n"+fill(s.Counts, 85)) + `

GAMES is a folder made by import, or files of games (WTHOR, GGF, PGN, …).
Intervals are of 95 %.`,
		Example: fmt.Sprintf("  outflank stats %[1]s games\n  outflank stats %[1]s games --years 2001-2015 --csv %[1]s.csv --png %[1]s.png", s.Name),
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if minGames < 0 {
				return fault.Misuse(fmt.Errorf("--min-games %d: want 0 or more", minGames))
			}
			return runStat(a, c.Context(), args, &out, "counting", func(games iter.Seq2[dataset.Game, error]) (stats.Result, error) {
				return s.Count(c.Context(), games, 0, minGames)
			})
		},
	}
	cli.AddFilterFlags(c, &out.filter)
	out.addFlags(c)
	if s.MinGames > 0 {
		c.Flags().IntVar(&minGames, "min-games", s.MinGames, "list only what has at least n games; 0 = all")
	}
	return c
}

// fill breaks a paragraph into lines of at most width characters, if its words do.
func fill(text string, width int) string {
	var out strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case column == 0:
		case column+1+n > width:
			out.WriteByte('\n')
			column = 0
		default:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += n
	}
	return out.String()
}

// runStat reads games, has them counted and shows the result.
func runStat(a *cli.App, ctx context.Context, paths []string, out *statOutput, doing string, count func(iter.Seq2[dataset.Game, error]) (stats.Result, error)) error {
	if err := out.check(paths); err != nil {
		return err
	}
	games, err := a.ReadGames(ctx, doing, paths, out.filter)
	if err != nil {
		return err
	}
	r, err := count(games)
	if err != nil {
		return err
	}
	return showStat(a, r, out)
}

// statOutput is which games a statistic counts and how it is shown, bound to flags.
type statOutput struct {
	name         string // of the statistic
	filter       dataset.Filter
	json         bool
	top          int
	table        string
	columns      []string
	csv, parquet string
	png, svg     string
}

func (o *statOutput) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&o.json, "json", false, "print as JSON")
	f.IntVar(&o.top, "top", 20, "rows to print of each table; 0 = all")
	f.StringVar(&o.table, "table", "", "print and write only the table of this name")
	f.StringSliceVar(&o.columns, "columns", nil, "print only these columns, as in --columns games,black_score")
	f.StringVar(&o.csv, "csv", "", "write as CSV; further tables go to FILE-name.csv")
	f.StringVar(&o.parquet, "parquet", "", "write as Parquet; further tables go to FILE-name.parquet")
	f.StringVar(&o.png, "png", "", "draw "+picture.Pictures[o.name].About+" as a PNG")
	f.StringVar(&o.svg, "svg", "", "draw the same as an SVG")
}

// check refuses what cannot be done, before any work is.
func (o *statOutput) check(inputs []string) error {
	if err := cli.CheckTop(o.top); err != nil {
		return err
	}
	return cli.CheckOutputs(inputs, o.csv, o.parquet, o.png, o.svg)
}

// showStat prints a result and writes the files that were asked for.
func showStat(a *cli.App, r stats.Result, out *statOutput) error {
	all := r.Tables()
	tables, err := out.choose(all)
	if err != nil {
		return err
	}
	shown, err := out.shown(tables)
	if err != nil {
		return err
	}
	if err := out.writeTables(tables); err != nil {
		return err
	}
	if err := out.drawTables(all); err != nil {
		return err
	}
	if out.json {
		return report.JSON(a.Out, r)
	}
	for i := range tables {
		if i > 0 {
			a.Printf("\n")
		}
		printTable(a, &tables[i], shown[i], out.top)
	}
	return nil
}

func (o *statOutput) writeTables(tables []stats.Table) error {
	for i := range tables {
		t := &tables[i]
		if err := errors.Join(replace(numbered(o.csv, i, t.Name), t.WriteCSV), replace(numbered(o.parquet, i, t.Name), t.WriteParquet)); err != nil {
			return err
		}
	}
	return nil
}

// drawTables draws the picture of the statistic.
func (o *statOutput) drawTables(tables []stats.Table) error {
	if o.png == "" && o.svg == "" {
		return nil
	}
	c := picture.Pictures[o.name].Chart(tables)
	if err := chart.Check(c); err != nil {
		return fault.BadInput(fmt.Errorf("%s: these games give nothing to draw: %w", cmp.Or(o.png, o.svg), err))
	}
	return errors.Join(saveChart(o.png, c), saveChart(o.svg, c))
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
	return nil, fault.Misuse(fmt.Errorf("--table %s: there are %s", o.table, strings.Join(names, ", ")))
}

// numbered is the path of the i-th table: the given one, or with the table's name. "" stays.
func numbered(path string, i int, name string) string {
	if i == 0 || path == "" {
		return path
	}
	ext := filepath.Ext(path)
	return strings.TrimSuffix(path, ext) + "-" + name + ext
}

// shown returns the columns of each table to print: those that were asked for, or all
// but ids and the bounds of intervals, which stand behind their values.
func (o *statOutput) shown(tables []stats.Table) ([][]int, error) {
	lists := make([][]int, len(tables))
	asked := map[string]bool{}
	for i, t := range tables {
		for k, c := range t.Columns {
			if len(o.columns) == 0 && !isDetail(c) || slices.Contains(o.columns, c.Name) {
				lists[i] = append(lists[i], k)
				asked[c.Name] = true
			}
		}
		slices.SortStableFunc(lists[i], func(a, b int) int {
			return cmp.Compare(slices.Index(o.columns, t.Columns[a].Name), slices.Index(o.columns, t.Columns[b].Name))
		})
	}
	for _, name := range o.columns {
		if !asked[name] {
			return nil, fault.Misuse(fmt.Errorf("--columns %s: there are %s", name, strings.Join(columnNames(tables), ", ")))
		}
	}
	return lists, nil
}

func isDetail(c stats.Column) bool {
	return c.Unit == "id" || strings.HasSuffix(c.Name, "_low") || strings.HasSuffix(c.Name, "_high")
}

func columnNames(tables []stats.Table) (names []string) {
	for _, t := range tables {
		for _, c := range t.Columns {
			if !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
	}
	return names
}
