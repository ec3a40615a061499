package games

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/qlearn/agents"
)

// quick is the time for which an agent that has just started has precedence over the other agents and
// analyses of a client.
const quick = 200 * time.Millisecond

// advance starts the next action of the side to move: the clock of a person, or the thinking of an agent. It
// may be called at any time.
func (h *Hall) advance(g *game) {
	if h.closed || g.over() {
		g.clock.Halt()
		return
	}
	c := g.Position().Color
	switch {
	case g.isPerson(c):
		h.await(g, c)
	case g.agentsOnly() && (g.watched == 0 || g.pace.Moves == 0):
		g.halt()
		g.clock.Halt()
	case g.thinking == nil && g.problem == "":
		h.think(g, c)
	}
}

// await starts the clock of a person. The person loses when it runs out.
func (h *Hall) await(g *game, c engine.Color) {
	if g.clock.Limit.All == 0 || g.flag != nil || !g.ready() {
		return
	}
	g.clock.Start(c)
	ply := len(g.Moves)
	var flag *time.Timer
	flag = time.AfterFunc(g.clock.Left(c), func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if g.flag == flag && len(g.Moves) == ply { // otherwise the person moved in time
			h.fall(g, c)
		}
	})
	g.flag = flag
}

// fall ends a game because a side ran out of time.
func (h *Hall) fall(g *game, c engine.Color) { h.conclude(g, step{Do: doTime, Side: c.String()}) }

// conclude takes a step that no client requested. It records an error as the problem of the game.
func (h *Hall) conclude(g *game, st step) {
	if err := h.record(g, st); err != nil {
		slog.Error("a game cannot continue", "game", g.id, "error", err)
		g.problem = "the step could not be saved; see the server's log for the cause"
		g.halt()
		g.notify()
	}
}

// think starts the search of the agent to move.
func (h *Hall) think(g *game, c engine.Color) {
	player, err := h.seatOf(g, c)
	if err != nil {
		g.problem = err.Error()
		g.notify()
		return
	}
	ctx, stop := context.WithCancel(h.ctx)
	g.thinking = stop
	delay := time.Duration(0)
	if g.agentsOnly() {
		delay = time.Duration(g.pace.Delay) * time.Millisecond
	}
	h.tasks.Go(func() {
		defer stop()
		h.ponder(ctx, g, player, delay)
	})
}

// ponder waits for the delay and for a place, lets the agent choose a move in turn with others, and plays it
// unless the context has ended.
func (h *Hall) ponder(ctx context.Context, g *game, player *seat, delay time.Duration) {
	select {
	case <-time.After(delay):
	case <-ctx.Done():
		return
	}
	if !h.queue(ctx, g, player.large) {
		return
	}
	turn := h.opt.Shares.Account(g.client, quick).Turn(ctx, player.threads)
	if !turn.Begin() {
		return
	}
	defer turn.End()
	h.mu.Lock()
	if ctx.Err() != nil {
		h.mu.Unlock()
		return
	}
	game, p := g.Game(), g.Position()
	if g.clock.Limit.All > 0 {
		g.clock.Start(p.Color)
	}
	all, cancelAll := g.clock.Within(ctx, p.Color)
	defer cancelAll()
	share, cancel := g.clock.Share(all, p)
	defer cancel()
	g.notify()
	h.mu.Unlock()

	turn.Context, cancel = engine.Within(share, h.opt.MoveTime)
	defer cancel()
	rng := rand.New(rand.NewPCG(g.setup.Seed, engine.StreamAnswers+uint64(len(game.Moves))))
	st := answer(turn, player.Player, rng, game, p)

	h.mu.Lock()
	defer h.mu.Unlock()
	if ctx.Err() != nil {
		return // the game has changed
	}
	if g.clock.Fallen(p.Color) {
		h.fall(g, p.Color)
		return
	}
	h.conclude(g, st)
}

// queue waits until there is memory for the agent to move, which it has until ctx ends. It returns false if
// ctx ends first. The game's view tells how many agents come before.
func (h *Hall) queue(ctx context.Context, g *game, large bool) bool {
	q := h.small
	if large {
		q = h.large
	}
	ticket, err := q.Join(g.client)
	if err != nil { // never, because these queues have no limit
		return false
	}
	context.AfterFunc(ctx, func() {
		ticket.Leave()
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, g := range h.games {
			if g.ticket != nil && g.ticket != ticket {
				g.notify()
			}
		}
	})
	h.mu.Lock()
	if ctx.Err() == nil && ticket.Ahead() > 0 {
		g.ticket = ticket
		g.notify()
	}
	h.mu.Unlock()
	return ticket.Wait(ctx)
}

// answer returns the move of an agent, or its forfeit. It recovers from a panic of the agent, so that no
// request can stop the server.
func answer(ctx context.Context, player arena.Player, rng *rand.Rand, g engine.Game,
	p engine.Position) (st step) {
	forfeit := step{Do: doForfeit, Side: p.Color.String()}
	defer func() {
		if r := recover(); r != nil {
			slog.ErrorContext(ctx, "an agent failed", "agent", player.Name, "position", p.String(), "cause", r)
			st = forfeit
			st.Why = "the agent failed"
		}
	}()
	agent := player.New(rng)
	defer agents.Close(agent)
	engine.Follow(agent, &g)
	move, info, err := agents.Choose(ctx, agent, p.Board)
	if err == nil && !p.Board.Moves().Has(move) {
		err = fmt.Errorf("%v is not a legal move", move)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("the agent found no move in time")
	}
	if err != nil {
		forfeit.Why = err.Error()
		return forfeit
	}
	return step{Do: doMove, Move: move.String(), Expects: expectation(info)}
}
