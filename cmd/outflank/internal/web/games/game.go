package games

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/live"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// A game is a game of a hall; the hall's mutex guards it.
type game struct {
	state
	id      string
	setup   Setup
	evening string    // identifier of the club evening that arranged the game, "" = none
	settled bool      // whether the evening has the result
	offers  [2]string // what each player proposes to the other, "" = nothing
	here    [2]int    // number of pages of each player that listen
	left    time.Time // when one of them last connected or disconnected
	client  string
	touched time.Time // time of the last change
	clock   live.Clock
	damage  error // why the game cannot be read; if set, the rest is empty

	journal *durable.Journal // nil = closed
	seats   [2]*seat         // agents; nil = not created yet
	problem string           // why the agent to move does not move
	pace    Pace
	watched int           // number of viewers
	changed chan struct{} // closed at the next change

	ticket   *fair.Ticket       // of the agent that thinks or waits; nil = none
	thinking context.CancelFunc // stops the agent; nil = no agent is thinking
	flag     *time.Timer        // fires when the person to move runs out of time; nil = none
}

// newGame returns a game before its first step, without an open journal.
func newGame(id string, setup Setup, start engine.Game, limit live.Limit) *game {
	g := &game{
		id: id, setup: setup, changed: make(chan struct{}),
		clock: live.Clock{Limit: limit, Now: time.Now}, pace: Pace{Moves: int(engine.None), Delay: setup.Delay},
	}
	g.state = state{History: live.History{Start: start.Start, Moves: start.Moves},
		persons: [2]bool{setup.Black == human, setup.White == human}}
	return g
}

// spec returns the spec of the player of a side.
func (g *game) spec(c engine.Color) string {
	if c == engine.Black {
		return g.setup.Black
	}
	return g.setup.White
}

// notify tells all viewers that the game has changed.
func (g *game) notify() {
	close(g.changed)
	g.changed = make(chan struct{})
}

// halt stops the thinking or the clock timer of the side to move.
func (g *game) halt() {
	if g.thinking != nil {
		g.thinking()
		g.thinking, g.ticket = nil, nil
	}
	if g.flag != nil {
		g.flag.Stop()
		g.flag = nil
	}
}

// idle reports whether the journal of the game can be closed.
func (g *game) idle() bool { return g.watched == 0 && g.thinking == nil && g.flag == nil }

// untouched reports whether the game is as it was set up.
func (g *game) untouched() bool { return len(g.Undone) == 0 && g.Game().String() == g.setup.Moves }

// at returns an error unless the game has the number of moves that a client sees, nil = any.
func (g *game) at(ply *int) error {
	if n := len(g.Moves); ply != nil && *ply != n {
		return wire.Fail(http.StatusConflict, fmt.Errorf("the game has changed: it now has %d moves, not %d", n,
			*ply))
	}
	return nil
}

// take checks a step, writes it to the journal and applies it.
func (g *game) take(st step) error {
	next, mover := g.state, g.Position().Color
	if err := next.apply(st); err != nil {
		return err
	}
	switch {
	case st.Do == doMove:
		g.clock.Stop(mover)
	case st.plays():
		g.clock.Halt()
	}
	st.Used = [2]int64{g.clock.Used(engine.Black).Milliseconds(), g.clock.Used(engine.White).Milliseconds()}
	if err := g.journal.Append(st); err != nil {
		return err
	}
	g.state, g.touched = next, time.Now()
	if !st.plays() {
		return nil
	}
	g.halt()
	g.problem = ""
	g.lapse(st, mover)
	if st.Do == doMove && g.pace.Moves > 0 {
		g.pace.Moves--
	}
	return nil
}

// replay applies a step from the journal.
func (g *game) replay(st step) error {
	if err := g.apply(st); err != nil {
		return err
	}
	g.clock.Set([2]time.Duration{time.Duration(st.Used[0]) * time.Millisecond,
		time.Duration(st.Used[1]) * time.Millisecond})
	return nil
}
