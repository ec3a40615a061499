package learn

import (
	"fmt"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/agents"
	"github.com/outflank/outflank/qlearn/run"
)

// trainSingleOptions are the settings of a training without a configuration file.
type trainSingleOptions struct {
	mode, features, init string
	net                  string // "" = features
	epochs, random       int
	workers              int
	farm                 parallel.Farm // nil = none
	actions              bool
	actionSquares        bool
	replace              bool          // overwrite an existing file of -o
	cfg                  qlearn.Config // qlearn.Default with the values of the flags
	filter               store.Filter
	flags                *pflag.FlagSet // tells which settings were given
}

// check returns an error for settings that the libraries do not check.
func (o *trainSingleOptions) check() error {
	switch {
	case o.cfg.Games < 0 || o.cfg.Games > arena.MaxGames:
		return fault.Misusef("--games %d: want 0 to %d", o.cfg.Games, arena.MaxGames)
	case o.epochs < 1 || o.epochs > 10000:
		return fault.Misusef("--epochs %d: want 1 to 10000", o.epochs)
	case o.random < 0 || o.random > 60:
		return fault.Misusef("--random-plies %d: want 0 to 60", o.random)
	}
	if o.cfg.PotentialDiscs != 0 && o.cfg.Potential == "" {
		return fault.Misusef("--potential-discs: needs --potential, an evaluator")
	}
	if _, err := agents.Find(o.mode); err != nil && o.mode != "data" && o.mode != "self" {
		return fault.Misusef("--mode %s: want data, self or an agent%w", o.mode,
			text.Meant(o.mode, append(agents.Names(), "data", "self")))
	}
	if _, err := (&run.ModelConfig{Net: o.net}).Check(); err != nil {
		return fault.Misusef("--net: %w", err)
	}
	return nil
}

// addLearningFlags adds the flags that control learning.
func (o *trainSingleOptions) addLearningFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.actions, "actions", false, "also learn a weight for the square of a move; if the model "+
		"of --init has such weights, they are always learned")
	f.BoolVar(&o.actionSquares, "action-squares", false, "like --actions, but with a weight for each of the "+
		"64 squares; --actions gives symmetric squares one weight")
	f.IntVar(&o.random, "random-plies", run.DefaultRandom,
		"maximum number of random plies at the start of played games")
	addLearnFlags(f, &o.cfg)
}

// addLearnFlags binds the settings of learning to flags.
func addLearnFlags(f *pflag.FlagSet, c *qlearn.Config) {
	data := qlearn.DefaultData
	both := func(text string, play, data any) string { // the flag library adds the default of played games
		if play == data {
			return text
		}
		return fmt.Sprintf("%s; %v in mode data", text, data)
	}
	f.IntVar(&c.Games, "games", c.Games, "number of games to learn from, drawn from GAMES by the "+
		"seed or played; 0 = all of GAMES, or "+strconv.Itoa(qlearn.Default.Games))
	f.Uint64Var(&c.Seed, "seed", c.Seed, "seed of all random choices")
	f.TextVar(&c.Rule, "rule", c.Rule, both("`value` of the next state: q, sarsa, expected-sarsa, double-q, td "+
		"or montecarlo", c.Rule, data.Rule))
	f.Float64Var(&c.Lambda, "lambda", c.Lambda, both("weight of longer returns: 0 = one step ahead, 1 = "+
		"the result", c.Lambda, data.Lambda))
	f.IntVar(&c.Steps, "steps", c.Steps, "n of n-step returns, which ignore --lambda; 0 = λ-returns")
	f.Float64Var(&c.Gamma, "gamma", c.Gamma, "discount of the next state")
	f.TextVar(&c.Reward, "reward", c.Reward, both("`reward` at the end of a game: win, discs, tanh-discs "+
		"or clipped-discs (at 16)", c.Reward, data.Reward))
	f.StringVar(&c.Potential, "potential", c.Potential, "shape the rewards by this evaluator, as in ab:eval=, "+
		"or model file: they grow by γΦ(s') − Φ(s), where Φ is its disc difference; needs --squash none")
	f.Float64Var(&c.PotentialDiscs, "potential-discs", c.PotentialDiscs,
		"disc difference at which Φ of --potential is 1; 0 = 64")
	f.TextVar(&c.Squash, "squash", c.Squash, both("`function` from w·φ to Q: none, tanh, or logit, which "+
		"weights errors by cross entropy", c.Squash, data.Squash))
	f.Float64Var(&c.Alpha, "alpha", c.Alpha, both("step size at the first game", c.Alpha, data.Alpha))
	f.Float64Var(&c.AlphaEnd, "alpha-end", c.AlphaEnd,
		both("step size at the last game", c.AlphaEnd, data.AlphaEnd))
	f.TextVar(&c.Schedule, "schedule", c.Schedule,
		"`decay` of the step size: constant, linear, cosine or harmonic")
	f.BoolVar(&c.Normalise, "normalise", c.Normalise, "divide the step by the squared length of the gradient")
	f.BoolVar(&c.Coherence, "coherence", c.Coherence, "use a separate step size for each weight, by temporal "+
		"coherence")
	f.Float64Var(&c.Clip, "clip", c.Clip, "limit on the size of an error; 0 = none")
	f.Float64Var(&c.Conservative, "conservative", c.Conservative,
		both("penalty on moves that were not played", c.Conservative, data.Conservative))
	f.Float64Var(&c.Temperature, "temperature", c.Temperature,
		"temperature of the softmax in the conservative penalty")
	f.BoolVar(&c.Restricted, "restricted", c.Restricted,
		"with recorded games, take the maximum only over moves recorded from the board")
	f.Float64Var(&c.Epsilon, "epsilon", c.Epsilon,
		"probability of a random move in the first played game; it decays exponentially")
	f.Float64Var(&c.EpsilonEnd, "epsilon-end", c.EpsilonEnd, "probability of a random move in the last "+
		"played game")
	f.Float64Var(&c.Softmax, "softmax", c.Softmax,
		"temperature at which the model draws its moves; 0 = it plays the best move")
	f.IntVar(&c.Search, "search", c.Search, "depth in plies of the search that values the next state, 0 "+
		"to 3")
	f.IntVar(&c.Exact, "exact", c.Exact, "in self-play, moves that leave at most n empty squares learn "+
		"the exact result")
	f.Float64Var(&c.Polyak, "polyak", c.Polyak, "average the weights over the rounds, discounting "+
		"earlier ones by this factor each round")
	f.IntVar(&c.Actors, "actors", c.Actors, "parallel learners in a round; the result depends on it")
	f.IntVar(&c.Batch, "batch", c.Batch, "games of each actor in a round")
	f.BoolVar(&c.Asynchronous, "asynchronous", c.Asynchronous,
		"learners do not wait for each other; the result depends on timing")
}

// phase returns the training as a phase. Settings without a flag get the defaults for the source of games.
func (o *trainSingleOptions) phase() run.Phase {
	source := o.mode
	if source == "data" {
		source = run.SourceTranscripts
	}
	p := run.NewPhase(source)
	p.Model = run.ModelConfig{Features: o.features, Net: o.net, Actions: o.actions,
		ActionSquares: o.actionSquares, Init: o.init}
	p.Games.Random, p.Games.RandomVsAgents, p.Games.Epochs = o.random, o.random, o.epochs
	p.Learn.Games, p.Learn.Seed = o.cfg.Games, o.cfg.Seed
	if (o.init != "" || o.net != "") && !o.flags.Changed("features") {
		p.Model.Features = "" // the initial file contains its own, and a network needs none
	}
	given := pflag.NewFlagSet("", pflag.ContinueOnError)
	addLearnFlags(given, &p.Learn)
	o.flags.Visit(func(f *pflag.Flag) {
		if given.Lookup(f.Name) != nil {
			_ = given.Set(f.Name, f.Value.String()) // the value has already been parsed
		}
	})
	return p
}
