package statistics

import (
	"context"
	_ "embed"
	"html/template"
	"io"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A profiler makes the page of a name from the chosen games, see [stats.NewProfile].
type profiler func(ctx context.Context, games []dataset.Game, all *stats.Players, of stats.Analysis,
	name string) (stats.Result, error)

// playerCommand returns the command that shows a player.
func playerCommand(a *cli.App) *cobra.Command {
	return profileCommand(a, "player", stats.ProfileResult{}, &cobra.Command{
		Use:   "player GAMES NAME",
		Short: "Show a player: rating, results, rivals, accuracy and mistakes",
		Long: `Player shows one player's games: the rating by year with intervals and the results that
ratings predict; results by colour, opponent, event and opening; and, with --cache, the
accuracy by phase, opening and square, and the costliest moves. Moves that the player repeated
in the same position count together.

NAME is found as in stats versus: player ignores accents, case, the order of words and one misspelled
letter. The figures are those of stats players, ratings, pairs and accuracy. Ratings come from all
games of GAMES, including those that filters leave out.

--cache reads the values of moves from a folder made by outflank analyze GAMES --cache DIR. Moves
that it lacks are left out.`,
		Example: `  outflank player games "tamenori hideshi"
  outflank player games tamenori --years 1986-1990 --cache cache --html tamenori.html`,
	}, func(ctx context.Context, games []dataset.Game, all *stats.Players, of stats.Analysis,
		name string) (stats.Result, error) {
		r, err := stats.NewProfile(ctx, games, all, of, name)
		if err == nil {
			sayNamesakes(a, name, r.Player, r.Also)
		}
		return r, err
	})
}

// eventCommand returns the command that shows a tournament.
func eventCommand(a *cli.App) *cobra.Command {
	return profileCommand(a, "event", stats.EventResult{}, &cobra.Command{
		Use:   "event GAMES NAME",
		Short: "Show a tournament: cross-table, games and accuracy",
		Long: `Event shows a tournament in its latest year, or in the latest of --years: the cross-table, with
the results that ratings predict; the games; and the results of all years. With --cache, it adds the
accuracy of the players. Ratings come from all games of GAMES, including those that filters leave out.

NAME is found like the name of a player: event ignores accents, case, the order of words and one
misspelled letter.

--cache reads the values of moves from a folder made by outflank analyze GAMES --cache DIR. Moves
that it lacks are left out.`,
		Example: `  outflank event games "world championship" --years 2004
  outflank event games "world championship" --years 2004 --cache cache --html worlds.html`,
	}, func(ctx context.Context, games []dataset.Game, all *stats.Players, of stats.Analysis,
		name string) (stats.Result, error) {
		return stats.NewEvent(ctx, games, all, of, name)
	})
}

// profileRows is the number of rows of each table that a page in the terminal shows by default.
const profileRows = 8

// profileCommand completes a command that shows the page of a name.
func profileCommand(a *cli.App, picture string, answer any, c *cobra.Command, make profiler) *cobra.Command {
	out := statOutput{name: picture, rated: true, top: profileRows}
	var cache string
	c.Args = cobra.ExactArgs(2)
	c.RunE = func(c *cobra.Command, args []string) error {
		analysis, err := openAnalysis(cache)
		if err != nil {
			return err
		}
		return runStat(a, c, args[:1], &out, "counting",
			func(games iter.Seq2[dataset.Game, error], all *stats.Players) (stats.Result, error) {
				var list []dataset.Game
				for g, err := range games {
					if err != nil {
						return nil, err
					}
					list = append(list, g)
				}
				return make(c.Context(), list, all, analysis, args[1])
			})
	}
	cli.AddFilterFlags(c, &out.filter)
	out.addFlags(c, answer)
	c.Flags().StringVar(&out.html, "html", "", "write all tables and the picture as one HTML page")
	addCacheFlag(c, &cache)
	return c
}

// addCacheFlag adds --cache.
func addCacheFlag(c *cobra.Command, dir *string) {
	c.Flags().StringVar(dir, "cache", "", "folder with the values of moves, made by outflank analyze --cache")
}

// openAnalysis opens a folder of analysed moves. The folder "" has none.
func openAnalysis(dir string) (stats.Analysis, error) {
	if dir == "" {
		return nil, nil
	}
	c, err := label.OpenCache(dir)
	if err != nil {
		return nil, err
	}
	return c.Analyze, nil
}

//go:embed page.html
var pageText string

// A htmlTable is a table of a page.
type htmlTable struct {
	stats.Table
	Shown []int // columns
	More  int   // number of rows left out
}

// Head returns the words of a column's name.
func (t htmlTable) Head(k int) string { return strings.ReplaceAll(t.Columns[k].Name, "_", " ") }

// pageRows is the maximum number of rows of a table in a page.
const pageRows = 200

// writePage writes the tables and the picture as one HTML page.
func (o *statOutput) writePage(tables []stats.Table) error {
	shown, err := o.shown(tables)
	if err != nil {
		return err
	}
	page := struct {
		Title, Caption string
		Picture        template.HTML
		Tables         []htmlTable
	}{Title: tables[0].Title, Caption: o.caption}
	if c := stats.PictureOf(o.name).Chart(tables); chart.Check(c) == nil {
		var svg strings.Builder
		if err := chart.WriteSVG(&svg, c); err != nil {
			return err
		}
		_, picture, _ := strings.Cut(svg.String(), "<svg")
		page.Picture = template.HTML("<svg" + picture)
	}
	for i, t := range tables {
		if more := len(t.Rows) - pageRows; len(t.Rows) > 0 {
			t.Rows = t.Rows[:min(pageRows, len(t.Rows))]
			page.Tables = append(page.Tables, htmlTable{t, shown[i], max(0, more)})
		}
	}
	functions := template.FuncMap{"number": text.Number}
	form, err := template.New("page").Funcs(functions).Parse(pageText)
	if err != nil {
		return err
	}
	return durable.Replace(o.html, func(w io.Writer) error { return form.Execute(w, page) })
}
