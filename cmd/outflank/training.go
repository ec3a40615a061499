package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
)

// train learns with a progress bar and returns the model.
func (a *app) train(ctx context.Context, paths []string, o *trainOptions) (trainResult, *eval.Model, error) {
	if o.workers == 0 {
		o.workers = runtime.GOMAXPROCS(0)
	}
	cfg := o.config()
	r := trainResult{Mode: o.mode, Seed: cfg.Seed, Config: cfg}
	data, err := a.readTraining(ctx, paths, o.filter)
	if err != nil {
		return r, nil, err
	}
	model, err := o.model(data.squares)
	if err != nil {
		return r, nil, err
	}
	source, err := o.source(&cfg, data)
	if err != nil {
		return r, nil, err
	}
	r.Config = cfg
	q, err := qlearn.NewApproximator(model, cfg.Optimizer)
	if err != nil {
		return r, nil, err
	}
	trainer, err := qlearn.New(q, cfg, source)
	if err != nil {
		return r, nil, usageError{err}
	}
	trainer.Workers = o.workers
	bar := a.meter("training", "games", cfg.Games)
	defer bar.end()
	if err := r.follow(ctx, trainer, bar); err != nil {
		return r, nil, err
	}
	model = trainer.Model()
	r.Seconds, r.Weights = bar.elapsed().Seconds(), len(model.Weights)+len(model.Actions)
	model.Meta, err = o.meta(cfg, data, r)
	return r, model, err
}

// trainingData is what train takes from a database.
type trainingData struct {
	games       []engine.Game // the finished ones
	squares     []float64     // W of all of them
	fingerprint string        // SHA-256 of the transcripts of games
}

// readTraining reads the games and counts their square weights. Without paths
// there are no games and the square weights are the default ones.
func (a *app) readTraining(ctx context.Context, paths []string, filter dataset.Filter) (trainingData, error) {
	data := trainingData{squares: eval.DefaultSquares()}
	if len(paths) == 0 {
		return data, nil
	}
	db, err := a.openDatabase(ctx, paths, filter)
	if err != nil {
		return data, err
	}
	bar := a.meter("reading", "games", db.count)
	defer bar.end()
	var weights stats.PhaseWeights
	sum := sha256.New()
	for g, err := range counting(db.games, bar) {
		if err != nil {
			return data, err
		}
		weights.Add(&g)
		if g.Status == dataset.Complete {
			data.games = append(data.games, g.Game)
			fmt.Fprintln(sum, g.Game)
		}
	}
	data.fingerprint = hex.EncodeToString(sum.Sum(nil))
	total := weights.Total()
	if w := total.Weights(); total.Games > 0 {
		data.squares = w[:]
	}
	return data, nil
}

// model returns the model to begin with.
func (o *trainOptions) model(squares []float64) (*eval.Model, error) {
	if o.init != "" {
		m, err := readModel(o.init)
		if err != nil {
			return nil, err
		}
		if o.flags != nil && o.flags.Changed("features") && m.Features.ID() != o.features {
			return nil, usageError{fmt.Errorf("--features %s, but %s has %s", o.features, o.init, m.Features.ID())}
		}
		return m, nil
	}
	f, err := eval.New(o.features, squares)
	if err != nil {
		return nil, usageError{err}
	}
	m := eval.NewModel(f)
	if o.actions {
		m.Actions = make([]float64, len(eval.Classes))
	}
	return m, nil
}

// source returns the games that the mode asks for, and sets how many they are.
func (o *trainOptions) source(cfg *qlearn.Config, data trainingData) (qlearn.Source, error) {
	if o.mode == "data" {
		games := data.games
		if len(games) == 0 {
			return nil, inputError{fmt.Errorf("mode data needs finished games, and there are none")}
		}
		if n := cfg.Games; n > 0 && n < len(games) {
			games = drawn(games, n, cfg.Seed)
		}
		cfg.Games = len(games) * o.epochs
		return qlearn.NewTranscripts(games, false, cfg.Seed)
	}
	if cfg.Games == 0 {
		cfg.Games = qlearn.Default.Games
	}
	self := qlearn.Self{Random: o.random}
	if o.mode == "self" {
		return self, nil
	}
	opponent, err := parseSpec(o.mode)
	if err != nil {
		return nil, err
	}
	return qlearn.Against{Self: self, Opponent: opponent.New, Epsilon: -1}, nil
}

// drawn returns n of the games, chosen by the seed, in their order: the first ones
// would be the oldest.
func drawn(games []engine.Game, n int, seed uint64) []engine.Game {
	const stream = 1 << 41 // of random numbers; package qlearn uses lower ones
	chosen := rand.New(rand.NewPCG(seed, stream)).Perm(len(games))[:n]
	slices.Sort(chosen)
	list := make([]engine.Game, n)
	for i, k := range chosen {
		list[i] = games[k]
	}
	return list
}

// meta is what the model file says about how it was made.
func (o *trainOptions) meta(cfg qlearn.Config, data trainingData, r trainResult) (map[string]string, error) {
	config, err := json.Marshal(cfg)
	if err != nil {
		return nil, err
	}
	meta := map[string]string{
		"unit": unitWin, "squash": cfg.Squash.String(), "mode": o.mode, "config": string(config),
		"seed": strconv.FormatUint(cfg.Seed, 10), "games": strconv.Itoa(r.Games),
		"error": strconv.FormatFloat(r.Error, 'g', 6, 64),
	}
	if data.fingerprint != "" {
		meta["data"] = fmt.Sprintf("%d finished games, sha256 %s", len(data.games), data.fingerprint)
	}
	if o.mode == "data" {
		meta["epochs"] = strconv.Itoa(o.epochs)
	} else {
		meta["random_plies"] = strconv.Itoa(o.random)
	}
	if o.init != "" {
		meta["init"] = filepath.Base(o.init)
	}
	return meta, nil
}
