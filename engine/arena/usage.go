package arena

import (
	"context"
	"errors"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/live"
)

// A Usage holds the resources that an agent used in a game. The JSON fields are stable, because state files
// contain them.
type Usage struct {
	Moves   int           `json:"moves"`             // moves chosen by the agent, not at random
	Time    time.Duration `json:"ns,omitempty"`      // time for these moves; 0 if the match has no clock
	Nodes   uint64        `json:"nodes,omitempty"`   // positions visited; 0 without a method Nodes() uint64
	Crashes int           `json:"crashes,omitempty"` // crashes; 0 without a method Crashes() int
}

// Add returns the sum of u and v.
func (u Usage) Add(v Usage) Usage {
	return Usage{u.Moves + v.Moves, u.Time + v.Time, u.Nodes + v.Nodes, u.Crashes + v.Crashes}
}

// count adds the figures reported by the agent or by an agent that it wraps.
func (u *Usage) count(a engine.Agent) {
	if n, ok := engine.As[interface{ Nodes() uint64 }](a); ok {
		u.Nodes = n.Nodes()
	}
	if n, ok := engine.As[interface{ Crashes() int }](a); ok {
		u.Crashes = n.Crashes()
	}
}

// A timed agent counts its moves and, with a clock, measures their time.
type timed struct {
	engine.Agent
	now func() time.Time
	use *Usage
}

// Unwrap returns the inner agent, see [engine.As].
func (t timed) Unwrap() engine.Agent { return t.Agent }

func (t timed) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	t.use.Moves++
	if t.now == nil {
		return t.Agent.Choose(ctx, b)
	}
	begin := t.now()
	s, err := t.Agent.Choose(ctx, b)
	t.use.Time += t.now().Sub(begin)
	return s, err
}

// errJudge ends a game that the judge decides.
var errJudge = errors.New("arena: the judge takes over")

// A judged agent hands the game to the judge when few squares are empty.
type judged struct {
	engine.Agent
	at int
}

// Unwrap returns the inner agent, see [engine.As].
func (j judged) Unwrap() engine.Agent { return j.Agent }

func (j judged) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	if b.Empty().Len() <= j.at {
		return engine.None, errJudge
	}
	return j.Agent.Choose(ctx, b)
}

// seats wraps the agents as the match requires, by colour.
func (m *Match) seats(p Pairing, black, white engine.Agent, use *[2]Usage) [2]engine.Agent {
	if m.Limit.All > 0 {
		clock := &live.Clock{Limit: m.Limit, Now: m.Now}
		black, white = clocked{black, clock, engine.Black}, clocked{white, clock, engine.White}
	}
	seats := [2]engine.Agent{
		engine.Black: timed{black, m.Now, &use[engine.Black]},
		engine.White: timed{white, m.Now, &use[engine.White]},
	}
	// Both players share one stream, and every move draws one number, so the agents do not affect which moves
	// are random.
	rng := m.stream(forPerturbation, p.Game)
	for c := range seats {
		if m.Perturb > 0 {
			seats[c] = engine.Perturbed{Agent: seats[c], P: m.Perturb, Rand: rng}
		}
		if m.Judge != nil {
			seats[c] = judged{seats[c], m.JudgeAt}
		}
	}
	return seats
}
