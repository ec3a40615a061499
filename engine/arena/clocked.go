package arena

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/live"
)

// ErrTime is wrapped by the error of a forfeit for lack of time, see [Match.Limit].
var ErrTime = errors.New("lost on time")

// A Timekeeper is an agent that divides the time of a game among its moves itself, such as an external
// engine. Before each move, while no clock runs, KeepTime gets the limit and the remaining times of both
// sides. An agent that has to start a program does so there. Then Choose gets a context that ends with the
// agent's time. Other agents get a context that ends after an even share of it.
type Timekeeper interface {
	engine.Agent
	KeepTime(ctx context.Context, limit live.Limit, left [2]time.Duration) error
}

// A clocked agent plays by the clock of its game.
type clocked struct {
	engine.Agent
	clock *live.Clock
	color engine.Color
}

// Unwrap returns the inner agent, see [engine.As].
func (a clocked) Unwrap() engine.Agent { return a.Agent }

func (a clocked) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	k := a.clock
	left := [2]time.Duration{k.Left(engine.Black), k.Left(engine.White)}
	keeper, keeps := engine.As[Timekeeper](a.Agent)
	if keeps {
		if err := keeper.KeepTime(ctx, k.Limit, left); err != nil {
			return engine.None, err
		}
	}
	k.Start(a.color)
	within, cancel := k.Share(ctx, engine.Position{Board: b, Color: a.color})
	if keeps {
		cancel()
		within, cancel = k.Within(ctx, a.color)
	}
	defer cancel()
	s, err := a.Agent.Choose(within, b)
	if spent := k.Stop(a.color); k.Fallen(a.color) {
		const unit = time.Millisecond
		return engine.None, fmt.Errorf("%w: a move took %v of the last %v", ErrTime, spent.Round(unit),
			left[a.color].Round(unit))
	}
	return s, err
}

// forfeitError returns the error of a forfeit from its text.
func forfeitError(text string) error {
	if rest, ok := strings.CutPrefix(text, ErrTime.Error()); ok {
		return fmt.Errorf("%w%s", ErrTime, rest)
	}
	return errors.New(text)
}
