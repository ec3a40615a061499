package database

import (
	"context"
	"errors"
	"net/http"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/semaphore"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
)

// keptAnswers is how many answers of the explorer are kept as JSON, of some kilobytes each.
const keptAnswers = 4096

// A Database answers questions about games. One without games answers that it has none.
type Database struct {
	index    *explore.Index // nil = no games
	book     *book.Book     // nil = none
	about    About
	openings []Opening

	places *semaphore.Weighted                          // to look positions up
	texts  *lru.Cache[string, wire.Text[exploreAnswer]] // by query
	counts *work                                        // statistics
	people *work                                        // players
}

// New returns a database of the games of an index and the values of an opening book, nil = none, in which
// a number of look-ups run at the same time, at least 1. Of statistics, which may take a hundred megabytes,
// one is counted at a time.
func New(x *explore.Index, b *book.Book, threads int) *Database {
	d := &Database{index: x, book: b, places: semaphore.NewWeighted(int64(threads)), counts: newWork(1),
		people: newWork(threads)}
	d.texts, _ = lru.New[string, wire.Text[exploreAnswer]](keptAnswers) // the number is positive
	if x != nil {
		d.about = aboutOf(x)
	}
	d.openings = openingsOf(x)
	return d
}

// errNone says that there are no games.
var errNone = wire.Fail(http.StatusNotFound, errors.New("the server has no games: start it as `outflank "+
	"web GAMES`, with a folder made by `outflank import` or with files of games"))

// loaded returns the index, or that there is none.
func (d *Database) loaded() (*explore.Index, error) {
	if d.index == nil {
		return nil, errNone
	}
	return d.index, nil
}

// About is what a database holds.
type About struct {
	Games       int `json:"games" doc:"0 = no database is open"`
	Positions   int `json:"positions" doc:"different positions of these games, up to symmetry"`
	FirstYear   int `json:"first_year" doc:"of a game whose year is known; 0 = none is"`
	LastYear    int `json:"last_year" doc:"likewise"`
	Players     int `json:"players" doc:"different players whose name is known"`
	Tournaments int `json:"tournaments" doc:"different tournaments whose name is known"`
}

func aboutOf(x *explore.Index) About {
	a := About{Games: x.Games(), Positions: x.Positions()}
	players, tournaments := map[stats.PlayerID]bool{}, map[string]bool{}
	for g := range x.All(explore.Filter{}) {
		if g.Year > 0 {
			a.FirstYear = g.Year // the newest come first
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

// An Opening is a position that has a name.
type Opening struct {
	Name  string `json:"name"`
	Moves string `json:"moves" doc:"the usual moves that lead there" example:"f5d6c3d3c4"`
	Games int    `json:"games" doc:"games of the database that go through it, by any order of moves"`
}

// openingsOf returns all openings, in the order of their moves.
func openingsOf(x *explore.Index) (list []Opening) {
	for _, o := range stats.NamedOpenings() {
		named := Opening{Name: o.Name, Moves: o.Moves}
		if x != nil {
			if g, err := engine.ParseGame(engine.StandardStart(), o.Moves); err == nil {
				page, _ := x.Reaching(g, explore.Filter{}, explore.Newest, 0, 0) // the moves are legal
				named.Games = page.Count
			}
		}
		list = append(list, named)
	}
	return list
}

// allOpenings are the openings that the toolkit knows by name.
type allOpenings struct {
	Openings []Opening `json:"openings"`
}

func (d *Database) named(context.Context, wire.None) (allOpenings, error) {
	return allOpenings{d.openings}, nil
}

// A Game is a game of the database.
type Game struct {
	ID         int64  `json:"id" doc:"in its tables"`
	Year       int    `json:"year" doc:"0 = unknown"`
	Tournament string `json:"tournament" doc:"empty = unknown"`
	Black      string `json:"black" doc:"the player, empty = unknown"`
	White      string `json:"white" doc:"the player, empty = unknown"`
	Score      *int   `json:"score" doc:"recorded disc difference for black, the empty squares are the winner's; null = unknown"`
	Start      string `json:"start" doc:"a shape, or 64 squares and the side to move"`
	Moves      string `json:"moves" doc:"without passes"`
	Ply        int    `json:"ply" doc:"moves before the position that was asked for"`
}

// A Record is a game of the database with all that is known of it.
type Record struct {
	Game
	Source        string `json:"source" doc:"the file that it came from"`
	Record        int    `json:"record" doc:"its number there, from 0"`
	Status        string `json:"status" enum:"complete,unfinished,illegal" doc:"how far the moves go"`
	Replayed      int    `json:"replayed" doc:"disc difference for black after the last move"`
	Passes        int    `json:"passes" doc:"forced passes"`
	Theory        *int   `json:"theory" doc:"disc difference for black after best play by both sides from theory_empties empty squares on; null = unknown"`
	TheoryEmpties int    `json:"theory_empties" doc:"0 = theory is unknown"`
	BlackID       int    `json:"black_id" doc:"the player's in the source, -1 = none"`
	WhiteID       int    `json:"white_id" doc:"the player's in the source, -1 = none"`
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
