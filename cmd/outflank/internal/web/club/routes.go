package club

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/games"
	"github.com/outflank/outflank/cmd/outflank/internal/web/site"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// Routes returns the routes of the package for the evenings of a shelf.
func Routes(s *Shelf) []wire.Route {
	const one = "/api/v1/evenings/{id}"
	return []wire.Route{
		wire.Get("/api/v1/evenings", "All club evenings, the latest changes first",
			func(context.Context, wire.None) (List, error) { return s.list() }),
		wire.Post("/api/v1/evenings", "Open a club evening; the answer has the organiser's key",
			func(ctx context.Context, _ wire.None, p Plan) (View, error) { return s.create(wire.Client(ctx), p) }),
		wire.Get(one, "A club evening with its pairings and cross-table",
			func(_ context.Context, q Query) (View, error) { return s.see(q) }),
		wire.Post(one+"/join", "Join under a new name, or one that no browser has; the answer has the player's key",
			func(_ context.Context, q Query, n games.Name) (View, error) { return s.join(q, n.Name) }),
		wire.Post(one+"/players", "Add a player, as the organiser",
			func(_ context.Context, q Query, n games.Name) (View, error) {
				return s.organise(q, func(e *evening) error { return e.add(n.Name, "") })
			}),
		wire.Post(one+"/released", "As the organiser, free a player's name for another browser, "+
			"or undo a withdrawal",
			func(_ context.Context, q Query, n games.Name) (View, error) {
				return s.organise(q, func(e *evening) error {
					i, err := e.find(n.Name)
					if err == nil {
						e.Players[i].release()
					}
					return err
				})
			}),
		wire.Post(one+"/withdrawn", "Withdraw a player, as that player or the organiser; once the first "+
			"round has started, the player loses all games without a result",
			func(_ context.Context, q Query, n games.Name) (View, error) { return s.withdraw(q, n.Name) }),
		wire.Post(one+"/rounds", "Begin the next round, as the organiser; the first one fixes the pairings",
			func(_ context.Context, q Query, _ wire.None) (View, error) { return s.organise(q, (*evening).begin) }),
		wire.Post(one+"/results", "Decide a game, as the organiser: a player is absent, or it was played at "+
			"another board", func(_ context.Context, q Query, r Ruling) (View, error) {
			return s.organise(q, func(e *evening) error { return e.rule(q, r, s.hall) })
		}),
		wire.Bytes(one+"/games", "The finished games of a club evening as one file", "text/plain",
			func(_ context.Context, q exportQuery) (wire.File, error) { return s.export(q) }),
	}
}

// Pages returns the pages of the package for the evenings of a shelf.
func Pages(s *Shelf) []site.Page {
	return []site.Page{
		{Path: "/club", Template: "club", Title: "Club evenings", Section: "/"},
		{Path: "/club/{id}", Template: "evening", Title: "Club evening", Section: "/",
			Data: func(r *http.Request) (any, error) { return s.see(Query{ID: r.PathValue("id")}) }},
	}
}

// A Query names an evening, and the client by its keys.
type Query struct {
	ID        string `query:"id" doc:"identifier of the evening"`
	Organiser string `query:"organiser" cookie:"outflank-organiser" doc:"secret key of the organiser, unless the browser has opened the organiser's link"`
	Player    string `query:"player" cookie:"outflank-player" doc:"secret key of a player, unless the browser has joined"`
}

// An exportQuery asks for the games of an evening.
type exportQuery struct {
	Query
	Format string `query:"format" enum:"pgn,ggf" doc:"format of the file; empty = pgn" example:"ggf"`
}

// A List holds evenings.
type List struct {
	Evenings []Summary `json:"evenings"`
}

func (s *Shelf) join(q Query, name string) (View, error) {
	var key string
	v, err := s.change(q, func(e *evening) (err error) {
		key, err = e.join(name, q.Player)
		return err
	})
	if err == nil {
		v.Key = key
	}
	return v, err
}

func (s *Shelf) withdraw(q Query, name string) (View, error) {
	return s.change(q, func(e *evening) error {
		i, err := e.find(name)
		if err == nil && !wire.IsKey(e.Key, q.Organiser) && !wire.IsKey(e.Players[i].Key, q.Player) {
			err = errOrganiser
		}
		if err == nil {
			e.withdraw(i)
		}
		return err
	})
}

// keyTime is the time for which a browser keeps a key.
const keyTime = 30 * 24 * time.Hour

// Enter returns the handler for the secret links of the organiser and the players, /club/{id}/{key}. It gives
// the browser the key, and leads to the page of the evening, whose address any client may have.
func Enter(s *Shelf) http.Handler {
	return wire.Link(func(id, key string) (c http.Cookie, page string, err error) {
		v, err := s.see(Query{id, key, key})
		c = http.Cookie{Name: "outflank-player", Path: "/api/v1/evenings/" + id, MaxAge: int(keyTime.Seconds())}
		switch {
		case err == nil && v.Key != "":
			c.Name = "outflank-organiser"
		case err == nil && v.You == "":
			err = wire.Fail(http.StatusNotFound, fmt.Errorf("evening %.20q has no such key", id))
		}
		return c, "/club/" + id, err
	})
}
