package analysis

import (
	"context"
	"iter"
	"math"

	"github.com/outflank/outflank/engine"
)

// A Move is the analysis of one move of a game. Values are disc differences for the mover, rounded to two
// decimals. The JSON fields are stable.
type Move struct {
	Ply       int     `json:"ply"` // from 1
	Color     string  `json:"color"`
	Move      string  `json:"move"`
	Empties   int     `json:"empties"` // before the move
	Legal     int     `json:"legal"`   // mobility: the number of legal moves
	Value     float64 `json:"value"`   // value of the move played
	Best      string  `json:"best"`    // the best move; the move played if it is equally good
	BestValue float64 `json:"best_value"`
	Loss      float64 `json:"loss"` // best_value - value, 0 or more
	Exact     bool    `json:"exact"`
	Depth     int     `json:"depth"` // search depth in plies, the same for all moves; the number of empty squares if it reached the end
	Nodes     uint64  `json:"nodes"` // of all searches of the position
	PV        string  `json:"pv"`    // best line, a transcript without passes
	Swing     string  `json:"swing"` // "win to draw", "win to loss" or "draw to loss" if the values show it: they are exact, or at least two standard errors from a draw; otherwise empty
	Black     float64 `json:"black"` // value after the move, for black

	PointsLost *float64  `json:"points_lost"` // expected, 0 to 1; null = unknown, because values are inexact and their error is unknown
	Judgement  Judgement `json:"judgement"`   // the mark for this loss

	Book *int `json:"book,omitempty"` // value of the move in an opening book; set by the caller

	Side engine.Color `json:"-"` // Color as an engine.Color
}

// BestForBlack returns the value of the best move for black.
func (m Move) BestForBlack() float64 { return forBlack(m.Side, m.BestValue) }

// Analyze evaluates the moves of a game and yields them in order. It stops before an illegal move. When ctx
// ends, it yields the error of ctx and stops.
//
// Where values are exact, it solves the positions. This gives the same best moves and values as
// [Analyst.Rank] in a fraction of the time.
func (an *Analyst) Analyze(ctx context.Context, g engine.Game) iter.Seq2[Move, error] {
	return func(yield func(Move, error) bool) {
		var solved []engine.Ply
		for ply, err := range g.Plies() {
			if err != nil {
				break
			}
			if an.solves(ply.Position.Board) {
				solved = append(solved, ply)
				continue
			}
			m := an.move(ply, an.Best(ctx, ply.Position.Board))
			if err := ctx.Err(); err != nil {
				yield(Move{}, err)
				return
			}
			if !yield(m, nil) {
				return
			}
		}
		if len(solved) > 0 {
			an.solveMoves(ctx, solved, yield)
		}
	}
}

// move evaluates the move of a ply by the ranking of its position. The ranking is empty if the search was
// interrupted.
func (an *Analyst) move(ply engine.Ply, r Ranking) (m Move) {
	if r.Lines == nil {
		return m
	}
	p := ply.Position
	best := r.Lines[0]
	played, _ := r.Of(ply.Move)
	if played.Score == best.Score {
		best = played
	}
	standardError := 0.0
	if an.Error != nil {
		standardError = an.Error(p.Board.Empty().Len(), r.Depth)
	}
	points := -1.0
	if r.Exact || standardError > 0 {
		points = PointsLost(best.Score, played.Score, p.Board.Empty().Len())
	}
	m = KnownMove(ply, best.PV[0], best.Score, played.Score, r.Depth, r.Exact, points)
	m.Nodes, m.PV = r.Nodes, string(engine.AppendTranscript(nil, best.PV))
	m.Swing = swing(best.Score, played.Score, r.Exact, standardError)
	return m
}

// KnownMove returns the analysis of the move of a ply from its values, such as those of a table, in discs for
// the mover. points is the expected loss of points, 0 to 1; -1 = unknown. The result has no Nodes and no PV,
// and a Swing only if the values are exact.
func KnownMove(ply engine.Ply, best engine.Square, bestValue, value float64, depth int, exact bool,
	points float64) Move {
	p := ply.Position
	m := Move{
		Ply: ply.Index + 1, Color: p.Color.String(), Side: p.Color, Move: ply.Move.String(),
		Empties: p.Board.Empty().Len(), Legal: ply.Legal.Len(),
		Value: rounded(value), Best: best.String(), BestValue: rounded(bestValue),
		Loss:  rounded(bestValue - value),
		Exact: exact, Depth: depth, Swing: swing(bestValue, value, exact, 0),
		Black: forBlack(p.Color, rounded(value)),
	}
	if points >= 0 {
		points = math.Round(1e4*points) / 1e4
		m.Judgement, m.PointsLost = judge(points), &points
	}
	return m
}

// forBlack converts a value for side c to one for black, and back.
func forBlack(c engine.Color, value float64) float64 {
	if c == engine.White {
		value = -value
	}
	return value + 0 // + 0 turns -0 into 0
}

// rounded rounds to two decimals.
func rounded(x float64) float64 { return math.Round(100*x)/100 + 0 }
