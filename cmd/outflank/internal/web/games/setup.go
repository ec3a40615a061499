package games

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/live"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
	"github.com/outflank/outflank/qlearn/workspace"
)

// human is the spec of a side that a person plays.
const human = "human"

// A Setup holds the settings of a new game.
type Setup struct {
	Black  string `json:"black" doc:"player of black: human, or the spec of an agent; run:PATH@best is a model of a watched training run" example:"human"`
	White  string `json:"white" doc:"player of white: human, or the spec of an agent" example:"ab:depth=4"`
	Start  string `json:"start,omitempty" doc:"a shape such as 8x8 or hex, optionally with holes as in 8x8-a1c3, or 64 squares and the side to move"`
	Moves  string `json:"moves,omitempty" doc:"moves already played from the start, without passes"`
	Holes  string `json:"holes,omitempty" doc:"random holes in a shape: a fraction of the empty squares such as 0.2, or p=0.2 for that probability on each square; at most half"`
	Random int    `json:"random,omitempty" doc:"number of random moves before the game, 0 to 60"`
	Clock  string `json:"clock,omitempty" doc:"time for each side such as 5m, or 3m+2s for two more seconds per move; empty = no clock"`
	Seed   uint64 `json:"seed,omitempty" doc:"random seed for holes, random moves and the agents' choices"`
	Seats  bool   `json:"seats,omitempty" doc:"whether each person has a seat with a secret key; without seats, any client moves for all persons"`
	Open   string `json:"open,omitempty" enum:",black,white" doc:"side whose seat any visitor may take from the lobby; needs seats and two persons"`
	Delay  int    `json:"delay,omitempty" doc:"milliseconds before each move when two agents play, 0 to 60000"`
}

// Limits of a setup.
const (
	mostRandom = 60
	mostDelay  = 60_000         // ms
	mostClock  = 24 * time.Hour // for each side
	specLength = 200            // characters
)

// check returns the game before its first move, and the limit of its clock. It draws random holes and moves
// and stores them in the setup that it returns, which has no random draws left. Its errors are misuse errors.
func (s Setup) check() (Setup, engine.Game, live.Limit, error) {
	g, limit, err := s.begin()
	if err != nil {
		return s, g, limit, fault.Misuse(err)
	}
	s.Start, s.Moves, s.Holes, s.Random, s.Clock = position.StartText(g.Start), g.String(), "", 0, limit.String()
	return s, g, limit, nil
}

func (s Setup) begin() (g engine.Game, limit live.Limit, err error) {
	switch {
	case s.Random < 0 || s.Random > mostRandom:
		return g, limit, fmt.Errorf("random: %d: want 0 to %d", s.Random, mostRandom)
	case s.Delay < 0 || s.Delay > mostDelay:
		return g, limit, fmt.Errorf("delay: %d: want 0 to %d", s.Delay, mostDelay)
	case s.Open != "" && s.Open != "black" && s.Open != "white":
		return g, limit, fmt.Errorf("open: %.20q: want black or white", s.Open)
	case s.Open != "" && (!s.Seats || s.Black != human || s.White != human):
		return g, limit, errors.New("open: only games with seats between two persons have a seat for a visitor")
	}
	if s.Clock != "" {
		if limit, err = live.ParseLimit(s.Clock); err == nil && (limit.All > mostClock || limit.Each > mostClock) {
			err = fmt.Errorf("want at most %v", mostClock)
		}
		if err != nil {
			return g, limit, fmt.Errorf("clock: %q: %w", s.Clock, err)
		}
	}
	start, err := position.StartOf(cmp.Or(s.Start, "8x8"), s.Holes, s.Seed)
	if err != nil {
		return g, limit, err
	}
	place := position.Place{Start: position.StartText(start), Moves: s.Moves}
	if g, err = place.Game(); err != nil {
		return g, limit, err
	}
	if g, err = g.WithRandomMoves(s.Random, rand.New(rand.NewPCG(s.Seed, engine.StreamMoves))); err != nil {
		err = fmt.Errorf("random: %w", err)
	}
	return g, limit, err
}

// Limits of the memory of agents. Those with more than smallBytes count as large.
const (
	mostBytes   = 256 << 20
	smallBytes  = 32 << 20
	smallAgents = 32 // that think concurrently, in turn; others wait
	largeAgents = 4
)

// A seat is the agent of a side with the number of threads that it uses.
type seat struct {
	arena.Player
	threads int
	large   bool
	about   string // "" = as its kind says
}

// errEngines is the error for agents that clients may choose only with --allow-engines.
var errEngines = wire.Fail(http.StatusForbidden,
	errors.New("this server was started without --allow-engines, so agents cannot use external engines or "+
		"files"))

// player returns the agent of a spec for boards of a shape, or an empty seat for a person. It rejects specs
// that name a file or a command unless the options allow them.
func (h *Hall) player(spec string, sh engine.Shape) (seat, error) {
	if spec == human {
		return seat{}, nil
	}
	if len(spec) > specLength {
		return seat{}, fault.Misusef("agent: %d characters, want at most %d", len(spec), specLength)
	}
	if at, which, ok := workspace.ParseSpec(spec); ok {
		m, err := h.learned(at, which, sh)
		if err != nil {
			return seat{}, err
		}
		about := fmt.Sprintf("the run %s after %s, %s", at, text.Plural(m.Games, "game"), m.Features)
		return seat{m.Player(spec), 1, 8*m.Weights() > smallBytes, about}, nil
	}
	d, err := agents.DemandsOf(spec)
	switch {
	case err != nil:
		return seat{}, err
	case !h.opt.AllowEngines && (d.Command != "" || len(d.Files) > 0):
		return seat{}, errEngines
	case d.Threads > h.opt.Shares.Threads:
		return seat{}, fault.Misusef("agent %q: %d threads, want at most %d", spec, d.Threads, h.opt.Shares.Threads)
	case d.Bytes > mostBytes:
		return seat{}, fault.Misusef("agent %q: %d MiB of memory, want at most %d", spec,
			d.Bytes>>20, mostBytes>>20)
	}
	p, err := agents.ParseOn(spec, sh)
	return seat{p, d.Threads, d.Bytes > smallBytes, ""}, err
}

// learned returns a model of a training run, for boards of a shape. Paths lead only to runs of the workspace.
func (h *Hall) learned(at, which string, sh engine.Shape) (*workspace.Model, error) {
	if h.opt.Runs == nil {
		return nil, fault.Misusef("agent: this server was started without --runs, so it has no training run %.40q",
			at)
	}
	m, err := h.opt.Runs.Model(at, which)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fault.Misusef("agent: %w", err)
	case err != nil:
		return nil, err
	case m.IsZero():
		return nil, fault.Misusef("agent: the run %s has not learned anything yet", at)
	case m.Net != nil && sh != engine.Full:
		return nil, fault.Misusef("agent: the network of the run %s plays on 8x8 boards without holes", at)
	}
	return m, nil
}

// seatOf returns the agent that plays a side of a game. The weights of a training run may change during a
// game, and many games must not keep them in memory, so they are looked up for each move.
func (h *Hall) seatOf(g *game, c engine.Color) (*seat, error) {
	if g.seats[c] != nil {
		return g.seats[c], nil
	}
	s, err := h.player(g.spec(c), g.Start.Board.Shape)
	if err != nil {
		return nil, err
	}
	if _, _, ok := workspace.ParseSpec(g.spec(c)); !ok {
		g.seats[c] = &s
	}
	return &s, nil
}
