package reports

import (
	"context"
	"fmt"
	"math"

	"github.com/outflank/outflank/qlearn/study"

	"gonum.org/v1/gonum/stat"

	"github.com/outflank/outflank/dataset/chart"
)

// Weights is the work of evolving square weights with several seeds: what they are, how
// alike, and how strong.
type Weights struct {
	Kinds       []EvolvedSquares
	Generations int
	Seeds       int
	Games       int // of the evolved players against others; even
	Least       int
}

// EvolvedSquares are the weights of one kind of player.
type EvolvedSquares struct {
	Name     string
	Features string      // "squares" or "grid"
	Printed  [64]float64 // the report's, a1 to h8
	Player   string      // spec of the player with these
}

func (w Weights) Run(ctx context.Context, r *study.Run) (out study.Outcome, err error) {
	for _, k := range w.Kinds {
		part, err := w.kind(ctx, r, k)
		if err != nil {
			return out, err
		}
		out.Rows = append(out.Rows, part.Rows...)
		out.Plots = append(out.Plots, part.Plots...)
	}
	out.Notes = r.ScaleNote([]int{w.Generations}, 2, "generations")
	return out, nil
}

func (w Weights) kind(ctx context.Context, r *study.Run, k EvolvedSquares) (out study.Outcome, err error) {
	var meetings []*study.Meeting
	var boards [][64]float64
	generations := r.Generations(w.Generations)
	for seed := range w.Seeds {
		t, err := r.Tune(ctx, study.TuneJob{
			Name: fmt.Sprintf("%s-%d", study.Slug(k.Name), seed+1), Method: "ga002", Features: k.Features, Population: 20, Generations: generations,
			Keep: []int{generations}, Depth: 4, Openings: 1, Random: 4, Seed: uint64(seed),
		})
		if err != nil {
			return out, err
		}
		boards = append(boards, boardOf(t.Kept[0].Weights))
		for _, b := range []string{"flat:depth=4", k.Player} {
			meetings = append(meetings, &study.Meeting{A: t.Kept[0].Spec, B: b, Pairs: r.Pairs(w.Games, max(2, w.Least)), Random: 8})
		}
	}
	games, err := r.Meet(ctx, "playing "+k.Name, meetings)
	if err != nil {
		return out, err
	}
	var flat, printed [][]study.TwoGames // by seed
	for i := 0; i < len(games); i += 2 {
		flat, printed = append(flat, games[i]), append(printed, games[i+1])
	}
	out.Rows = append(out.Rows, study.Points.SeedsRow(k.Name+" evolved – Flat", flat), study.Points.SeedsRow(k.Name+" evolved – the printed weights", printed))
	out.Rows = append(out.Rows, likeness(k, boards)...)
	out.Rows = append(out.Rows, classRows(k, boards)...)
	out.Plots = []study.Plot{{Name: study.Slug(k.Name), Chart: weightBoards(k, boards)}}
	return out, nil
}

// boardOf spreads ten weights of classes, in the order of package eval's, over the
// board; 64 are taken as they are.
func boardOf(weights []float64) (b [64]float64) {
	if len(weights) == 64 {
		copy(b[:], weights)
		return b
	}
	for s := range b {
		b[s] = weights[classOf(s)]
	}
	return b
}

// classOf returns the class of a square: a1 b1 c1 d1 b2 c2 d2 c3 d3 d4 are 0 to 9.
func classOf(s int) int {
	f, r := min(s%8, 7-s%8), min(s/8, 7-s/8)
	f, r = max(f, r), min(f, r)
	return r*(9-r)/2 + f - r
}

// classNames are the squares after which classes are called.
var classNames = [10]string{"a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"}

// classes returns the mean weight of each class, divided by the largest absolute weight.
func classes(b [64]float64) (mean [10]float64) {
	var n [10]float64
	for s, w := range b {
		mean[classOf(s)] += w
		n[classOf(s)]++
	}
	largest := 0.0
	for i := range mean {
		mean[i] /= n[i]
		largest = max(largest, math.Abs(mean[i]))
	}
	for i := range mean {
		mean[i] /= max(largest, 1e-300)
	}
	return mean
}

// classRows say what each class weighs, the mean of the seeds.
func classRows(k EvolvedSquares, boards [][64]float64) (rows []study.Row) {
	printed := classes(k.Printed)
	for i, name := range classNames {
		var x []float64
		for _, b := range boards {
			x = append(x, classes(b)[i])
		}
		row := study.MeanRow(fmt.Sprintf("%s, squares like %s", k.Name, name), study.Weight, x)
		row.Paper = study.Number(printed[i])
		rows = append(rows, row)
	}
	return rows
}

// likeness says how the weights of the seeds correlate with each other and with those
// that are printed.
func likeness(k EvolvedSquares, boards [][64]float64) (rows []study.Row) {
	var each, all []float64
	for i, b := range boards {
		all = append(all, stat.Correlation(b[:], k.Printed[:], nil))
		for _, c := range boards[:i] {
			each = append(each, stat.Correlation(b[:], c[:], nil))
		}
	}
	if len(each) > 0 {
		rows = append(rows, study.MeanRow(k.Name+", correlation of two seeds", study.Factor, each))
	}
	return append(rows, study.MeanRow(k.Name+", correlation with the printed weights", study.Factor, all))
}

// weightBoards draws the printed weights and those of the seeds, each with its largest 1.
func weightBoards(k EvolvedSquares, boards [][64]float64) chart.Grid {
	grid := chart.Grid{Title: k.Name, Columns: 2, Scale: 0.7}
	add := func(title string, b [64]float64) {
		largest := 0.0
		for _, w := range b {
			largest = max(largest, math.Abs(w))
		}
		board := chart.Board{Title: title, Limit: 1, Bare: true}
		for s, w := range b {
			board.Values[s] = w / max(largest, 1e-300)
		}
		grid.Charts = append(grid.Charts, board)
	}
	add("as printed", k.Printed)
	for i, b := range boards {
		add(fmt.Sprintf("seed %d", i+1), b)
	}
	return grid
}
