package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/run"
)

func sweepCommand(a *cli.App) *cobra.Command {
	var o sweepOptions
	c := &cobra.Command{
		Use:   "sweep --config FILE --grid KEY=VALUE,… -o FOLDER | --resume FOLDER",
		Short: "Train with many settings and rank them",
		Long: `Sweep trains a run for every combination of the settings in --grid and of --seeds, several
runs concurrently. KEY is a key of the file with its table: learn.lambda, model.features,
games.mix; phase.2.learn.alpha is the alpha of the second phase. Separate values by commas,
and put values that contain commas in quotes.

With --random N, sweep tries N random combinations, and a value may be a range
LOW..HIGH. Whole numbers are drawn uniformly, other numbers uniformly on a logarithmic
scale if LOW is above 0.

Settings are ranked over all seeds by the scores against the opponents that select models
([evaluate] select_by). These opponents must differ from those of test_on. The runs are
ordinary runs, in FOLDER/001, FOLDER/002, …, with one worker each. With --fleet, each runs
on one thread of another machine and writes the same bytes. FOLDER/sweep.csv is the table of
all runs. --resume continues an interrupted sweep.

` + "`outflank schema sweep`" + ` describes the fields of --json.`,
		Example: `  outflank sweep --config run.toml --grid learn.lambda=0,0.5,0.9 --seeds 1,2,3 -o sweeps/lambda
  outflank sweep --config run.toml --grid model.features=all2,all3 --grid learn.alpha=0.1,0.2 -o sweeps/a
  outflank sweep --config run.toml --grid learn.alpha=0.01..0.5 --random 20 -o sweeps/b --json
  outflank sweep --config run.toml --grid learn.lambda=0,0.9 -o sweeps/c --fleet nats://10.0.0.1:4222
  outflank sweep --resume sweeps/lambda`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			farm, end, err := o.fleet.Farm(c.Context(), a, cli.NewFolder(o.dir), o.resume)
			if err != nil {
				return err
			}
			defer end()
			s, err := openSweep(c, &o)
			if err != nil {
				return err
			}
			return runSweep(a, c.Context(), s, &o, farm)
		},
	}
	f := c.Flags()
	f.StringVar(&o.config, "config", "", "TOML file of the run whose settings vary")
	f.StringArrayVar(&o.grid, "grid", nil, "a setting and its values; may be repeated")
	f.StringVar(&o.seeds, "seeds", "1", "seeds of each combination, as in 1,2,3")
	f.IntVar(&o.random, "random", 0, "number of combinations to try, drawn at random; 0 = all")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the draw of --random")
	f.StringVarP(&o.dir, "output", "o", "", "new folder for the runs")
	f.StringVar(&o.resume, "resume", "", "resume the sweep of this folder")
	cli.AddWorkersFlag(c, &o.workers, "concurrent runs")
	o.fleet.AddFlags(c)
	cli.AddJSON(c, &o.asJSON, "print the table as JSON", run.SweepTable{})
	return c
}

// sweepOptions are the flags of `outflank sweep`.
type sweepOptions struct {
	config, dir, resume string
	grid                []string
	seeds               string
	random              int
	seed                uint64
	workers             int
	fleet               cli.Fleet
	asJSON              bool
}

// runSweep trains the unfinished runs and shows the table.
func runSweep(a *cli.App, ctx context.Context, s *run.Sweep, o *sweepOptions, farm parallel.Farm) error {
	problems, err := followSweep(a, ctx, s, cmp.Or(o.workers, runtime.GOMAXPROCS(0)), farm)
	if e, ok := errors.AsType[*run.InterruptedError](err); ok {
		return fmt.Errorf("%w after %d of %s; continue with\n  %s", fault.ErrInterrupted,
			e.Done, text.Plural(e.Total, "run"), o.fleet.Resume("sweep", e.Dir))
	}
	if err != nil {
		return err
	}
	t := s.Table()
	err = failedRuns(problems, len(s.Runs))
	return errors.Join(err, a.Report(o.asJSON, t, func() { printSweep(t, a) }))
}

// followSweep trains all runs with a progress bar and returns the errors of the failed runs.
func followSweep(a *cli.App, ctx context.Context, s *run.Sweep, workers int,
	farm parallel.Farm) (problems []error, err error) {
	bar := a.Meter("sweeping", "runs", len(s.Runs))
	defer bar.End()
	quiet := &cli.App{In: a.In, Out: io.Discard, Err: io.Discard}
	for p, err := range s.Train(ctx, workers, farm, optionsOf(quiet, 1, nil)) {
		if err != nil {
			return nil, err
		}
		if p.Problem != nil {
			problems = append(problems, p.Problem)
		}
		bar.Set(p.Done)
	}
	return problems, nil
}

// failedRuns returns an error with the number of failed runs. If any of the errors is bad input, it is bad
// input too.
func failedRuns(problems []error, runs int) error {
	if len(problems) == 0 {
		return nil
	}
	err := fmt.Errorf("%d of %s failed", len(problems), text.Plural(runs, "run"))
	if slices.ContainsFunc(problems, fault.IsBadInput) {
		return fault.BadInput(err)
	}
	return err
}

// openSweep creates the folder of a new sweep, or opens the folder of a sweep to resume.
func openSweep(c *cobra.Command, o *sweepOptions) (*run.Sweep, error) {
	if o.resume != "" {
		if err := cli.RefuseFlags(c.Flags(), "--resume reads the settings from the folder",
			"resume", "workers", "json"); err != nil {
			return nil, err
		}
		return run.OpenSweep(run.System{}, o.resume)
	}
	switch {
	case o.config == "":
		return nil, fault.Misusef("--config is missing: name the TOML file of a run, as in --config run.toml")
	case o.dir == "":
		return nil, cli.NoOutput("the new folder for the runs", "sweep")
	case o.random < 0 || o.random > run.MaxRuns:
		return nil, fault.Misusef("--random %d: want 0 to %d", o.random, run.MaxRuns)
	}
	plan, err := o.plan()
	if err != nil {
		return nil, fault.Misuse(err)
	}
	s, err := run.CreateSweep(o.dir, o.config, plan)
	if e, ok := errors.AsType[*run.AxisError](err); ok {
		return nil, fault.Misusef("--grid %s: %w", e.Axis, e.Err)
	}
	if errors.Is(err, run.ErrExists) {
		return nil, fmt.Errorf("%w: `outflank sweep --resume %s` resumes it", err, text.Quote(o.dir))
	}
	return s, err
}

// plan returns the plan that the flags describe.
func (o *sweepOptions) plan() (p run.SweepPlan, err error) {
	p = run.SweepPlan{Random: o.random, Seed: o.seed}
	for _, text := range o.grid {
		x, err := run.ParseAxis(text)
		switch {
		case err != nil:
			return p, fmt.Errorf("--grid %s: %w", text, err)
		case x.IsRange() && o.random == 0:
			return p, fmt.Errorf("--grid %v: a range requires --random", x)
		}
		p.Axes = append(p.Axes, x)
	}
	p.Seeds, err = parseSeeds(o.seeds)
	return p, err
}

func parseSeeds(text string) (seeds []uint64, err error) {
	for word := range strings.SplitSeq(text, ",") {
		seed, err := strconv.ParseUint(strings.TrimSpace(word), 10, 63) // the range of TOML integers
		if err != nil || slices.Contains(seeds, seed) {
			return nil, fmt.Errorf("--seeds %s: want different whole numbers as in 1,2,3", text)
		}
		seeds = append(seeds, seed)
	}
	return seeds, nil
}

// printSweep prints the combinations and then the failed runs.
func printSweep(t *run.SweepTable, a *cli.App) {
	table := a.Table()
	table.Row(append(append([]string{"rank"}, t.Keys...), "runs", "selected by", "lowest", "highest", "")...)
	for i, s := range t.Settings {
		cells := append([]string{strconv.Itoa(i + 1)}, s.Values...)
		table.Row(append(cells, strconv.Itoa(s.Runs), text.Share(s.Chosen), text.Share(s.Low),
			text.Share(s.High), "")...)
	}
	table.Flush()
	for _, r := range t.Runs {
		if r.Problem != "" {
			a.Printf("\n%s %s: %s\n", r.Dir, r.State, r.Problem)
		}
	}
}
