package database

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/outflank/outflank/cmd/outflank/internal/web/site"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/stats"
)

// Pages returns the pages of a database. They work without JavaScript.
func Pages(d *Database) []site.Page {
	return []site.Page{
		page("/statistics", "statistics", "Statistics", "/statistics", d.statisticsPage),
		page("/statistics/{name}", "statistic", "Statistics", "/statistics", d.statisticPage),
		page("/players", "players", "Players", "/statistics", d.playersPage),
		page("/players/{name...}", "player", "Player", "/statistics", d.playerPage),
		page("/versus", "versus", "Head to head", "/statistics", d.versusPage),
	}
}

// page returns a page; data computes its content from the query.
func page[Q, V any](path, template, title, section string, data func(*http.Request, Q) (V, error)) site.Page {
	return site.Page{Path: path, Template: template, Title: title, Section: section,
		Data: func(r *http.Request) (any, error) {
			q, err := wire.ReadQuery[Q](path, r)
			if err != nil {
				return nil, err
			}
			return data(r, q)
		}}
}

// Explore leads to the analysis page, where the panel of the database has the place and the filter of the
// query. There black and white are the names of the players, so that the filter's names have a prefix.
func Explore(w http.ResponseWriter, r *http.Request) {
	q := url.Values{}
	for key, values := range r.URL.Query() {
		if !slices.Contains([]string{"start", "moves", "ply", "at"}, key) {
			key = "games." + key
		}
		q[key] = values
	}
	http.Redirect(w, r, "/analysis?"+q.Encode(), http.StatusSeeOther)
}

// A statisticsView is the list of all statistics.
type statisticsView struct {
	About
	Statistics []Statistic
}

func (d *Database) statisticsPage(*http.Request, wire.None) (statisticsView, error) {
	return statisticsView{d.about, statistics()}, nil
}

// A statisticView is the data of the page of a statistic.
type statisticView struct {
	Statistic
	Filter     Filter
	Counted    int
	Least      int    // minimum number of games to be listed
	Picture    string // description of the picture; "" = no picture
	Drawn      string // URL of the picture
	JSON       string // URL of the same data
	All        string // URL of the page with all rows
	Tables     []tableView
	Statistics []Statistic
}

// usualRows is the default number of rows of a table on a page.
const usualRows = 50

func (d *Database) statisticPage(r *http.Request, q statQuery) (statisticView, error) {
	s, c, err := d.count(r.Context(), shortWait, q)
	if err != nil {
		return statisticView{}, err
	}
	v := statisticView{
		Statistic: Statistic{s.Name, s.Question, s.Counts, s.MinGames}, Filter: q.Filter, Counted: c.games,
		Least: valueOr(q.MinGames, s.MinGames), Statistics: statistics(),
	}
	if chart.Check(chartOf(s.Name, c)) == nil {
		if v.Picture = stats.PictureOf(s.Name).About; v.Picture == "" {
			v.Picture = "the value of each square"
		}
	}
	query := q.Filter.values()
	if v.Least != s.MinGames {
		query.Set("min_games", strconv.Itoa(v.Least))
	}
	v.JSON = "/api/v1/stats/" + s.Name + "?" + query.Encode()
	v.Drawn = "/api/v1/stats/" + s.Name + "/picture.svg?" + query.Encode()
	query.Set("rows", strconv.Itoa(maxRows))
	v.All = "/statistics/" + s.Name + "?" + query.Encode()
	most := q.Rows
	if most == 0 {
		most = usualRows
	}
	for i := range c.tables {
		v.Tables = append(v.Tables, viewOf(&c.tables[i], min(most, maxRows), nil))
	}
	return v, nil
}

// A playersView is the data of the page of all players.
type playersView struct {
	About
	Name    string
	Players []Player
}

func (d *Database) playersPage(r *http.Request, q nameQuery) (playersView, error) {
	v := playersView{About: d.about, Name: q.Name}
	if d.index == nil {
		return v, nil
	}
	if q.Limit == nil {
		most := usualRows
		q.Limit = &most
	}
	found, err := d.players(r.Context(), q)
	v.Players = found.Players
	return v, err
}

// A playerView is the data of the page of a player.
type playerView struct {
	Career
	Tables []tableView
}

func (d *Database) playerPage(r *http.Request, q playerQuery) (playerView, error) {
	c, err := d.player(r.Context(), q)
	if err != nil {
		return playerView{}, err
	}
	v := playerView{Career: c}
	for _, t := range c.Tables() {
		v.Tables = append(v.Tables, viewOf(&t, usualRows, map[string]func(string) string{
			"opponent": func(name string) string { return address("/versus", "player", c.Player, "opponent", name) },
		}))
	}
	return v, nil
}

// A versusView is the data of the page of two players.
type versusView struct {
	Versus
	Table      tableView
	Prev, Next string // URLs of the neighbouring pages of the list; "" = none
}

func (d *Database) versusPage(r *http.Request, q versusQuery) (versusView, error) {
	x, err := d.versus(r.Context(), q)
	if err != nil {
		return versusView{}, err
	}
	v := versusView{Versus: x, Table: viewOf(&x.Tables()[0], 1, nil)}
	at := func(first int) string {
		return address("/versus", "player", x.Player, "opponent", x.Opponent, "first", strconv.Itoa(max(0, first)))
	}
	if x.First > 0 {
		v.Prev = at(x.First - usualGames)
	}
	if x.First+len(x.List) < x.Games {
		v.Next = at(x.First + usualGames)
	}
	return v, nil
}
