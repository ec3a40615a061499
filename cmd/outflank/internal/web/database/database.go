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
	Games       int `json:"games" doc:"number of games; 0 = no database is open"`
	Positions   int `json:"positions" doc:"number of different positions in these games, up to symmetry"`
	FirstYear   int `json:"first_year" doc:"first known year of a game; 0 = no year is known"`
	LastYear    int `json:"last_year" doc:"last known year of a game; 0 = no year is known"`
	Players     int `json:"players" doc:"number of different players with a known name"`
	Tournaments int `json:"tournaments" doc:"number of different tournaments with a known name"`
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
	Moves string `json:"moves" doc:"the usual moves of the opening" example:"f5d6c3d3c4"`
	Games int    `json:"games" doc:"number of games of the database that reach its position, in any order of moves"`
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
	ID         int64  `json:"id" doc:"id of the game in its tables"`
	Year       int    `json:"year" doc:"0 = unknown"`
	Tournament string `json:"tournament" doc:"empty = unknown"`
	Black      string `json:"black" doc:"black player; empty = unknown"`
	White      string `json:"white" doc:"white player; empty = unknown"`
	Score      *int   `json:"score" doc:"recorded disc difference for black, with the empty squares for the winner; null = unknown"`
	Start      string `json:"start" doc:"a shape, or 64 squares and the side to move"`
	Moves      string `json:"moves" doc:"moves without passes"`
	Ply        int    `json:"ply" doc:"number of moves before the requested position"`
}

// A Record is a game of the database with all that is known of it.
type Record struct {
	Game
	Source        string `json:"source" doc:"name of the source file"`
	Record        int    `json:"record" doc:"number of the game in the source file, from 0"`
	Status        string `json:"status" enum:"complete,unfinished,illegal" doc:"how far the moves go"`
	Replayed      int    `json:"replayed" doc:"disc difference for black after the last move"`
	Passes        int    `json:"passes" doc:"number of forced passes"`
	Theory        *int   `json:"theory" doc:"disc difference for black with best play by both sides from the position with theory_empties empty squares; null = unknown"`
	TheoryEmpties int    `json:"theory_empties" doc:"number of empty squares of the position that theory refers to; 0 = theory is unknown"`
	BlackID       int    `json:"black_id" doc:"id of the black player in the source; -1 = none"`
	WhiteID       int    `json:"white_id" doc:"id of the white player in the source; -1 = none"`
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
