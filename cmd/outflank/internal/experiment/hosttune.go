package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/portable"
	"github.com/outflank/outflank/eval/tune"
	"github.com/outflank/outflank/qlearn/study"
	"github.com/outflank/outflank/qlearn/tuning"
)

// Tune runs a tuning. Every few seconds it saves the state in a file, from which a killed tuning resumes with
// the same result.
func (h *experimentHost) Tune(ctx context.Context, job study.TuneJob) (_ study.Tuned, err error) {
	subject, err := tuningSubject(job.Features)
	if err != nil {
		return study.Tuned{}, err
	}
	method, unit, err := tuningMethod(job)
	if err != nil {
		return study.Tuned{}, err
	}
	t := tuningRun{job: job, subject: subject, file: filepath.Join(job.Dir, job.Name+".tuning")}
	if err := t.load(); err != nil {
		return study.Tuned{}, err
	}
	if job.Noise {
		return t.tune(ctx, method, noise(job))
	}
	games := tuning.Games{Depth: job.Depth, Pairs: job.Openings, Unit: unit, Random: job.Random, Seed: job.Seed}
	objective, end, err := games.Objective(ctx, &subject, job.Workers, job.Farm)
	if err != nil {
		return study.Tuned{}, err
	}
	defer func() { err = end(err) }()
	return t.tune(ctx, method, objective)
}

// tune runs the remaining steps.
func (t *tuningRun) tune(ctx context.Context, method tune.Method,
	objective tune.Objective) (study.Tuned, error) {
	for step, err := range tune.Run(ctx, method, objective, t.state.Step) {
		if err == nil {
			err = t.add(step)
		}
		if err != nil {
			return study.Tuned{}, errors.Join(err, t.save())
		}
	}
	return t.state.Tuned, errors.Join(os.RemoveAll(t.file))
}

// discSpread is the standard deviation of the disc difference in a game between equal players. It was 23 to
// 26 in 1,000 games for each of four pairs of evaluations, at depth 2 from eight random plies. The two games
// of an opening are nearly independent.
const discSpread = 25

// noise returns an objective that rates two vectors at random. Their difference has mean 0; its standard
// deviation is the standard error of the mean over the games that the job would play.
func noise(job study.TuneJob) tune.Objective {
	spread := discSpread / math.Sqrt(float64(2*job.Openings))
	return func(_ context.Context, round int, group [][]float64) (r tune.Ratings, err error) {
		rng := rand.New(rand.NewPCG(job.Seed, engine.StreamNoise+uint64(round)))
		half := float64(spread*portable.Normal(rng)) / 2
		return tune.Ratings{Values: []float64{32 + half, 32 - half}}, nil
	}
}

// tuningSubject returns the subject to tune: features or a network, by name.
func tuningSubject(features string) (tuning.Subject, error) {
	if features == "mmnet" || features == "net" {
		return tuning.NetSubject(features)
	}
	return tuning.FeatureSubject(features)
}

// tuningMethod returns the method of a job and its objective.
func tuningMethod(job study.TuneJob) (tune.Method, tune.Unit, error) {
	genetic, annealing, cmaes := tune.GeneticOthello, tune.CS181Annealing, tune.DefaultCMAES
	if job.Noise && (job.Method != "sa004" || job.Openings < 1) {
		return nil, 0, fmt.Errorf("method %q from %d openings: noise is for sa004 from at least one", job.Method,
			job.Openings)
	}
	switch job.Method {
	case "cmaes":
		cmaes.Generations, cmaes.Population, cmaes.Seed = job.Generations, job.Population, job.Seed
		return cmaes, tune.Points, nil
	case "sa004":
		annealing.Steps, annealing.Seed = job.Generations, job.Seed
		annealing.First = cmp.Or(job.First, annealing.First)
		annealing.Final = annealing.First / 100
		return annealing, tune.Discs, nil
	case "ga000":
		genetic = tune.CassioGenetic
	case "ga002":
	default:
		return nil, 0, fmt.Errorf("method %q: want ga002, ga000, sa004 or cmaes", job.Method)
	}
	genetic.Generations, genetic.Seed = job.Generations, job.Seed
	genetic.Population, genetic.Survivors = job.Population, job.Population/2
	genetic.StepSize = cmp.Or(job.Step, genetic.StepSize)
	genetic.Scale = cmp.Or(job.Range, genetic.Scale)
	return genetic, tune.Points, nil
}

// A tuningRun is a tuning in progress.
type tuningRun struct {
	job     study.TuneJob
	subject tuning.Subject
	file    string
	state   tuningState
	saved   time.Time
}

// tuningFormat is the version of the state file's format.
var tuningFormat = durable.Format{Name: "experiment tuning", Version: 2}

// A tuningState is the saved state of a tuning.
type tuningState struct {
	Job   string      `json:"job"` // everything that the tuning depends on
	Step  tune.Step   `json:"step"`
	Tuned study.Tuned `json:"tuned"`
}

// maxTrace is the least number of steps in the trace of a long tuning. No trace has twice as many.
const maxTrace = 200

// keepEvery is the interval between saves of the state.
const keepEvery = 5 * time.Second

// id identifies everything that the tuning depends on.
func (t *tuningRun) id() string { return fmt.Sprintf("%s | seed %d", t.job.Key(), t.job.Seed) }

// load reads the state from the file or starts a new one. It ignores the state of another tuning, for example
// after a restart with other settings.
func (t *tuningRun) load() error {
	t.saved = time.Now()
	err := durable.ReadState(t.file, tuningFormat, &t.state)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%w; without the file the tuning restarts", err)
	}
	if err != nil || t.state.Job != t.id() {
		t.state = tuningState{Job: t.id(), Step: tune.Begin(t.subject.Start)}
		for i := range min(t.subject.Len(), tuning.MaxHistoryWeights) {
			t.state.Tuned.Names = append(t.state.Tuned.Names, t.subject.Name(i))
		}
	}
	return nil
}

func (t *tuningRun) save() error { return durable.WriteState(t.file, tuningFormat, t.state) }

// add adds a step.
func (t *tuningRun) add(s tune.Step) error {
	tuned := t.state.Tuned
	tuned.Games = s.Games
	if s.Number == 1 || s.Number == t.job.Generations || s.Number%max(1, t.job.Generations/maxTrace) == 0 {
		tuned.Trace = append(tuned.Trace, study.TraceAt{
			Step: s.Number, Weights: t.few(s.Best), Fitness: s.Value(), Diversity: s.Diversity})
	}
	if slices.Contains(t.job.Keep, s.Number) {
		kept, err := t.keep(s)
		if err != nil {
			return err
		}
		tuned.Kept = append(tuned.Kept, kept)
	}
	t.state.Step, t.state.Tuned = s, tuned
	if time.Since(t.saved) > keepEvery {
		if err := t.save(); err != nil {
			return err
		}
		t.saved = time.Now()
	}
	return t.job.Tell(s.Number)
}

// few returns the weights if there are few enough to list, or nil for a network.
func (t *tuningRun) few(weights []float64) []float64 {
	if len(weights) > tuning.MaxHistoryWeights {
		return nil
	}
	return weights
}

// keep writes the weights of a step to a file that agents can read.
func (t *tuningRun) keep(s tune.Step) (study.Kept, error) {
	name := fmt.Sprintf("%s-%d%s", t.job.Name, s.Number, filepath.Ext(t.subject.File()))
	err := durable.Replace(filepath.Join(t.job.Dir, name), func(w io.Writer) error {
		return t.subject.Write(w, s.Best, nil)
	})
	spec := strings.Replace(t.subject.Spec("FILE", t.playDepth(), 0), "FILE", `"$DIR/`+name+`"`, 1)
	return study.Kept{Generation: s.Number, Weights: t.few(s.Best), Spec: spec}, err
}

// playDepth returns the depth at which agents play with the tuned weights. Networks may be tuned at a lower
// depth.
func (t *tuningRun) playDepth() int { return cmp.Or(t.job.Play, t.job.Depth) }
