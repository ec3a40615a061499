package database

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A trend is the shares of the games that end up in an opening, by period.
type trend []float64

// periodYears is the length of a period; single years have too few games.
const periodYears = 5

// trends returns the trend of each opening. The periods start with the first year of the database.
func (d *Database) trends(ctx context.Context) (map[string]trend, error) {
	periods := (d.about.LastYear-d.about.FirstYear)/periodYears + 1
	games, of := make([]int, periods), map[string][]int{}
	for g, err := range whileWanted(ctx, d.index.All(explore.Filter{})) {
		if err != nil {
			return nil, err
		}
		if !g.Standard() || g.Year == 0 {
			continue
		}
		o, _ := stats.Classify(g.Game)
		if of[o.Name] == nil {
			of[o.Name] = make([]int, periods)
		}
		period := (g.Year - d.about.FirstYear) / periodYears
		games[period]++
		of[o.Name][period]++
	}
	list := map[string]trend{}
	for name, counts := range of {
		for i, n := range counts {
			if games[i] > 0 {
				list[name] = append(list[name], float64(n)/float64(games[i]))
			}
		}
	}
	return list, nil
}

const trendWidth, trendHeight = 100, 24

// Line returns the points of a line that shows the trend.
func (t trend) Line() string {
	var points strings.Builder
	for i, share := range t {
		fmt.Fprintf(&points, "%.1f,%.1f ", trendWidth*float64(i)/float64(max(1, len(t)-1)),
			trendHeight*(1-share/max(slices.Max(t), 1e-9)))
	}
	return points.String()
}

// Words returns the shares as a text.
func (t trend) Words() string {
	var words []string
	for _, share := range t {
		words = append(words, text.Share(share))
	}
	return strings.Join(words, ", ")
}

// An openingsView is the data of the page of all openings.
type openingsView struct {
	About
	Table tableView
}

// openingsPage shows the statistic of openings with their trends.
func (d *Database) openingsPage(r *http.Request, _ wire.None) (openingsView, error) {
	v := openingsView{About: d.about}
	if d.index == nil {
		return v, nil
	}
	_, c, err := d.count(r.Context(), shortWait, statQuery{Name: "openings"})
	if err != nil {
		return v, err
	}
	v.Table = viewOf(&c.tables[0], maxRows, nil)
	if d.about.LastYear-d.about.FirstYear < periodYears {
		return v, nil
	}
	trends, err := result(r.Context(), d.counts, shortWait, "trends", d.trends)
	if err != nil {
		return v, err
	}
	v.Table.Heads = slices.Insert(v.Table.Heads, 1, head{Name: "trend", Label: "trend", Meaning: fmt.Sprintf(
		"share of the games in periods of %d years, from %d on", periodYears, d.about.FirstYear)})
	for i, row := range v.Table.Rows {
		v.Table.Rows[i] = slices.Insert(row, 1, cell{Trend: trends[row[0].Text]})
	}
	return v, nil
}

// An openingView is the data of the page of an opening.
type openingView struct {
	Opening
	Drawn   string // URL of the picture; "" = none
	Years   string // URL of the page of the results by year
	Players tableView
}

// openingPlayers is the minimum number of games in an opening for a player to be listed.
const openingPlayers = 5

// openingPage shows the games that reach the position of an opening.
func (d *Database) openingPage(r *http.Request, q playerQuery) (v openingView, err error) {
	i := slices.IndexFunc(d.openings, func(o Opening) bool { return o.Name == q.Name })
	if i < 0 {
		return v, fmt.Errorf("no opening is called %q: %w", q.Name, fs.ErrNotExist)
	}
	v.Opening = d.openings[i]
	least := openingPlayers
	_, c, err := d.count(r.Context(), shortWait, statQuery{Name: "players", Moves: v.Moves, MinGames: &least})
	if err != nil {
		return v, err
	}
	v.Players = viewOf(&c.tables[0], usualGames, nil)
	v.Players.Least = least
	v.Players.Title = fmt.Sprintf("Strongest players with %d or more of these games", least)
	v.Years = address("/statistics/years", "moves", v.Moves)
	if v.Games > 0 {
		v.Drawn = address("/api/v1/stats/years/picture.svg", "moves", v.Moves)
	}
	return v, nil
}

// Line returns the moves with their numbers.
func (o Opening) Line() string {
	var line strings.Builder
	for i := 0; i < len(o.Moves); i += 2 {
		fmt.Fprintf(&line, "%d. %s ", i/2+1, o.Moves[i:i+2])
	}
	return line.String()
}

// Board returns the URL of a picture of the position.
func (o Opening) Board() string { return address("/api/v1/board.svg", "moves", o.Moves, "size", "320") }

// ExploreLink returns the URL of the explorer at the position.
func (o Opening) ExploreLink() string { return address("/explore", "moves", o.Moves) }
