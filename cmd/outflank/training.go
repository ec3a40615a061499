package main

import (
	"cmp"
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
	"github.com/outflank/outflank/qlearn"
)

// trainResult is what train reports; the JSON fields are stable.
type trainResult struct {
	Model   string        `json:"model"`
	Mode    string        `json:"mode"`
	Games   int           `json:"games"`
	Updates int           `json:"updates"`
	Weights int           `json:"weights"`
	Error   float64       `json:"error"` // root mean square error of Q over the last tenth of the games
	Seed    uint64        `json:"seed"`
	Seconds float64       `json:"seconds"`
	Config  qlearn.Config `json:"config"`
	Curve   []metricPoint `json:"curve"` // a hundred points at most
}

// train learns with a progress bar and returns what was learnt.
func (a *app) train(ctx context.Context, paths []string, o *trainOptions) (trainResult, learnt, error) {
	p := o.phase()
	r := trainResult{Mode: o.mode, Seed: o.cfg.Seed}
	data, err := a.readTraining(ctx, paths, o.filter)
	if err != nil {
		return r, learnt{}, err
	}
	if err := o.settle(&p, &data); err != nil {
		return r, learnt{}, err
	}
	r.Config = p.Learn
	from, err := o.model(&p.Model, squaresOf([]phaseData{data}))
	if err != nil {
		return r, learnt{}, err
	}
	workers := o.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	t, err := newTrainer(&p, &data, from, workers)
	if err != nil {
		return r, learnt{}, misuse(err)
	}
	bar := a.meter("training", "games", p.Learn.Games)
	defer bar.end()
	if err := r.follow(ctx, t, bar); err != nil {
		return r, learnt{}, err
	}
	made := learnt{t.Model(), t.Net()}
	r.Seconds, r.Weights = bar.elapsed().Seconds(), made.weights()
	if made.model != nil {
		made.model.Meta = r.meta(&p, &data)
	}
	return r, made, nil
}

// settle settles which games are learnt, and checks the settings.
func (o *trainOptions) settle(p *phaseConfig, data *phaseData) error {
	n := p.Learn.Games
	if p.Games.recorded() {
		if len(data.games) == 0 {
			return badInput(fmt.Errorf("mode data needs finished games, and there are none"))
		}
		if n > 0 && n < len(data.games) {
			data.games = drawn(data.games, n, p.Learn.Seed)
		}
		p.Learn.Games = o.epochs * len(data.games)
	} else if n == 0 {
		p.Learn.Games = qlearn.Default.Games
	}
	if err := cmp.Or(p.Learn.Check(), p.checkRestricted()); err != nil {
		return misuse(err)
	}
	return nil
}

// model returns what to begin with.
func (o *trainOptions) model(c *modelConfig, squares []float64) (learnt, error) {
	if key, err := c.check(); err != nil {
		return learnt{}, misuse(fmt.Errorf("--%s: %w", key, err))
	}
	if o.init == "" {
		l, err := c.start(learnt{}, squares, o.cfg.Seed)
		if err != nil {
			return l, misuse(err)
		}
		return l, nil
	}
	l, err := c.readLearnt(o.init)
	if err != nil {
		return l, err
	}
	if l.model != nil && c.Features == "" {
		c.Features = l.model.Features.ID()
	}
	if l, err = c.start(l, squares, o.cfg.Seed); err != nil {
		return l, misuse(fmt.Errorf("--features %s: %w", c.Features, err))
	}
	return l, nil
}

// readTraining reads the games and counts their square weights. Without paths there are
// none.
func (a *app) readTraining(ctx context.Context, paths []string, filter dataset.Filter) (phaseData, error) {
	var data phaseData
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
	data.Games, data.Sum = len(data.games), hex.EncodeToString(sum.Sum(nil))
	total := weights.Total()
	if w := total.Weights(); total.Games > 0 {
		data.squares = w[:]
	}
	return data, nil
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
func (r *trainResult) meta(p *phaseConfig, data *phaseData) map[string]string {
	meta := trainingMeta(p)
	meta["mode"], meta["seed"], meta["games"] = r.Mode, strconv.FormatUint(r.Seed, 10), strconv.Itoa(r.Games)
	meta["error"] = strconv.FormatFloat(r.Error, 'g', 6, 64)
	if data.Sum != "" {
		meta["data"] = data.String()
	}
	return meta
}

// trainingMeta is what a phase says about a model.
func trainingMeta(p *phaseConfig) map[string]string {
	config, err := json.Marshal(p.Learn)
	if err != nil {
		panic(err) // numbers, which were checked, and names
	}
	meta := map[string]string{"unit": unitWin, "squash": p.Learn.Squash.String(), "config": string(config)}
	if p.Games.Mix.has(mixTranscripts) {
		meta["epochs"] = strconv.Itoa(p.Games.Epochs)
	}
	if !p.Games.recorded() {
		meta["random_plies"] = strconv.Itoa(p.Games.Random)
	}
	if p.Model.Init != "" {
		meta["init"] = filepath.Base(p.Model.Init)
	}
	return meta
}
