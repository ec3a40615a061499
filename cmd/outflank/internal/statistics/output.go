package statistics

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// runStat reads games, counts them with a function, and shows the result.
func runStat(a *cli.App, c *cobra.Command, paths []string, out *statOutput, doing string,
	count func(chosen iter.Seq2[dataset.Game, error], all *stats.Players) (stats.Result, error)) error {
	if err := out.check(paths); err != nil {
		return err
	}
	read := out.filter
	if out.rated {
		read = store.Filter{}
	}
	games, err := a.ReadGames(c.Context(), doing, paths, read)
	if err != nil {
		return err
	}
	var all *stats.Players
	if out.rated && cli.FilterText(c) != "" {
		all = stats.NewPlayers()
		games = a.Filtered(rating(games, all), out.filter)
	}
	n := 0
	r, err := count(counted(games, &n), all)
	if err != nil {
		return err
	}
	r = stats.OnlyPlayer(r, out.filter.Player)
	if err := out.refuseNothing(r, n); err != nil {
		return err
	}
	out.brief = !c.Flags().Changed("top")
	out.caption = caption(paths, n, cli.FilterText(c))
	return showStat(a, r, out)
}

// refuseNothing returns an error with the reason if a result has no rows.
func (o *statOutput) refuseNothing(r stats.Result, games int) error {
	if o.minGames == 0 || slices.ContainsFunc(r.Tables(), func(t stats.Table) bool { return len(t.Rows) > 0 }) {
		return nil
	}
	return fault.BadInputf("--min-games %d: nothing to list: no row has that many games, of %s in all; "+
		"want a smaller number, or 0 to list all", o.minGames, text.Number(games))
}

// counted yields the games and counts them.
func counted(games iter.Seq2[dataset.Game, error], n *int) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for g, err := range games {
			if err == nil {
				*n++
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// caption returns a text that says which games a picture shows.
func caption(paths []string, games int, filters string) string {
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = filepath.Base(p)
	}
	if len(names) > 3 {
		names = append(names[:2], fmt.Sprintf("%d more", len(names)-2))
	}
	text := text.Plural(games, "game") + " of " + strings.Join(names, ", ")
	if filters != "" {
		text += " chosen by " + filters
	}
	return text
}

// statOutput is a statistic's choice of games and of outputs, bound to flags.
type statOutput struct {
	name         string // name of the statistic
	filter       store.Filter
	rated        bool // the statistic rates players from all games
	minGames     int  // minimum number of games of a row
	json         bool
	top          int
	brief        bool // only the most informative rows, because no number was requested
	table        string
	columns      []string
	csv, parquet string
	piped        bool // print one table as CSV
	png, svg     string
	html         string // page with all tables and the picture
	caption      string // caption of the picture
}

// addFlags adds the flags of a statistic. answer has the type of its result, see [cli.AddJSON].
func (o *statOutput) addFlags(c *cobra.Command, answer any) {
	f := c.Flags()
	cli.AddJSON(c, &o.json, "print as JSON", answer)
	f.IntVar(&o.top, "top", cmp.Or(o.top, 20), "rows to print of each table; 0 = all; by default, curves and "+
		"bands print a selection")
	f.StringVar(&o.table, "table", "", "print and write only this table")
	f.StringSliceVar(&o.columns, "columns", nil, "print only these columns, as in --columns games,black_score")
	f.StringVar(&o.csv, "csv", "", "write as CSV; further tables go to FILE-name.csv; - prints one table as "+
		"CSV and nothing else")
	f.StringVar(&o.parquet, "parquet", "", "write as Parquet; further tables go to FILE-name.parquet")
	f.StringVar(&o.png, "png", "", "draw "+stats.PictureOf(o.name).About+" as a PNG")
	f.StringVar(&o.svg, "svg", "", "draw the same picture as an SVG")
}

// check returns an error for impossible settings, before any work is done.
func (o *statOutput) check(inputs []string) error {
	if o.csv == cli.StandardOutput {
		o.csv, o.piped = "", true
	}
	if o.piped && o.json {
		return fault.Misuse(errors.New("--csv - and --json both write to standard output: want only one of them"))
	}
	if err := cli.CheckTop(o.top); err != nil {
		return err
	}
	return cli.CheckOutputs(inputs, o.csv, o.parquet, o.png, o.svg, o.html)
}

// showStat prints a result and writes the requested files.
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
	if out.piped && len(tables) > 1 {
		return fault.Misuse(fmt.Errorf("--csv -: want --table with one of %s", tableNames(tables)))
	}
	if err := out.writeTables(tables); err != nil {
		return err
	}
	if err := out.drawTables(all); err != nil {
		return err
	}
	if out.html != "" {
		if err := out.writePage(all); err != nil {
			return err
		}
	}
	switch {
	case out.json:
		return a.JSON(r)
	case out.piped:
		return tables[0].WriteCSV(a.Out)
	}
	gap := ""
	for i := range tables {
		if len(tables) > 1 && len(tables[i].Rows) == 0 {
			continue
		}
		a.Printf("%s", gap)
		gap = "\n"
		printTable(a, &tables[i], shown[i], out.top, out.brief)
	}
	return nil
}

func (o *statOutput) writeTables(tables []stats.Table) error {
	for i := range tables {
		t := &tables[i]
		if err := errors.Join(replace(numbered(o.csv, i, t.Name), t.WriteCSV),
			replace(numbered(o.parquet, i, t.Name), t.WriteParquet)); err != nil {
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
	c := chart.Captioned{Chart: stats.PictureOf(o.name).Chart(tables), Caption: o.caption}
	if err := chart.Check(c); err != nil {
		return fault.BadInput(fmt.Errorf("%s: nothing to draw for these games: %w", cmp.Or(o.png, o.svg), err))
	}
	return errors.Join(saveChart(o.png, c), saveChart(o.svg, c))
}

// replace writes a file; it does nothing if the path is "".
func replace(path string, write func(io.Writer) error) error {
	if path == "" {
		return nil
	}
	return durable.Replace(path, write)
}

// saveChart writes a picture; it does nothing if the path is "".
func saveChart(path string, c chart.Chart) error {
	if path == "" {
		return nil
	}
	return chart.Save(path, c)
}
