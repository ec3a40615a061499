package study

import (
	"context"
	"fmt"
	"math"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/eval"
)

// squareWeights is the work that counts W, of moves and of relative frequencies.
type squareWeights struct{}

func (squareWeights) Run(ctx context.Context, r *Run) (out Outcome, err error) {
	list, err := takeSteps(ctx, r, "counting moves", "databases", 1,
		[]step[Games]{{Key: "games", Do: r.Host.Games}})
	if err != nil {
		return out, err
	}
	g := list[0]
	if g.Count == 0 {
		return out, fmt.Errorf("no finished games in %s", g.Source)
	}
	grid := chart.Grid{Title: "Square weights W", Columns: 2, Scale: 0.7}
	for _, kind := range frequencies {
		w := classWeights(g, kind.relative)
		for i, name := range classNames {
			if w.half[i] > 0 { // not the squares on which the game begins
				label := kind.prefix + "squares like " + name
				out.Rows = append(out.Rows, Row{Label: label, Unit: unitWeight, Ours: number(w.mean[i]),
					Low: number(w.mean[i] - w.half[i]), High: number(w.mean[i] + w.half[i]), Games: g.Count})
			}
		}
		board := chart.Board{Title: kind.title, Limit: 1, Bare: true}
		for s := range board.Values {
			board.Values[s] = w.mean[eval.Class(engine.Square(s))]
		}
		grid.Charts = append(grid.Charts, board)
	}
	out.Plots = []Plot{{Name: "board", Chart: grid}}
	out.Notes = []string{fmt.Sprintf("games: %s, %d finished ones", g.Source, g.Count)}
	return out, nil
}

// frequencies are the two readings of "frequency of moves".
var frequencies = []struct {
	prefix, title string
	relative      bool
}{
	{"", "by counts of moves", false},
	{relativePrefix, "by shares of all moves of winners and losers", true},
}

// relativePrefix begins the labels of weights from relative frequencies.
const relativePrefix = "by shares, "

// cornersHighest tests that the weight of corners is more than that of each other class on
// which moves are made.
func cornersHighest(prefix string) Test {
	var tests []Test
	// the last are the squares on which the game begins
	for _, name := range classNames[cornerClass+1 : len(classNames)-1] {
		tests = append(tests, more(prefix+"squares like "+classNames[cornerClass], prefix+
			"squares like "+name))
	}
	return both(tests...)
}

// squareClasses are weights by class of squares, and half their intervals, in units of the
// largest absolute weight.
type squareClasses struct{ mean, half [10]float64 }

// classWeights subtracts how often losers move to a square of each class from how often
// winners do, both of relative frequencies if told so.
func classWeights(g Games, relative bool) (w squareClasses) {
	winners, losers := 1.0, 1.0
	if relative {
		winners, losers = float64(max(1, total(g.Winner))), float64(max(1, total(g.Loser)))
	}
	var squares, variance [10]float64
	for s := range g.Winner {
		c := eval.Class(engine.Square(s))
		won, lost := float64(g.Winner[s]), float64(g.Loser[s])
		w.mean[c] += won/winners - lost/losers
		variance[c] += won/(winners*winners) + lost/(losers*losers)
		squares[c]++
	}
	largest := 1e-300
	for i := range w.mean {
		w.mean[i] /= squares[i]
		largest = max(largest, math.Abs(w.mean[i]))
	}
	for i := range w.mean {
		w.mean[i] /= largest
		w.half[i] = arena.Z * math.Sqrt(variance[i]) / squares[i] / largest
	}
	return w
}

func total(moves [64]int) (n int) {
	for _, m := range moves {
		n += m
	}
	return n
}
