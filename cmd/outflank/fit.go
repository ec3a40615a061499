package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/eval/tune"
	"github.com/spf13/cobra"
)

// fitFeatures are the terms of the shipped evaluator.
var fitFeatures = staged("edge corner block row2 row3 row4 diag4 diag5 diag6 diag7 diag8 parity constant", 60)

// staged joins terms that all have n stages.
func staged(terms string, n int) string {
	suffix := "@" + strconv.Itoa(n)
	return strings.Join(strings.Fields(terms), suffix+"+") + suffix
}

// shippedFit is the command that makes the evaluator that is built in.
const shippedFit = "outflank fit games --years 1977-2014 --play 300000 --rounds 2 -o weights.bin"

// fitDefault are the settings of a fit that flags leave alone.
var fitDefault = fitOptions{
	Features: fitFeatures, Ridge: 1, Smooth: 1000, Iterations: 30, Solve: 10,
	Play: fitPlay{Games: 400000, Rounds: 3, Depth: 4, Exact: 12, Seed: 1}, Weight: 1,
}

func (a *app) fitCommand() *cobra.Command {
	o := fitDefault
	var path string
	var asJSON bool
	c := &cobra.Command{
		Use:   "fit GAMES… -o MODEL",
		Short: "Fit an evaluator of positions to games and to the solver",
		Long: `Fit makes the evaluator of the engine: what a position is worth in discs, as the sum
of the weights of the patterns in it. It takes three kinds of positions:

  games   the positions of the finished games of GAMES, a folder made by import or
          files of games, with the final disc difference; up to the position for which
          the base knows the result of perfect play, with that one
  solved  the last positions of these games (--solve), with their exact value
  played  positions of games from random openings of 12 to 58 plies (--play), which the
          engine plays with an evaluator fitted to the others first, and better ones in
          later --rounds; it solves from --exact empty squares on, where every second
          move is a random one

The weights minimise the squared error, with penalties on large ones (--ridge) and on
differences between neighbouring stages of the game (--smooth), by conjugate gradients
until the error on games of the split validation grows. Games of the split test are left
out: stats calibration --split test shows how good the model is on them.

The same seed gives the same file, whatever the number of workers. The file is compact:
weights in 1/64 discs. It is written at the end; before that Ctrl-C leaves no trace.

Whether the new evaluator is better than the old one is for a match to say (below).

The evaluator that is built in was made by

  ` + shippedFit,
		Example: `  outflank fit games -o my.model
  outflank fit games -o quick.model --play 0 --solve 0
  outflank stats calibration games --split test --model my.model
  outflank match engine:depth=6,model=my.model engine:depth=6,model=built-in --openings xot-large.txt`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if path == "" {
				return misuse(fmt.Errorf("where to? -o MODEL is missing"))
			}
			if err := o.check(); err != nil {
				return err
			}
			if err := checkOutputs(args, path); err != nil {
				return err
			}
			if err := refuseOtherFile(path); err != nil {
				return err
			}
			r, model, err := a.fit(c.Context(), args, &o)
			if err != nil {
				return err
			}
			if err := dataset.ReplaceFile(path, func(w io.Writer) error { return eval.WriteCompact(w, model) }); err != nil {
				return err
			}
			r.Model = path
			if asJSON {
				return writeJSON(a.out, r)
			}
			a.printFit(&r)
			return nil
		},
	}
	f := c.Flags()
	f.StringVarP(&path, "output", "o", "", "file for the model")
	o.addFlags(c)
	addFilterFlags(c, &o.filter)
	f.BoolVar(&asJSON, "json", false, "print the summary as JSON")
	return c
}

// fitOptions are the settings of a fit; what is exported is kept in the model.
type fitOptions struct {
	Features   string  `json:"features"`
	Ridge      float64 `json:"ridge"`
	Smooth     float64 `json:"smooth"`
	Iterations int     `json:"iterations"`
	Solve      int     `json:"solve"`
	Play       fitPlay `json:"play"`
	Weight     float64 `json:"play_weight"`

	workers int
	filter  dataset.Filter
}

func (o *fitOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.Features, "features", o.Features, "features of the model, as in train")
	f.Lookup("features").DefValue = "all patterns, parity and constant in 60 stages"
	f.Float64Var(&o.Ridge, "ridge", o.Ridge, "penalty on the square of a weight, in positions")
	f.Float64Var(&o.Smooth, "smooth", o.Smooth, "penalty on the squared difference of a weight and the same one in the next stage, in positions")
	f.IntVar(&o.Iterations, "iterations", o.Iterations, "most passes over the positions")
	f.IntVar(&o.Solve, "solve", o.Solve, "solve positions of games from so many empty squares on; 0 = none")
	f.IntVar(&o.Play.Games, "play", o.Play.Games, "games to play from random openings")
	f.IntVar(&o.Play.Rounds, "rounds", o.Play.Rounds, "play them in so many parts, each with an evaluator fitted to those before")
	f.IntVar(&o.Play.Depth, "depth", o.Play.Depth, "plies that they are played with")
	f.IntVar(&o.Play.Exact, "exact", o.Play.Exact, "solve them from so many empty squares on")
	f.Float64Var(&o.Weight, "play-weight", o.Weight, "what a position of a played game counts, where one of GAMES counts 1")
	f.Uint64Var(&o.Play.Seed, "seed", o.Play.Seed, "seed of all chance")
	addWorkersFlag(c, &o.workers, "goroutines; the result does not depend on it")
}

// check returns an error for settings that the libraries would not see.
func (o *fitOptions) check() error {
	switch {
	case !(o.Ridge >= 0 && o.Ridge <= 1e9 && o.Smooth >= 0 && o.Smooth <= 1e9):
		return misuse(fmt.Errorf("--ridge %v, --smooth %v: want 0 to 1e9", o.Ridge, o.Smooth))
	case o.Iterations < 1 || o.Iterations > 10000:
		return misuse(fmt.Errorf("--iterations %d: want 1 to 10000", o.Iterations))
	case o.Solve < 0 || o.Solve > 24 || o.Play.Exact < 1 || o.Play.Exact > 24:
		return misuse(fmt.Errorf("--solve %d, --exact %d: want at most 24 empty squares", o.Solve, o.Play.Exact))
	case o.Play.Games < 0 || o.Play.Games > maxMatchGames:
		return misuse(fmt.Errorf("--play %d: want 0 to %d", o.Play.Games, maxMatchGames))
	case o.Play.Rounds < 1 || o.Play.Rounds > 100:
		return misuse(fmt.Errorf("--rounds %d: want 1 to 100", o.Play.Rounds))
	case o.Play.Depth < 1 || o.Play.Depth > 60:
		return misuse(fmt.Errorf("--depth %d: want 1 to 60", o.Play.Depth))
	case !(o.Weight > 0 && o.Weight <= 1e6):
		return misuse(fmt.Errorf("--play-weight %v: want more than 0", o.Weight))
	case o.filter.Split != dataset.AnySplit:
		return misuse(fmt.Errorf("--split %v: fit learns from train and stops by validation", o.filter.Split))
	}
	if o.workers == 0 {
		o.workers = runtime.GOMAXPROCS(0)
	}
	return nil
}

// fit collects positions and finds the weights.
func (a *app) fit(ctx context.Context, paths []string, o *fitOptions) (fitResult, *eval.Model, error) {
	r := fitResult{Seed: o.Play.Seed}
	features, err := eval.New(o.Features, eval.DefaultSquares())
	if err != nil {
		return r, nil, misuse(err)
	}
	data, err := a.readFitGames(ctx, paths, o)
	if err != nil {
		return r, nil, err
	}
	sets := []sampleSet{data.samples, {name: "played"}}
	model, err := a.regress(ctx, features, sets, o, &r)
	for round := range o.Play.rounds() {
		if err == nil {
			err = a.playForFit(ctx, model, round, &sets[1], o)
		}
		if err == nil {
			model, err = a.regress(ctx, features, sets, o, &r)
		}
	}
	if err != nil {
		return r, nil, err
	}
	r.judge(model, sets)
	return r, model, o.describe(model, &data, &r)
}

// playForFit lets a model play the games of a round.
func (a *app) playForFit(ctx context.Context, model *eval.Model, round int, set *sampleSet, o *fitOptions) error {
	tables, err := pattern.Compile(model)
	if err != nil {
		return fmt.Errorf("the model of the first positions cannot play: %w", err)
	}
	from, to := o.Play.games(round)
	bar := a.meter("playing", "games", to-from)
	defer bar.end()
	return o.Play.run(ctx, tables, from, to, set, o, bar)
}

// regress fits a model to the training samples of all sets.
func (a *app) regress(ctx context.Context, features eval.Features, sets []sampleSet, o *fitOptions, r *fitResult) (*eval.Model, error) {
	train, validate := mixed(sets)
	ridge := tune.Ridge{
		Len: features.Len(), Train: &sampleRows{features, train},
		Penalty: func(int) float64 { return o.Ridge }, Smooth: o.Smooth, Next: nextStages(features),
		Iterations: o.Iterations, Patience: 4, Workers: o.workers,
	}
	if len(validate) > 0 {
		ridge.Validate = &sampleRows{features, validate}
	}
	model := eval.NewModel(features)
	model.Meta["unit"] = "discs"
	bar := a.meter("fitting", "passes", o.Iterations)
	defer bar.end()
	for step, err := range ridge.Run(ctx) {
		if err != nil {
			return nil, err
		}
		bar.set(step.Iteration)
		if step.Best {
			copy(model.Weights, step.Weights)
			r.Iterations = step.Iteration
		}
	}
	r.Weights, r.Positions = features.Len(), len(train)
	r.Seconds += bar.elapsed().Seconds()
	return model, nil
}

// nextStages ties each weight to the same one in the next stage.
func nextStages(f eval.Features) []int32 {
	next := make([]int32, f.Len())
	for _, t := range eval.Terms(f) {
		for i := range t.Len * t.Stages {
			next[t.Offset+i] = -1
			if i < t.Len*(t.Stages-1) {
				next[t.Offset+i] = int32(t.Offset + i + t.Len)
			}
		}
	}
	return next
}

// describe writes into the model how it was made.
func (o *fitOptions) describe(m *eval.Model, data *fitGames, r *fitResult) error {
	config, err := json.Marshal(o)
	if err != nil {
		return err
	}
	m.Meta["made"] = "outflank fit"
	m.Meta["config"] = string(config)
	m.Meta["years"] = cmp.Or(o.filter.Years(), "all")
	m.Meta["data"] = fmt.Sprintf("%d finished games, sha256 %s", data.games, data.fingerprint)
	m.Meta["positions"] = strconv.Itoa(r.Positions)
	m.Meta["iterations"] = strconv.Itoa(r.Iterations)
	return nil
}
