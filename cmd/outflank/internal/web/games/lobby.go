package games

import (
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// free returns the side whose seat any visitor may take, "" = none.
func (g *game) free() string {
	if c, err := engine.ParseColor(g.setup.Open); err != nil || g.taken[c] || g.over() {
		return ""
	}
	return g.setup.Open
}

// waits reports whether a seat is free and the player of the other one is there, or was there a short while
// ago.
func (g *game) waits() bool {
	return g.damage == nil && g.free() != "" && (g.here != [2]int{} || time.Since(g.left) < abandoned)
}

// live reports whether people play by the links of their seats, and one of them is there.
func (g *game) live() bool {
	return g.damage == nil && g.setup.Seats && !g.over() && g.free() == "" && g.here != [2]int{}
}

// come records that a page of the player of a side, as returned by side, connects (1) or disconnects (-1).
func (g *game) come(side string, pages int) {
	if c, err := engine.ParseColor(side); err == nil && g.setup.Seats {
		g.here[c] += pages
		g.left = time.Now()
		g.notify()
	}
}

// errTaken is the error for a visitor who comes too late.
var errTaken = wire.Fail(http.StatusConflict, errors.New("no seat of this game is free"))

// errSeatless is the error for a request about seats in a game without them.
var errSeatless = wire.Fail(http.StatusConflict, errors.New("this game has no seats"))

// join gives the open seat of a game to a client. The seat gets a new key, because the player of the other
// one knows the old key.
func (h *Hall) join(q ID) (View, error) {
	var key Keys
	v, err := h.with(q, func(g *game) error {
		side := g.free()
		switch {
		case !g.setup.Seats:
			return errSeatless
		case side == "":
			return errTaken
		case g.side(q.Seat) != "":
			return wire.Fail(http.StatusConflict, errors.New("you have the other seat of this game"))
		case side == engine.Black.String():
			key.Black = wire.NewKey()
		default:
			key.White = wire.NewKey()
		}
		return h.record(g, step{Do: doSit, Side: side, Key: key.Black + key.White})
	})
	if err == nil {
		v.Keys = &key
	}
	return v, err
}

// A Name is the name of a player.
type Name struct {
	Name string `json:"name" doc:"1 to 40 characters, of them a letter or a digit" example:"Ann"`
}

const (
	mostName  = 40 // characters of a name
	mostMarks = 3  // accents on one letter
	mostNamed = 20 // names that the players of a game may tell
)

// isName reports whether a text is the name of a player: one line that readers see.
func isName(text string) bool {
	const joiners = "\u200c\u200d" // Persian, Indian scripts and emoji need these
	const blank = "\u115f\u1160\u3164\uffa0"
	seen, marks := false, 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.M, r):
			if marks++; marks > mostMarks {
				return false
			}
			continue
		case strings.ContainsRune(joiners, r):
		case strings.ContainsRune(blank, r) || !unicode.IsPrint(r):
			return false
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			seen = true
		}
		marks = 0
	}
	return seen && utf8.ValidString(text) && utf8.RuneCountInString(text) <= mostName
}

// CheckName returns a name without blanks around it. The error is misuse, and begins with the name of the
// field, unless the name has 1 to 40 characters in one line, of them a letter or a digit.
func CheckName(field, name string) (string, error) {
	if name = strings.TrimSpace(name); !isName(name) {
		return "", fault.Misusef("%s: want 1 to %d characters in one line, of them a letter or a digit", field,
			mostName)
	}
	return name, nil
}

// name records the name of the player with a key.
func (h *Hall) name(q ID, name string) (View, error) {
	name, err := CheckName("name", name)
	if err != nil {
		return View{}, err
	}
	return h.with(q, func(g *game) error {
		c, err := engine.ParseColor(g.side(q.Seat))
		switch {
		case !g.setup.Seats:
			return errSeatless
		case err != nil:
			return errSeat
		case g.names[c] == name:
			return nil
		case g.evening != "":
			return errEvening
		case g.named == mostNamed:
			return wire.Fail(http.StatusConflict,
				errors.New("the players of this game have changed their names too often"))
		}
		return h.record(g, step{Do: doName, Side: c.String(), Name: name})
	})
}
