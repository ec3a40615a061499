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
		Short: "Fit an evaluator of positions to games and to the solver",
		Long: `Fit makes the evaluator of the engine: the value of a position in discs, as the sum
of the weights of the patterns in it. It takes three kinds of positions:

  games   the positions of the finished games of GAMES, a folder made by import or
          files of games, with the final disc difference (--results is what one counts);
          up to the position for which the database knows the result of perfect play,
          with that one
  solved  the last positions of these games (--solve), with their exact value
  played  positions of games that the engine plays (--play), in --rounds with better and
          better evaluators: that of --from, or one fitted to the others, first. They begin
          after a random opening of 10 to 40 plies, or --beside a position of GAMES. The
          engine solves from --exact empty squares on, where every second move is a random
          one. What a position is worth there is its exact value, and before that a mixture,
          by --lambda, of what the search says of it and of what it was worth a move later

The weights minimise the squared error by conjugate gradients, until the error on games of
the split validation grows. --ridge penalises large weights, or with --from their difference
from the weights of that model; --smooth penalises differences between neighbouring stages
of the game. Games of the split test are left out, and so are the positions of a file
(--hold-out): stats calibration --split test shows how good the model is on the games.

The same seed gives the same file with any number of workers, and with --fleet, where other
machines solve and play. The file is compact: weights in 1/64 discs. It is written at the
end. --keep saves played games as they finish: an interrupted fit resumes, even after
kill -9, and a fit with other features, --lambda or penalties plays none of them again.
--also adds games that other fits kept.

In the opening, millions of self-play games value positions better than searches do.
--opening therefore mixes a model from train into the fitted one, more of it earlier in the
game.

To find out whether the new evaluator is better than the old one, play a match, as in
the examples.

The evaluator that is built in was made by the commands of notebooks/reports/evaluator.md.`,
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
				return fault.Misusef("--split %v: fit learns from train and stops by validation", filter.Split)
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
	f.StringVar(&from, "from", "", "model that plays the first round and whose weights the fit changes "+
		"as little as it can")
	f.StringVar(&opening, "opening", "", "model, as of train --rule td --reward discs --squash none, whose "+
		"weights stand for a share of those of the fit in the opening")
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
	f.Float64Var(&o.Smooth, "smooth", o.Smooth, "penalty on the squared difference of a weight and "+
		"the same one in the next stage, in positions")
	f.IntVar(&o.Iterations, "iterations", o.Iterations, "most passes over the positions")
	f.IntVar(&o.Solve, "solve", o.Solve, "solve positions of games with at most n empty squares; 0 = none")
	f.IntVar(&o.Play.Games, "play", o.Play.Games, "games to play")
	f.IntVar(&o.Play.Rounds, "rounds", o.Play.Rounds,
		"play the games in n parts, each with an evaluator fitted to the parts before")
	f.IntVar(&o.Play.Depth, "depth", o.Play.Depth, "plies of the searches in played games")
	f.IntVar(&o.Play.Exact, "exact", o.Play.Exact, "solve played games from n empty squares on")
	f.Float64Var(&o.Play.Beside, "beside", o.Play.Beside, "share of the played games that begin beside a "+
		"position of GAMES, after a random move; the others begin after a random opening")
	f.Float64Var(&o.Lambda, "lambda", o.Lambda, "what a played position is worth: 0 = what a search says, "+
		"1 = what the game went on to")
	f.Float64Var(&o.Results, "results", o.Results,
		"weight of a position of GAMES with its game's result; solved and played positions have weight 1")
	f.Float64Var(&o.OpeningShare, "opening-share", o.OpeningShare,
		"that share from 45 empty squares on; it falls to none at 24")
	f.StringSliceVar(&o.Also, "also", nil, "folders in which other fits kept played games, to learn "+
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
