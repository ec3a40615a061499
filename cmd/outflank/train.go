package main

import (
	"fmt"
	"io"
	"strconv"

	"github.com/outflank/outflank/cmd/outflank/chart"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// defaultFeatures are the report's in six stages of the game, and the contents of
// edges and corners: with the report's alone no learner of ours beats minimax(1).
const defaultFeatures = "report@6+edge+corner"

func (a *app) trainCommand() *cobra.Command {
	o := trainOptions{cfg: qlearn.Default}
	o.cfg.Games = 0 // all of GAMES, or the default number of played ones
	var path, curve string
	var asJSON bool
	c := &cobra.Command{
		Use:   "train [GAMES] -o MODEL",
		Short: "Train a Q-learning agent from games or by playing",
		Long: `Train makes a model by approximate Q-learning (CS181 report):

  Q(s,a) ← Q(s,a) + α (r + γ max Q(s',a') − Q(s,a))

where s' is the next state in which the same player moves and the reward is 1 for
a win, −1 for a loss. --mode says where the games come from:

  data    the finished games of GAMES, a folder made by import or files of games
  self    the model plays itself, ε-greedily
  AGENT   the model plays this agent; any spec, such as random or minimax:depth=2

From transcripts the maximum over moves that experts never play is a guess that no
game corrects, so mode data holds it back by a conservative penalty; with
--conservative 0 it is the report's rule, and the weakest learner here.

The same seed gives the same file, whatever the number of workers. If GAMES is
given, the square weights W of the features are counted from it.

Features, joined by +, each optionally in n stages of the game with @n:
  position mobility stability parity discs   the report's ("report" is all five)
  squares frontier constant                  square classes, frontier discs, bias
  edge corner block row2 row3 row4           contents of lines and regions
  diag4 diag5 diag6 diag7 diag8`,
		Example: `  outflank train games -o data.model --mode data
  outflank train -o self.model --mode self --games 20000
  outflank train games -o warm.model --mode self --init data.model
  outflank train -o mm.model --mode minimax:depth=2 --games 10000
  outflank train games -o report.model --mode data --features report --conservative 0`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if path == "" {
				return usageError{fmt.Errorf("where to? -o MODEL is missing")}
			}
			if curve != "" {
				if err := chart.CheckPath(curve); err != nil {
					return usageError{err}
				}
			}
			if err := o.check(); err != nil {
				return err
			}
			if err := checkOutputs(append(args, o.init), path, curve); err != nil {
				return err
			}
			if err := refuseOtherFile(path); err != nil {
				return err
			}
			o.flags = c.Flags()
			r, model, err := a.train(c.Context(), args, &o)
			if err != nil {
				return err
			}
			if err := dataset.ReplaceFile(path, func(w io.Writer) error { return eval.WriteModel(w, model) }); err != nil {
				return err
			}
			if curve != "" {
				if err := r.writeCurve(curve); err != nil {
					return err
				}
			}
			r.Model = path
			if asJSON {
				return writeJSON(a.out, r)
			}
			a.printf("learnt from %d games, %d moves, in %.1f s (%.0f games/s)\n", r.Games, r.Updates, r.Seconds, float64(r.Games)/r.Seconds)
			a.printf("wrote %s: %d weights, seed %s\n\nNext: outflank bench q:model=%s random minimax:depth=2\n", path, r.Weights, fmt.Sprint(r.Seed), path)
			return nil
		},
	}
	f := c.Flags()
	f.StringVarP(&path, "output", "o", "", "file for the model")
	f.StringVar(&o.mode, "mode", "data", "where games come from: data, self, or an agent to play against")
	f.StringVar(&o.features, "features", defaultFeatures, "features of the model")
	f.StringVar(&o.init, "init", "", "start from the weights of this model")
	f.IntVar(&o.cfg.Games, "games", 0, "games to learn: so many of GAMES, drawn by the seed, or played ones; 0 = all of GAMES, or "+strconv.Itoa(qlearn.Default.Games))
	f.IntVar(&o.epochs, "epochs", 1, "how often to go through GAMES")
	f.Uint64Var(&o.cfg.Seed, "seed", 1, "seed of all chance")
	addWorkersFlag(c, &o.workers, "goroutines; the result does not depend on it")
	o.addLearningFlags(f)
	addFilterFlags(c, &o.filter)
	f.StringVar(&curve, "curve", "", "draw the learning curve into this PNG or SVG file")
	f.BoolVar(&asJSON, "json", false, "print the summary as JSON")
	return c
}

// trainOptions are the settings of a training, bound to flags.
type trainOptions struct {
	mode, features, init string
	epochs               int
	actions              bool
	random, workers      int
	cfg                  qlearn.Config
	filter               dataset.Filter
	flags                *pflag.FlagSet // tells which settings were given; nil = none
}

// check returns an error for settings that the libraries would not see.
func (o *trainOptions) check() error {
	switch {
	case o.cfg.Games < 0 || o.cfg.Games > maxMatchGames:
		return usageError{fmt.Errorf("--games %d: want 0 to %d", o.cfg.Games, maxMatchGames)}
	case o.random < 0 || o.random > 60:
		return usageError{fmt.Errorf("--random-plies %d: want 0 to 60", o.random)}
	case o.epochs < 1 || o.epochs > 10000:
		return usageError{fmt.Errorf("--epochs %d: want 1 to 10000", o.epochs)}
	}
	if err := o.cfg.Check(); err != nil {
		return usageError{err}
	}
	return nil
}

func (o *trainOptions) addLearningFlags(f *pflag.FlagSet) {
	data, cfg := qlearn.DefaultData, &o.cfg
	both := func(text string, play, data any) string {
		return fmt.Sprintf("%s (%v; mode data: %v)", text, play, data)
	}
	f.TextVar(&cfg.Rule, "rule", cfg.Rule, both("what the next state is worth: q (the best move), sarsa, expected-sarsa, double-q, td or montecarlo", cfg.Rule, data.Rule))
	f.Float64Var(&cfg.Lambda, "lambda", cfg.Lambda, both("share of the rest of the game in the target", cfg.Lambda, data.Lambda))
	f.IntVar(&cfg.Steps, "steps", cfg.Steps, "n of n-step returns; 0 = to the end")
	f.Float64Var(&cfg.Gamma, "gamma", cfg.Gamma, "discount of the next state")
	f.TextVar(&cfg.Reward, "reward", cfg.Reward, "what the end is worth: win, discs or tanh-discs")
	f.TextVar(&cfg.Squash, "squash", cfg.Squash, both("from the sum of the weights to Q: none or tanh", cfg.Squash, data.Squash))
	f.Float64Var(&cfg.Alpha, "alpha", cfg.Alpha, both("step size at the first game", cfg.Alpha, data.Alpha))
	f.Float64Var(&cfg.AlphaEnd, "alpha-end", cfg.AlphaEnd, both("step size at the last game", cfg.AlphaEnd, data.AlphaEnd))
	f.TextVar(&cfg.Schedule, "schedule", cfg.Schedule, "how it falls: constant, linear, cosine or harmonic")
	f.BoolVar(&cfg.Normalise, "normalise", cfg.Normalise, "divide each step by the number of features that are on")
	f.BoolVar(&cfg.Coherence, "coherence", cfg.Coherence, "a rate for each weight, by temporal coherence")
	f.Float64Var(&cfg.Conservative, "conservative", cfg.Conservative, both("penalty on moves that were not played", cfg.Conservative, data.Conservative))
	f.Float64Var(&cfg.Temperature, "temperature", cfg.Temperature, "of the softmax in that penalty")
	f.BoolVar(&o.actions, "actions", false, "also learn a weight for the square a move is played on")
	f.Float64Var(&cfg.Epsilon, "epsilon", cfg.Epsilon, "probability of a random move in the first played game; it decays exponentially")
	f.Float64Var(&cfg.EpsilonEnd, "epsilon-end", cfg.EpsilonEnd, "the same in the last")
	f.IntVar(&o.random, "random-plies", 0, "at most so many random plies at the start of played games")
	f.IntVar(&cfg.Actors, "actors", cfg.Actors, "that learn side by side, each from games of its own")
	f.IntVar(&cfg.Batch, "batch", cfg.Batch, "games that each of them learns before all put together what they learnt")
}

// config returns the learning settings: those given, the mode's defaults else.
func (o *trainOptions) config() qlearn.Config {
	if o.mode != "data" {
		return o.cfg
	}
	cfg := qlearn.DefaultData
	cfg.Games, cfg.Seed = o.cfg.Games, o.cfg.Seed
	given := func(name string) bool { return o.flags != nil && o.flags.Changed(name) }
	override(&cfg.Rule, o.cfg.Rule, given("rule"))
	override(&cfg.Lambda, o.cfg.Lambda, given("lambda"))
	override(&cfg.Steps, o.cfg.Steps, given("steps"))
	override(&cfg.Gamma, o.cfg.Gamma, given("gamma"))
	override(&cfg.Reward, o.cfg.Reward, given("reward"))
	override(&cfg.Squash, o.cfg.Squash, given("squash"))
	override(&cfg.Alpha, o.cfg.Alpha, given("alpha"))
	override(&cfg.AlphaEnd, o.cfg.AlphaEnd, given("alpha-end"))
	override(&cfg.Schedule, o.cfg.Schedule, given("schedule"))
	override(&cfg.Normalise, o.cfg.Normalise, given("normalise"))
	override(&cfg.Coherence, o.cfg.Coherence, given("coherence"))
	override(&cfg.Conservative, o.cfg.Conservative, given("conservative"))
	override(&cfg.Temperature, o.cfg.Temperature, given("temperature"))
	override(&cfg.Actors, o.cfg.Actors, given("actors"))
	override(&cfg.Batch, o.cfg.Batch, given("batch"))
	return cfg
}

// override sets x to a value that was given.
func override[T any](x *T, value T, given bool) {
	if given {
		*x = value
	}
}

// trainResult is what train reports; the JSON fields are stable.
type trainResult struct {
	Model   string        `json:"model"`
	Mode    string        `json:"mode"`
	Games   int           `json:"games"`
	Updates int           `json:"updates"`
	Weights int           `json:"weights"`
	Error   float64       `json:"error"` // root mean square TD error of the last tenth of the games
	Seed    uint64        `json:"seed"`
	Seconds float64       `json:"seconds"`
	Config  qlearn.Config `json:"config"`
	Curve   []curvePoint  `json:"curve"` // a hundred points
}
