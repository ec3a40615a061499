package analysis

import (
	"context"
	"math"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/report"
)

// An Move is what analyze reports of a move; the JSON fields are stable.
// Values are disc differences for the mover.
type Move struct {
	Ply       int     `json:"ply"` // from 1
	Color     string  `json:"color"`
	Move      string  `json:"move"`
	Empties   int     `json:"empties"` // before the move
	Legal     int     `json:"legal"`   // how many moves there were to choose from
	Value     float64 `json:"value"`   // of the move played
	Best      string  `json:"best"`    // the move played where it is one of the best
	BestValue float64 `json:"best_value"`
	Loss      float64 `json:"loss"` // best_value - value
	Exact     bool    `json:"exact"`
	Depth     int     `json:"depth"` // plies of the search for the best move; the empty squares where it went to the end
	Nodes     uint64  `json:"nodes"`
	PV        string  `json:"pv"`    // the best line
	Swing     string  `json:"swing"` // "win to draw", "win to loss" or "draw to loss"; else empty
	Black     float64 `json:"black"` // the value after the move for black

	Side engine.Color `json:"-"`
}

// A judged position is one after a move, with what it is worth for black.
type judged struct {
	value float64
	exact bool
	pv    []engine.Square // what follows
}

// Analyze judges the moves of a game from the last to the first. What it returns is
// of no use when ctx has ended.
func (an *Analyst) Analyze(ctx context.Context, g engine.Game, step func()) ([]Move, judged) {
	var plies []engine.Ply
	for ply, err := range g.Plies() {
		if err != nil {
			break // of a game with an illegal move, the moves before it
		}
		plies = append(plies, ply)
	}
	moves := make([]Move, len(plies))
	next := an.last(ctx, g.Start, plies)
	for i := len(plies) - 1; i >= 0 && ctx.Err() == nil; i-- {
		moves[i], next = an.move(ctx, plies[i], next)
		step()
	}
	return moves, next
}

// last judges the position after all moves.
func (an *Analyst) last(ctx context.Context, p engine.Position, plies []engine.Ply) judged {
	if n := len(plies); n > 0 {
		p, _ = plies[n-1].Position.Play(plies[n-1].Move)
	}
	if p.Board.Over() {
		return judged{value: float64(p.Score(engine.Black)), exact: true}
	}
	info := an.judge(ctx, p.Board, 0)
	return judged{ForBlack(p.Color, info.Score), info.Exact, info.PV}
}

// move judges a move and the position it was played in. After is what it leads to.
func (an *Analyst) move(ctx context.Context, ply engine.Ply, after judged) (Move, judged) {
	p := ply.Position
	best := an.judge(ctx, p.Board, 0)
	value, line, nodes := an.played(ctx, ply, best, after)
	if value >= best.Score { // at least as good as what the search liked best
		best.Score, best.PV = value, line
	}
	m := Move{
		Ply: ply.Index + 1, Color: p.Color.String(), Side: p.Color, Move: ply.Move.String(),
		Empties: p.Board.Empty().Len(), Legal: ply.Legal.Len(),
		Value: rounded(value), Best: best.Move().String(), BestValue: rounded(best.Score), Loss: rounded(best.Score - value),
		Exact: best.Exact, Depth: best.Depth, Nodes: best.Nodes + nodes, PV: string(engine.AppendTranscript(nil, best.PV)),
		Swing: swing(best.Score, value), Black: ForBlack(p.Color, rounded(value)),
	}
	return m, judged{ForBlack(p.Color, best.Score), best.Exact, best.PV}
}

// played returns what the move played is worth to the mover, and the line that
// begins with it. A search of the position after it goes one ply less deep, so that
// both values are of the same horizon.
func (an *Analyst) played(ctx context.Context, ply engine.Ply, best engine.Info, after judged) (value float64, line []engine.Square, nodes uint64) {
	color := ply.Position.Color
	if best.Move() == ply.Move {
		return best.Score, best.PV, 0
	}
	next, _ := ply.Position.Play(ply.Move)
	if !after.exact {
		info := an.judge(ctx, next.Board, max(1, best.Depth-1))
		after, nodes = judged{ForBlack(next.Color, info.Score), info.Exact, info.PV}, info.Nodes
	}
	return ForBlack(color, after.value), append([]engine.Square{ply.Move}, after.pv...), nodes
}

// ForBlack turns a value for side c into one for black, and back.
func ForBlack(c engine.Color, value float64) float64 {
	if c == engine.White {
		value = -value
	}
	return value + 0 // no -0
}

// rounded keeps two decimals, what reports show.
func rounded(x float64) float64 { return math.Round(100*x)/100 + 0 }

// swing names the change when a value leads to another outcome than the best one.
func swing(best, played float64) string {
	from, to := outcome(best), outcome(played)
	if from <= to {
		return ""
	}
	return outcomeNames[from+1] + " to " + outcomeNames[to+1]
}

var outcomeNames = [...]string{"loss", "draw", "win"}

// outcome tells who stands better: within a disc nobody does.
func outcome(value float64) int {
	if math.Abs(value) < 1 {
		return 0
	}
	return report.Sign(value)
}
