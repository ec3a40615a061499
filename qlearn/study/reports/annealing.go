package reports

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/outflank/outflank/qlearn/study"

	"github.com/outflank/outflank/dataset/chart"
)

// annealing is the work of Fig. 5: the four weights by step, with several seeds, and by
// stage of the game.
type annealing struct {
	steps, seeds int
	games, least int // of the annealed weights against others
}

// The features of the report's evaluation, for the whole game and for three stages, and
// what compares the sides where the report counts for one.
const (
	fourTerms       = "position+own-mobility+own-stability+parity"
	stagedTerms     = "position@3+own-mobility@3+own-stability@3+parity@3"
	differenceTerms = "position+mobility+stability+parity"
)

func (a annealing) Run(ctx context.Context, r *study.Run) (out study.Outcome, err error) {
	whole, err := a.tune(ctx, r, "whole", fourTerms)
	if err != nil {
		return out, err
	}
	staged, err := a.tune(ctx, r, "staged", stagedTerms)
	if err != nil {
		return out, err
	}
	adapted, err := a.adapt(ctx, r)
	if err != nil {
		return out, err
	}
	compared, err := a.tune(ctx, r, "differences", differenceTerms)
	if err != nil {
		return out, err
	}
	out.Rows = slices.Concat(weightRows("", whole), weightRows("", staged), weightRows("differences, ", compared))
	strength, err := a.strength(ctx, r, whole, adapted, compared)
	if err != nil {
		return out, err
	}
	out.Rows = append(out.Rows, strength...)
	out.Plots = []study.Plot{{Name: "trace", Chart: tracePlot(whole[0])}, study.RowPlot("weights", out.Rows), study.RowPlot("strength", strength)}
	out.Notes = append(r.ScaleNote([]int{a.steps}, 2, "steps"),
		fmt.Sprintf("%d games in each annealing, %d in each run of CMA-ES; weights are means of %d seeds", whole[0].Games, adapted[0].Games, a.seeds))
	return out, nil
}

// annealedOpenings are those from which old and new weights meet in a step.
const annealedOpenings = 8

// tune anneals with each seed; the weights after the first and the last step are kept.
func (a annealing) tune(ctx context.Context, r *study.Run, name, features string) (list []study.Tuned, err error) {
	n := r.Generations(a.steps)
	return a.each(ctx, r, study.TuneJob{Name: name, Method: "sa004", Features: features, Generations: n, Keep: []int{1, n}, Openings: annealedOpenings})
}

// adapt runs CMA-ES with about as many games: a round robin of eight in a generation.
func (a annealing) adapt(ctx context.Context, r *study.Run) ([]study.Tuned, error) {
	const group = 8
	n := max(2, r.Generations(a.steps)*2*annealedOpenings/(group*(group-1)))
	return a.each(ctx, r, study.TuneJob{Name: "cmaes", Method: "cmaes", Features: fourTerms, Population: group, Generations: n, Keep: []int{n}, Openings: 1})
}

// each does a job with each seed.
func (a annealing) each(ctx context.Context, r *study.Run, job study.TuneJob) (list []study.Tuned, err error) {
	name := job.Name
	job.Depth, job.Random = 2, 8
	for seed := range a.seeds {
		job.Name, job.Seed = fmt.Sprintf("%s-%d", name, seed+1), uint64(seed)
		t, err := r.Tune(ctx, job)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// strength plays the annealed weights against those of the first step, those set by
// hand, those that CMA-ES found, and those of differences.
func (a annealing) strength(ctx context.Context, r *study.Run, tuned, adapted, compared []study.Tuned) (rows []study.Row, err error) {
	names := []string{"first weights", "set by hand", "CMA-ES", "differences"}
	var list []*study.Meeting
	for i, t := range tuned {
		for _, b := range []string{t.Kept[0].Spec, "ab:depth=2,exact=0,eval=report", adapted[i].Kept[0].Spec, compared[i].Kept[1].Spec} {
			list = append(list, &study.Meeting{A: t.Kept[1].Spec, B: b, Pairs: r.Pairs(a.games, a.least), Random: 8})
		}
	}
	games, err := r.Meet(ctx, "playing", list)
	if err != nil {
		return nil, err
	}
	for k, name := range names {
		var lists [][]study.TwoGames // by seed
		for i := k; i < len(games); i += len(names) {
			lists = append(lists, games[i])
		}
		all, label := study.InTurn(lists), "annealed – "+name
		rows = append(rows, study.Points.Row(label, all), study.SequentialRow(label, all))
	}
	return rows, nil
}

// weightRows are the final weights, divided by the largest, over the seeds. The prefix
// goes before their names.
func weightRows(prefix string, list []study.Tuned) (rows []study.Row) {
	for i, name := range list[0].Names {
		var x []float64
		for _, t := range list {
			x = append(x, unit(t.Kept[1].Weights)[i])
		}
		rows = append(rows, study.MeanRow(prefix+name, study.Weight, x))
	}
	return rows
}

// unit divides weights by the largest absolute one.
func unit(w []float64) []float64 {
	largest := 0.0
	for _, x := range w {
		largest = max(largest, math.Abs(x))
	}
	u := make([]float64, len(w))
	for i, x := range w {
		u[i] = x / max(largest, 1e-300)
	}
	return u
}

// tracePlot draws each weight by step.
func tracePlot(t study.Tuned) chart.Lines {
	lines := chart.Lines{Title: "Weights by step of the annealing", Subtitle: "first seed", X: "step", Y: "weight", Marks: []float64{0}}
	for i, name := range t.Names {
		s := chart.Series{Name: name}
		for _, at := range t.Trace {
			s.X, s.Y = append(s.X, float64(at.Step)), append(s.Y, at.Weights[i])
		}
		lines.Series = append(lines.Series, s)
	}
	return lines
}
