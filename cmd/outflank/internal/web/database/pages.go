package database

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/site"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/stats"
)

// Pages returns the pages of a database. They work without JavaScript.
func Pages(d *Database) []site.Page {
	return []site.Page{
		page("/statistics", "statistics", "Statistics", "/statistics", d.statisticsPage),
		page("/statistics/{name}", "statistic", "Statistics", "/statistics", d.statisticPage),
		page("/players", "players", "Players", "/statistics", d.playersPage),
		page("/players/{name...}", "player", "Player", "/statistics", d.playerPage),
		form(page("/events", "events", "Events", "/statistics", d.eventsPage)),
		page("/events/{name...}", "event", "Event", "/statistics", d.eventPage),
		page("/openings", "openings", "Openings", "/statistics", d.openingsPage),
		page("/openings/{name...}", "opening", "Opening", "/statistics", d.openingPage),
		form(page("/versus", "versus", "Head to head", "/statistics", d.versusPage)),
	}
}

// page returns a page; data computes its content from the query.
func page[Q, V any](path, template, title, section string, data func(*http.Request, Q) (V, error)) site.Page {
	read := wire.QueryReader[Q](path)
	return site.Page{Path: path, Template: template, Title: title, Section: section,
		Data: func(r *http.Request) (any, error) {
			q, err := read(r)
			if err != nil {
				return nil, err
			}
			return data(r, q)
		}}
}

// form returns a page that keeps its form where the query has an error.
func form(p site.Page) site.Page {
	p.Form = true
	return p
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
	return statisticsView{d.about, d.statistics()}, nil
}

// A statisticView is the data of the page of a statistic.
type statisticView struct {
	Statistic
	Filter     Filter
	Chosen     bool   // whether not all games are counted, or not the usual rows listed
	Moves      string // only games that reach the position after these moves
	Opening    string // name of the position; "" = none
	Counted    int
	Least      int    // minimum number of games to be listed
	About      string // description of the picture; "" = no picture
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
		Statistic: d.describe(s.Statistic), Filter: q.Filter, Moves: q.Moves, Counted: c.games,
		Least: valueOr(q.MinGames, s.MinGames), Statistics: d.statistics(),
	}
	if chart.Check(chartOf(s.Name, c)) == nil {
		if v.About = stats.PictureOf(s.Name).About; v.About == "" {
			v.About = "the value of each square"
		}
	}
	query := q.Filter.values()
	if q.Moves != "" {
		query.Set("moves", q.Moves)
		g, _ := position.Place{Moves: q.Moves}.Game() // count has parsed it
		o, _ := stats.Classify(g)
		v.Opening = o.Name
	}
	if v.Least != s.MinGames {
		query.Set("min_games", strconv.Itoa(v.Least))
	}
	v.Chosen = len(query) > 0
	v.JSON = "/api/v1/stats/" + s.Name + "?" + query.Encode()
	v.Drawn = "/api/v1/stats/" + s.Name + "/picture.svg?" + query.Encode()
	query.Set("rows", strconv.Itoa(maxRows))
	v.All = "/statistics/" + s.Name + "?" + query.Encode()
	most := q.Rows
	if most == 0 {
		most = usualRows
	}
	for i := range c.tables {
		table := viewOf(&c.tables[i], min(most, maxRows), nil)
		if columnOf(&c.tables[i], "rank") >= 0 {
			table.Least = v.Least
		}
		v.Tables = append(v.Tables, table)
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
	Drawn  string // URL of the picture; "" = none
	Tables []tableView
}

func (d *Database) playerPage(r *http.Request, q playerQuery) (playerView, error) {
	c, err := d.player(r.Context(), shortWait, q)
	if err != nil {
		return playerView{}, err
	}
	v := playerView{Career: c}
	all := c.Tables()
	if chart.Check(stats.PictureOf("player").Chart(all)) == nil {
		v.Drawn = address("/api/v1/player.svg", "name", c.Player)
	}
	for _, t := range all[1:] { // without the rating, which is above the tables
		if len(t.Rows) > 0 {
			v.Tables = append(v.Tables, viewOf(&t, usualRows, map[string]link{
				"opponent": func(name string, _ func(string) string) string {
					return address("/versus", "player", c.Player, "opponent", name)
				},
			}))
		}
	}
	return v, nil
}

// An eventsView is the data of the page of all events.
type eventsView struct {
	About
	EventList
	Name, Years string // of the query
	Prev, Next  string // URLs of the neighbouring pages of the list; "" = none
}

func (d *Database) eventsPage(r *http.Request, q eventsQuery) (eventsView, error) {
	v := eventsView{About: d.about, Name: q.Name, Years: q.Years}
	if d.index == nil {
		return v, nil
	}
	var err error
	v.EventList, err = d.listEvents(r.Context(), q)
	v.Prev, v.Next = neighbours(q.First, len(v.Events), v.Count, eventsOnPage,
		"/events", "name", q.Name, "years", q.Years)
	return v, err
}

// An eventView is the data of the page of an event.
type eventView struct {
	stats.EventResult
	Cross      tableView
	First      int
	List       []Game
	Prev, Next string  // URLs of the neighbouring pages of the list; "" = none
	Others     []Event // the years of the tournament, newest first
}

// eventGames is the number of games on a page of an event.
const eventGames = 100

// An eventPageQuery names an event and a page of its games.
type eventPageQuery struct {
	Name  string `query:"name"`
	Year  *int   `query:"year"`
	First int    `query:"first"`
}

func (d *Database) eventPage(r *http.Request, q eventPageQuery) (eventView, error) {
	e, err := d.event(r.Context(), shortWait, eventQuery{q.Name, q.Year})
	if err != nil {
		return eventView{}, err
	}
	v := eventView{EventResult: e, Cross: viewOf(&e.Tables()[0], maxRows, nil),
		First: min(max(0, q.First), len(e.Games))}
	v.Cross.Title = "Cross-table"
	for _, g := range e.Games[v.First:min(v.First+eventGames, len(e.Games))] {
		game, _ := d.index.Game(int64(g.GameID)) // it is in the index
		v.List = append(v.List, gameOf(explore.Hit{Game: game}))
	}
	v.Prev, v.Next = neighbours(v.First, len(v.List), len(e.Games), eventGames,
		"/events/"+url.PathEscape(e.Tournament), "year", strconv.Itoa(e.Year))
	for _, other := range d.events {
		if other.Tournament == e.Tournament {
			v.Others = append(v.Others, other)
		}
	}
	return v, nil
}

// neighbours returns the URLs of the pages before and after a page of a list; "" = none.
func neighbours(first, shown, all, most int, path string, parameters ...string) (prev, next string) {
	at := func(first int) string {
		return address(path, append(parameters, "first", strconv.Itoa(max(0, first)))...)
	}
	if first > 0 {
		prev = at(first - most)
	}
	if first+shown < all {
		next = at(first + most)
	}
	return prev, next
}

// A versusView is the data of the page of two players.
type versusView struct {
	Versus
	Asked      versusQuery
	Table      tableView
	Prev, Next string // URLs of the neighbouring pages of the list; "" = none
}

func (d *Database) versusPage(r *http.Request, q versusQuery) (versusView, error) {
	x, err := d.versus(r.Context(), q)
	if err != nil {
		return versusView{Asked: q}, err
	}
	v := versusView{Versus: x, Asked: q, Table: viewOf(&x.Tables()[0], 1, nil)}
	v.Prev, v.Next = neighbours(x.First, len(x.List), x.Games, usualGames,
		"/versus", "player", x.Player, "opponent", x.Opponent)
	return v, nil
}
