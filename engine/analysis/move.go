package analysis

import (
	"cmp"
	"context"
	"iter"
	"math"

	"github.com/outflank/outflank/engine"
)

// A Move is a move of a game with what it lost. Values are disc differences for the
// mover, rounded to two decimals. The JSON fields are stable.
type Move struct {
	Ply       int     `json:"ply"` // from 1
	Color     string  `json:"color"`
	Move      string  `json:"move"`
	Empties   int     `json:"empties"` // before the move
	Legal     int     `json:"legal"`   // mobility: the number of legal moves
	Value     float64 `json:"value"`   // of the move played
	Best      string  `json:"best"`    // the best move; the one played where it is as good
	BestValue float64 `json:"best_value"`
	Loss      float64 `json:"loss"` // best_value - value, 0 or more
	Exact     bool    `json:"exact"`
	Depth     int     `json:"depth"` // plies of the search for the best move; the empty squares where it reached the end
	Nodes     uint64  `json:"nodes"` // of all searches for this move
	PV        string  `json:"pv"`    // best line, a transcript without passes
	Swing     string  `json:"swing"` // "win to draw", "win to loss" or "draw to loss"; else empty
	Black     float64 `json:"black"` // the value after the move for black

	Side engine.Color `json:"-"` // Color as a value
}

// BestForBlack returns the value of the best move for black.
func (m Move) BestForBlack() float64 { return forBlack(m.Side, m.BestValue) }

// Analyze judges the moves of a game and yields them from the last to the first. Of a
// game with an illegal move it judges those before it. When ctx ends it yields the
// error of ctx and stops.
func (an *Analyst) Analyze(ctx context.Context, g engine.Game) iter.Seq2[Move, error] {
	return func(yield func(Move, error) bool) {
		plies := legalPlies(g)
		if len(plies) == 0 {
			return
		}
		end := plies[len(plies)-1]
		p, _ := end.Position.Play(end.Move)
		next := an.evaluate(ctx, p)
		for i := len(plies) - 1; i >= 0; i-- {
			var m Move
			if ctx.Err() == nil {
				m, next = an.move(ctx, plies[i], next)
			}
			if err := ctx.Err(); err != nil {
				yield(Move{}, err)
				return
			}
			if !yield(m, nil) {
				return
			}
		}
	}
}

// legalPlies returns the plies of a game up to its first illegal move.
func legalPlies(g engine.Game) (plies []engine.Ply) {
	for ply, err := range g.Plies() {
		if err != nil {
			break
		}
		plies = append(plies, ply)
	}
	return plies
}

// move judges a move and the position it was played in; after is the position it leads to.
func (an *Analyst) move(ctx context.Context, ply engine.Ply, after evaluation) (Move, evaluation) {
	p := ply.Position
	best := an.judge(ctx, p.Board, 0)
	value, line, nodes := an.played(ctx, ply, best, after)
	if value >= best.Score { // at least as good as the search's best move
		best.Score, best.PV = value, line
	}
	m := Move{
		Ply: ply.Index + 1, Color: p.Color.String(), Side: p.Color, Move: ply.Move.String(),
		Empties: p.Board.Empty().Len(), Legal: ply.Legal.Len(),
		Value: rounded(value), Best: best.Move().String(), BestValue: rounded(best.Score), Loss: rounded(best.Score - value),
		Exact: best.Exact, Depth: best.Depth, Nodes: best.Nodes + nodes, PV: string(engine.AppendTranscript(nil, best.PV)),
		Swing: swing(best.Score, value), Black: forBlack(p.Color, rounded(value)),
	}
	return m, evaluation{forBlack(p.Color, best.Score), best.Exact, best.PV}
}

// played returns the value of the move played for the mover, and the line that begins
// with it. The position after it is searched one ply less deep than the best move was, so
// that both values have the same horizon.
func (an *Analyst) played(ctx context.Context, ply engine.Ply, best engine.Info, after evaluation) (value float64, line []engine.Square, nodes uint64) {
	color := ply.Position.Color
	if best.Move() == ply.Move {
		return best.Score, best.PV, 0
	}
	next, _ := ply.Position.Play(ply.Move)
	if !after.exact {
		info := an.judge(ctx, next.Board, max(1, best.Depth-1))
		after, nodes = evaluation{forBlack(next.Color, info.Score), info.Exact, info.PV}, info.Nodes
	}
	return forBlack(color, after.value), append([]engine.Square{ply.Move}, after.pv...), nodes
}

// forBlack turns a value for side c into one for black, and back.
func forBlack(c engine.Color, value float64) float64 {
	if c == engine.White {
		value = -value
	}
	return value + 0 // no -0
}

// rounded keeps two decimals.
func rounded(x float64) float64 { return math.Round(100*x)/100 + 0 }

// swing names the change when a value leads to a worse outcome than the best one.
func swing(best, played float64) string {
	from, to := outcome(best), outcome(played)
	if from <= to {
		return ""
	}
	return outcomeNames[from+1] + " to " + outcomeNames[to+1]
}

var outcomeNames = [...]string{"loss", "draw", "win"}

// outcome returns 1, 0 or -1 for a win, a draw or a loss; values within a disc are draws.
func outcome(value float64) int {
	if math.Abs(value) < 1 {
		return 0
	}
	return cmp.Compare(value, 0)
}
