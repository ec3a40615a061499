package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/http"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A nameQuery asks who may be meant.
type nameQuery struct {
	Name  string `query:"name" doc:"a name or part of it, regardless of accents, case, the order of words and one misspelled letter; empty = the highest rated players" example:"tamenori"`
	Limit *int   `query:"limit" doc:"number of players to list, 1 to 100; default 20" example:"20"`
}

const (
	usualPlayers, mostPlayers = 20, 100
	ratedGames                = 20 // who has fewer is not among the highest rated
)

// players are people and programs.
type players struct {
	Players []Player `json:"players" doc:"players, the best match first"`
}

// A Player is one, with the games against known others.
type Player struct {
	ID    int    `json:"player_id" doc:"id of the player in the source; -1 = none"`
	Name  string `json:"player" doc:"name in the latest game"`
	Games int    `json:"games"`
	Elo   *int   `json:"elo" doc:"rating from the games; null = none"`
}

func (d *Database) players(ctx context.Context, q nameQuery) (players, error) {
	most := valueOr(q.Limit, usualPlayers)
	if most < 1 || most > mostPlayers {
		return players{}, fault.Misuse(fmt.Errorf("limit=%d: want 1 to %d", most, mostPlayers))
	}
	if err := checkLength("name", q.Name); err != nil {
		return players{}, err
	}
	x, err := d.loaded()
	if err != nil {
		return players{}, err
	}
	list, err := result(ctx, d.people, fmt.Sprintf("players %q", q.Name),
		func(context.Context) ([]Player, error) { return find(x, q.Name), nil })
	if err != nil {
		return players{}, err
	}
	return players{list[:min(most, len(list))]}, nil
}

// find returns the players that a name may mean, or the highest rated one if it is "".
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
	Name string `query:"name" doc:"name of the player; if it matches several, the player with the most games is chosen" example:"Tamenori Hideshi"`
}

// A Career is what a player has done.
type Career struct {
	stats.CareerResult
	Elo    *int             `json:"elo" doc:"rating from the games of the database; null = none"`
	Also   []stats.Namesake `json:"also" doc:"other players that match the name, with fewer games"`
	Newest []Game           `json:"newest" doc:"the newest games of the player"`
}

func (d *Database) player(ctx context.Context, q playerQuery) (Career, error) {
	x, err := d.loaded()
	if err != nil {
		return Career{}, err
	}
	if err := checkLength("name", q.Name); err != nil {
		return Career{}, err
	}
	return result(ctx, d.people, fmt.Sprintf("player %q", q.Name), func(ctx context.Context) (Career, error) {
		id, also, ok := x.Players().Find(q.Name)
		if !ok {
			return Career{}, fmt.Errorf("no player matches %q: %w", q.Name, fs.ErrNotExist)
		}
		who := explore.Filter{Who: []stats.PlayerID{id}}
		c, err := stats.Collect(ctx, x.All(who), 1, func() *stats.Career { return stats.NewCareer(id) })
		if err != nil {
			return Career{}, err
		}
		elo, rated := x.Ratings()[id]
		return Career{c.Result(), roundedElo(elo, rated), also, gamesOf(x.List(who, 0, usualGames).Hits)}, nil
	})
}

// A versusQuery names two players.
type versusQuery struct {
	Player   string `query:"player" doc:"name of the first player" example:"Tamenori Hideshi"`
	Opponent string `query:"opponent" doc:"name of the second player" example:"Nicolet Stephane"`
	First    int    `query:"first" doc:"number of games to skip"`
}

// A Versus is the record of two players against each other.
type Versus struct {
	stats.VersusResult
	First int    `json:"first" doc:"number of games on earlier pages"`
	List  []Game `json:"list" doc:"games between the players, the newest first, at most 20"`
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
	return result(ctx, d.people, fmt.Sprintf("versus %q %d", []any{q.Player, q.Opponent}, q.First),
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
