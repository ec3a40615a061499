package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/http"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A nameQuery searches for players.
type nameQuery struct {
	Name  string `query:"name" doc:"a name or part of it; ignores case, accents, word order and one misspelt letter; empty = the highest-rated players" example:"tamenori"`
	Limit *int   `query:"limit" doc:"maximum number of players to list, 1 to 100; default 20" minimum:"1" maximum:"100" example:"20"`
}

const (
	usualPlayers, mostPlayers = 20, 100
	ratedGames                = 20 // minimum to be listed among the highest rated
)

// players is the answer to a search; players are people and programs.
type players struct {
	Players []Player `json:"players" doc:"players, best match first"`
}

// A Player is a player with the number of games against known opponents.
type Player struct {
	ID    int    `json:"player_id" doc:"identifier of the player in the source; -1 = none"`
	Name  string `json:"player" doc:"name in the latest game"`
	Games int    `json:"games"`
	Elo   *int   `json:"elo" doc:"Elo rating fitted to the games; null = none"`
}

func (d *Database) players(ctx context.Context, q nameQuery) (players, error) {
	most := valueOr(q.Limit, usualPlayers)
	if err := checkLength("name", q.Name); err != nil {
		return players{}, err
	}
	x, err := d.loaded()
	if err != nil {
		return players{}, err
	}
	list, err := result(ctx, d.people, longWait, fmt.Sprintf("players %q", q.Name),
		func(context.Context) ([]Player, error) { return find(x, q.Name), nil })
	if err != nil {
		return players{}, err
	}
	return players{list[:min(most, len(list))]}, nil
}

// find returns the players that match a name, or the highest-rated players if the name is "".
func find(x *explore.Index, name string) []Player {
	list := []Player{}
	elo := x.Ratings()
	if name == "" {
		for _, row := range x.Players().Result(ratedGames).Players {
			list = append(list, Player{row.ID, row.Name, row.Games, roundedElo(row.Elo, true)})
		}
		return list
	}
	for _, m := range x.Players().Search(name) {
		r, ok := elo[m.ID]
		list = append(list, Player{m.ID.ID, m.Name, m.Games, roundedElo(r, ok)})
	}
	return list[:min(mostPlayers, len(list))]
}

func roundedElo(elo float64, known bool) *int {
	if !known {
		return nil
	}
	n := int(math.Round(elo))
	return &n
}

// A playerQuery names a player.
type playerQuery struct {
	Name string `query:"name" doc:"name of the player; if several match, the one with the most games" example:"Tamenori Hideshi"`
}

// A Career summarizes the games of a player against known opponents.
type Career struct {
	stats.ProfileResult
	Elo    *int   `json:"elo" doc:"Elo rating fitted to the games of the database; null = none"`
	Newest []Game `json:"newest" doc:"newest games"`
}

// player returns the career of a player. It waits at most for the time wait.
func (d *Database) player(ctx context.Context, wait time.Duration, q playerQuery) (Career, error) {
	x, err := d.loaded()
	if err != nil {
		return Career{}, err
	}
	if err := checkLength("name", q.Name); err != nil {
		return Career{}, err
	}
	all := 0
	_, rated, err := d.count(ctx, wait, statQuery{Name: "players", MinGames: &all})
	if err != nil {
		return Career{}, err
	}
	key := fmt.Sprintf("player %q", q.Name)
	return result(ctx, d.people, wait, key, func(ctx context.Context) (Career, error) {
		id, also, ok := x.Players().Find(q.Name)
		if !ok {
			return Career{}, fmt.Errorf("no player matches %q: %w", q.Name, fs.ErrNotExist)
		}
		who := explore.Filter{Who: []stats.PlayerID{id}}
		page := x.List(who, 0, x.Games())
		games := make([]dataset.Game, page.Count)
		for i, h := range page.Hits {
			games[i] = h.Game
		}
		elo, known := x.Ratings()[id]
		c := Career{stats.ProfileOf(id, games, x.Players(), x.Ratings(), nil), roundedElo(elo, known),
			gamesOf(page.Hits[:min(usualGames, page.Count)])}
		c.Also = also
		for _, row := range rated.result.(stats.PlayerResult).Players {
			if stats.PlayerIDOf(row.ID, row.Name) == id {
				c.Rating = append(c.Rating, row)
			}
		}
		return c, nil
	})
}

// playerPicture draws the same picture as `outflank player --svg`.
func (d *Database) playerPicture(ctx context.Context, q playerQuery) (wire.File, error) {
	c, err := d.player(ctx, longWait, q)
	if err != nil {
		return wire.File{}, err
	}
	return pictureFile(result(ctx, d.pictures, longWait, fmt.Sprintf("player %q", q.Name),
		func(context.Context) ([]byte, error) { return draw(stats.PictureOf("player").Chart(c.Tables())) }))
}

// A versusQuery names two players.
type versusQuery struct {
	Player   string `query:"player" doc:"name of a player" example:"Tamenori Hideshi"`
	Opponent string `query:"opponent" doc:"name of the other player" example:"Nicolet Stephane"`
	First    int    `query:"first" doc:"number of games to skip" minimum:"0"`
}

// A Versus is the head-to-head record of two players.
type Versus struct {
	stats.VersusResult
	First int    `json:"first" doc:"number of games before this page"`
	List  []Game `json:"list" doc:"games of the two players, newest first, at most 20"`
}

func (d *Database) versus(ctx context.Context, q versusQuery) (Versus, error) {
	x, err := d.loaded()
	if err != nil {
		return Versus{}, err
	}
	if err := cmp.Or(checkLength("player", q.Player), checkLength("opponent", q.Opponent)); err != nil {
		return Versus{}, err
	}
	if q.Player == "" || q.Opponent == "" || q.First < 0 {
		return Versus{}, fault.Misuse(errors.New("want player and opponent, and first 0 or more"))
	}
	return result(ctx, d.people, longWait, fmt.Sprintf("versus %q %d", []any{q.Player, q.Opponent}, q.First),
		func(context.Context) (Versus, error) {
			r, err := x.Players().Versus(q.Player, q.Opponent)
			if err != nil {
				return Versus{}, wire.Fail(http.StatusNotFound, err)
			}
			who := explore.Filter{Who: []stats.PlayerID{stats.PlayerIDOf(r.PlayerID, r.Player),
				stats.PlayerIDOf(r.OpponentID, r.Opponent)}}
			return Versus{r, q.First, gamesOf(x.List(who, q.First, usualGames).Hits)}, nil
		})
}
