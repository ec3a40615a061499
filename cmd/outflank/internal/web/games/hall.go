package games

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
)

// Options set the folder of games and the limits of agents.
type Options struct {
	Dir          string // the folder of the games; it is created with the first
	Threads      int    // that agents think with at the same time, at least 1
	AllowEngines bool   // agents may be external engines and name files
	Kept         int    // games on disk, 0 = DefaultKept; beyond that the oldest that ended are removed
}

// DefaultKept is how many games are kept on disk.
const DefaultKept = 2000

const (
	mostOpen  = 64        // journals that stay open of games that are idle
	perClient = 64        // games of a client that have not ended and were touched recently
	recently  = time.Hour // so long a game that has not ended is not removed either
)

// A Hall holds the games of a server. Its methods may be called from several goroutines.
type Hall struct {
	opt   Options
	pool  *pool
	ctx   context.Context // of all thinking
	end   context.CancelFunc
	tasks sync.WaitGroup // goroutines that think

	mu     sync.Mutex // guards what follows, and all games
	games  map[string]*game
	unlock func() // the folder; nil = it was not needed so far
	closed bool
}

// NewHall returns the hall of a folder, which is read when the first game is asked for.
func NewHall(opt Options) *Hall {
	if opt.Kept == 0 {
		opt.Kept = DefaultKept
	}
	h := &Hall{opt: opt, pool: newPool(opt.Threads), games: map[string]*game{}}
	h.ctx, h.end = context.WithCancel(context.Background())
	return h
}

// Close ends all thinking and closes all journals.
func (h *Hall) Close() error {
	h.end()
	h.mu.Lock()
	h.closed = true
	var errs []error
	for _, g := range h.games {
		g.halt()
		errs = append(errs, g.putAway())
	}
	if h.unlock != nil {
		h.unlock()
	}
	h.mu.Unlock()
	h.tasks.Wait()
	return errors.Join(errs...)
}

// create begins a game.
func (h *Hall) create(ctx context.Context, s Setup) (View, error) {
	s, start, limit, err := s.check()
	if err != nil {
		return View{}, err
	}
	g := newGame(strings.ToLower(rand.Text()[:12]), s, start, limit)
	g.client, g.touched = wire.Client(ctx), time.Now()
	for _, c := range []engine.Color{engine.Black, engine.White} {
		if _, err := h.seatOf(g, c); err != nil {
			return View{}, err
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.open(true); err != nil {
		return View{}, err
	}
	if err := h.makeRoom(g.client); err != nil {
		return View{}, err
	}
	if err := h.begin(g); err != nil {
		return View{}, err
	}
	h.games[g.id] = g
	h.advance(g)
	return g.view()
}

// errNone is the error of games that there are not.
func errNone(id string) error {
	return wire.Fail(http.StatusNotFound, fmt.Errorf("there is no game %.20q", id))
}

// with calls a function with a game that can be read, under the lock.
func (h *Hall) with(id string, do func(*game) error) (View, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	g, err := h.find(id)
	if err == nil {
		err = do(g)
	}
	if err != nil {
		return View{}, err
	}
	return g.view()
}

// find returns a game that can be read.
func (h *Hall) find(id string) (*game, error) {
	if err := h.open(false); err != nil {
		return nil, err
	}
	g, ok := h.games[id]
	if !ok {
		return nil, errNone(id)
	}
	return g, g.damage
}

// step takes a step of a game in which a client sees a number of moves, nil = any.
func (h *Hall) step(id string, ply *int, prepare func(*game) (step, error)) (View, error) {
	return h.with(id, func(g *game) error {
		if n := len(g.Moves); ply != nil && *ply != n {
			return wire.Fail(http.StatusConflict, fmt.Errorf("the game has changed: it now has %d moves, not "+
				"%d", n, *ply))
		}
		st, err := prepare(g)
		if err != nil {
			return err
		}
		if err := h.bringBack(g); err != nil {
			return err
		}
		if err := g.take(st); err != nil {
			return err
		}
		g.notify()
		h.advance(g)
		return nil
	})
}

// errTurn is the error of moves by clients when an agent is to move.
var errTurn = wire.Fail(http.StatusConflict, errors.New("it is the agent's turn"))

// move plays the move of a person.
func (h *Hall) move(id string, m Move) (View, error) {
	return h.step(id, m.Ply, func(g *game) (step, error) {
		c := g.Position().Color
		if !g.over() && !g.isPerson(c) {
			return step{}, errTurn
		}
		if g.clock.Fallen(c) {
			return step{Do: doTime, Side: c.String()}, nil
		}
		return step{Do: doMove, Move: m.Move}, nil
	})
}

// resign gives the game up for the person who plays.
func (h *Hall) resign(id string, ply *int) (View, error) {
	return h.step(id, ply, func(g *game) (step, error) {
		return step{Do: doResign, Side: g.resigner().String()}, nil
	})
}

// setPace says how two agents play on.
func (h *Hall) setPace(id string, p Pace) (View, error) {
	return h.with(id, func(g *game) error {
		if !g.agentsOnly() {
			return wire.Fail(http.StatusConflict, errors.New("only games between two agents have a pace"))
		}
		g.pace = p
		g.halt()
		g.notify()
		h.advance(g)
		return nil
	})
}
