package study

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/eval"
)

// squareWeights is the work that computes W from counts or from relative frequencies, unchanged or shifted to
// mean 0, and divided by its largest weight.
type squareWeights struct{ relative, centred bool }

func (q squareWeights) Run(ctx context.Context, r *execution) (out outcome, err error) {
	list, err := takeSteps(ctx, r, "counting moves", "databases", 1,
		[]step[Games]{{Key: "games", Do: r.Host.Games}})
	if err != nil {
		return out, err
	}
	g := list[0]
	if g.Count == 0 {
		return out, fmt.Errorf("no finished games in %s", g.Source)
	}
	w := classWeights(g, q.relative)
	if q.centred {
		w.centre()
	}
	board := chart.Board{Title: "Square weights W", Limit: 1, Bare: true}
	for s := range board.Values {
		board.Values[s] = w.mean[eval.Class(engine.Square(s))]
	}
	for i, name := range classNames[:startClass] {
		out.Rows = append(out.Rows, Row{Label: "squares like " + name, Unit: unitWeight, Ours: number(w.mean[i]),
			Low: number(w.mean[i] - w.half[i]), High: number(w.mean[i] + w.half[i]), Games: g.Count})
	}
	out.Plots = []namedPlot{{Name: "board", Chart: board}}
	out.Notes = []string{fmt.Sprintf("the games are %s; %d games are finished", g.Source, g.Count)}
	return out, nil
}

// startClass is the class of the four starting squares, the last class.
const startClass = 9

// playedClasses returns the labels of rows for squares on which moves are played.
func playedClasses() (labels []string) {
	for _, name := range classNames[:startClass] {
		labels = append(labels, "squares like "+name)
	}
	return labels
}

// cornersHighest tests that corners have the highest weight of all classes.
var cornersHighest = every(func(l string) Test { return more(playedClasses()[cornerClass], l) },
	playedClasses()[cornerClass+1:]...)

// squareClasses contains weights by class of squares, with half the width of their intervals, in units of the
// largest absolute weight.
type squareClasses struct{ mean, half [10]float64 }

// classWeights subtracts the losers' moves on each class of squares from the winners' moves. If relative is
// true, both are relative frequencies.
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

// centre shifts the weights of squares on which moves are played to mean 0 and divides them by the largest
// again.
func (w *squareClasses) centre() {
	var x []float64
	for s := range engine.Square(64) {
		if c := eval.Class(s); c != startClass {
			x = append(x, w.mean[c])
		}
	}
	mean, largest := stat.Mean(x, nil), 1e-300
	for i := range startClass {
		w.mean[i] -= mean
		largest = max(largest, math.Abs(w.mean[i]))
	}
	for i := range w.mean {
		w.mean[i], w.half[i] = w.mean[i]/largest, w.half[i]/largest
	}
}

func total(moves [64]int) (n int) {
	for _, m := range moves {
		n += m
	}
	return n
}
