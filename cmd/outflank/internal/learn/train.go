// Package learn implements the commands that make models: train, runs, sweep, average, tune, fit and probcut.
package learn

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/run"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	list := cli.Listings(runsCommand(a), sweepCommand(a), averageCommand(a), tuneCommand(a), fitCommand(a),
		probCutCommand(a))
	return append(list, trainCommand(a))
}

// trainCommand returns the command train.
func trainCommand(a *cli.App) *cobra.Command {
	o := trainSingleOptions{cfg: qlearn.Default}
	o.cfg.Games = 0 // all of GAMES, or the default number of self-play games
	var options runOptions
	var curve string
	var asJSON bool
	c := &cobra.Command{
		Use:   "train [GAMES] -o MODEL | --config FILE -o FOLDER | --resume FOLDER",
		Short: "Train a Q-learning agent from games or by playing",
		Long:  help,
		Example: `  outflank train games -o data.model --mode data
  outflank train -o self.model --mode self --games 20000
  outflank train games -o warm.model --mode self --init data.model
  outflank train -o mm.model --mode minimax:depth=2 --games 10000
  outflank train -o net.dna --mode self --net 64-32-1
  outflank train games -o quick.model --mode data --years 2001-2015 --games 20000
  outflank train --config run.toml --seed 2 -o runs/two
  outflank train --config run.toml -o runs/three --fleet nats://10.0.0.1:4222
  outflank train --resume runs/two`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if options.config == "help" {
				_, err := io.WriteString(a.Out, run.Example)
				return err
			}
			farm, end, err := options.fleet.Farm(c.Context(), a, cli.NewFolder(options.dir), options.resume)
			if err != nil {
				return err
			}
			defer end()
			o.farm, options.farm = farm, farm
			if options.config == "" && options.resume == "" {
				return single(a, c, args, &o, options.dir, curve, asJSON)
			}
			if err := options.check(c, args); err != nil {
				return err
			}
			return inFolder(a, c.Context(), &options, asJSON)
		},
	}
	f := c.Flags()
	f.StringVar(&options.config, "config", "", "train with the settings of this TOML file, in a new folder")
	f.StringVar(&options.resume, "resume", "", "resume the run of this folder")
	f.StringVarP(&options.dir, "output", "o", "", "file for the model; with --config a new folder for the run")
	cli.AddReplaceFlag(c, &o.replace)
	f.StringVar(&o.mode, "mode", "data", "where games come from: data, self, or an agent to play against")
	f.StringVar(&o.features, "features", run.DefaultFeatures, "features of the model")
	f.StringVar(&o.net, "net", "", "learn a network instead of features: 64-32-1, 64-64-64, or one with "+
		"another middle layer")
	f.StringVar(&o.init, "init", "", "start from the weights of this model, including those of actions, "+
		"or of this network")
	f.IntVar(&o.epochs, "epochs", 1, "number of passes over GAMES")
	cli.AddWorkersFlag(c, &o.workers, "goroutines; the result does not depend on it")
	options.fleet.AddFlags(c)
	o.addLearningFlags(f)
	cli.AddFilterFlags(c, &o.filter)
	f.StringVar(&curve, "curve", "", "draw the learning curve to this PNG or SVG file")
	cli.AddJSON(c, &asJSON, "print the summary as JSON", result{}, runSummary{})
	return c
}

const help = `Train creates a model by approximate Q-learning (CS181 report) and related methods:

  Q(s,a) ← Q(s,a) + α (r + γ V(s') − Q(s,a))

where s' is the next state in which the same player moves, and --rule chooses V:

  q               the best move's Q: Q-learning, the report's rule
  sarsa           the Q of the move that was played
  expected-sarsa  the mean over the moves that the policy might play
  double-q        one of two sets of weights chooses the move; the other values it
  td              after the next move of either side, seen from the other side: TD(λ)
  montecarlo      the result of the game

--mode says where the games come from:

  data    the finished games of GAMES, a folder made by import or files of games
  self    the model plays itself, ε-greedily
  AGENT   the model plays this agent; any spec, such as random or minimax:depth=2

Mode data has a conservative penalty by default. Without it, Q-learning overestimates the
moves that experts never play, because no recorded game corrects their values. --restricted
takes the maximum of q and double-q, and the mean of expected-sarsa, over recorded moves only
(batch-constrained Q-learning). That makes q as good as sarsa, but the penalty is better.
Scores of logistello@4 against minimax:depth=2 under protocol cs181, after 40,000 games of the
WTHOR database (means of three seeds with 2,000 games each; two seeds differ by up to 25 %):

                         --lambda 0  --lambda 0.5
  q                          27.1 %        33.5 %
  q --restricted             38.7 %        51.0 %
  sarsa                      39.0 %        52.7 %
  montecarlo                         27.6 %
  q --conservative 0.1                     75.2 %

The learner of the CS181 report uses the action as a feature. It updates the weights after each
game with a constant α, which the report does not state. These flags select it: --features report
--actions --rule q --lambda 0 --reward win --squash none --conservative 0 --normalise=false
--actors 1 --schedule constant --alpha 0.0003 --alpha-end 0.0003. In played games, ten times
this α scores higher, with --epsilon 0.2 --epsilon-end 0.01 --random-plies 0.

The same seed gives the same file with any number of workers, unless learning is --asynchronous.
With --fleet, the --actors of each round learn on other machines, and the file is the same; a
single actor learns here. If GAMES is given, train computes the square weights W from it.

Features, joined by +, each optionally in n stages of the game with @n:
  position mobility stability parity discs   of the report's learner ("report" is all five)
  own-mobility own-stability                 of its minimax: counts of the side to move only
  cs181-stability own-cs181-stability        its rule of stable discs alone, without full lines
  squares frontier constant                  square classes, frontier discs, bias
  edge corner block row2 row3 row4           contents of lines and regions
  diag4 diag5 diag6 diag7 diag8              ("logistello" is all eleven)
  a1b1c1 all2 all3 snakes-8x4-1              n-tuples; all n-tuples, random walks
  balanced-…                                 the same, negated when the sides swap

--net trains a network with one hidden layer over the discs, as a baseline. 64-32-1 values
the board after a move; 64-64-64 has an output for a move to each square. The weights are
written as text, for mmnet:dna=FILE and net:dna=FILE; inspect shows them.

--config trains with the settings of a file: in phases, from mixtures of sources, with
evaluations that select the best model. ` + "`outflank train --config help`" + ` prints such a
file with all settings. -o is then a new folder for the config, metrics, evaluations, the
learning curve, a checkpoint, the best and the last model and a model card. Only --seed,
--games and --workers may be combined with --config. --resume continues an interrupted run;
except for the times in the event file, the result is byte-identical.
` + "`tensorboard --logdir FOLDER`" + ` shows the curves of all runs below a folder by games and
by time, and their settings and scores as HPARAMS. ` + "`outflank runs`" + ` lists runs;
` + "`outflank sweep`" + ` tries settings.`
