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
	if g.clock.Limit.All == 0 || g.flag != nil {
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

// ponder waits for the delay and for a place in the pool, lets the agent choose a move, and plays it unless
// the context has ended.
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
		return // the game has changed
	}
	if g.clock.Fallen(p.Color) {
		h.fall(g, p.Color)
		return
	}
	h.conclude(g, st)
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

// A pool bounds the threads of agents, in total and for each client. The bound for a client is one thread
// lower, which leaves a thread for other clients' agents. Agents wait in order of arrival.
type pool struct {
	threads int
	all     *semaphore.Weighted

	mu    sync.Mutex
	lanes map[string]*lane // by client whose agents think or wait
}

// A lane is a client's share of a pool.
type lane struct {
	places *semaphore.Weighted
	users  int
}

func newPool(threads int) *pool {
	return &pool{threads: threads, all: semaphore.NewWeighted(int64(threads)), lanes: map[string]*lane{}}
}

// enter waits until a client's agent may use a number of threads; leave returns them. The error is that of
// ctx.
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
	places := min(threads, own) // an agent may use all threads
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
