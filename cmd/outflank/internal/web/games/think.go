package games

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/qlearn/agents"
)

// moveTime limits an agent's time for a move, whatever its spec says.
const moveTime = 30 * time.Second

// advance has the side to move do something, if that is for the hall to do: it starts the clock of a
// person, or the thinking of an agent. It may be called at any time.
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

// await starts the clock of a person, who loses when it has run down.
func (h *Hall) await(g *game, c engine.Color) {
	if g.clock.Limit.All == 0 || g.flag != nil {
		return
	}
	g.clock.Start(c)
	ply := len(g.Moves)
	var flag *time.Timer
	flag = time.AfterFunc(g.clock.Left(c), func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if g.flag == flag && len(g.Moves) == ply { // else somebody was faster
			h.fall(g, c)
		}
	})
	g.flag = flag
}

// fall ends a game because a side has no time left.
func (h *Hall) fall(g *game, c engine.Color) { h.conclude(g, step{Do: doTime, Side: c.String()}) }

// conclude takes a step without a request; a failure is recorded as a problem of the game.
func (h *Hall) conclude(g *game, st step) {
	err := h.bringBack(g)
	if err == nil {
		err = g.take(st)
	}
	if err != nil {
		slog.Error("a game cannot continue", "game", g.id, "error", err)
		g.problem = "the step could not be saved; see the server's log for the cause"
		g.halt()
		g.notify()
		return
	}
	g.notify()
	h.advance(g)
}

// think starts the thinking of the agent to move.
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

// ponder waits for a place in the pool, has an agent choose its move, and makes it unless the
// context has ended.
func (h *Hall) ponder(ctx context.Context, g *game, player *seat, delay time.Duration) {
	select {
	case <-time.After(delay):
	case <-ctx.Done():
		return
	}
	leave, err := h.pool.enter(ctx, g.client, player.threads)
	if err != nil {
		return
	}
	defer leave()
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

	share, cancel = engine.Within(share, moveTime)
	defer cancel()
	rng := rand.New(rand.NewPCG(g.setup.Seed, engine.StreamAnswers+uint64(len(game.Moves))))
	st := answer(share, player.Player, rng, game, p)

	h.mu.Lock()
	defer h.mu.Unlock()
	if ctx.Err() != nil {
		return // somebody has changed the game
	}
	if g.clock.Fallen(p.Color) {
		h.fall(g, p.Color)
		return
	}
	h.conclude(g, st)
}

// answer returns the move of an agent, or that it forfeits. Whatever a client has it play on, the
// server stays.
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

// A pool bounds how many threads agents think with, in all and for one client. The bound for a client is one
// thread less, so that other clients' agents always find a thread. Agents wait in the order of arrival.
type pool struct {
	threads int
	all     *semaphore.Weighted

	mu    sync.Mutex
	lanes map[string]*lane // of the clients whose agents think or wait
}

// A lane is the part of a pool that a client can have.
type lane struct {
	places *semaphore.Weighted
	users  int
}

func newPool(threads int) *pool {
	return &pool{threads: threads, all: semaphore.NewWeighted(int64(threads)), lanes: map[string]*lane{}}
}

// enter waits until a client's agent may think with a number of threads; leave gives them back. The
// error is that of ctx.
func (p *pool) enter(ctx context.Context, client string, threads int64) (leave func(), err error) {
	own := max(1, int64(p.threads)-1)
	p.mu.Lock()
	l := p.lanes[client]
	if l == nil {
		l = &lane{places: semaphore.NewWeighted(own)}
		p.lanes[client] = l
	}
	l.users++
	p.mu.Unlock()
	quit := func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if l.users--; l.users == 0 {
			delete(p.lanes, client)
		}
	}
	places := min(threads, own) // an agent may want all threads
	if err := l.places.Acquire(ctx, places); err != nil {
		quit()
		return nil, err
	}
	if err := p.all.Acquire(ctx, threads); err != nil {
		l.places.Release(places)
		quit()
		return nil, err
	}
	return func() {
		p.all.Release(threads)
		l.places.Release(places)
		quit()
	}, nil
}
