package games

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
)

// Keys are the secret keys of a game's seats: of each side that a person plays. Only requests with a key may
// move and resign for its side.
type Keys struct {
	Black string `json:"black,omitempty"`
	White string `json:"white,omitempty"`
}

// A saved is the setup of a game in its journal.
type saved struct {
	Setup
	Keys    Keys      `json:"keys,omitzero"`
	Names   [2]string `json:"names,omitzero"`
	Evening string    `json:"evening,omitempty"`
}

// newKeys draws keys for the persons of a game with seats.
func newKeys(s Setup) (k Keys) {
	if s.Seats && s.Black == human {
		k.Black = wire.NewKey()
	}
	if s.Seats && s.White == human {
		k.White = wire.NewKey()
	}
	return k
}

// of returns the key of a side, "" = none.
func (k Keys) of(c engine.Color) string {
	if c == engine.Black {
		return k.Black
	}
	return k.White
}

// seatCookie is the name of the cookie with the key of a seat. Browsers send it only to the game's paths.
const seatCookie = "outflank-seat"

// seatTime is the time for which a browser keeps a seat.
const seatTime = 30 * 24 * time.Hour

// plays reports whether a request with a key may play side c.
func (g *game) plays(c engine.Color, key string) bool {
	want := g.keys.of(c)
	return g.isPerson(c) && (!g.setup.Seats || wire.IsKey(want, key))
}

// side returns the side that a request with a key plays, or "both", or "" for a spectator.
func (g *game) side(key string) string {
	black, white := g.plays(engine.Black, key), g.plays(engine.White, key)
	switch {
	case black && white:
		return "both"
	case black:
		return engine.Black.String()
	case white:
		return engine.White.String()
	}
	return ""
}

// peopleOnly reports whether two persons with seats play.
func (g *game) peopleOnly() bool { return g.setup.Seats && g.persons[0] && g.persons[1] }

// arrive records that the player with a key takes the seat. The first clock starts when both players have.
func (h *Hall) arrive(g *game, key string) error {
	if !g.setup.Seats || g.over() {
		return nil
	}
	for _, c := range []engine.Color{engine.Black, engine.White} {
		if g.plays(c, key) && !g.taken[c] {
			if err := h.record(g, step{Do: doSit, Side: c.String()}); err != nil {
				return err
			}
		}
	}
	return nil
}

// ready reports whether clocks may run: both seats have been taken, or moves have been played.
func (g *game) ready() bool { return !g.peopleOnly() || g.taken[0] && g.taken[1] || !g.untouched() }

// errSeat is the error for a request that needs the key of a seat.
var errSeat = wire.Fail(http.StatusForbidden,
	errors.New("this seat belongs to another player; to play, open the link of your seat"))

// errTakeBack is the error for undo between people.
var errTakeBack = wire.Fail(http.StatusConflict,
	errors.New("between two players, a move is taken back only if the opponent agrees: offer it"))

// TakeSeat returns the handler for the link of a seat, /seat/{id}/{key}. It gives the browser the key, and
// leads to the page of the game, whose address any spectator may have. The page takes the seat; programs that
// look at links in messages do not.
func TakeSeat(h *Hall) http.Handler {
	return wire.Link(func(id, key string) (c http.Cookie, page string, err error) {
		h.mu.Lock()
		defer h.mu.Unlock()
		g, err := h.find(id)
		if err == nil && (!g.setup.Seats || g.side(key) == "") {
			err = wire.Fail(http.StatusNotFound, fmt.Errorf("game %.20q has no such seat", id))
		}
		c = http.Cookie{Name: seatCookie, Path: "/api/v1/games/" + id, MaxAge: int(seatTime.Seconds())}
		return c, "/play/" + id, err
	})
}
