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

// A profiler makes the page of a name from the chosen games, as [stats.NewProfile] does.
type profiler func(ctx context.Context, games []dataset.Game, all *stats.Players, of stats.Analysis,
	name string) (stats.Result, error)

// pageHelp is a part of the help of player and event.
const pageHelp = `

NAME may lack accents and have another order of words or one misspelled letter. --cache reads the
values of moves from a folder made by outflank analyze GAMES --cache DIR; moves that it lacks are
left out.`

// playerCommand returns the command that shows a player.
func playerCommand(a *cli.App) *cobra.Command {
	return profileCommand(a, "player", stats.ProfileResult{}, &cobra.Command{
		Use:   "player GAMES NAME",
		Short: "Show a player: rating, results, rivals, accuracy and mistakes",
		Long: `Player shows one player's games: the rating by year with intervals, beside the results that
ratings predict; results by colour, opponent, event and opening; and, with --cache, the accuracy
by colour, phase and opening, and the costliest moves. The figures are those of stats players,
ratings, pairs and accuracy. Ratings come from all games, including those that filters leave out.` + pageHelp,
		Example: `  outflank player games "tamenori hideshi"
  outflank player games tamenori --years 1986-1990 --cache cache --html tamenori.html`,
	}, func(ctx context.Context, games []dataset.Game, all *stats.Players, of stats.Analysis,
		name string) (stats.Result, error) {
		r, err := stats.NewProfile(ctx, games, all, of, name)
		sayNamesakes(a, name, r.Player, r.Also)
		return r, err
	})
}

// eventCommand returns the command that shows a tournament.
func eventCommand(a *cli.App) *cobra.Command {
	return profileCommand(a, "event", stats.EventResult{}, &cobra.Command{
		Use:   "event GAMES NAME",
		Short: "Show a tournament: cross-table, games and accuracy",
		Long: `Event shows a tournament in its latest year, or in the latest of --years: the cross-table, the
games, and the results of all years. With --cache, it adds the accuracy of the players.` + pageHelp,
		Example: `  outflank event games "world championship" --years 2004
  outflank event games "world championship" --years 2004 --cache cache --html worlds.html`,
	}, func(_ context.Context, games []dataset.Game, _ *stats.Players, of stats.Analysis,
		name string) (stats.Result, error) {
		return stats.NewEvent(games, of, name)
	})
}

// profileRows is the number of rows of each table that a page in the terminal shows by default.
const profileRows = 8

// profileCommand completes a command that shows the page of a name.
func profileCommand(a *cli.App, name string, answer any, c *cobra.Command, make profiler) *cobra.Command {
	out := statOutput{name: name, rated: name == "player", top: profileRows}
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
		if n := min(pageRows, len(t.Rows)); n > 0 {
			more := len(t.Rows) - n
			t.Rows = t.Rows[:n]
			page.Tables = append(page.Tables, htmlTable{t, shown[i], more})
		}
	}
	form := template.Must(template.New("page").Funcs(template.FuncMap{"number": text.Number,
		"words": func(name string) string { return strings.ReplaceAll(name, "_", " ") }}).Parse(pageText))
	return durable.Replace(o.html, func(w io.Writer) error { return form.Execute(w, page) })
}
