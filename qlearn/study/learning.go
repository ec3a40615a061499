package study

import (
	"context"
	"fmt"
	"math"

	"github.com/outflank/outflank/dataset/chart"
)

// Learning is a work: agents that learn from more and more games, each time from the
// start, and what they then score against opponents.
type Learning struct {
	Learners  []Learner
	Opponents []Entry
	Fixed     []Entry // players that learn nothing, against the same opponents
	Games     int     // against each opponent; even
	Least     int
	Perturb   float64            // probability of a random move, for both sides
	Paper     map[string]float64 // by label of a row
	Sample    int
	Curve     bool // draw scores over games
}

// A Learner is a way to learn.
type Learner struct {
	Name   string
	Mode   string // see [TrainJob]
	Report bool
	Games  []int // to learn from; at small scales fewer
}

// leastLearning is how many games are learned from at any scale.
const leastLearning = 50

// Run implements [Work].
func (l Learning) Run(ctx context.Context, r *Run) (out Outcome, err error) {
	players, err := l.players(ctx, r)
	if err != nil {
		return out, err
	}
	var meetings []*Meeting
	var labels []string
	for _, p := range players {
		for _, o := range l.Opponents {
			meetings = append(meetings, &Meeting{A: p.Spec, B: o.Spec, Pairs: r.Pairs(l.Games, max(2, l.Least)), perturb: l.Perturb})
			labels = append(labels, p.Name+" – "+o.Name)
		}
	}
	games, err := r.Meet(ctx, "playing", meetings)
	if err != nil {
		return out, err
	}
	for i, label := range labels {
		row := Points.Row(label, games[i])
		if x, ok := l.Paper[label]; ok {
			row.Paper, row.Sample = Number(x), l.Sample
		}
		out.Rows = append(out.Rows, row)
	}
	out.Plots = []Plot{l.plot(r, out.Rows)}
	out.Notes, err = l.notes(ctx, r)
	return out, err
}

// players trains the learners and returns all who play.
func (l Learning) players(ctx context.Context, r *Run) (list []Entry, err error) {
	for _, learner := range l.Learners {
		for _, games := range learner.Games {
			spec, err := r.train(ctx, learner, games)
			if err != nil {
				return nil, err
			}
			list = append(list, Entry{Name: learner.label(games), Spec: spec})
		}
	}
	return append(list, l.Fixed...), nil
}

// label names a learner after n games, at the full scale.
func (l Learner) label(games int) string {
	if len(l.Games) == 1 {
		return l.Name
	}
	return fmt.Sprintf("%s, %d games", l.Name, games)
}

// train makes a model of games at the scale of the run and returns the spec of an agent.
func (r *Run) train(ctx context.Context, l Learner, games int) (spec string, err error) {
	job := TrainJob{Mode: l.Mode, Report: l.Report, Games: r.Scaled(games, leastLearning), Seed: r.Seed}
	name := fmt.Sprintf("%s-%d.model", Slug(l.Name), games)
	job.File = r.path("$DIR/" + name)
	key := fmt.Sprintf("train %s | %s | report %v | %d games", name, job.Mode, job.Report, job.Games)
	_, err = Steps(ctx, r, "training "+l.label(games), "models", 1, []Step[string]{{key, func(ctx context.Context) (string, error) {
		return name, r.Host.Train(ctx, job)
	}}})
	return "q:model=\"$DIR/" + name + `"`, err
}

// plot draws the scores of the learners over the logarithm of the games, or as rows.
func (l Learning) plot(r *Run, rows []Row) Plot {
	if !l.Curve {
		return RowPlot("rows", rows)
	}
	lines := chart.Lines{X: "logarithm of the games learned from, base 10", Y: "share of the points", Marks: []float64{0.5}}
	for _, learner := range l.Learners {
		for _, o := range l.Opponents {
			s := chart.Series{Name: learner.Name + " – " + o.Name}
			for _, games := range learner.Games {
				AddPoint(&s, math.Log10(float64(r.Scaled(games, leastLearning))), Rows(rows).Row(learner.label(games)+" – "+o.Name))
			}
			lines.Series = append(lines.Series, s)
		}
	}
	return Plot{"curve", lines}
}

// notes say what the learner was trained on.
func (l Learning) notes(ctx context.Context, r *Run) (notes []string, err error) {
	notes = r.ScaleNote(l.Learners[0].Games, leastLearning, "games learned from")
	for _, learner := range l.Learners {
		if learner.Mode != "data" {
			continue
		}
		g, err := r.Host.Games(ctx)
		return append(notes, fmt.Sprintf("games learned from: %s, %d finished ones, as often as it takes", g.Source, g.Count)), err
	}
	return notes, nil
}

// Slug makes a file name of a label.
func Slug(label string) string {
	name := []rune(label)
	for i, c := range name {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-') {
			name[i] = '-'
		}
	}
	return string(name)
}
