package matches

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/agents"
)

// externals returns the players of a match that are external engines.
func externals(state *arena.State) (list []*arena.Player, err error) {
	for i := range state.Match.Players {
		p := &state.Match.Players[i]
		program, _, err := agents.Resolver{}.Traits(p.Name)
		if err != nil {
			return nil, err
		}
		if program {
			list = append(list, p)
		}
	}
	return list, nil
}

// An external is an external engine or a policy.
type external interface {
	Greet(ctx context.Context) error
	LogTo(log func(pid int, mark byte, line string))
}

// newExternal returns a new agent of the player, if it is external.
func newExternal(p *arena.Player) (external, bool) {
	return engine.As[external](p.New(rand.New(rand.NewPCG(1, 0))))
}

// greet returns an error if an external engine of the match does not speak its protocol.
func greet(ctx context.Context, players []*arena.Player) error {
	for _, p := range players {
		if c, ok := newExternal(p); ok {
			if err := c.Greet(ctx); ctx.Err() != nil {
				return ctx.Err()
			} else if err != nil {
				return fault.BadInput(fmt.Errorf("%s does not complete the handshake: %w", p.Name, err))
			}
		}
	}
	return nil
}

// keep holds an agent of each player until release, so that policies don't end between their games.
func keep(players []*arena.Player) (release func()) {
	held := make([]engine.Agent, len(players))
	for i, p := range players {
		held[i] = p.New(rand.New(rand.NewPCG(1, 0)))
	}
	return func() {
		for _, a := range held {
			_ = agents.Close(a)
		}
	}
}

// An engineLog is the file of --log.
type engineLog struct {
	out   io.WriteCloser
	begin time.Time

	mu  sync.Mutex
	err error // the first write error
}

// openLog opens the log of a match and makes the players write to it. It returns nil without --log.
func (j *matchJob) openLog(players []*arena.Player) (*engineLog, error) {
	if j.log == "" {
		return nil, nil
	}
	if len(players) == 0 {
		return nil, fault.Misuse(errors.New("--log: none of the agents is an external engine"))
	}
	if j.fleet.URL != "" {
		return nil, fault.Misuse(errors.New("--log: with --fleet the engines run on other machines"))
	}
	f, err := durable.Create(j.log)
	if err != nil {
		return nil, err
	}
	l := &engineLog{out: f, begin: time.Now()}
	for _, p := range players {
		inner := p.New
		p.New = func(rng *rand.Rand) engine.Agent {
			a := inner(rng)
			if c, ok := engine.As[external](a); ok {
				c.LogTo(l.take)
			}
			return a
		}
	}
	return l, nil
}

// take writes a line: the seconds since the match began, the process, the direction and the message.
func (l *engineLog) take(pid int, mark byte, line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := fmt.Fprintf(l.out, "%9.3f [%d] %c %s\n", time.Since(l.begin).Seconds(), pid, mark,
		line); err != nil && l.err == nil {
		l.err = err
	}
}

// close returns the first error of the log.
func (l *engineLog) close() error {
	if l == nil {
		return nil
	}
	return errors.Join(l.err, l.out.Close())
}
