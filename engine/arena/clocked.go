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

// ErrTime is wrapped by the error of a forfeit on time, see [Match.Limit].
var ErrTime = errors.New("lost on time")

// A Timekeeper is an agent that divides the time of a game among its moves itself, such as an external
// engine. Before each move, while no clock runs, KeepTime receives the limit and the remaining times of both
// sides. This is also the time to start a program. The context of Choose then ends when the agent's time runs
// out. For other agents, it ends after an even share of that time.
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

// forfeitError restores the error of a forfeit from its text.
func forfeitError(text string) error {
	for _, known := range [...]error{ErrTime, ErrExcluded} {
		if rest, ok := strings.CutPrefix(text, known.Error()); ok {
			return fmt.Errorf("%w%s", known, rest)
		}
	}
	return errors.New(text)
}
