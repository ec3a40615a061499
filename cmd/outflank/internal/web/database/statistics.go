package database

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"net/http"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/stats"
)

// A Statistic describes a statistic, which answers one question about games.
type Statistic struct {
	Name     string `json:"name" example:"years"`
	Question string `json:"question" doc:"question that the statistic answers"`
	Counts   string `json:"counts" doc:"games that the statistic counts; empty = all"`
	MinGames int    `json:"min_games" doc:"default minimum number of games for a row; 0 = all rows"`
	Picture  string `json:"picture" enum:"ready,pending,none" doc:"picture of all games: ready; pending = the server has yet to draw it; none = there is nothing to draw"`
}

// allStatistics lists the available statistics.
type allStatistics struct {
	Statistics []Statistic `json:"statistics"`
}

func (d *Database) questions(context.Context, wire.None) (allStatistics, error) {
	return allStatistics{d.statistics()}, nil
}

func (d *Database) statistics() (list []Statistic) {
	for _, s := range stats.All() {
		list = append(list, d.describe(s))
	}
	return list
}

func (d *Database) describe(s stats.Statistic) Statistic {
	picture, drawn := d.gallery.Load(s.Name)
	state := "ready"
	switch {
	case d.index == nil || drawn && picture.([]byte) == nil:
		state = "none"
	case !drawn:
		state = "pending"
	}
	return Statistic{s.Name, s.Question, s.Counts, s.MinGames, state}
}

// A statQuery asks for a statistic.
type statQuery struct {
	Name string `query:"name" doc:"name of the statistic" example:"years"`
	Filter
	Moves    string `query:"moves" doc:"count only games that reach the position after these moves, in any order of moves" example:"f5d6c3d3c4"`
	MinGames *int   `query:"min_games" doc:"minimum number of games for a row; default: min_games of the statistic" minimum:"0" example:"20"`
	Rows     int    `query:"rows" doc:"maximum number of rows of each table; 0 = all" minimum:"0" example:"100"`
}

// An Answer is the result of a statistic.
type Answer struct {
	Statistic
	Games  int     `json:"games" doc:"number of games counted"`
	Tables []Table `json:"tables" doc:"tables, the most relevant first"`
}

// A Table is a table of results; its columns describe the cells.
type Table struct {
	Name    string   `json:"name"`
	Title   string   `json:"title" doc:"title for people"`
	Columns []Column `json:"columns"`
	Rows    [][]any  `json:"rows" doc:"rows of cells; each cell is a number, a string or a boolean, depending on its column; null = unknown"`
	All     int      `json:"all" doc:"total number of rows"`
}

// A Column describes a column.
type Column struct {
	Name    string `json:"name"`
	Type    string `json:"type" enum:"int64,float64,utf8,bool"`
	Unit    string `json:"unit" doc:"unit such as game, disc, elo, year or text; 1 for fractions"`
	Meaning string `json:"meaning" doc:"meaning of the values, with their range"`
}

// A counted holds the result of a statistic for a set of games.
type counted struct {
	result stats.Result
	tables []stats.Table
	games  int
}

// A counting computes the result of a statistic.
type counting struct {
	stats.Statistic
	key string // of the query
	do  func(context.Context) (counted, error)
}

// counting returns the computation that a query asks for.
func (d *Database) counting(q statQuery) (counting, error) {
	s, ok := stats.Find(q.Name)
	if !ok {
		return counting{}, fmt.Errorf("statistic %q: %w", q.Name, fs.ErrNotExist)
	}
	x, err := d.loaded()
	if err != nil {
		return counting{}, err
	}
	f, err := q.filter()
	if err != nil {
		return counting{}, err
	}
	after, at, err := position.Place{Moves: q.Moves}.End()
	if err != nil {
		return counting{}, err
	}
	least := valueOr(q.MinGames, s.MinGames)
	key := fmt.Sprintf("statistic %q %q %d", []any{s.Name, q.Filter}, after.String(), least)
	return counting{s, key, func(ctx context.Context) (counted, error) {
		games, n := x.All(f), x.List(f, 0, 0).Count
		if len(after.Moves) > 0 {
			page, err := x.Reaching(at, f, explore.Newest, 0, x.Games())
			if err != nil {
				return counted{}, err
			}
			games, n = gamesIn(page.Hits), page.Count
		}
		r, err := s.Count(ctx, whileWanted(ctx, games), x.Players(), 1, least)
		if err != nil {
			return counted{}, err
		}
		r = stats.OnlyPlayer(r, f.Player)
		return counted{r, r.Tables(), n}, nil
	}}, nil
}

// gamesIn yields the games of hits.
func gamesIn(hits []explore.Hit) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for i := range hits {
			if !yield(hits[i].Game, nil) {
				return
			}
		}
	}
}

// whileWanted yields games until ctx ends, and then its error. It asks ctx often, because a [fair.Turn] then
// gives its place up.
func whileWanted(ctx context.Context, games iter.Seq2[dataset.Game, error]) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		n := 0
		for g, err := range games {
			if n++; n%64 == 0 && err == nil {
				err = ctx.Err()
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// count returns the result of a statistic for the games that match the query. It waits at most for the time
// wait.
func (d *Database) count(ctx context.Context, wait time.Duration, q statQuery) (counting, counted, error) {
	s, err := d.counting(q)
	if err != nil {
		return s, counted{}, err
	}
	c, err := result(ctx, d.counts, wait, s.key, s.do)
	return s, c, err
}

func (d *Database) statistic(ctx context.Context, q statQuery) (Answer, error) {
	s, c, err := d.count(ctx, longWait, q)
	if err != nil {
		return Answer{}, err
	}
	return Answer{d.describe(s.Statistic), c.games, tablesOf(c.tables, q.Rows)}, nil
}

// tablesOf limits each table to most rows, 0 = all.
func tablesOf(tables []stats.Table, most int) (list []Table) {
	for _, t := range tables {
		rows := t.Rows
		if most > 0 {
			rows = rows[:min(most, len(rows))]
		}
		if rows == nil {
			rows = [][]any{}
		}
		shown := Table{Name: t.Name, Title: t.Title, Rows: rows, All: len(t.Rows)}
		for _, c := range t.Columns {
			shown.Columns = append(shown.Columns, Column{c.Name, c.Type.Name(), c.Unit, c.Meaning})
		}
		list = append(list, shown)
	}
	return list
}

// picture draws the same picture as `outflank stats --svg`.
func (d *Database) picture(ctx context.Context, q statQuery) (wire.File, error) {
	if p, ok := d.gallery.Load(q.Name); ok && q == (statQuery{Name: q.Name}) {
		return pictureFile(p.([]byte), nil)
	}
	s, c, err := d.count(ctx, longWait, q)
	if err != nil {
		return wire.File{}, err
	}
	return pictureFile(result(ctx, d.pictures, longWait, s.key, func(context.Context) ([]byte, error) {
		return draw(chartOf(s.Name, c))
	}))
}

// draw returns a picture as SVG; nil = nothing to draw.
func draw(c chart.Chart) ([]byte, error) {
	if chart.Check(c) != nil {
		return nil, nil
	}
	var svg bytes.Buffer
	err := chart.WriteSVG(&svg, c)
	return svg.Bytes(), err
}

func pictureFile(svg []byte, err error) (wire.File, error) {
	if err == nil && svg == nil {
		err = wire.Fail(http.StatusNotFound, errors.New("nothing to draw for these games"))
	}
	return wire.File{Media: "image/svg+xml", Data: svg}, err
}

// DrawGallery draws the pictures of all games, one after the other, until ctx ends. It runs only while no
// client waits for a statistic, nor any search for a place of the pool.
func (d *Database) DrawGallery(ctx context.Context, p *fair.Pool) {
	if d.index == nil {
		return
	}
	account := p.Idle()
	for _, s := range stats.All() {
		c, _ := d.counting(statQuery{Name: s.Name}) // it exists
		found, err := d.counts.fill(ctx, c.key, func(ctx context.Context) (any, error) {
			turn := account.Turn(ctx, 1)
			if !turn.Begin() {
				return nil, ctx.Err()
			}
			defer turn.End()
			return c.do(turn)
		})
		if ctx.Err() != nil {
			return
		}
		var picture []byte
		if err == nil {
			picture, _ = draw(chartOf(s.Name, found.(counted))) // if that fails, there is none
		}
		d.gallery.Store(s.Name, picture)
	}
}

func valueOr(p *int, otherwise int) int {
	if p == nil {
		return otherwise
	}
	return *p
}

// chartOf returns the picture of a statistic.
func chartOf(name string, c counted) chart.Chart {
	if w, ok := c.result.(*stats.PhaseWeights); ok {
		return stats.WeightsPicture(w.Total(), "all")
	}
	return stats.PictureOf(name).Chart(c.tables)
}
