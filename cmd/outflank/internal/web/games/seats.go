package games

import (
	"errors"
	"net/http"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/agents"
)

// mostBytes is how much memory an agent may ask for.
const mostBytes = 256 << 20

// A seat is an agent that plays, and how many threads of the pool it takes.
type seat struct {
	arena.Player
	threads int64
}

// errEngines is the error of agents that only who started the server may choose.
var errEngines = wire.Fail(http.StatusForbidden,
	errors.New("external engines and files are not for this server: it was started without --allow-engines"))

// player returns the agent of a spec for boards of a shape, an empty seat for a person. Nothing that
// a client sends names a file or a command unless that is allowed.
func (h *Hall) player(spec string, sh engine.Shape) (seat, error) {
	if spec == human {
		return seat{}, nil
	}
	if len(spec) > specLength {
		return seat{}, fault.Misusef("agent: %d characters, at most %d are read", len(spec), specLength)
	}
	d, err := agents.DemandsOf(spec)
	switch {
	case err != nil:
		return seat{}, err
	case !h.opt.AllowEngines && (d.Command != "" || len(d.Files) > 0):
		return seat{}, errEngines
	case d.Threads > h.opt.Threads:
		return seat{}, fault.Misusef("agent %q: %d threads, at most %d are given", spec, d.Threads, h.opt.Threads)
	case d.Bytes > mostBytes:
		return seat{}, fault.Misusef("agent %q: %d MiB of memory, at most %d are given", spec,
			d.Bytes>>20, mostBytes>>20)
	}
	p, err := agents.ParseOn(spec, sh)
	return seat{p, int64(d.Threads)}, err
}

// seatOf returns the agent that plays a side of a game.
func (h *Hall) seatOf(g *game, c engine.Color) (*seat, error) {
	if g.seats[c] == nil {
		s, err := h.player(g.spec(c), g.Start.Board.Shape)
		if err != nil {
			return nil, err
		}
		g.seats[c] = &s
	}
	return g.seats[c], nil
}
