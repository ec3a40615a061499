package agents

import (
	"context"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/runtime/portable"
)

// levelBytes is the total memory for the searches of a move at levels below the full engine.
const levelBytes = 1 << 20

// New returns an agent that plays at the level, on boards of any shape. All its randomness comes from rng.
func (l Level) New(rng *rand.Rand) engine.Agent {
	return &shaped{new: func(sh engine.Shape) engine.Agent {
		switch {
		case l.Depth > 0:
			limits := AnalystLimits{Depth: l.Depth, Exact: l.Exact, Threads: 1, Bytes: levelBytes}
			return &fallible{analyst: NewAnalyst(sh, limits, nil), temperature: l.Temperature, rng: rng}
		case sh == engine.Full:
			return engineKind.withDefaults(rng)
		}
		return alphaBetaKind.withDefaults(rng)
	}}
}

// bytes returns the maximum size of the level's tables.
func (l Level) bytes() int {
	if l.Depth > 0 {
		return levelBytes
	}
	p := &params{kind: engineKind}
	return parsed(p, "hash", ParseBytes)
}

// withDefaults returns an agent of a kind that has no required parameters.
func (k Kind) withDefaults(rng *rand.Rand) engine.Agent {
	build, err := k.build(&params{kind: k})
	if err != nil {
		panic(err) // only if a default of the kind is invalid
	}
	return build(rng)
}

// A shaped agent creates its inner agent for the shape of the board it is given.
type shaped struct {
	new   func(sh engine.Shape) engine.Agent
	shape engine.Shape
	agent engine.Agent // for boards of shape; nil = none yet
}

// Choose asks the agent for the board's shape.
func (s *shaped) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	if s.agent == nil || s.shape != b.Shape {
		s.shape, s.agent = b.Shape, s.new(b.Shape)
	}
	return s.agent.Choose(ctx, b)
}

// Unwrap returns the inner agent, see [engine.As].
func (s *shaped) Unwrap() engine.Agent { return s.agent }

// A fallible agent evaluates all moves and draws one with the probabilities of chances.
type fallible struct {
	analyst     *analysis.Analyst
	temperature float64
	rng         *rand.Rand
	nodes       uint64
}

// Choose draws a move. If ctx ends the search, it uses the last depth completed for all moves, or a search of
// one ply.
func (f *fallible) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	legal := b.Moves()
	switch legal.Len() {
	case 0:
		return engine.None, engine.ErrNoMove
	case 1:
		return legal.First(), nil
	}
	r := f.analyst.Best(ctx, b)
	if r.Lines == nil {
		glance := analysis.Analyst{New: func(int) analysis.Searcher { return f.analyst.Shallow() }}
		r = glance.Best(context.WithoutCancel(ctx), b)
	}
	f.nodes += r.Nodes
	x, last := f.rng.Float64(), len(r.Lines)-1
	for i, p := range chances(r, f.temperature) {
		if x -= p; x < 0 || i == last { // the sum of the probabilities may be slightly below 1
			return r.Lines[i].PV[0], nil
		}
	}
	return engine.None, engine.ErrNoMove // unreachable, because there are lines
}

// Nodes returns the number of positions visited by all searches.
func (f *fallible) Nodes() uint64 { return f.nodes }

// chances returns the probability of each line in a ranking for a player whose errors have a temperature of T
// discs. It is proportional to exp(-loss/T), where loss is the loss against the best line. A move that loses
// T discs is chosen 1/e as often as the best one. With T = 0, only the best moves are chosen.
//
// This is the logit rule of choice (R. D. Luce, "Individual Choice Behavior", 1959). R. D. McKelvey and T. R.
// Palfrey use it to describe people in games ("Quantal response equilibria for normal form games", 1995):
// greater losses are rarer, no loss is impossible, and better players make smaller mistakes. K. W. Regan and
// G. Haworth fit such a rule to chess players of each strength ("Intrinsic chess ratings", 2011).
func chances(r analysis.Ranking, temperature float64) []float64 {
	chances, sum := make([]float64, len(r.Lines)), 0.0
	for i, l := range r.Lines {
		loss := r.Lines[0].Score - l.Score
		if loss > 0 { // otherwise 1, even if T is 0
			chances[i] = portable.Exp(-loss / temperature)
		} else {
			chances[i] = 1
		}
		sum += chances[i]
	}
	for i := range chances {
		chances[i] /= sum
	}
	return chances
}
