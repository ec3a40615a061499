package learn

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"sync"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/parallel"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/models"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/eval/tune"
	"github.com/outflank/outflank/qlearn/fit"
)

// shippedFit is the command that makes the evaluator that is built in.
const shippedFit = "outflank fit games --years 1977-2014 --play 300000 --rounds 2 -o weights.bin"

func fitCommand(a *cli.App) *cobra.Command {
	o := fit.DefaultFeatures
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
				return fault.Misuse(fmt.Errorf("where to? -o MODEL is missing"))
			}
			if err := o.Check(); err != nil {
				return err
			}
			if err := cli.CheckOutputs(args, path); err != nil {
				return err
			}
			if err := models.RefuseOther(path); err != nil {
				return err
			}
			r, model, err := fitModel(a, c.Context(), args, &o)
			if err != nil {
				return err
			}
			if err := dataset.ReplaceFile(path, func(w io.Writer) error { return eval.WriteCompact(w, model) }); err != nil {
				return err
			}
			r.Model = path
			if asJSON {
				return report.JSON(a.Out, r)
			}
			printFit(a, &r)
			return nil
		},
	}
	f := c.Flags()
	f.StringVarP(&path, "output", "o", "", "file for the model")
	addFlags(&o, c)
	cli.AddFilterFlags(c, &o.Filter)
	f.BoolVar(&asJSON, "json", false, "print the summary as JSON")
	return c
}

func addFlags(o *fit.Options, c *cobra.Command) {
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
	cli.AddWorkersFlag(c, &o.Workers, "goroutines; the result does not depend on it")
}

// fitModel collects positions and finds the weights.
func fitModel(a *cli.App, ctx context.Context, paths []string, o *fit.Options) (fit.Result, *eval.Model, error) {
	r := fit.Result{Seed: o.Play.Seed}
	features, err := eval.New(o.Features, eval.DefaultSquares())
	if err != nil {
		return r, nil, fault.Misuse(err)
	}
	data, err := readFitGames(a, ctx, paths, o)
	if err != nil {
		return r, nil, err
	}
	sets := []fit.Samples{data.Samples, {Name: "played"}}
	model, err := regress(a, ctx, features, sets, o, &r)
	for round := range o.Play.NonEmptyRounds() {
		if err == nil {
			err = playForFit(a, ctx, model, round, &sets[1], o)
		}
		if err == nil {
			model, err = regress(a, ctx, features, sets, o, &r)
		}
	}
	if err != nil {
		return r, nil, err
	}
	r.Judge(model, sets)
	return r, model, o.Describe(model, &data, &r)
}

// playForFit lets a model play the games of a round.
func playForFit(a *cli.App, ctx context.Context, model *eval.Model, round int, set *fit.Samples, o *fit.Options) error {
	tables, err := pattern.Compile(model)
	if err != nil {
		return fmt.Errorf("the model of the first positions cannot play: %w", err)
	}
	from, to := o.Play.Part(round)
	bar := a.Meter("playing", "games", to-from)
	defer bar.End()
	return playRounds(&o.Play, ctx, tables, from, to, set, o, bar)
}

// regress fits a model to the training samples of all sets.
func regress(a *cli.App, ctx context.Context, features eval.Features, sets []fit.Samples, o *fit.Options, r *fit.Result) (*eval.Model, error) {
	train, validate := fit.Mixed(sets)
	ridge := tune.Ridge{
		Len: features.Len(), Train: &fit.SampleRows{Features: features, Samples: train},
		Penalty: func(int) float64 { return o.Ridge }, Smooth: o.Smooth, Next: fit.NextStages(features),
		Iterations: o.Iterations, Patience: 4, Workers: o.Workers,
	}
	if len(validate) > 0 {
		ridge.Validate = &fit.SampleRows{Features: features, Samples: validate}
	}
	model := eval.NewModel(features)
	model.Meta["unit"] = "discs"
	bar := a.Meter("fitting", "passes", o.Iterations)
	defer bar.End()
	for step, err := range ridge.Run(ctx) {
		if err != nil {
			return nil, err
		}
		bar.Set(step.Iteration)
		if step.Best {
			copy(model.Weights, step.Weights)
			r.Iterations = step.Iteration
		}
	}
	r.Weights, r.Positions = features.Len(), len(train)
	r.Seconds += bar.Elapsed().Seconds()
	return model, nil
}

// readFitGames returns the positions of the finished games, those of the split train
// to learn from, those of the split validation to stop by, and solves the last ones.
func readFitGames(a *cli.App, ctx context.Context, paths []string, o *fit.Options) (fit.Games, error) {
	data := fit.Games{Samples: fit.Samples{Name: "games"}}
	db, err := a.OpenDatabase(ctx, paths, o.Filter)
	if err != nil {
		return data, err
	}
	bar := a.Meter("reading", "games", db.Count)
	defer bar.End()
	sum := sha256.New()
	for part, err := range parallel.Map(ctx, o.Workers, 2*o.Workers, fit.Parts(cli.Counting(db.Games, bar)), o.Judge) {
		if err != nil {
			return data, err
		}
		for i := range part.Games {
			data.Games++
			fmt.Fprintln(sum, part.Games[i].Game)
			data.Samples.Add(part.Samples[i], dataset.Shares{}.Of(part.Games[i].Game) == dataset.Validation)
		}
	}
	if data.Games == 0 {
		return data, fault.BadInput(fmt.Errorf("fit needs finished games from the ordinary start, and there are none"))
	}
	data.Fingerprint = hex.EncodeToString(sum.Sum(nil))
	return data, nil
}

// playRounds plays games and adds their positions to the set, every tenth game to stop by.
func playRounds(p *fit.Play, ctx context.Context, tables *pattern.Tables, from, to int, set *fit.Samples, o *fit.Options, bar *cli.Meter) error {
	engines := sync.Pool{New: func() any { return fit.NewSolver(p.Depth, p.Exact, tables) }}
	play := func(ctx context.Context, game int) ([]fit.Sample, error) {
		e := engines.Get().(*deep.Engine)
		defer engines.Put(e)
		return p.Game(ctx, e, game)
	}
	game := from
	for list, err := range parallel.Map(ctx, o.Workers, 4*o.Workers, report.Numbers(from, to), play) {
		if err != nil {
			return err
		}
		for i := range list {
			list[i].Weight = float32(o.Weight)
		}
		set.Add(list, game%10 == 9)
		game++
		bar.Set(game - from)
	}
	return nil
}

// printFit prints the summary.
func printFit(a *cli.App, r *fit.Result) {
	a.Printf("fitted %d weights to %d positions in %d iterations\n\nErrors on the split validation, in discs\n\n", r.Weights, r.Positions, r.Iterations)
	out := a.Table()
	out.Row("positions", "empty", "number", "mae", "rmse")
	for _, b := range r.Errors {
		out.Row(b.Set, fmt.Sprintf("%d-%d", b.From, b.To), report.Number(b.Positions), fmt.Sprintf("%.2f", b.MAE), fmt.Sprintf("%.2f", b.RMSE))
	}
	out.Left(0)
	out.Flush()
	a.Printf("\nwrote %s\n\nNext: outflank stats calibration games --model %s --split test\n", r.Model, r.Model)
}
