package games

import (
	"errors"
	"net/http"
	"slices"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// The offers that players with seats make to each other.
const (
	offerTakeBack = "takeback"
	offerDraw     = "draw"
	offerRematch  = "rematch"
)

// An Offer is what a player proposes to the opponent, or answers. It lapses with the next move, except that a
// player may offer a draw and move. Offers are not saved.
type Offer struct {
	Offer  string `json:"offer" enum:",takeback,draw,rematch" doc:"what to propose, or the proposal of the opponent to answer; empty = withdraw the own proposal"`
	Answer string `json:"answer,omitempty" enum:",accept,decline" doc:"accept or decline that proposal of the opponent; absent = propose it"`
	Ply    *int   `json:"ply,omitempty" doc:"number of moves of the game that the client sees; if the game has another number, the answer is 409; absent = any"`
}

// errOffer is the error for an offer that is not possible.
var errOffer = wire.Fail(http.StatusConflict, errors.New("this cannot be offered here, or not now"))

// possible returns the offers that a player may make, as returned by side; none for a spectator.
func (g *game) possible(side string) (list []string) {
	c, err := engine.ParseColor(side)
	switch {
	case err != nil || !g.peopleOnly():
	case g.over():
		if g.next == "" && g.evening == "" {
			list = append(list, offerRematch)
		}
	default:
		list = append(list, offerDraw)
		if g.evening == "" && g.CanUndo(func(side engine.Color) bool { return side == c }) {
			list = append(list, offerTakeBack)
		}
	}
	return list
}

// lapse withdraws the offers that a step leaves without sense. mover is the side that was to move.
func (g *game) lapse(st step, mover engine.Color) {
	own := g.offers[mover]
	g.offers = [2]string{}
	if st.Do == doMove && own == offerDraw && !g.over() {
		g.offers[mover] = own
	}
}

// offer makes an offer, or answers that of the opponent.
func (h *Hall) offer(q ID, o Offer) (View, error) {
	return h.with(q, func(g *game) error {
		side := g.side(q.Seat)
		c, err := engine.ParseColor(side)
		switch {
		case side == "":
			return errSeat
		case err != nil || !g.peopleOnly():
			return errOffer
		}
		if err := g.at(o.Ply); err != nil {
			return err
		}
		opponent := c.Opponent()
		switch {
		case o.Answer == "":
			if o.Offer != "" && !slices.Contains(g.possible(side), o.Offer) {
				return errOffer
			}
			g.offers[c] = o.Offer
		case o.Answer != "accept" && o.Answer != "decline":
			return fault.Misusef("answer: %.20q: want accept or decline", o.Answer)
		case o.Offer == "" || o.Offer != g.offers[opponent]:
			return wire.Fail(http.StatusConflict, errors.New("the opponent does not offer this, or no longer"))
		case o.Answer == "decline":
			g.offers[opponent] = ""
		case o.Offer == offerTakeBack:
			return h.record(g, step{Do: doUndo, Side: opponent.String()})
		case o.Offer == offerDraw:
			return h.record(g, step{Do: doDraw})
		default:
			return h.rematch(g)
		}
		g.notify()
		return nil
	})
}

// rematch starts the next game of two players, with colours swapped. Each keeps the key.
func (h *Hall) rematch(g *game) error {
	s, start, limit, err := g.setup.check()
	if err != nil {
		return err
	}
	s.Open = ""
	next := newGame(wire.NewID(), s, start, limit)
	next.client, next.keys = g.client, Keys{Black: g.keys.White, White: g.keys.Black}
	g.watched++ // so that it is not removed to make room
	err = h.add(next)
	g.watched--
	if err != nil {
		return err
	}
	g.offers = [2]string{}
	return h.record(g, step{Do: doRematch, Next: next.id})
}

// path returns the path of the rematch for a player, as returned by side, or for a spectator. It is empty if
// there is none.
func (g *game) path(side string) string {
	if g.next == "" {
		return ""
	}
	if c, err := engine.ParseColor(side); err == nil {
		return "/seat/" + g.next + "/" + g.keys.of(c)
	}
	return "/play/" + g.next
}
