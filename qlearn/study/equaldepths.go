package study

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
)

// equalDepths is the work in which alpha-beta plays minimax of the same depth.
type equalDepths struct {
	equals string // which of several equal moves alpha-beta plays
	start  int    // random plies at the start
}

// Run plays the games. The host does not know some of these agents, which therefore play here, not on the
// fleet. From the usual start, two programs without randomness play only two different games.
func (e equalDepths) Run(ctx context.Context, r *execution) (out outcome, err error) {
	here, list := *r, []duel{}
	for depth := 1; depth <= 4; depth++ {
		a, b := fmt.Sprintf("%s,depth=%d", paperPlain, depth), fmt.Sprintf("minimax:eval=paip,depth=%d", depth)
		switch e.equals {
		case "the first and best moves searched first":
			a = fmt.Sprintf("%s,depth=%d", orderedAB, depth)
		case "the first against minimax with the last":
			b = here.lastOfEquals(depth, exactValues)
		case "the last with soft bounds", hardBounds:
			a = here.lastOfEquals(depth, e.equals)
		}
		list = append(list, duel{A: a, B: b, Counts: []count{{Label: equalLabel(depth), Paper: number(0)}}})
	}
	games := duels{Games: 200, Least: 20, Random: e.start, Duels: list}
	if e.start > 0 {
		return games.Run(ctx, &here)
	}
	games.Games, games.Least = 2, 2
	out, err = games.Run(ctx, &here)
	for i := range out.Rows {
		out.Rows[i].Low, out.Rows[i].High, out.Rows[i].whole = nil, nil, true
	}
	return out, err
}

// lastOfEquals registers a player and returns its spec. The player chooses the last of equally good moves, by
// exact values or by alpha-beta's bounds.
func (r *execution) lastOfEquals(depth int, how string) (spec string) {
	spec = fmt.Sprintf("alpha-beta %d, %s", depth, how)
	agent := newLastOfEquals(depth, how)
	r.Farm, r.players[spec] = nil, arena.Player{Name: spec, New: func(*rand.Rand) engine.Agent { return agent }}
	return spec
}

// A lastOfEquals agent is alpha-beta that plays the last of the moves that seem equally good.
type lastOfEquals struct {
	lineSearch[engine.Board]
	how string
}

// The ways in which a lastOfEquals plays: like minimax, with full windows; or with bounds that never exceed
// the window.
const exactValues, hardBounds = "exact values", "the last with hard bounds"

func newLastOfEquals(depth int, how string) lastOfEquals {
	rewards := squaresOf("paip") // whole numbers, so that equally good moves have exactly equal values
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
	}}, how}
}

// Choose implements [engine.Agent].
func (l lastOfEquals) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	best, most := engine.None, math.Inf(-1)
	for s := range b.Moves().All() {
		bound := most
		if l.how == exactValues {
			bound = math.Inf(-1)
		}
		v := -l.value(b.Play(s), l.depth-1, math.Inf(-1), -bound)
		if l.how == hardBounds {
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
