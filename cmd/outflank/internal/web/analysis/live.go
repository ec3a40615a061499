package analysis

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/boards"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/agents"
)

const (
	mostDepth   = 60  // plies
	liveSeconds = 120 // default for a live analysis
	mostSeconds = 600
)

// A liveQuery asks for the values of all moves of a position.
type liveQuery struct {
	boards.Place
	Depth   int `query:"depth" doc:"plies to look ahead, 1 to 60; 0 = until all values are exact" min:"0" max:"60" example:"12"`
	Seconds int `query:"seconds" doc:"time limit in seconds, 1 to 600; 0 = 120" min:"0" max:"600" example:"10"`
	Lines   int `query:"lines" doc:"number of best moves that include their expected line; 0 = all" min:"0" example:"3"`
}

// Values are the values of all moves of a position at the depth that a search has reached. The moves are
// searched separately, all to the same depth.
type Values struct {
	Side    string  `json:"side" enum:"black,white" doc:"side to move, after a forced pass if there is one"`
	Depth   int     `json:"depth" doc:"plies, including the move; the number of empty squares if the search reached the end"`
	Exact   bool    `json:"exact" doc:"whether the values are results of perfect play"`
	Nodes   uint64  `json:"nodes" doc:"number of positions visited"`
	Seconds float64 `json:"seconds" doc:"seconds since the search started"`
	Value   float64 `json:"value" doc:"value of the best move, or the result if the game is over"`
	Moves   []Value `json:"moves" doc:"moves, best first; ties are ordered by square"`
}

// A Value is the value of a move.
type Value struct {
	Move  string  `json:"move" doc:"the square" example:"f5"`
	Value float64 `json:"value" doc:"disc difference for the side to move; empty squares count for the winner"`
	Line  string  `json:"line" doc:"expected line, starting with the move, without passes; empty unless requested"`
	Book  *int    `json:"book,omitempty" doc:"value in the server's opening book, if the book has the move"`
}

// live yields the values of a position after each depth.
func (p *Pool) live(ctx context.Context, q liveQuery) (iter.Seq2[Values, error], error) {
	switch {
	case q.Depth < 0 || q.Depth > mostDepth:
		return nil, fault.Misusef("depth=%d: want 0 to %d", q.Depth, mostDepth)
	case q.Seconds < 0 || q.Seconds > mostSeconds:
		return nil, fault.Misusef("seconds=%d: want 0 to %d", q.Seconds, mostSeconds)
	case q.Lines < 0:
		return nil, fault.Misusef("lines=%d: want 0 or more", q.Lines)
	}
	_, at, err := q.End()
	if err != nil {
		return nil, err
	}
	inBook, err := p.book.Values(at.Board)
	if err != nil {
		return nil, err
	}
	an := p.analyst(wire.Client(ctx), at.Board.Shape, agents.AnalystLimits{Depth: cmp.Or(q.Depth, mostDepth)})
	return func(yield func(Values, error) bool) {
		limited, cancel := engine.Within(ctx, time.Duration(cmp.Or(q.Seconds, liveSeconds))*time.Second)
		defer cancel()
		leave, err := p.enter(limited)
		if err != nil {
			return
		}
		defer leave()
		begin := time.Now()
		for r := range an.Rank(limited, at.Board) {
			v := valuesOf(at, r, q.Lines, inBook)
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

// rounded keeps two decimal places, as reviews do.
func rounded(x float64) float64 { return math.Round(100*x) / 100 }

// valuesOf formats a ranking with the values of a book. The best lines moves, 0 = all, get their lines.
func valuesOf(at engine.Position, r analysis.Ranking, lines int, inBook map[engine.Square]int) Values {
	v := Values{Side: at.Color.String(), Depth: r.Depth, Exact: r.Exact, Nodes: r.Nodes,
		Value: rounded(r.Lines[0].Score), Moves: []Value{}}
	for i, l := range r.Lines {
		if len(l.PV) == 0 {
			break // the game is over
		}
		m := Value{Move: l.PV[0].String(), Value: rounded(l.Score)}
		if lines == 0 || i < lines {
			m.Line = string(engine.AppendTranscript(nil, l.PV))
		}
		if value, ok := inBook[l.PV[0]]; ok {
			m.Book = &value
		}
		v.Moves = append(v.Moves, m)
	}
	return v
}

const (
	hintNodes = 1_000_000
	mostNodes = 20_000_000
	hintPause = 5 * time.Second  // after which a client may ask again
	hintTime  = 20 * time.Second // includes the wait for a place; below the server's limit for a response
)

// A hintQuery asks for the best move.
type hintQuery struct {
	boards.Place
	Nodes uint64 `query:"nodes" doc:"limit of visited positions, for all moves together, 1 to 20000000; 0 = 1000000" min:"0" max:"20000000" example:"100000"`
}

// hint answers with the values of all moves. Its limit is in nodes, so that its answers are reproducible.
func (p *Pool) hint(ctx context.Context, q hintQuery) (Values, error) {
	if q.Nodes > mostNodes {
		return Values{}, fault.Misusef("nodes=%d: want 0 to %d", q.Nodes, mostNodes)
	}
	_, at, err := q.End()
	if err != nil {
		return Values{}, err
	}
	ctx, cancel := engine.Within(ctx, hintTime)
	defer cancel()
	busy := wire.Busy(hintPause, errors.New("too many positions are being analysed: try again later"))
	leave, err := p.enter(ctx)
	if err != nil {
		return Values{}, busy
	}
	defer leave()
	begin := time.Now()
	limits := agents.AnalystLimits{Nodes: cmp.Or(q.Nodes, hintNodes)}
	r := p.analyst(wire.Client(ctx), at.Board.Shape, limits).Best(ctx, at.Board)
	if ctx.Err() != nil || r.Lines == nil {
		return Values{}, busy
	}
	v := valuesOf(at, r, 0, nil)
	v.Seconds = time.Since(begin).Seconds()
	return v, nil
}
