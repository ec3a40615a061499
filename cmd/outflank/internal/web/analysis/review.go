package analysis

import (
	"context"
	"iter"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/qlearn/agents"
)

const reviewTime = 30 * time.Minute

// A reviewQuery asks how much each move of a game lost.
type reviewQuery struct {
	position.Place
	Depth int    `query:"depth" doc:"plies to look ahead, 1 to 20; 0 = 12 on the full 8x8 board, 8 elsewhere" minimum:"0" maximum:"20" example:"12"`
	Black string `query:"black" doc:"name of black's player"`
	White string `query:"white" doc:"name of white's player"`
}

// A Review is one step of the review of a game: a judged move or, at the end, the totals.
type Review struct {
	Done   int            `json:"done" doc:"number of moves judged so far"`
	Moves  int            `json:"moves" doc:"number of moves of the game"`
	Judged *analysis.Move `json:"judged,omitempty" doc:"the move judged in this step; moves come in the order of the game"`
	Game   *analysis.Game `json:"game,omitempty" doc:"all moves and both players, once every move is judged"`
}

// review yields the moves of a game as they are judged. It judges them like the command analyze.
func (p *Pool) review(ctx context.Context, q reviewQuery) (iter.Seq2[Review, error], error) {
	g, _, err := q.End()
	if err != nil {
		return nil, err
	}
	an := p.analyst(wire.Client(ctx), g.Start.Board.Shape, agents.AnalystLimits{Depth: q.Depth})
	return func(yield func(Review, error) bool) {
		limited, cancel := engine.Within(ctx, reviewTime)
		defer cancel()
		leave, err := p.enter(limited)
		if err != nil {
			return
		}
		defer leave()
		var moves []analysis.Move
		for m, err := range an.Analyze(limited, g) {
			if err != nil {
				yield(Review{}, err)
				return
			}
			moves = append(moves, m)
			if !yield(Review{Done: len(moves), Moves: len(g.Moves), Judged: &m}, nil) {
				return
			}
		}
		report := an.Report(limited, analysis.Record{Game: g, Number: -1, Black: q.Black, White: q.White}, moves)
		if limited.Err() == nil {
			yield(Review{Done: len(moves), Moves: len(g.Moves), Game: &report}, nil)
		}
	}, nil
}
