package qlearn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/eval"
)

// Options are the settings of [FromGames] and [Train]. The zero value is the learner of the CS181 report: the
// report's features, weights for actions, Q-learning with the maximum over all moves, and the result of the
// game as the reward.
//
// In Config, zero selects a default for Alpha (0.5 with Normalise, otherwise 0.0003), Gamma (1), Temperature
// (0.1), Actors (1), Batch (128) and Games. In all other fields, zero means zero: no exploration (Epsilon),
// no traces (Lambda), no penalty (Conservative), and a constant step size. [Default] and [DefaultData]
// contain other settings, which suit patterns.
type Options struct {
	// Squares provides the square weights W of the features; stats.SquareWeights implements it. nil = the
	// weights of the report's games.
	Squares  interface{ Weights() [64]float64 }
	Features string // in the notation of [eval.New]; "" = [eval.ReportID]
	Actions  bool   // learn weights of actions too; always true if Features is ""
	Epochs   int    // passes of FromGames over the games if Games is 0; 0 = enough for 20,000 games
	Workers  int    // goroutines that several Actors share; they do not affect the result; 0 = 1
	Config
}

// reportGames is the number of recorded games from which the report's learners learned.
const reportGames = 20000

// A Trained is a trained model with its statistics.
type Trained struct {
	Model *eval.Model // Q
	Games int         // games learned from; a game counts once per epoch
	Moves int         // moves learned from in these games
}

// FromGames learns from the moves of both sides in complete recorded games. It returns an error if there are
// none.
func FromGames(ctx context.Context, games []dataset.Game, opt Options) (*Trained, error) {
	var finished []engine.Game
	for _, g := range games {
		if g.Status == dataset.Complete {
			finished = append(finished, g.Game)
		}
	}
	source, err := NewTranscripts(finished, false, opt.Seed)
	if err != nil {
		return nil, err
	}
	if opt.Restricted {
		source.Seen = NewSeen(finished, false)
	}
	if opt.Games == 0 {
		if opt.Epochs == 0 {
			opt.Epochs = (reportGames + len(finished) - 1) / len(finished)
		}
		opt.Games = opt.Epochs * len(finished)
	}
	return Train(ctx, source, opt)
}

// Train learns from the games of any source: see [Self], [Against], [Transcripts] and [Mixture]. If opt.Games
// is 0, it uses the number of games in [Default].
func Train(ctx context.Context, source Source, opt Options) (*Trained, error) {
	model, err := opt.model()
	if err != nil {
		return nil, err
	}
	cfg := opt.config()
	q, err := NewApproximator(model, cfg.Optimizer)
	if err != nil {
		return nil, err
	}
	t, err := New(q, cfg, source)
	if err != nil {
		return nil, err
	}
	t.Workers = opt.Workers
	done := &Trained{}
	for round, err := range t.Train(ctx) {
		if err != nil {
			return nil, err
		}
		done.Games, done.Moves = round.Games, done.Moves+round.Updates
	}
	done.Model = t.Learned().Model
	done.Model.Meta = cfg.Meta()
	done.Model.Meta["games"] = strconv.Itoa(done.Games)
	return done, nil
}

// model returns the initial model.
func (o *Options) model() (*eval.Model, error) {
	squares, features := eval.DefaultSquares(), o.Features
	if o.Squares != nil {
		w := o.Squares.Weights()
		if w == [64]float64{} {
			return nil, errors.New("qlearn: the square weights are all 0: no games were counted, or none that was won")
		}
		squares = w[:]
	}
	if features == "" {
		features = eval.ReportID
	}
	f, err := eval.New(features, squares)
	if err != nil {
		return nil, err
	}
	m := eval.NewModel(f)
	if o.Actions || o.Features == "" {
		m.Actions = make([]float64, len(eval.Classes))
	}
	return m, nil
}

// config returns the settings with defaults filled in.
func (o *Options) config() Config {
	c := o.Config
	set := func(x *float64, value float64) {
		if *x == 0 {
			*x = value
		}
	}
	alpha := 0.0003
	if c.Normalise {
		alpha = 0.5
	}
	set(&c.Alpha, alpha)
	set(&c.Gamma, 1)
	set(&c.Temperature, 0.1)
	if c.Actors == 0 {
		c.Actors = 1
	}
	if c.Batch == 0 {
		c.Batch = 128
	}
	if c.Games == 0 {
		c.Games = Default.Games
	}
	return c
}

// Meta returns metadata for a model file that describes how the model learned.
func (c Config) Meta() map[string]string {
	config, err := json.Marshal(c)
	if err != nil {
		panic(err) // only valid numbers and names
	}
	unit := eval.UnitWin
	if c.Potential != "" {
		unit = eval.UnitPoints // Q(s,a) − Φ(s) is no expected result
	}
	return map[string]string{"unit": unit, "squash": c.Squash.String(), "config": string(config)}
}

// Player returns a player called name that plays the move with the highest Q.
func (t *Trained) Player(name string) arena.Player {
	return arena.Player{Name: name, New: func(*rand.Rand) engine.Agent { return NewAgent(t.Model, nil) }}
}

// Save writes the model to a file. The spec q:model=FILE plays with it.
func (t *Trained) Save(path string) error {
	return durable.Replace(path, Learned{Model: t.Model}.Write)
}

// String returns the number of games and moves learned from.
func (t *Trained) String() string {
	return fmt.Sprintf("learned from %d games, %d moves", t.Games, t.Moves)
}
