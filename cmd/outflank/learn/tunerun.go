package learn

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/tune"
	"github.com/outflank/outflank/qlearn/tuning"
)

// openTuning reads what the tuning needs besides its config, and checks the whole.
func openTuning(c *tuning.Config, ctx context.Context, a *cli.App) error {
	if n := c.Subject.Len(); n < 1 || n > tuning.MaxWeights {
		return fault.Misuse(fmt.Errorf("%d weights: tune seeks 1 to %d; fit and train find more", n, tuning.MaxWeights))
	}
	if c.Method == "cmaes" && c.Subject.Len() > tuning.MaxCMAESWeights {
		return fault.Misuse(fmt.Errorf("%d weights: CMA-ES is for up to %d", c.Subject.Len(), tuning.MaxCMAESWeights))
	}
	if n := c.Members(); c.Games != nil && n*(n-1) > tuning.MaxStepGames/max(c.Games.Pairs, 1) {
		return fault.Misuse(fmt.Errorf("--pairs %d with a population of %d: want at most %d games in a step", c.Games.Pairs, n, tuning.MaxStepGames))
	}
	if c.Games != nil {
		return c.Games.Open()
	}
	if c.Subject.Net != "" {
		return fault.Misuse(fmt.Errorf("objective outcome is for features, not for networks"))
	}
	return openOutcome(c.Outcome, ctx, a, c.Subject.Set)
}

// openOutcome reads the positions.
func openOutcome(o *tuning.Outcome, ctx context.Context, a *cli.App, f eval.Features) error {
	if err := o.Check(); err != nil {
		return err
	}
	games, err := a.ReadGames(ctx, "reading", o.Paths, dataset.Filter{})
	if err != nil {
		return err
	}
	list, err := o.Draw(games)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fault.BadInput(fmt.Errorf("objective outcome needs finished games, and there are none"))
	}
	sum := sha256.New()
	for _, p := range list {
		_ = binary.Write(sum, binary.LittleEndian, []int64{int64(p.Board.Mine), int64(p.Board.Theirs), int64(p.Score)}) // a hash does not fail
		o.Rows = append(o.Rows, tuning.OutcomeRow{Phi: f.Append(nil, p.Board), Result: float64(p.Score)})
	}
	now := hex.EncodeToString(sum.Sum(nil))
	if o.Sum != "" && o.Sum != now {
		return fault.BadInput(fmt.Errorf("%s: holds other games than when the run began", o.Paths[0]))
	}
	o.Sum = now
	return nil
}

// tuneWeights runs the command.
func tuneWeights(a *cli.App, c *cobra.Command, args []string, o *tuneFlags) error {
	open := o.begin
	if o.resume != "" {
		open = o.reopen
	}
	run, err := open(c, a, args)
	if err != nil {
		return err
	}
	r, err := runTune(a, c.Context(), run, o.workers)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w after %s; go on with\n  outflank tune --resume %s", fault.ErrInterrupted, report.Plural(r.Steps, "step"), report.Quote(run.Folder.Dir))
	}
	if err != nil {
		return err
	}
	if o.json {
		return json.NewEncoder(a.Out).Encode(r)
	}
	printTune(a, run.Cfg, &r)
	return nil
}

// begin begins a run.
func (o *tuneFlags) begin(c *cobra.Command, a *cli.App, args []string) (*tuning.Run, error) {
	if o.dir == "" {
		return nil, fault.Misuse(errors.New("where to? -o RUN is missing"))
	}
	cfg, err := o.config(c.Flags(), args)
	if err == nil {
		err = cli.CheckOutputs(args, o.dir)
	}
	if err != nil {
		return nil, asUsage(err)
	}
	if err := openTuning(cfg, c.Context(), a); err != nil {
		return nil, err
	}
	return tuning.Begin(o.dir, cfg)
}

// reopen goes on with a run, whose settings are not to be changed.
func (o *tuneFlags) reopen(c *cobra.Command, a *cli.App, args []string) (*tuning.Run, error) {
	bad := slices.Clone(args)
	c.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(tuneResumeFlags, f.Name) {
			bad = append(bad, "--"+f.Name)
		}
	})
	if len(bad) > 0 {
		return nil, fault.Misuse(fmt.Errorf("%s: --resume takes the settings from the run folder", strings.Join(bad, ", ")))
	}
	run, err := tuning.Resume(o.resume)
	if err != nil {
		return nil, err
	}
	if err := openTuning(run.Cfg, c.Context(), a); err != nil {
		return nil, errors.Join(err, run.Folder.Close())
	}
	return run, nil
}

// asUsage makes an error one of usage unless it says what else it is.
func asUsage(err error) error {
	if fault.IsBadInput(err) {
		return err
	}
	return fault.Misuse(err)
}

// runTune takes the steps that are left of a tuning, keeps them in its folder, which it
// closes, and writes what came of them. The config must be open. When ctx ends, the
// result is that up to there, and the tuning can be resumed.
func runTune(a *cli.App, ctx context.Context, run *tuning.Run, workers int) (r tuning.Result, err error) {
	cfg, folder, last := run.Cfg, run.Folder, run.From
	defer func() { err = errors.Join(err, folder.Close()) }()
	method, err := cfg.Settings.Method()
	if err != nil {
		return r, err
	}
	bar := a.Meter("tuning", "steps", method.Len()-run.From.Number)
	defer bar.End()
	for step, stop := range tune.Run(ctx, method, cfg.Rate(workers), run.From) {
		if stop != nil {
			err = stop
			break
		}
		last = step
		if err := folder.Add(&last); err != nil {
			return r, err
		}
		bar.Set(last.Number - run.From.Number)
	}
	if last.Number > 0 && (err == nil || errors.Is(err, context.Canceled)) {
		err = errors.Join(err, folder.Save(&last), folder.Finish(cfg, &last))
	}
	return tuning.NewResult(folder, cfg, &last, bar.Elapsed().Seconds()), err
}

// printTune prints the result for people.
func printTune(a *cli.App, cfg *tuning.Config, r *tuning.Result) {
	a.Printf("%s: %s, %s, %s\n", cfg.Title(), report.Plural(r.Steps, "step"), report.Plural(r.Evaluations, "rating"), report.Plural(r.Games, "game"))
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
	a.Printf("\nwrote %s, in %.1f s\n\nNext: outflank match %s ab:depth=%d\n", r.File, r.Seconds, report.Quote(spec), depth)
}
