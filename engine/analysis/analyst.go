package analysis

import (
	"context"
	"iter"
	"time"

	"github.com/outflank/outflank/engine"
)

// A Searcher searches a board on which the side to move has a move, and yields what it
// has found so far, each time more. It stops when ctx ends.
type Searcher interface {
	Search(ctx context.Context, b engine.Board) iter.Seq[engine.Info]
}

// An Analyst judges the moves of games on one shape of board. It serves one game at a time.
type Analyst struct {
	Search Searcher

	// Shallow is asked where limits end Search before it has found a move. It needs no
	// limits of its own that could do the same. nil is enough where Search always finds one.
	Shallow Searcher

	Time time.Duration // limit for each search, of which a move needs one or two; 0 = none

	// What reports say of Search; it changes nothing.
	Name  string
	Depth int // limit in plies, 0 = none
	Exact int // empty squares from which on values are exact
}

// judge searches a board on which the side to move can move. It is content with a search
// of depth enough, 0 = with the whole search only.
func (an *Analyst) judge(ctx context.Context, b engine.Board, enough int) (last engine.Info) {
	limited, cancel := engine.Within(ctx, an.Time)
	defer cancel()
	for info := range an.Search.Search(limited, b) {
		if last = info; enough > 0 && info.Depth >= enough {
			break
		}
	}
	if last.PV == nil && ctx.Err() == nil && an.Shallow != nil {
		for last = range an.Shallow.Search(ctx, b) {
		}
	}
	last.Score += 0 // no -0
	return last
}

// An evaluation is the value of a position for black, and how the game continues.
type evaluation struct {
	value float64
	exact bool
	pv    []engine.Square
}

// evaluate judges a position that nobody has moved in yet.
func (an *Analyst) evaluate(ctx context.Context, p engine.Position) evaluation {
	if p.Board.Over() {
		return evaluation{value: float64(p.Score(engine.Black)), exact: true}
	}
	info := an.judge(ctx, p.Board, 0)
	return evaluation{forBlack(p.Color, info.Score), info.Exact, info.PV}
}
