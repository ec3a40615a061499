package agents

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
)

// Boards is the kind of boards that an agent or an evaluator supports.
type Boards uint8

// The kinds of boards, each a subset of its predecessor.
const (
	AnyBoard   Boards = iota
	fullBoard         // 8×8, because it uses names of squares
	wholeBoard        // and without holes
)

// String describes the boards for the list of agents: any, or 8x8 with a condition.
func (k Boards) String() string {
	return [...]string{AnyBoard: "any", fullBoard: "8x8, with or without holes",
		wholeBoard: "8x8 without holes"}[k]
}

// check returns an error for boards on which the agent called name cannot play.
func (k Boards) check(name string, sh engine.Shape) error {
	base, _, _ := strings.Cut(sh.String(), "-")
	if k == fullBoard && base != "8x8" || k == wholeBoard && sh != engine.Full {
		return fault.Misuse(fmt.Errorf("agent %q plays on boards of kind %v, not on %v", name, k, sh))
	}
	return nil
}

// Boards returns the boards that the kind supports with its default parameters. With a different evaluator it
// may support fewer.
func (k Kind) Boards() Boards {
	boards := k.boards
	if i := slices.IndexFunc(k.Params, func(q Param) bool { return q.Key == "eval" }); i >= 0 {
		h, _ := eval.FindHeuristic(k.Params[i].Default)
		boards = max(boards, HeuristicBoards(h))
	}
	return boards
}

// HeuristicBoards returns the boards that a heuristic supports.
func HeuristicBoards(h eval.Heuristic) Boards {
	if h.Any {
		return AnyBoard
	}
	return fullBoard
}

// guard makes the agents return an error on boards that they do not support.
func (k Boards) guard(name string, build newAgent) newAgent {
	if k == AnyBoard {
		return build
	}
	return func(rng *rand.Rand) engine.Agent { return &guarded{wrapped{build(rng)}, name, k} }
}

// A guarded agent returns an error on boards that it does not support.
type guarded struct {
	wrapped
	name   string
	boards Boards
}

// Choose asks the inner agent if it supports the board.
func (g *guarded) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	if b.Shape != engine.Full {
		if err := g.boards.check(g.name, b.Shape); err != nil {
			return engine.None, err
		}
	}
	return g.Agent.Choose(ctx, b)
}
