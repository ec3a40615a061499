package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/parallel"
	"github.com/spf13/cobra"
)

// probCutOptions are the settings of probcut, bound to flags.
type probCutOptions struct {
	positions int // for each number of empty squares
	depth     int // plies of the deepest search
	exact     int // empty squares from which positions are solved too
	seed      uint64
	workers   int
	model     string
	filter    dataset.Filter
	asJSON    bool

	evaluator func() deep.Evaluator
}

func (a *app) probCutCommand() *cobra.Command {
	o := probCutOptions{positions: 100, depth: 9, exact: 18, seed: 1}
	c := &cobra.Command{
		Use:   "probcut GAMES…",
		Short: "Measure how far shallow searches lie from deep ones, for ProbCut",
		Long: `Probcut finds the errors that the engine's multi-ProbCut reckons with: how far the
value of a shallow search lies from that of a deep one, for an evaluator.

It draws positions with 14 to 54 empty squares from the finished games of GAMES, a folder
made by import or files of games, every second one after two random moves off the game's
path. Each is searched without selectivity to all depths up to --depth and, with at most
--exact empty squares, to the end of the game. Differences are taken between depths of the
same parity and between each depth and the evaluator alone, which is depth 0.

To the root mean square of these differences it fits, by least squares of logarithms,

  exp(e0 + e1 n + e2 ln(d-s) + e3 ln(s+1) + e4 n ln(s+1) + e5 [d-s odd])

for depths d and s and n sixtieths of the board empty. It prints e0 to e5 as they stand in
engine/deep/probcut.go, where DefaultErrors are those of the built-in evaluator, and tells
how well they fit. The same seed gives the same numbers, whatever the number of workers.`,
		Example: `  outflank probcut games
  outflank probcut games --split test --depth 8 --json
  outflank probcut games --model my.model --positions 400 --exact 22`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) (err error) {
			if err := o.check(); err != nil {
				return err
			}
			if o.evaluator, err = readDeepEvaluator(o.model); err != nil {
				return err
			}
			return a.probCut(c.Context(), args, &o)
		},
	}
	f := c.Flags()
	f.IntVar(&o.positions, "positions", o.positions, "positions for each number of empty squares")
	f.IntVar(&o.depth, "depth", o.depth, "plies of the deepest search")
	f.IntVar(&o.exact, "exact", o.exact, "solve positions with at most so many empty squares; 0 = none")
	f.StringVar(&o.model, "model", "", "a model in discs or wins instead of the shipped one")
	f.Uint64Var(&o.seed, "seed", o.seed, "seed of the positions")
	addWorkersFlag(c, &o.workers, "goroutines; the result does not depend on it")
	addFilterFlags(c, &o.filter)
	f.BoolVar(&o.asJSON, "json", false, "print all pairs of depths as JSON")
	return c
}

// check returns an error for settings that cannot be fitted or would never end.
func (o *probCutOptions) check() error {
	switch {
	case o.positions < 1 || o.positions > 1e6:
		return misuse(fmt.Errorf("--positions %d: want 1 to 1000000", o.positions))
	case o.depth < 4 || o.depth >= probCutLeast:
		return misuse(fmt.Errorf("--depth %d: want 4 to %d", o.depth, probCutLeast-1))
	case o.exact < 0 || o.exact > 30:
		return misuse(fmt.Errorf("--exact %d: want 0 to 30", o.exact))
	}
	if o.workers == 0 {
		o.workers = runtime.GOMAXPROCS(0)
	}
	return nil
}

// probCut draws positions, searches them, fits and prints the errors.
func (a *app) probCut(ctx context.Context, paths []string, o *probCutOptions) error {
	games, err := a.gamesToDraw(ctx, paths, o.filter)
	if err != nil {
		return err
	}
	r := newProbCutResult(o)
	if err := a.searchForErrors(ctx, &sampler{games, o.positions, o.seed}, o, &r); err != nil {
		return err
	}
	if err := r.fit(ctx); err != nil {
		return err
	}
	if o.asJSON {
		return writeJSON(a.out, r)
	}
	a.printProbCut(&r)
	return nil
}

// searchForErrors searches the positions that a sampler draws and adds what it finds
// to the result.
func (a *app) searchForErrors(ctx context.Context, d *sampler, o *probCutOptions, r *probCutResult) error {
	bar := a.meter("searching", "positions", d.count())
	defer bar.end()
	search := func(ctx context.Context, number int) (depthValues, error) {
		b, err := d.draw(number)
		if err != nil {
			return depthValues{}, err
		}
		return o.search(ctx, b)
	}
	for s, err := range parallel.Map(ctx, o.workers, 4*o.workers, numbers(0, d.count()), search) {
		if err != nil {
			return err
		}
		r.add(s)
		bar.set(r.Positions)
	}
	return nil
}
