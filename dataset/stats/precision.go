package stats

import (
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/runtime/text"
)

// An Analysis returns the analysed moves of a game, such as label.Cache.Analyze. It is safe for concurrent use;
// nil = there are none.
type Analysis func(engine.Game) []analysis.Move

// moves returns the analysed moves of a game.
func (a Analysis) moves(g engine.Game) []analysis.Move {
	if a == nil {
		return nil
	}
	return a(g)
}

// moveLosses sums the losses of moves. The zero value is ready to use.
type moveLosses struct {
	total analysis.PlayerLoss
	discs sample
}

func (l *moveLosses) add(m analysis.Move) {
	l.total.Add(m)
	l.discs.add(int(m.Loss))
}

func (l *moveLosses) merge(o *moveLosses) {
	l.total.Join(o.total)
	l.discs.merge(o.discs)
}

// A Precision describes how well moves were chosen. Without analysed moves, the means are unknown.
type Precision struct {
	Moves        int      `json:"moves" unit:"move" meaning:"analysed moves"`
	Accuracy     *float64 `json:"accuracy" unit:"percent" meaning:"mean accuracy of the moves, 0 to 100, from the expected points that they lose (lichess's curve)"`
	MoveLoss     *float64 `json:"move_loss" unit:"disc" meaning:"mean discs that a move loses compared with the best move"`
	MoveLossLow  *float64 `json:"move_loss_low" unit:"disc" meaning:"lower bound of its 95 % interval (Student), which treats moves as independent"`
	MoveLossHigh *float64 `json:"move_loss_high" unit:"disc" meaning:"upper bound of its 95 % interval"`
	Best         *float64 `json:"best_share" unit:"1" meaning:"share of the moves that lose no disc, 0 to 1"`
	Inaccuracies int      `json:"inaccuracies" unit:"move" meaning:"moves that lose 0.1 to 0.2 expected points"`
	Mistakes     int      `json:"mistakes" unit:"move" meaning:"moves that lose 0.2 to 0.3 expected points"`
	Blunders     int      `json:"blunders" unit:"move" meaning:"moves that lose 0.3 or more expected points"`
}

func (l *moveLosses) precision() Precision {
	low, high := l.discs.interval()
	t := &l.total
	return Precision{t.Moves, t.Accuracy, text.Known(l.discs.mean()), text.Known(low), text.Known(high),
		share(t.Best, t.Moves), t.Inaccuracies, t.Mistakes, t.Blunders}
}

// lossGroups contains losses by key.
type lossGroups[K comparable] map[K]*moveLosses

func (m lossGroups[K]) of(key K) *moveLosses {
	l := m[key]
	if l == nil {
		l = new(moveLosses)
		m[key] = l
	}
	return l
}
