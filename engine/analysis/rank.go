package analysis

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A Line is a move with its value and its expected continuation.
type Line struct {
	Score float64         // disc difference for the side to move
	PV    []engine.Square // best line without passes, the move first
}

// A Ranking holds the values of all legal moves of a board. All moves were searched separately to the same
// depth, so the value of a move depends neither on the other moves nor on earlier searches. If the side to
// move has to pass, there is one line, which begins with the opponent's move. If the game is over, there is
// one line without moves.
type Ranking struct {
	Depth int    // in plies, including the move; the number of empty squares if the searches reached the end
	Exact bool   // the scores are results of best play
	Nodes uint64 // total positions visited
	Lines []Line // the best move first; moves of equal value in order of squares
}

// Of returns the line that begins with m. It returns false if m is illegal.
func (r *Ranking) Of(m engine.Square) (Line, bool) {
	i := slices.IndexFunc(r.Lines, func(l Line) bool { return len(l.PV) > 0 && l.PV[0] == m })
	if i < 0 {
		return Line{}, false
	}
	return r.Lines[i], true
}

// Rank searches every legal move of a board. It yields the values of all moves each time a depth is finished
// for all of them; the last ranking is final. It ends early at the time limit, when ctx ends or when the
// caller stops ranging; it may then have yielded nothing.
//
// The value of a selective search depends on its window, so values are comparable only if they are found in
// the same way. Therefore all rankings come from this method. It finishes each depth for all moves before
// the next, so at a time limit all values have the same depth.
func (an *Analyst) Rank(ctx context.Context, b engine.Board) iter.Seq[Ranking] {
	return func(yield func(Ranking) bool) {
		if b.Over() {
			yield(Ranking{Exact: true, Lines: []Line{{Score: float64(b.Score())}}})
			return
		}
		searchers := an.searchers(b) // before the clock starts
		limited, cancel := engine.Within(ctx, an.Time)
		defer cancel()
		searches := searchesOf(limited, b, searchers)
		defer func() {
			for _, s := range searches {
				s.stop()
			}
		}()
		for an.step(limited, searches) {
			if !yield(ranking(searches)) {
				return
			}
		}
	}
}

// Best returns the last [Ranking] of a board. If a limit ends the search before the first ranking, Best ranks
// the moves with Shallow, if it is set. With Shallow, the result is empty only if ctx ends.
func (an *Analyst) Best(ctx context.Context, b engine.Board) (last Ranking) {
	for last = range an.Rank(ctx, b) {
	}
	if last.Lines == nil && ctx.Err() == nil && an.Shallow != nil {
		shallow := Analyst{New: func(int) Searcher { return an.Shallow() }}
		return shallow.Best(ctx, b)
	}
	return last
}

// A moveSearch is the search of one move, step by step.
type moveSearch struct {
	next func() (engine.Info, bool)
	stop func()
	info engine.Info
}

// searchers returns a searcher for each legal move of b, or one for the pass.
func (an *Analyst) searchers(b engine.Board) []Searcher {
	list := make([]Searcher, max(1, b.Moves().Len()))
	for i := range list {
		list[i] = an.New(len(list))
	}
	return list
}

// searchesOf starts the searches of b, one with each searcher.
func searchesOf(ctx context.Context, b engine.Board, searchers []Searcher) (list []*moveSearch) {
	legal := b.Moves()
	for i, searcher := range searchers {
		var infos iter.Seq[engine.Info]
		if legal == 0 {
			infos = searcher.Search(ctx, b)
		} else {
			infos = searcher.SearchMove(ctx, b, legal.Nth(i))
		}
		s := &moveSearch{}
		s.next, s.stop = iter.Pull(infos)
		list = append(list, s)
	}
	return list
}

// step searches all moves one step further. It returns false if a search has ended.
func (an *Analyst) step(ctx context.Context, searches []*moveSearch) bool {
	workers := max(1, an.Workers)
	advance := func(_ context.Context, s *moveSearch) (more bool, err error) {
		s.info, more = s.next()
		return more, nil
	}
	for more, err := range parallel.Map(ctx, workers, workers, slices.Values(searches), advance) {
		if err != nil || !more {
			return false
		}
	}
	return true
}

// ranking sorts the results of the searches after a step.
func ranking(searches []*moveSearch) Ranking {
	r := Ranking{Depth: searches[0].info.Depth, Exact: true}
	for _, s := range searches {
		r.Depth, r.Exact = min(r.Depth, s.info.Depth), r.Exact && s.info.Exact
		r.Nodes += s.info.Nodes
		r.Lines = append(r.Lines, Line{s.info.Score + 0, s.info.PV}) // + 0 turns -0 into 0
	}
	slices.SortStableFunc(r.Lines, func(a, b Line) int { return cmp.Compare(b.Score, a.Score) })
	return r
}
