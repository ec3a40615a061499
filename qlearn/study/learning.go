package study

import (
	"context"
	"fmt"
	"math"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// learning is the work of agents that learn from increasing numbers of games, each time from scratch and with
// several seeds, and then play opponents.
type learning struct {
	Learners  []learner
	Opponents []entry
	Fixed     []entry                 // players that do not learn, against the same opponents
	Seeds     int                     // number of seeds per learner; see [execution.seeds]
	Games     int                     // number of games against each opponent, over all seeds of a learner
	Least     int                     // minimum number of these games at any scale
	Perturb   float64                 // probability of a random move, for both sides
	Calm      string                  // an opponent whose games have no random moves
	Start     int                     // random plies at the start
	Score     measure                 // of the games with the opponents
	Paper     map[string]printedShare // by row label
	Curve     bool                    // draw scores over the number of games
}

// printedShare is a number of a report.
type printedShare struct {
	Share float64
	Games int // number of games behind it; 0 = unknown
}

// A learner describes a way to learn.
type learner struct {
	Name  string
	Mode  string // see [TrainJob]
	Rule  Rule
	Games []int // numbers of games to learn from; fewer at small scales
}

// leastLearning is the minimum number of games to learn from at any scale.
const leastLearning = 50

// A pupil is a player of [learning]: one spec per seed, or one spec that does not learn.
type pupil struct {
	name   string
	specs  []string
	learns bool
}

// Run implements [work].
func (l learning) Run(ctx context.Context, r *execution) (out outcome, err error) {
	pupils, err := l.pupils(ctx, r)
	if err != nil {
		return out, err
	}
	var meetings []*meeting
	for _, p := range pupils {
		for _, o := range l.Opponents {
			for _, spec := range p.specs {
				n, perturb := len(p.specs), l.Perturb
				if o.Name == l.Calm {
					perturb = 0
				}
				meetings = append(meetings, &meeting{A: spec, B: o.Spec, Pairs: r.Pairs(l.Games/n, max(2, l.Least/n)),
					Random: l.Start, Perturb: perturb})
			}
		}
	}
	games, err := r.Meet(ctx, "playing", meetings)
	if err != nil {
		return out, err
	}
	for _, p := range pupils {
		for _, o := range l.Opponents {
			out.Rows = append(out.Rows, l.row(p, o, games[:len(p.specs)]))
			games = games[len(p.specs):]
		}
	}
	out.Plots = []namedPlot{l.plot(r, out.Rows)}
	out.Notes, err = l.notes(ctx, r)
	return out, err
}

// row returns the row of a player's score against an opponent.
func (l learning) row(p pupil, o entry, games [][]twoGames) (row Row) {
	label := p.name + " – " + o.Name
	if p.learns {
		row = l.Score.SeedsRow(label, games)
	} else {
		row = l.Score.Row(label, games[0])
	}
	if x, ok := l.Paper[label]; ok {
		row.Paper, row.Sample = number(x.Share), x.Games
	}
	return row
}

// pupils trains the learners and returns all players.
func (l learning) pupils(ctx context.Context, r *execution) (list []pupil, err error) {
	var trainings []training
	for _, learner := range l.Learners {
		for _, games := range learner.Games {
			p := pupil{name: learner.label(games), learns: true}
			for seed := range r.seeds(l.Seeds) {
				name := learner.file(games, seed)
				trainings = append(trainings, r.training(name, learner, games, seed))
				p.specs = append(p.specs, "q:model=\"$DIR/"+name+`"`)
			}
			list = append(list, p)
		}
	}
	if err := r.train(ctx, trainings); err != nil {
		return nil, err
	}
	for _, f := range l.Fixed {
		list = append(list, pupil{name: f.Name, specs: []string{f.Spec}})
	}
	return list, nil
}

// A training is a step that trains a model.
type training struct {
	file string // in the folder of the experiment
	job  TrainJob
}

// training returns the step that trains a model on a number of games at the scale of the run.
func (r *execution) training(file string, l learner, games, seed int) training {
	return training{file, TrainJob{Mode: l.Mode, Rule: l.Rule, Games: r.Scaled(games, leastLearning),
		Seed: r.Seed + uint64(seed)}}
}

// file returns the file name of the model trained on n games with a seed. The rule is part of the name,
// because matches of the models depend on it.
func (l learner) file(games, seed int) string {
	return fmt.Sprintf("%s-%d-%08x-seed-%d.model", slug(l.Name), games,
		durable.Sum(fmt.Appendf(nil, "%s %+v", l.Mode, l.Rule)), seed+1)
}

// key returns a text of everything that a training depends on.
func (t training) key() string {
	return fmt.Sprintf("train %s | %s | rule %+v | %d games", t.file, t.job.Mode, t.job.Rule, t.job.Games)
}

// train runs trainings, each on one core, here or on the farm, and writes their models. The value of a step
// is the file of its model.
func (r *execution) train(ctx context.Context, list []training) error {
	_, err := stepsOn(ctx, r, "training", "models", list, training.key,
		func(farm parallel.Farm) (*parallel.Team[TrainJob, []byte], error) {
			return r.Host.Trainers(ctx, farm, r.Workers)
		},
		func(ctx context.Context, team *parallel.Team[TrainJob, []byte], t training) (string, error) {
			model, err := team.Do(ctx, t.job)
			if err != nil {
				return "", err
			}
			return t.file, durable.WriteFile(r.path("$DIR/"+t.file), model)
		})
	return err
}

// label returns the name of a learner with its number of games at full scale.
func (l learner) label(games int) string {
	if len(l.Games) == 1 {
		return l.Name
	}
	return fmt.Sprintf("%s, %d games", l.Name, games)
}

// plot draws the learners' scores over the logarithm of the number of games, or as rows.
func (l learning) plot(r *execution, rows []Row) namedPlot {
	if !l.Curve {
		return rowPlot("rows", "Scores of what was learned", rows)
	}
	lines := chart.Lines{X: "logarithm of the games learned from, base 10", Y: "share of the points",
		Marks: []float64{0.5}}
	for _, learner := range l.Learners {
		for _, o := range l.Opponents {
			s := chart.Series{Name: learner.Name + " – " + o.Name}
			for _, games := range learner.Games {
				addPoint(&s, math.Log10(float64(r.Scaled(games, leastLearning))),
					Rows(rows).Row(learner.label(games)+" – "+o.Name))
			}
			lines.Series = append(lines.Series, s)
		}
	}
	return namedPlot{"curve", lines}
}

// notes describe the training games.
func (l learning) notes(ctx context.Context, r *execution) (notes []string, err error) {
	notes = r.ScaleNote(l.Learners[0].Games, leastLearning, "games learned from")
	for _, learner := range l.Learners {
		if learner.Mode != "data" {
			continue
		}
		g, err := r.Host.Games(ctx)
		const about = "the games learned from are %s; %d games are finished and repeat as needed"
		return append(notes, fmt.Sprintf(about, g.Source, g.Count)), err
	}
	return notes, nil
}

// slug turns a label into a file name.
func slug(label string) string {
	name := []rune(label)
	for i, c := range name {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-') {
			name[i] = '-'
		}
	}
	return string(name)
}
