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

// Run plays the games. Agents that the host does not know play here and not on the farm.
func (e equalDepths) Run(ctx context.Context, r *execution) (outcome, error) {
	here, list := *r, []duel{}
	for depth := 1; depth <= 4; depth++ {
		a := fmt.Sprintf("%s,depth=%d", paperPlain, depth)
		switch e.equals {
		case "the first and best moves searched first":
			a = fmt.Sprintf("%s,depth=%d", orderedAB, depth)
		case "the last with soft bounds", "the last with hard bounds":
			a = fmt.Sprintf("alpha-beta %d, %s", depth, e.equals)
			agent := newLastOfEquals(depth, e.equals == "the last with hard bounds")
			here.Farm, here.players[a] = nil, arena.Player{Name: a,
				New: func(*rand.Rand) engine.Agent { return agent }}
		}
		list = append(list, duel{A: a, B: fmt.Sprintf("minimax:eval=paip,depth=%d", depth),
			Counts: []count{{Label: equalLabel(depth), Paper: number(0)}}})
	}
	return duels{Games: 200, Least: 20, Random: e.start, Duels: list}.Run(ctx, &here)
}

// A lastOfEquals is alpha-beta that plays the last of the moves that seem equally good.
type lastOfEquals struct {
	lineSearch[engine.Board]
	hard bool // a bound is never beyond the window
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
	}}, hard}
}

// Choose implements [engine.Agent].
func (l lastOfEquals) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	best, most := engine.None, math.Inf(-1)
	for s := range b.Moves().All() {
		v := -l.value(b.Play(s), l.depth-1, math.Inf(-1), -most)
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
