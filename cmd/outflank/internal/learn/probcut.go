package learn

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/eval/probcut"
	"github.com/outflank/outflank/qlearn/agents"
)

func probCutCommand(a *cli.App) *cobra.Command {
	o := probcut.Default
	var filter store.Filter
	var model string
	var asJSON bool
	var fleet cli.Fleet
	c := &cobra.Command{
		Use:   "probcut GAMES…",
		Short: "Measure the errors of shallow searches relative to deep ones, for ProbCut",
		Long: `Probcut measures the margins of the engine's multi-ProbCut: the difference between the
values of a shallow and a deep search, for a given evaluator.

It draws positions with 14 to 54 empty squares from the finished games of GAMES, a folder
made by import or files of games. Every second position comes after two random moves off the
game's path. It searches each position without selectivity to all depths up to --depth and, with at
most --exact empty squares, to the end of the game. It then computes the differences between
depths of the same parity, and between each depth and the evaluator alone, which is depth 0.

To the root mean square of these differences it fits, by least squares of logarithms,

  exp(e0 + e1 n + e2 ln(d-s) + e3 ln(s+1) + e4 n ln(s+1) + e5 [d-s odd])

for depths d and s, with n sixtieths of the board empty. It prints e0 to e5 in the form used
in engine/deep/probcut.go, where DefaultErrors are those of the built-in evaluator, and the
quality of the fit. The same seed gives the same numbers with any number of workers.`,
		Example: `  outflank probcut games
  outflank probcut games --split test --depth 8 --json
  outflank probcut games --model my.model --positions 400 --exact 22
  outflank probcut games --positions 1000 --fleet nats://10.0.0.1:4222`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) (err error) {
			if err := o.Check(); err != nil {
				return cli.FlagError(err)
			}
			if o.Evaluator, err = agents.ReadDeepEvaluator(model); err != nil {
				return err
			}
			if o.Model = model; model != "" && !pattern.IsShipped(model) {
				o.Model, o.ModelFile = "", model
			}
			farm, end, err := fleet.Farm(c.Context(), a)
			if err != nil {
				return err
			}
			defer end()
			o.Farm = farm
			r, err := measureErrors(a, c.Context(), args, filter, &o)
			if err != nil {
				return err
			}
			r.Model = cmp.Or(model, pattern.BuiltIn)
			return a.Report(asJSON, r, func() { printErrors(a, &r) })
		},
	}
	f := c.Flags()
	f.IntVar(&o.Positions, "positions", o.Positions, "positions for each number of empty squares")
	f.IntVar(&o.Depth, "depth", o.Depth, "plies of the deepest search")
	f.IntVar(&o.Exact, "exact", o.Exact, "solve positions with at most n empty squares; 0 = none")
	f.StringVar(&model, "model", "", "use this model, in discs or wins, instead of the shipped one")
	f.Uint64Var(&o.Seed, "seed", o.Seed, "seed of the choice of positions")
	cli.AddWorkersFlag(c, &o.Workers, "goroutines; the result does not depend on it")
	fleet.AddFlags(c)
	cli.AddFilterFlags(c, &filter)
	cli.AddJSON(c, &asJSON, "print all pairs of depths as JSON", probcut.Result{})
	return c
}

// measureErrors samples positions, searches them, and fits the errors.
func measureErrors(a *cli.App, ctx context.Context, paths []string, filter store.Filter,
	o *probcut.Options) (r probcut.Result, err error) {
	games, err := gamesToDraw(a, ctx, paths, filter)
	if err != nil {
		return r, err
	}
	last, err := cli.Follow(a.Meter("searching", "positions", o.Total()), probcut.Run(ctx, games, *o),
		func(p probcut.Progress) int { return p.Done })
	if err != nil {
		return r, err
	}
	return *last.Result, nil
}

// gamesToDraw returns the finished games from the ordinary start.
func gamesToDraw(a *cli.App, ctx context.Context, paths []string,
	filter store.Filter) (games []engine.Game, err error) {
	database, err := a.ReadGames(ctx, "reading", paths, filter)
	if err != nil {
		return nil, err
	}
	for g, err := range database {
		if err != nil {
			return nil, err
		}
		if g.Status == dataset.Complete && g.Standard() {
			games = append(games, g.Game)
		}
	}
	if len(games) == 0 {
		return nil, fault.BadInputf("probcut needs finished games from the ordinary start; these games contain " +
			"none")
	}
	return games, nil
}

// printErrors prints the errors and how well they fit.
func printErrors(a *cli.App, r *probcut.Result) {
	a.Printf("searched %s to depth %d, solved %d of them\n\nvar DefaultErrors = Errors{",
		text.Plural(r.Positions, "position"), r.Depth, r.Solved)
	for i, e := range r.Errors {
		if i > 0 {
			a.Printf(", ")
		}
		a.Printf("%s", fmt.Sprintf("%.3f", e))
	}
	a.Printf("}\n\nThey differ from the measured standard deviations by %.0f %%. Some examples, in discs\n\n",
		100*r.Residual)
	out := a.Table()
	out.Row("empty", "deep", "shallow", "positions", "measured", "fitted", "")
	for _, p := range r.Pairs {
		if p.Deep == r.Depth && p.Empties%16 == 2 || p.Deep == r.Exact {
			out.Row(text.Number(p.Empties), text.Number(p.Deep), text.Number(p.Shallow), text.Number(p.Positions),
				fmt.Sprintf("%.2f", p.Measured), fmt.Sprintf("%.2f", p.Fitted), "")
		}
	}
	out.Flush()
}
