package database

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Statistic describes a statistic, which answers one question about games.
type Statistic struct {
	Name     string `json:"name" example:"years"`
	Question string `json:"question" doc:"question that the statistic answers"`
	Counts   string `json:"counts" doc:"games that the statistic counts; empty = all"`
	MinGames int    `json:"min_games" doc:"default minimum number of games for a row; 0 = all rows"`
}

// allStatistics lists the available statistics.
type allStatistics struct {
	Statistics []Statistic `json:"statistics"`
}

func questions(context.Context, wire.None) (allStatistics, error) {
	return allStatistics{statistics()}, nil
}

func statistics() (list []Statistic) {
	for _, s := range stats.All() {
		list = append(list, Statistic{s.Name, s.Question, s.Counts, s.MinGames})
	}
	return list
}

// A statQuery asks for a statistic.
type statQuery struct {
	Name string `query:"name" doc:"name of the statistic" example:"years"`
	Filter
	MinGames *int `query:"min_games" doc:"minimum number of games for a row; default: min_games of the statistic" min:"0" example:"20"`
	Rows     int  `query:"rows" doc:"maximum number of rows of each table; 0 = all" min:"0" example:"100"`
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

// count returns the result of a statistic for the games that match the filter of the query. It waits at most
// for the time wait.
func (d *Database) count(ctx context.Context, wait time.Duration, q statQuery) (stats.Statistic, counted,
	error) {
	s, ok := stats.Find(q.Name)
	if !ok {
		return s, counted{}, fmt.Errorf("statistic %q: %w", q.Name, fs.ErrNotExist)
	}
	x, err := d.loaded()
	if err != nil {
		return s, counted{}, err
	}
	f, err := q.filter()
	if err != nil {
		return s, counted{}, err
	}
	least := s.MinGames
	if q.MinGames != nil {
		least = *q.MinGames
	}
	if least < 0 || q.Rows < 0 {
		return s, counted{}, fault.Misuse(fmt.Errorf("min_games=%d, rows=%d: want 0 or more", least, q.Rows))
	}
	c, err := result(ctx, d.counts, wait, fmt.Sprintf("statistic %q %d", []any{s.Name, q.Filter}, least),
		func(ctx context.Context) (counted, error) {
			r, err := s.Count(ctx, x.All(f), x.Players(), 1, least)
			if err != nil {
				return counted{}, err
			}
			r = stats.OnlyPlayer(r, f.Player)
			return counted{r, r.Tables(), x.List(f, 0, 0).Count}, nil
		})
	return s, c, err
}

func (d *Database) statistic(ctx context.Context, q statQuery) (Answer, error) {
	s, c, err := d.count(ctx, longWait, q)
	if err != nil {
		return Answer{}, err
	}
	return Answer{Statistic{s.Name, s.Question, s.Counts, s.MinGames}, c.games, tablesOf(c.tables, q.Rows)}, nil
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
	s, c, err := d.count(ctx, longWait, q)
	if err != nil {
		return wire.File{}, err
	}
	key := fmt.Sprintf("picture %q %d %d", []any{s.Name, q.Filter}, c.games, valueOr(q.MinGames, s.MinGames))
	data, err := result(ctx, d.pictures, longWait, key, func(context.Context) ([]byte, error) {
		drawing := chartOf(s.Name, c)
		if err := chart.Check(drawing); err != nil {
			return nil, wire.Fail(http.StatusNotFound, fmt.Errorf("nothing to draw for these games: %w", err))
		}
		var svg bytes.Buffer
		err := chart.WriteSVG(&svg, drawing)
		return svg.Bytes(), err
	})
	return wire.File{Media: "image/svg+xml", Data: data}, err
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
