package study

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// annealing is the work of Fig. 5: the four weights by step, for several seeds and for each stage of the
// game. The baseline anneals on noise instead of games.
type annealing struct {
	steps, seeds int
	games, least int     // games of the annealed weights against each opponent
	openings     int     // openings per step, each played from both sides
	first        float64 // initial temperature T0, a hundred times the last
	own, full    bool    // count one side only; count stable discs on full lines too
	test         learning
	slow         string // spec of Minimax(2) with weights set by hand
}

// fourTerms are differences between the sides. [annealing.terms] returns the terms of a reading of H(s), and
// termNames are their names in rows.
const fourTerms = "position+mobility+stability+parity"

var termNames = []string{"position", "mobility", "stable discs", "parity"}

func (a annealing) terms(suffix string) string {
	own, stable := "", "cs181-stability"
	if a.own {
		own = "own-"
	}
	if a.full {
		stable = "stability"
	}
	return strings.Join([]string{"position", own + "mobility", own + stable, "parity"}, suffix+"+") + suffix
}

func (a annealing) Run(ctx context.Context, r *execution) (out outcome, err error) {
	a.seeds = r.seeds(a.seeds)
	reported, err := a.tune(ctx, r, "report", a.terms(""), false)
	if err != nil {
		return out, err
	}
	noise, err := a.tune(ctx, r, "noise", a.terms(""), true)
	if err != nil {
		return out, err
	}
	staged, err := a.tune(ctx, r, "staged", a.terms("@3"), false)
	if err != nil {
		return out, err
	}
	fixed := annealing{steps: annealedSteps, seeds: a.seeds, openings: annealedOpenings}
	whole, err := fixed.tune(ctx, r, "whole", fourTerms, false)
	if err != nil {
		return out, err
	}
	adapted, err := fixed.adapt(ctx, r)
	if err != nil {
		return out, err
	}
	weights := slices.Concat(weightRows("H(s), ", reported, termNames),
		weightRows("H(s), ", staged, stagedNames()), weightRows("", whole, termNames))
	strength, err := a.strength(ctx, r, reported, whole, adapted)
	if err != nil {
		return out, err
	}
	out.Rows = slices.Concat(weights, settlingRows("H(s)", reported), settlingRows("noise", noise), strength)
	out.Plots = []namedPlot{{Name: "trace", Chart: tracePlot(reported[0])},
		rowPlot("weights", "Weights that annealing found", weights),
		rowPlot("strength", "Scores of the weights found", strength)}
	out.Notes = append(r.ScaleNote([]int{a.steps}, 2, "steps"),
		fmt.Sprintf("%d games in each annealing, %d in each run of CMA-ES; weights are means over %d seeds",
			reported[0].Games, adapted[0].Games, a.seeds))
	return out, nil
}

// stagedNames returns the labels of rows with weights by stage.
func stagedNames() (list []string) {
	for _, name := range termNames {
		for stage := range 3 {
			list = append(list, fmt.Sprintf("%s, stage %d", name, stage))
		}
	}
	return list
}

// annealedOpenings is the number of openings per step in the annealing of differences, and annealedSteps the
// number of steps. Old and new weights play each opening.
const annealedOpenings, annealedSteps = 8, 400

// tune anneals with each seed and keeps the weights after the first and the last step. File names include the
// settings, so that each reading has separate files.
func (a annealing) tune(ctx context.Context, r *execution, name, features string, noise bool) (list []Tuned,
	err error) {
	n := r.Generations(a.steps)
	job := TuneJob{Name: name, Method: "sa004", Features: features, Generations: n, Keep: []int{1, n},
		Openings: a.openings, First: a.first, Noise: noise}
	job.Name = fmt.Sprintf("%s-%08x", name, durable.Sum(fmt.Appendf(nil, "%s %d %d %g", features, n, a.openings,
		a.first)))
	return a.each(ctx, r, job)
}

// adapt runs CMA-ES with about as many games as the annealing. Each generation plays a round robin of eight.
func (a annealing) adapt(ctx context.Context, r *execution) ([]Tuned, error) {
	const group = 8
	n := max(2, r.Generations(a.steps)*2*annealedOpenings/(group*(group-1)))
	return a.each(ctx, r, TuneJob{Name: "cmaes", Method: "cmaes", Features: fourTerms, Population: group,
		Generations: n, Keep: []int{n}, Openings: 1})
}

// each runs a job with each seed.
func (a annealing) each(ctx context.Context, r *execution, job TuneJob) (list []Tuned, err error) {
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

// strength plays annealed weights against the weights of the first step, hand-set weights, and other
// opponents. H(s) searches to the depth of Minimax(2), which also plays the games of Table 1. Weights of
// differences, and those from CMA-ES, search to the depth of the annealing.
func (a annealing) strength(ctx context.Context, r *execution, reported, whole,
	adapted []Tuned) (rows []Row, err error) {
	const fast = "ab:depth=2,exact=0"
	start, perturb := a.test.Start, a.test.Perturb
	duels := []struct {
		label   string
		a, b    func(seed int) string
		random  int
		perturb float64
		test    bool // also run a sequential test
	}{
		{"H(s) annealed – first weights", deep(reported, 1, 4), deep(reported, 0, 4), 8, 0, false},
		{"H(s) annealed – set by hand", deep(reported, 1, 4), always(a.slow), 8, 0, false},
		{"H(s) annealed, Minimax(2) – Random", deep(reported, 1, 4), always("random"), start, perturb, false},
		{"H(s) annealed, Minimax(2) – Minimax(1)", deep(reported, 1, 4), deep(reported, 1, 2), start, perturb, false},
		{"annealed – first weights", deep(whole, 1, 2), deep(whole, 0, 2), 8, 0, true},
		{"annealed – set by hand", deep(whole, 1, 2), always(fast), 8, 0, true},
		{"annealed – CMA-ES", deep(whole, 1, 2), deep(adapted, 0, 2), 8, 0, true},
		{"annealed – H(s) annealed", deep(whole, 1, 2), deep(reported, 1, 2), 8, 0, false},
	}
	var list []*meeting
	for _, d := range duels {
		for seed := range a.seeds {
			list = append(list, &meeting{A: d.a(seed), B: d.b(seed), Pairs: r.Pairs(a.games, a.least),
				Random: d.random, Perturb: d.perturb})
		}
	}
	games, err := r.Meet(ctx, "playing", list)
	if err != nil {
		return nil, err
	}
	for i, d := range duels {
		bySeed := games[i*a.seeds : (i+1)*a.seeds]
		row := points.SeedsRow(d.label, bySeed)
		if x, ok := slowPaper[d.label]; ok {
			row = a.test.Score.SeedsRow(d.label, bySeed)
			row.Paper, row.Sample = number(x), slowGames
		}
		rows = append(rows, row)
		if d.test {
			rows = append(rows, sequentialRow(d.label, inTurn(bySeed)))
		}
	}
	return rows, nil
}

// slowPaper contains the report's numbers about Minimax(2).
var slowPaper = map[string]float64{"H(s) annealed, Minimax(2) – Random": 1,
	"H(s) annealed, Minimax(2) – Minimax(1)": 1}

// deep returns agents that play with a seed's kept weights at a depth other than the tuning's. They use no
// table or move ordering, which does not change their moves.
func deep(list []Tuned, kept, depth int) func(seed int) string {
	return func(seed int) string {
		_, file, _ := strings.Cut(list[seed].Kept[kept].Spec, "model=")
		return fmt.Sprintf("ab:plain,depth=%d,model=%s", depth, file)
	}
}

func always(spec string) func(int) string { return func(int) string { return spec } }

// settlingRows returns two measures, with W divided by its largest weight: the length of W's steps in the
// last third of the annealing relative to the first third, and the agreement between the W of different
// seeds. Annealing on noise gives the baseline of both, because there, too, steps get shorter at lower
// temperatures.
func settlingRows(of string, list []Tuned) []Row {
	var moved, agrees []float64
	for i, t := range list {
		third := max(1, (len(t.Trace)-1)/3)
		moved = append(moved, movement(t.Trace[len(t.Trace)-1-third:])/max(1e-300, movement(t.Trace[:third+1])))
		sum := 0.0
		for k, other := range list {
			if k != i {
				sum += cosine(t.Kept[1].Weights, other.Kept[1].Weights)
			}
		}
		agrees = append(agrees, sum/float64(max(1, len(list)-1)))
	}
	agreement := meanRow(of+", agreement of seeds", unitCorrelation, agrees)
	if agreement.Low != nil { // a pair counts for both of its seeds, which doubles the variance of the mean
		x := *agreement.Ours
		agreement.Low = number(max(-1, x-math.Sqrt2*(x-*agreement.Low)))
		agreement.High = number(min(1, x+math.Sqrt2*(*agreement.High-x)))
	}
	return []Row{meanRow(of+", movement in the last third of that in the first", unitFactor, moved), agreement}
}

// cosine returns the cosine of the angle between two vectors.
func cosine(a, b []float64) float64 {
	return floats.Dot(a, b) / max(1e-300, floats.Norm(a, 2)*floats.Norm(b, 2))
}

// movement returns the mean distance by which the weights move in a step.
func movement(trace []TraceAt) (mean float64) {
	for i, at := range trace[1:] {
		a, b := unit(trace[i].Weights), unit(at.Weights)
		mean += floats.Distance(a, b, 2)
	}
	return mean / float64(max(1, trace[len(trace)-1].Step-trace[0].Step))
}

// weightRows returns rows with the final weights over the seeds, divided by the largest weight.
func weightRows(prefix string, list []Tuned, names []string) (rows []Row) {
	for i, name := range names {
		var x []float64
		for _, t := range list {
			x = append(x, unit(t.Kept[1].Weights)[i])
		}
		rows = append(rows, meanRow(prefix+name, unitWeight, x))
	}
	return rows
}

// unit divides weights by the largest absolute weight.
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
func tracePlot(t Tuned) chart.Lines {
	lines := chart.Lines{Title: "Weights by step of the annealing", Subtitle: "first seed", X: "step",
		Y: "weight", Marks: []float64{0}}
	for i, name := range t.Names {
		s := chart.Series{Name: name}
		for _, at := range t.Trace {
			s.X, s.Y = append(s.X, float64(at.Step)), append(s.Y, at.Weights[i])
		}
		lines.Series = append(lines.Series, s)
	}
	return lines
}
