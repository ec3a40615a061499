package stats

import (
	"cmp"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/runtime/text"
)

// An Analysis returns the analysed moves of a game, such as label.Cache.Analyze. It is safe for concurrent
// use; nil = there are none.
type Analysis func(engine.Game) []analysis.Move

// moves returns the analysed moves of a game.
func (a Analysis) moves(g engine.Game) []analysis.Move {
	if a == nil {
		return nil
	}
	return a(g)
}

// A Precision describes how well moves were chosen. Without analysed moves, the means are unknown.
type Precision struct {
	Moves        int      `json:"moves" unit:"move" meaning:"analyzed moves"`
	Accuracy     *float64 `json:"accuracy" unit:"percent" meaning:"mean accuracy of the moves, 0 to 100, from the expected points that they lose (lichess's curve)"`
	MoveLoss     *float64 `json:"move_loss" unit:"disc" meaning:"mean discs that a move loses compared with the best move"`
	Best         *float64 `json:"best_share" unit:"1" meaning:"share of the moves that lose no disc, 0 to 1"`
	Inaccuracies int      `json:"inaccuracies" unit:"move" meaning:"moves that lose 0.1 to 0.2 expected points"`
	Mistakes     int      `json:"mistakes" unit:"move" meaning:"moves that lose 0.2 to 0.3 expected points"`
	Blunders     int      `json:"blunders" unit:"move" meaning:"moves that lose 0.3 or more expected points"`
}

func precisionOf(l *analysis.PlayerLoss) Precision {
	return Precision{l.Moves, l.Accuracy, text.Known(l.Loss / float64(l.Moves)), share(l.Best, l.Moves),
		l.Inaccuracies, l.Mistakes, l.Blunders}
}

// A lossGroup is a kind of moves.
type lossGroup struct {
	by, of string
}

// lossKinds are the kinds of groups, in the order of rows.
var lossKinds = []string{"all", "color", "phase", "opening"}

// A lossRow describes how well the moves of a group were chosen.
type lossRow struct {
	By string `json:"by" unit:"text" meaning:"all, color, phase or opening"`
	Of string `json:"moves_of" unit:"text" meaning:"whose moves, or the colour, the phase or the opening; empty = no named opening"`
	Precision
}

// lossGroups sums the losses of groups.
type lossGroups map[lossGroup]*analysis.PlayerLoss

func (m lossGroups) add(by, of string, move analysis.Move) {
	l := m[lossGroup{by, of}]
	if l == nil {
		l = new(analysis.PlayerLoss)
		m[lossGroup{by, of}] = l
	}
	l.Add(move)
}

// rows returns the groups by kind, those with the most moves first.
func (m lossGroups) rows() []lossRow {
	rows := []lossRow{}
	for group, l := range m {
		rows = append(rows, lossRow{group.by, group.of, precisionOf(l)})
	}
	slices.SortFunc(rows, func(a, b lossRow) int {
		return cmp.Or(cmp.Compare(slices.Index(lossKinds, a.By), slices.Index(lossKinds, b.By)),
			-cmp.Compare(a.Moves, b.Moves), cmp.Compare(a.Of, b.Of))
	})
	return rows
}
