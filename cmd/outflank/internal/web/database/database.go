package database

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
)

// A Database answers questions about recorded games. Without games, its answers are errors that say so.
type Database struct {
	index    *explore.Index // nil = no games
	book     *book.Book     // nil = none
	about    About
	openings []Opening
	events   []Event // newest first, then by name

	places *semaphore.Weighted // for concurrent look-ups of positions

	counts, pictures, people *work    // statistics, pictures, and queries about players and events
	gallery                  sync.Map // pictures of all games, []byte by statistic; nil = nothing to draw
}

// New returns a database with the games of an index and the values of an opening book, nil = none. It runs
// threads look-ups concurrently, at least 1, but only one statistic at a time, because a statistic may take
// a hundred megabytes.
func New(x *explore.Index, b *book.Book, threads int) *Database {
	d := &Database{index: x, book: b, places: semaphore.NewWeighted(int64(threads)), counts: newWork(1),
		pictures: newWork(1), people: newWork(threads)}
	if x != nil {
		d.about, d.events = aboutOf(x), eventsOf(x)
	}
	d.openings = openingsOf(x)
	return d
}

// errNone is the error of a database without games.
var errNone = wire.Fail(http.StatusNotFound, errors.New("the server has no games: start it as `outflank "+
	"web GAMES`, with a folder made by `outflank import` or with files of games"))

// loaded returns the index, or an error if there is none.
func (d *Database) loaded() (*explore.Index, error) {
	if d.index == nil {
		return nil, errNone
	}
	return d.index, nil
}

// About summarizes the contents of a database.
type About struct {
	Games       int `json:"games" doc:"number of games; 0 = no database is loaded"`
	Positions   int `json:"positions" doc:"number of distinct positions in these games, up to symmetry"`
	FirstYear   int `json:"first_year" doc:"earliest known year of a game; 0 = unknown"`
	LastYear    int `json:"last_year" doc:"latest known year of a game; 0 = unknown"`
	Players     int `json:"players" doc:"number of distinct named players"`
	Tournaments int `json:"tournaments" doc:"number of distinct named tournaments"`
}

func aboutOf(x *explore.Index) About {
	a := About{Games: x.Games(), Positions: x.Positions()}
	players, tournaments := map[stats.PlayerID]bool{}, map[string]bool{}
	for g := range x.All(explore.Filter{}) {
		if g.Year > 0 {
			a.FirstYear = g.Year // games are ordered newest first
			a.LastYear = max(a.LastYear, g.Year)
		}
		for _, p := range []struct {
			id   stats.PlayerID
			name string
		}{{stats.BlackOf(&g), g.Black}, {stats.WhiteOf(&g), g.White}} {
			if !stats.UnknownPlayer(p.name) {
				players[p.id] = true
			}
		}
		if g.Tournament != "" {
			tournaments[g.Tournament] = true
		}
	}
	a.Players, a.Tournaments = len(players), len(tournaments)
	return a
}

func (d *Database) whatIsLoaded(context.Context, wire.None) (About, error) { return d.about, nil }

// An Opening is a position with a name.
type Opening struct {
	Name  string `json:"name"`
	Moves string `json:"moves" doc:"most common moves that lead to the position" example:"f5d6c3d3c4"`
	Games int    `json:"games" doc:"number of games that reach the position, by any order of moves"`
}

// openingsOf returns all openings, ordered by their moves.
func openingsOf(x *explore.Index) (list []Opening) {
	for _, o := range stats.NamedOpenings() {
		named := Opening{Name: o.Name, Moves: o.Moves}
		if x != nil {
			if g, err := engine.ParseGame(engine.StandardStart(), o.Moves); err == nil {
				p, _ := g.End() // the moves are legal
				page, _ := x.Reaching(p, explore.Filter{}, explore.Newest, 0, 0)
				named.Games = page.Count
			}
		}
		list = append(list, named)
	}
	return list
}

// allOpenings lists the named openings.
type allOpenings struct {
	Openings []Opening `json:"openings"`
}

func (d *Database) named(context.Context, wire.None) (allOpenings, error) {
	return allOpenings{d.openings}, nil
}

// A Game is a game of the database.
type Game struct {
	ID         int64  `json:"id" doc:"identifier of the game in the database"`
	Year       int    `json:"year" doc:"year of the game; 0 = unknown"`
	Tournament string `json:"tournament" doc:"name of the tournament; empty = unknown"`
	Black      string `json:"black" doc:"name of black's player; empty = unknown"`
	White      string `json:"white" doc:"name of white's player; empty = unknown"`
	Score      *int   `json:"score" doc:"recorded disc difference for black; empty squares count for the winner; null = unknown"`
	Start      string `json:"start" doc:"start position: a shape, or 64 squares and the side to move"`
	Moves      string `json:"moves" doc:"moves of the game, without passes"`
	Ply        int    `json:"ply" doc:"number of moves before the requested position"`
}

// A Record is a game of the database with all its recorded data.
type Record struct {
	Game
	Source        string `json:"source" doc:"file that holds the game"`
	Record        int    `json:"record" doc:"index of the game in its file, from 0"`
	Status        string `json:"status" enum:"complete,unfinished,illegal" doc:"whether the moves finish the game, stop early or contain an illegal move"`
	Replayed      int    `json:"replayed" doc:"disc difference for black after the last move"`
	Passes        int    `json:"passes" doc:"number of forced passes"`
	Theory        *int   `json:"theory" doc:"disc difference for black if both sides play perfectly from theory_empties empty squares on; null = unknown"`
	TheoryEmpties int    `json:"theory_empties" doc:"number of empty squares to which theory applies; 0 = theory is unknown"`
	BlackID       int    `json:"black_id" doc:"identifier of black's player in the source; -1 = none"`
	WhiteID       int    `json:"white_id" doc:"identifier of white's player in the source; -1 = none"`
}

func recordOf(g *dataset.Game) Record {
	r := Record{
		Game: gameOf(explore.Hit{Game: *g}), Source: g.Source, Record: g.Record, Status: g.Status.String(),
		Replayed: g.Replayed,
		Passes:   g.Passes, TheoryEmpties: g.TheoryEmpties, BlackID: g.BlackID, WhiteID: g.WhiteID,
	}
	if g.TheoryEmpties > 0 {
		r.Theory = &g.Theory
	}
	return r
}
