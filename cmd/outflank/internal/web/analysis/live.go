package analysis

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/qlearn/agents"
)

const (
	mostDepth   = 60  // plies
	liveSeconds = 120 // default for a live analysis
)

// A liveQuery asks for the values of all moves of a position.
type liveQuery struct {
	position.Place
	Depth   int `query:"depth" doc:"plies to look ahead, 1 to 60; 0 = until all values are exact" minimum:"0" maximum:"60" example:"12"`
	Seconds int `query:"seconds" doc:"time limit in seconds, 1 to 600; 0 = 120" minimum:"0" maximum:"600" example:"10"`
	Lines   int `query:"lines" doc:"number of best moves that include their expected line; 0 = all" minimum:"0" example:"3"`
}

// live yields the values of a position after each depth.
func (p *Pool) live(ctx context.Context, q liveQuery) (iter.Seq2[position.Values, error], error) {
	_, at, err := q.End()
	if err != nil {
		return nil, err
	}
	inBook, err := p.book.Values(at.Board)
	if err != nil {
		return nil, err
	}
	an := p.analyst(wire.Client(ctx), at.Board.Shape, agents.AnalystLimits{Depth: cmp.Or(q.Depth, mostDepth)})
	return func(yield func(position.Values, error) bool) {
		limited, cancel := engine.Within(ctx, time.Duration(cmp.Or(q.Seconds, liveSeconds))*time.Second)
		defer cancel()
		leave, err := p.enter(limited)
		if err != nil {
			return
		}
		defer leave()
		begin := time.Now()
		for r := range an.Rank(limited, at.Board) {
			v := position.ValuesOf(at, r, q.Lines, inBook)
			v.Seconds = time.Since(begin).Seconds()
			if !yield(v, nil) {
				return
			}
		}
	}, nil
}

// analyst returns an analyst of a client for boards of a shape, with the default limit for exact values.
func (p *Pool) analyst(client string, sh engine.Shape, limits agents.AnalystLimits) *analysis.Analyst {
	limits.Exact, limits.Bytes = agents.DefaultLimits.Exact, tableBytes
	return p.share(client, agents.NewAnalyst(sh, limits, nil))
}

const (
	hintNodes = 1_000_000
	hintPause = 5 * time.Second  // after which a client may ask again
	hintTime  = 20 * time.Second // includes the wait for a place; below the server's limit for a response
)

// A hintQuery asks for the best move.
type hintQuery struct {
	position.Place
	Nodes uint64 `query:"nodes" doc:"limit of visited positions, for all moves together, 1 to 20000000; 0 = 1000000" minimum:"0" maximum:"20000000" example:"100000"`
}

// hint answers with the values of all moves. Its limit is in nodes, so that its answers are reproducible.
func (p *Pool) hint(ctx context.Context, q hintQuery) (position.Values, error) {
	_, at, err := q.End()
	if err != nil {
		return position.Values{}, err
	}
	ctx, cancel := engine.Within(ctx, hintTime)
	defer cancel()
	busy := wire.Busy(hintPause, errors.New("too many positions are being analysed: try again later"))
	leave, err := p.enter(ctx)
	if err != nil {
		return position.Values{}, busy
	}
	defer leave()
	begin := time.Now()
	limits := agents.AnalystLimits{Nodes: cmp.Or(q.Nodes, hintNodes)}
	r := p.analyst(wire.Client(ctx), at.Board.Shape, limits).Best(ctx, at.Board)
	if ctx.Err() != nil || r.Lines == nil {
		return position.Values{}, busy
	}
	v := position.ValuesOf(at, r, 0, nil)
	v.Seconds = time.Since(begin).Seconds()
	return v, nil
}
