package games

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/qlearn/workspace"
)

// Options set the folder of games and the limits of agents.
type Options struct {
	Dir          string        // folder of the games; created with the first game
	Shares       *fair.Pool    // divides the threads among the agents and other searches
	MoveTime     time.Duration // limit of an agent's time for a move; 0 = DefaultMoveTime
	AllowEngines bool          // agents may be external engines and name files
	// Runs holds the training runs whose models are agents too, see [workspace.Spec]; nil = none.
	Runs *workspace.Workspace
	Kept int // limit of games on disk, 0 = DefaultKept; beyond it, old games are removed
}

// DefaultMoveTime is the default limit of an agent's time for a move, whatever its spec says.
const DefaultMoveTime = 30 * time.Second

// DefaultKept is the default limit of games on disk.
const DefaultKept = 2000

const (
	mostOpen  = 64             // limit of open journals of idle games
	perClient = 64             // limit of a client's games in use
	recently  = time.Hour      // an unfinished game is kept for at least this time after a change
	lastly    = 24 * time.Hour // so is a game of a club evening, unless the evening has its result
	// A game without viewers, thinking agents and running clocks is abandoned after this time.
	abandoned = 5 * time.Minute
)

// A Hall holds the games of a server. It is safe for concurrent use.
type Hall struct {
	opt   Options
	small *fair.Queue     // of agents that think
	large *fair.Queue     // of those that need much memory
	ctx   context.Context // parent context of all thinking
	end   context.CancelFunc
	tasks sync.WaitGroup // goroutines that think

	mu     sync.Mutex // guards the fields below, and all games
	games  map[string]*game
	unlock func() // unlocks the folder; nil = folder not opened yet
	closed bool
}

// NewHall returns the hall of a folder. It reads the folder at the first request for a game.
func NewHall(opt Options) *Hall {
	if opt.Kept == 0 {
		opt.Kept = DefaultKept
	}
	opt.MoveTime = cmp.Or(opt.MoveTime, DefaultMoveTime)
	h := &Hall{opt: opt, games: map[string]*game{}, small: &fair.Queue{Places: smallAgents},
		large: &fair.Queue{Places: largeAgents}}
	h.ctx, h.end = context.WithCancel(context.Background())
	return h
}

// Close stops all agents and closes all journals.
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

// create starts a game.
func (h *Hall) create(ctx context.Context, s Setup) (View, error) {
	s, start, limit, err := s.check()
	if err != nil {
		return View{}, err
	}
	g := newGame(wire.NewID(), s, start, limit)
	g.client, g.keys = wire.Client(ctx), newKeys(s)
	for _, c := range []engine.Color{engine.Black, engine.White} {
		if _, err := h.seatOf(g, c); err != nil {
			return View{}, err
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.add(g); err != nil {
		return View{}, err
	}
	v, err := g.view("")
	if s.Seats {
		keys := g.keys
		v.Keys = &keys
	}
	return v, err
}

// add adds a new game.
func (h *Hall) add(g *game) error {
	if err := h.open(true); err != nil {
		return err
	}
	if err := h.makeRoom(g.client); err != nil {
		return err
	}
	if err := h.begin(g); err != nil {
		return err
	}
	g.touched = time.Now()
	h.games[g.id] = g
	h.advance(g)
	return nil
}

// errNone is the error for a game that does not exist.
func errNone(id string) error {
	return wire.Fail(http.StatusNotFound, fmt.Errorf("there is no game %.20q", id))
}

// with calls a function with a readable game while holding the lock.
func (h *Hall) with(q ID, do func(*game) error) (View, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	g, err := h.find(q.ID)
	if err == nil {
		err = h.arrive(g, q.Seat)
	}
	if err == nil {
		err = do(g)
	}
	if err != nil {
		return View{}, err
	}
	return g.view(q.Seat)
}

// find returns a game, or an error if it does not exist or cannot be read.
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

// step takes a step in a game. ply is the number of moves that the client sees, nil = any.
func (h *Hall) step(q ID, ply *int, prepare func(*game) (step, error)) (View, error) {
	return h.with(q, func(g *game) error {
		if err := g.at(ply); err != nil {
			return err
		}
		st, err := prepare(g)
		if err != nil {
			return err
		}
		return h.record(g, st)
	})
}

// record takes a step in a game and starts what comes next.
func (h *Hall) record(g *game, st step) error {
	if err := h.bringBack(g); err != nil {
		return err
	}
	if err := g.take(st); err != nil {
		return err
	}
	g.notify()
	h.advance(g)
	return nil
}

// errTurn is the error for a client's move while an agent is to move.
var errTurn = wire.Fail(http.StatusConflict, errors.New("it is the agent's turn"))

// move plays the move of a person.
func (h *Hall) move(q ID, m Move) (View, error) {
	return h.step(q, m.Ply, func(g *game) (step, error) {
		c := g.Position().Color
		if !g.over() && !g.isPerson(c) {
			return step{}, errTurn
		}
		if !g.over() && !g.plays(c, q.Seat) {
			return step{}, errSeat
		}
		if g.clock.Fallen(c) {
			return step{Do: doTime, Side: c.String()}, nil
		}
		return step{Do: doMove, Move: m.Move}, nil
	})
}

// resign ends the game as a loss for the resigner.
func (h *Hall) resign(q ID, ply *int) (View, error) {
	return h.step(q, ply, func(g *game) (step, error) {
		switch side := g.side(q.Seat); {
		case side == "" && !g.agentsOnly():
			return step{}, errSeat
		case g.peopleOnly():
			return step{Do: doResign, Side: side}, nil
		}
		return step{Do: doResign, Side: g.resigner().String()}, nil
	})
}

// setPace sets the pace of a game between two agents.
func (h *Hall) setPace(q ID, p Pace) (View, error) {
	return h.with(q, func(g *game) error {
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
