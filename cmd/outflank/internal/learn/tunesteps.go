package learn

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/tuning"
)

// seekWeights runs `outflank tune`: it starts or resumes a tuning and runs the remaining steps.
func seekWeights(a *cli.App, c *cobra.Command, args []string, o *tuneOptions) error {
	farm, end, err := o.fleet.Farm(c.Context(), a, cli.NewFolder(o.dir), o.resume)
	if err != nil {
		return err
	}
	defer end()
	open := o.begin
	if o.resume != "" {
		open = o.reopen
	}
	run, err := open(c, a, args)
	if err != nil {
		return err
	}
	run.Farm = farm
	r, err := takeSteps(a, c.Context(), run, o.workers)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w after %s; continue with\n  %s", fault.ErrInterrupted,
			text.Plural(r.Steps, "step"), o.fleet.Resume("tune", run.Dir()))
	}
	if err != nil {
		return err
	}
	if o.json {
		return a.JSON(r)
	}
	printResult(a, run.Config(), &r)
	return nil
}

// takeSteps runs the remaining steps of a tuning with a progress bar, and closes it.
func takeSteps(a *cli.App, ctx context.Context, run *tuning.Run, workers int) (r tuning.Result, err error) {
	defer func() { err = errors.Join(err, run.Close()) }()
	run.Now = time.Now
	from := run.Last().Number
	bar := a.Meter("tuning", "steps", run.Len()-from)
	defer bar.End()
	for step, stop := range run.Steps(ctx, workers) {
		if stop != nil {
			err = stop
			break
		}
		bar.Set(step.Number - from)
	}
	r = run.Result()
	r.Seconds = bar.Elapsed().Seconds()
	return r, err
}

// begin starts a tuning.
func (o *tuneOptions) begin(c *cobra.Command, a *cli.App, args []string) (*tuning.Run, error) {
	if o.dir == "" {
		return nil, cli.NoOutput("the folder for the run", "tuned")
	}
	cfg, err := o.config(c.Flags(), args)
	if err == nil {
		err = cli.CheckFolder(args, o.dir)
	}
	if err != nil {
		return nil, asUsage(err)
	}
	r, err := tuning.Begin(o.dir, cfg, recordedGames(a, c.Context()))
	return r, withCommand(cli.FlagError(err), o.dir)
}

// reopen resumes a tuning. It returns an error for flags that would change its settings.
func (o *tuneOptions) reopen(c *cobra.Command, a *cli.App, args []string) (*tuning.Run, error) {
	const why = "--resume reads the settings from the run folder"
	if len(args) > 0 {
		return nil, fault.Misusef("%s: %s", strings.Join(args, ", "), why)
	}
	if err := cli.RefuseFlags(c.Flags(), why, "resume", "workers", "json"); err != nil {
		return nil, err
	}
	r, err := tuning.Resume(o.resume, recordedGames(a, c.Context()))
	return r, withCommand(err, o.resume)
}

// withCommand adds a helpful command to an error about the folder of a tuning.
func withCommand(err error, dir string) error {
	quoted := text.Quote(dir)
	switch {
	case errors.Is(err, run.ErrExists):
		return fmt.Errorf("%w: `outflank tune --resume %s` resumes it", err, quoted)
	case errors.Is(err, tuning.ErrNoTuning) && run.Holds(run.System{}, dir):
		return fmt.Errorf("%w: `outflank train --resume %s` resumes it", err, quoted)
	case errors.Is(err, tuning.ErrNoTuning):
		return fmt.Errorf("%w; `outflank tune --method ga -o %s` starts one", err, quoted)
	}
	return err
}

// recordedGames returns a function that opens the recorded games of a tuning.
func recordedGames(a *cli.App, ctx context.Context) tuning.OpenGames {
	return func(paths []string) (iter.Seq2[dataset.Game, error], error) {
		return a.RecordedGames(ctx, paths, store.Filter{})
	}
}

// asUsage turns an error without a kind into a usage error.
func asUsage(err error) error {
	if fault.IsBadInput(err) {
		return err
	}
	return fault.Misuse(err)
}

// printResult prints the result for people.
func printResult(a *cli.App, cfg *tuning.Config, r *tuning.Result) {
	a.Printf("%s: %s, %s, %s\n", cfg.Title(), text.Plural(r.Steps, "step"), text.Plural(r.Evaluations, "rating"),
		text.Plural(r.Games, "game"))
	a.Printf("best of the last step %.4g, %s\n\n", r.Best, cfg.RatingUnit())
	t := a.Table()
	for i, x := range r.Weights[:min(len(r.Names), 20)] {
		t.Row(r.Names[i], fmt.Sprintf("%.3f", x), "")
	}
	t.Flush()
	if len(r.Weights) > 20 {
		a.Printf("… %d weights in all\n", len(r.Weights))
	}
	depth, exact := 4, 0
	if cfg.Games != nil {
		depth, exact = cfg.Games.Depth, cfg.Games.Exact
	}
	spec := cfg.Subject.Spec(r.File, depth, exact)
	a.Printf("\nwrote %s, in %.1f s\n\nNext: outflank match %s ab:depth=%d\n", r.File, r.Seconds,
		text.Quote(spec), depth)
}
