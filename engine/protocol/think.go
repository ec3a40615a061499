package protocol

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/outflank/outflank/engine"
)

// A Thinker is an agent that reports its search, for hints and analyses. Think yields the result of every
// finished depth; the last Info is final.
type Thinker interface {
	Think(ctx context.Context, b engine.Board) iter.Seq[engine.Info]
}

// final returns the last Info about b, or false if there is none.
func final(ctx context.Context, t Thinker, b engine.Board) (last engine.Info, ok bool) {
	for last = range t.Think(ctx, b) {
		ok = true
	}
	return last, ok
}

// rank searches every move on b and returns the results, best move first. When ctx ends, it returns the moves
// that are finished.
func rank(ctx context.Context, t Thinker, b engine.Board) []engine.Info {
	var list []engine.Info
	for m := range b.Moves().All() {
		info, ok := after(ctx, t, b.Play(m))
		if !ok || ctx.Err() != nil {
			break
		}
		info.Depth++
		info.PV = append([]engine.Square{m}, info.PV...)
		list = append(list, info)
	}
	slices.SortStableFunc(list, func(a, b engine.Info) int { return cmp.Compare(b.Score, a.Score) })
	return list
}

// after searches a board on which the opponent is to move. The opponent may have to pass, or the game may be
// over. The score is for the side that moved last.
func after(ctx context.Context, t Thinker, b engine.Board) (engine.Info, bool) {
	if b.Over() {
		return engine.Info{Score: -float64(b.Score())}, true
	}
	sign := -1.0
	if b.Moves() == 0 {
		b, sign = b.Pass(), 1
	}
	info, ok := final(ctx, t, b)
	info.Score = float64(sign*info.Score) + 0 // turns -0 into 0
	return info, ok
}
