package agents

import (
	"context"

	"github.com/outflank/outflank/engine"
)

// Choose returns an agent's move with its evaluation. If the agent searches, Choose runs the search and
// returns the move of the last step, which the agent would choose. info.PV is nil if the agent does not
// search, if only one move is legal, or if there is no time for the first step.
func Choose(ctx context.Context, a engine.Agent,
	b engine.Board) (move engine.Square, info engine.Info, err error) {
	s, limit := searchOf(a)
	if s == nil || b.Moves().Len() == 1 {
		move, err = a.Choose(ctx, b)
		return move, engine.Info{}, err
	}
	ctx, cancel := engine.Within(ctx, limit)
	defer cancel()
	for info = range s.Search(ctx, b) {
	}
	if info.PV == nil { // there was no time for the first step
		move, err = a.Choose(ctx, b)
		return move, engine.Info{}, err
	}
	return info.Move(), info, nil
}
