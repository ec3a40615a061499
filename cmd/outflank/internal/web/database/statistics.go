package database

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"net/http"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Statistic answers one question about games.
type Statistic struct {
	Name     string `json:"name" example:"years"`
	Question string `json:"question" doc:"the question that it answers"`
	Counts   string `json:"counts" doc:"the games that count; empty = all"`
	MinGames int    `json:"min_games" doc:"default minimum number of games of a row; 0 = no minimum"`
}

// allStatistics are the questions that have an answer.
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
	MinGames *int `query:"min_games" doc:"list only rows with at least this number of games; the default depends on the statistic" example:"20"`
	Rows     int  `query:"rows" doc:"maximum number of rows of each table; 0 = all" example:"100"`
}

// An Answer is what a statistic found.
type Answer struct {
	Statistic
	Games  int     `json:"games" doc:"number of games counted"`
	Tables []Table `json:"tables" doc:"tables, the main one first"`
}

// A Table is rows of cells that its columns describe.
type Table struct {
	Name    string   `json:"name"`
	Title   string   `json:"title" doc:"title for people"`
	Columns []Column `json:"columns"`
	Rows    [][]any  `json:"rows" doc:"cells with a number, text or Boolean, depending on the column; null = unknown"`
	All     int      `json:"all" doc:"total number of rows"`
}

// A Column describes the cells of a column.
type Column struct {
	Name    string `json:"name"`
	Type    string `json:"type" enum:"int64,float64,utf8,bool"`
	Unit    string `json:"unit" doc:"such as game, disc, elo, year, text; 1 for shares"`
	Meaning string `json:"meaning" doc:"meaning of the values, with their range"`
}

// A counted is the result of a statistic for some games.
type counted struct {
	result stats.Result
	tables []stats.Table
	games  int
}

// count returns the result of a statistic for the games of a filter.
func (d *Database) count(ctx context.Context, q statQuery) (stats.Statistic, counted, error) {
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
	c, err := result(ctx, d.counts, fmt.Sprintf("statistic %q %d", []any{s.Name, q.Filter}, least),
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
	s, c, err := d.count(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	return Answer{Statistic{s.Name, s.Question, s.Counts, s.MinGames}, c.games, tablesOf(c.tables, q.Rows)}, nil
}

// tablesOf returns tables with at most a number of rows each, 0 = all.
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

// picture draws what `outflank stats --svg` draws.
func (d *Database) picture(ctx context.Context, q statQuery) (wire.File, error) {
	s, c, err := d.count(ctx, q)
	if err != nil {
		return wire.File{}, err
	}
	data, err := result(ctx, d.counts, fmt.Sprintf("picture %q %d %d", []any{s.Name, q.Filter}, c.games,
		valueOr(q.MinGames, s.MinGames)), func(context.Context) ([]byte, error) {
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
