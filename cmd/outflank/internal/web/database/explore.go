package database

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/engine"
)

// An exploreQuery asks for the moves played in a position.
type exploreQuery struct {
	position.Place
	Filter
	Newest *int `query:"newest" doc:"maximum number of newest games to list, 0 to 50; default 10" minimum:"0" maximum:"50" example:"10"`
}

const (
	usualNewest = 10
)

// An exploreAnswer lists the moves played in a position.
type exploreAnswer struct {
	explore.Answer
	Book   map[string]int `json:"book" doc:"values of moves in the server's opening book, where it has them: disc difference for black"`
	Newest []Game         `json:"newest" doc:"newest games that reach the position"`
}

// bookValues returns the opening book's values of the moves in a position, for black.
func (d *Database) bookValues(p engine.Position) (map[string]int, error) {
	found, err := d.book.Values(p.Board)
	values := map[string]int{}
	for s, v := range found {
		if p.Color == engine.White {
			v = -v
		}
		values[s.String()] = v
	}
	return values, err
}

// explore waits for a place and looks the position up.
func (d *Database) explore(ctx context.Context, q exploreQuery) (a exploreAnswer, err error) {
	x, err := d.loaded()
	if err != nil {
		return a, err
	}
	g, p, err := q.End()
	if err != nil {
		return a, err
	}
	f, err := q.filter()
	if err != nil {
		return a, err
	}
	if err := d.places.Acquire(ctx, 1); err != nil {
		return a, err
	}
	defer d.places.Release(1)
	if a.Answer, err = x.Explore(g, f, 0, explore.First); err != nil {
		return a, err
	}
	page, err := x.Reaching(p, f, explore.Newest, 0, valueOr(q.Newest, usualNewest))
	if err != nil {
		return a, err
	}
	a.Newest = gamesOf(page.Hits)
	a.Book, err = d.bookValues(p)
	return a, err
}

// A listQuery asks for a page of games.
type listQuery struct {
	position.Place
	Filter
	Anywhere bool `query:"anywhere" doc:"list all games that match the filter, whether or not they reach the position"`
	First    int  `query:"first" doc:"number of games to skip" minimum:"0"`
	Limit    *int `query:"limit" doc:"maximum number of games to list, 1 to 50; default 20" minimum:"1" maximum:"50" example:"20"`
}

const usualGames = 20

// A List is a page of games.
type List struct {
	Count int    `json:"count" doc:"number of games on all pages"`
	First int    `json:"first" doc:"number of games before this page"`
	Games []Game `json:"games" doc:"games, newest first"`
}

// list returns a page of the games that reach a position.
func (d *Database) list(ctx context.Context, q listQuery) (List, error) {
	x, err := d.loaded()
	if err != nil {
		return List{}, err
	}
	most := valueOr(q.Limit, usualGames)
	_, p, err := q.End()
	if err != nil {
		return List{}, err
	}
	f, err := q.filter()
	if err != nil {
		return List{}, err
	}
	if err := d.places.Acquire(ctx, 1); err != nil {
		return List{}, err
	}
	defer d.places.Release(1)
	var page explore.Page
	if q.Anywhere {
		page = x.List(f, q.First, most)
	} else if page, err = x.Reaching(p, f, explore.Newest, q.First, most); err != nil {
		return List{}, err
	}
	return List{page.Count, q.First, gamesOf(page.Hits)}, nil
}

func gamesOf(hits []explore.Hit) []Game {
	list := make([]Game, len(hits))
	for i, h := range hits {
		list[i] = gameOf(h)
	}
	return list
}

func gameOf(h explore.Hit) Game {
	return Game{
		ID: h.ID, Year: h.Year, Tournament: h.Tournament, Black: h.Black, White: h.White, Score: h.Result(),
		Start: position.StartText(h.Start), Moves: h.Game.Game.String(), Ply: h.Ply,
	}
}

// An idQuery names a game.
type idQuery struct {
	ID int64 `query:"id" doc:"identifier of the game" example:"1870"`
}

func (d *Database) game(_ context.Context, q idQuery) (Record, error) {
	x, err := d.loaded()
	if err != nil {
		return Record{}, err
	}
	g, ok := x.Game(q.ID)
	if !ok {
		return Record{}, fmt.Errorf("game %d: %w", q.ID, fs.ErrNotExist)
	}
	return recordOf(&g), nil
}
