package study

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
)

// equalDepths is the work of alpha-beta against minimax of the same depth.
type equalDepths struct {
	equals string // which of equally good moves alpha-beta plays
	start  int    // random plies
}

// Run plays the games. Agents that the host does not know play here and not on the farm. From the usual start
// the two games of two programs that draw nothing are all that there are.
func (e equalDepths) Run(ctx context.Context, r *execution) (out outcome, err error) {
	here, list := *r, []duel{}
	for depth := 1; depth <= 4; depth++ {
		a, b := fmt.Sprintf("%s,depth=%d", paperPlain, depth), fmt.Sprintf("minimax:eval=paip,depth=%d", depth)
		switch e.equals {
		case "the first and best moves searched first":
			a = fmt.Sprintf("%s,depth=%d", orderedAB, depth)
		case "the first against minimax with the last":
			b = here.lastOfEquals(depth, "exact values")
		case "the last with soft bounds", "the last with hard bounds":
			a = here.lastOfEquals(depth, e.equals)
		}
		list = append(list, duel{A: a, B: b, Counts: []count{{Label: equalLabel(depth), Paper: number(0)}}})
	}
	games := duels{Games: 200, Least: 20, Random: e.start, Duels: list}
	if e.start == 0 {
		games.Games, games.Least = 2, 2
	}
	out, err = games.Run(ctx, &here)
	for i := range out.Rows {
		if e.start == 0 {
			out.Rows[i].Low, out.Rows[i].High, out.Rows[i].whole = nil, nil, true
		}
	}
	return out, err
}

// lastOfEquals makes a player known and returns its spec: the last of equally good moves, by exact values or
// by the bounds of alpha-beta.
func (r *execution) lastOfEquals(depth int, how string) (spec string) {
	spec = fmt.Sprintf("alpha-beta %d, %s", depth, how)
	agent := newLastOfEquals(depth, how == "the last with hard bounds")
	agent.exact = how == "exact values"
	r.Farm, r.players[spec] = nil, arena.Player{Name: spec, New: func(*rand.Rand) engine.Agent { return agent }}
	return spec
}

// A lastOfEquals is alpha-beta that plays the last of the moves that seem equally good.
type lastOfEquals struct {
	lineSearch[engine.Board]
	hard  bool // a bound is never beyond the window
	exact bool // each move is searched with the whole window: it plays as minimax does
}

func newLastOfEquals(depth int, hard bool) lastOfEquals {
	rewards := squaresOf("paip") // whole numbers: equally good moves are exactly equal
	return lastOfEquals{lineSearch[engine.Board]{depth, bitboardRules, func(b engine.Board) (v float64) {
		for s, w := range rewards {
			switch s := engine.Square(s); {
			case b.Mine.Has(s):
				v += w
			case b.Theirs.Has(s):
				v -= w
			}
		}
		return v
	}}, hard, false}
}

// Choose implements [engine.Agent].
func (l lastOfEquals) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	best, most := engine.None, math.Inf(-1)
	for s := range b.Moves().All() {
		bound := most
		if l.exact {
			bound = math.Inf(-1)
		}
		v := -l.value(b.Play(s), l.depth-1, math.Inf(-1), -bound)
		if l.hard {
			v = max(v, most)
		}
		if v >= most {
			best, most = s, v
		}
	}
	if best == engine.None {
		return best, engine.ErrNoMove
	}
	return best, ctx.Err()
}
