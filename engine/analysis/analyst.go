package analysis

import (
	"context"
	"iter"
	"time"

	"github.com/outflank/outflank/engine"
)

// A Searcher is a search of one board.
type Searcher interface {
	Search(ctx context.Context, b engine.Board) iter.Seq[engine.Info]
}

// An Analyst judges positions of one shape of board.
type Analyst struct {
	Search  Searcher
	Shallow Searcher // what is asked where limits end the search before it has begun
	Time    time.Duration
	Name    string // of the search
	Depth   int    // plies, 0 = without limit
	Exact   int    // empty squares
}

// The names of the searches, as reports state them.
const (
	EngineName    = "engine"
	AlphaBetaName = "alphabeta"
)

// judge returns the value of a board on which the side to move can move. It is
// content with a search of depth enough, 0 = with the whole search only.
func (an *Analyst) judge(ctx context.Context, b engine.Board, enough int) (last engine.Info) {
	limited, cancel := Within(ctx, an.Time)
	defer cancel()
	for info := range an.Search.Search(limited, b) {
		if last = info; enough > 0 && info.Depth >= enough {
			break
		}
	}
	if last.PV == nil && ctx.Err() == nil {
		for last = range an.Shallow.Search(ctx, b) {
		}
	}
	last.Score += 0 // no -0
	return last
}
