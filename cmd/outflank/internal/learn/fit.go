package learn

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/qlearn/fit"
)

func fitCommand(a *cli.App) *cobra.Command {
	o := fit.Default
	var filter store.Filter
	var path, from, opening, holdOut string
	var replace bool
	var asJSON bool
	var fleet cli.Fleet
	c := &cobra.Command{
		Use:   "fit GAMES… -o MODEL",
		Short: "Fit an evaluator of positions to games and to solved positions",
		Long: `Fit creates an evaluator for the engine: the value of a position in discs, as the sum of
the weights of the patterns in it. It learns from three kinds of positions:

  games   the positions of the finished games of GAMES, a folder made by import or
          files of games, with the final disc difference (--results is their weight);
          up to the position for which the database knows the result of perfect play,
          with that result
  solved  the last positions of these games (--solve), with their exact value
  played  positions of games that the engine plays (--play), in --rounds with better and
          better evaluators; the first is that of --from, or one fitted to the other
          positions. The games begin after a random opening of 10 to 40 plies, or --beside
          a position of GAMES. With at most --exact empty squares, the engine solves
          positions, every second move is random, and the value of a position is exact.
          Before that, the value is a mixture, weighted by --lambda, of the search's value
          and the value of the position one move later

The weights minimise the squared error by conjugate gradients, until the error on games of
the split validation grows. --ridge penalises large weights or, with --from, differences
from the weights of that model; --smooth penalises differences between neighbouring stages
of the game. Fit leaves out games of the split test, so that stats calibration --split test
can evaluate the model on them, and the positions of a file (--hold-out).

The same seed gives the same file with any number of workers, and with --fleet, when other
machines solve and play. The file is compact: weights in 1/64 discs. It is written at the
end. --keep saves played games as they finish. With it, an interrupted fit resumes, even
after kill -9, and a fit with other features, --lambda or penalties reuses the games.
--also adds games that other fits saved.

In the opening, millions of self-play games value positions better than searches do.
--opening therefore mixes a model from train into the fitted one, with a larger share earlier
in the game.

To check that the new evaluator is better than the old one, play a match, as in the
examples.

The commands in notebooks/reports/evaluator.md created the built-in evaluator.`,
		Example: `  outflank fit games -o my.model
  outflank fit games -o quick.model --play 0 --solve 0
  outflank fit games -o better.model --from built-in --results 0 --play 50000 --beside 0.6 --keep labels
  outflank fit games -o my.model --fleet nats://10.0.0.1:4222
  outflank stats calibration games --split test --model my.model
  outflank match engine:depth=6,model=my.model engine:depth=6,model=built-in --openings xot`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if path == "" {
				return cli.NoOutput("the file for the model", "my.model")
			}
			if err := o.Check(); err != nil {
				return cli.FlagError(err)
			}
			if filter.Split != dataset.AnySplit {
				return fault.Misusef("--split %v: fit always learns from split train and stops by split "+
					"validation", filter.Split)
			}
			if err := cli.CheckOutputs(args, path); err != nil {
				return err
			}
			if err := cmp.Or(pattern.RefuseOther(path), cli.CheckNew(path, replace)); err != nil {
				return err
			}
			if err := readForFit(&o, from, opening, holdOut); err != nil {
				return err
			}
			farm, end, err := fleet.Farm(c.Context(), a, o.Kept()...)
			if err != nil {
				return err
			}
			defer end()
			o.Farm = farm
			model, r, err := fitModel(a, c.Context(), args, filter, o)
			if err != nil {
				return err
			}
			if err := durable.Replace(path, func(w io.Writer) error {
				return eval.WriteCompact(w, model)
			}); err != nil {
				return err
			}
			r.Model = path
			return a.Report(asJSON, r, func() { printFit(a, &r) })
		},
	}
	f := c.Flags()
	f.StringVarP(&path, "output", "o", "", "file for the model")
	cli.AddReplaceFlag(c, &replace)
	addFitFlags(c, &o)
	f.StringVar(&from, "from", "", "model that plays the first round; the fit changes its weights as "+
		"little as possible")
	f.StringVar(&opening, "opening", "", "model to mix into the fitted one in the opening, such as one "+
		"from train --rule td --reward discs --squash none")
	f.StringVar(&holdOut, "hold-out", "", "file of test positions that the fit leaves out, in any "+
		"symmetric image")
	fleet.AddFlags(c)
	cli.AddFilterFlags(c, &filter)
	cli.AddJSON(c, &asJSON, "print the summary as JSON", fit.Result{})
	return c
}

func addFitFlags(c *cobra.Command, o *fit.Options) {
	f := c.Flags()
	f.StringVar(&o.Features, "features", o.Features, "features of the model, as in train")
	f.Lookup("features").DefValue = "all patterns, three tuples, parity and constant in 60 stages"
	f.Float64Var(&o.Ridge, "ridge", o.Ridge, "penalty on the square of a weight, in positions")
	f.Float64Var(&o.Smooth, "smooth", o.Smooth, "penalty on the squared difference of a weight and the "+
		"same weight in the next stage, in positions")
	f.IntVar(&o.Iterations, "iterations", o.Iterations, "maximum number of passes over the positions")
	f.IntVar(&o.Solve, "solve", o.Solve, "solve positions of games with at most n empty squares; 0 = none")
	f.IntVar(&o.Play.Games, "play", o.Play.Games, "number of games to play")
	f.IntVar(&o.Play.Rounds, "rounds", o.Play.Rounds,
		"play the games in n rounds, each with an evaluator fitted to the previous rounds")
	f.IntVar(&o.Play.Depth, "depth", o.Play.Depth, "plies of the searches in played games")
	f.IntVar(&o.Play.Exact, "exact", o.Play.Exact, "solve played games with at most n empty squares")
	f.Float64Var(&o.Play.Beside, "beside", o.Play.Beside, "share of the played games that begin with a "+
		"random move from a position of GAMES; the others begin with a random opening")
	f.Float64Var(&o.Lambda, "lambda", o.Lambda, "value of a played position: 0 = value of the search, 1 "+
		"= later course of the game")
	f.Float64Var(&o.Results, "results", o.Results,
		"weight of a position of GAMES with its game's result; solved and played positions have weight 1")
	f.Float64Var(&o.OpeningShare, "opening-share", o.OpeningShare,
		"share of the model of --opening with 45 or more empty squares; it falls to 0 at 24")
	f.IntVar(&o.Embedding.Size, "embedding", o.Embedding.Size, "train an embedding of 16 or 32 numbers beside the sum; 0 = none")
	f.IntVar(&o.Embedding.Phases, "phases", o.Embedding.Phases, "phases of the embedding")
	f.IntVar(&o.Embedding.Epochs, "epochs", o.Embedding.Epochs, "passes over the positions to train the embedding")
	f.Float64Var(&o.Embedding.Rate, "rate", o.Embedding.Rate, "step size of the embedding")
	f.StringSliceVar(&o.Also, "also", nil, "folders with played games of other fits (--keep), to learn "+
		"from these too")
	f.StringVar(&o.Keep, "keep", "", "folder for the played games, from which an interrupted fit resumes")
	f.Uint64Var(&o.Play.Seed, "seed", o.Play.Seed, "seed of all random choices")
	cli.AddWorkersFlag(c, &o.Workers, "goroutines; the result does not depend on it")
}

// readForFit reads the model that a fit starts from, the model that it mixes in and the positions that it
// leaves out, if they are given.
func readForFit(o *fit.Options, from, opening, holdOut string) (err error) {
	if opening != "" {
		if o.Opening, err = pattern.OpenModel(opening); err != nil {
			return err
		}
	}
	if from != "" {
		if o.Prior, err = pattern.OpenModel(from); err != nil {
			return err
		}
	}
	if holdOut == "" {
		return nil
	}
	return book.EachOpening(holdOut, "position", func(g engine.Game) error {
		o.HoldOut = append(o.HoldOut, g.Start.Board)
		return nil
	})
}

// fitModel fits a model to the games at paths, with a bar for each phase.
func fitModel(a *cli.App, ctx context.Context, paths []string, filter store.Filter,
	o fit.Options) (model *eval.Model, r fit.Result, err error) {
	db, err := a.OpenDatabase(ctx, paths, filter)
	if err != nil {
		return nil, r, err
	}
	o.Years = filter.Years()
	var bar *cli.Meter
	var phase fit.Phase
	seconds := 0.0 // total time of the regressions
	end := func() {
		if bar == nil {
			return
		}
		if bar.End(); phase == fit.Fitting {
			seconds += bar.Elapsed().Seconds()
		}
	}
	defer func() { end() }()
	for p, err := range fit.Run(ctx, a.WithResults(db.Games), o) {
		if err != nil {
			return nil, r, err
		}
		if p.Phase != phase {
			end()
			unit := "games"
			if p.Phase == fit.Fitting {
				unit = "passes"
			}
			bar, phase = a.Meter(string(p.Phase), unit, cmp.Or(p.Total, db.Count)), p.Phase
		}
		bar.Set(p.Done)
		if p.Model != nil {
			end()
			model, r, bar = p.Model, *p.Result, nil
		}
	}
	r.Seconds = seconds
	return model, r, nil
}

// printFit prints the summary.
func printFit(a *cli.App, r *fit.Result) {
	a.Printf("fitted %d weights to %d positions in %d iterations\n\n"+
		"Errors on the split validation, in discs\n\n", r.Weights, r.Positions, r.Iterations)
	out := a.Table()
	out.Row("positions", "empty", "number", "mae", "rmse")
	for _, b := range r.Errors {
		out.Row(b.Set, fmt.Sprintf("%d-%d", b.From, b.To), text.Number(b.Positions), fmt.Sprintf("%.2f", b.MAE),
			fmt.Sprintf("%.2f", b.RMSE))
	}
	out.Flush()
	a.Printf("\nwrote %s\n\nNext: outflank stats calibration games --model %s --split test\n", r.Model, r.Model)
}
