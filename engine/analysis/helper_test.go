package analysis_test

import (
	"context"
	"iter"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
)

// An engineSearch is the full engine as a searcher.
type engineSearch struct{ *deep.Engine }

func (s engineSearch) Search(ctx context.Context, b engine.Board) iter.Seq[engine.Info] {
	return infos(s.Engine.Search(ctx, b))
}

func (s engineSearch) SearchMove(ctx context.Context, b engine.Board, m engine.Square) iter.Seq[engine.Info] {
	return infos(s.Engine.SearchMove(ctx, b, m))
}

func infos(seq iter.Seq[deep.Info]) iter.Seq[engine.Info] {
	return func(yield func(engine.Info) bool) {
		for i := range seq {
			if !yield(i.Info) {
				return
			}
		}
	}
}
