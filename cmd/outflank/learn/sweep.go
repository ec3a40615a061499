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

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/parallel"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/sweep"
)

func sweepCommand(a *cli.App) *cobra.Command {
	var o sweep.Options
	c := &cobra.Command{
		Use:   "sweep --config FILE --grid KEY=VALUE,… -o FOLDER | --resume FOLDER",
		Short: "Train with many settings and say which did best",
		Long: `Sweep trains a run for every combination of the settings that --grid lists, each with
every one of --seeds, several runs at once. KEY is one of the file's, with its table:
learn.lambda, model.features, games.mix; phase.2.learn.alpha is that of the second
phase. Values are separated by commas, and those that hold commas stand in quotes.

With --random N not all combinations are tried but N that chance draws, and a value may
be a range LOW..HIGH: whole numbers are drawn evenly, others evenly on a logarithmic
scale where LOW is above 0.

Settings are ranked by the opponents that choose, [evaluate] choose_by, over all seeds:
they have to be others than those that are reported. The runs are ordinary ones,
in FOLDER/001, FOLDER/002, …, with one worker each; FOLDER/sweep.csv is the table of all.
A sweep that was broken off goes on with --resume.

The fields with --json:
  keys
  settings  values runs chosen low high (shares of the points); the best ones first
  runs      dir values seed state games best results problem; best and results are as
            those of outflank runs --json`,
		Example: `  outflank sweep --config run.toml --grid learn.lambda=0,0.5,0.9 --seeds 1,2,3 -o sweeps/lambda
  outflank sweep --config run.toml --grid model.features=all2,all3 --grid learn.alpha=0.1,0.2 -o sweeps/a
  outflank sweep --config run.toml --grid learn.alpha=0.01..0.5 --random 20 -o sweeps/b --json
  outflank sweep --resume sweeps/lambda`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := openSweep(a, c, &o)
			if err != nil {
				return err
			}
			return runSweep(a, c.Context(), s, &o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.Config, "config", "", "the run that settings are tried in")
	f.StringArrayVar(&o.Grid, "grid", nil, "a setting and its values; may be repeated")
	f.StringVar(&o.Seeds, "seeds", "1", "seeds of each combination, as in 1,2,3")
	f.IntVar(&o.Random, "random", 0, "try so many combinations, drawn at random; 0 = all")
	f.Uint64Var(&o.Seed, "seed", 1, "of this draw")
	f.StringVarP(&o.Dir, "output", "o", "", "new folder for the runs")
	f.StringVar(&o.Resume, "resume", "", "go on with the sweep of this folder")
	cli.AddWorkersFlag(c, &o.Workers, "runs at the same time")
	f.BoolVar(&o.AsJSON, "json", false, "print the table as JSON")
	return c
}

// runSweep trains what is not finished and shows the table.
func runSweep(a *cli.App, ctx context.Context, s *sweep.Sweep, o *sweep.Options) error {
	unlock, err := durable.LockDir(s.Dir)
	if errors.Is(err, durable.ErrBusy) {
		return fmt.Errorf("%s: another process sweeps it", s.Dir)
	}
	if err != nil {
		return err
	}
	defer unlock()
	run.RemovePending(s.Dir)
	problems, err := trainSweep(a, ctx, s, cmp.Or(o.Workers, runtime.GOMAXPROCS(0)))
	if err != nil {
		return err
	}
	t := s.Table(problems)
	if err := durable.Replace(s.File("sweep.csv"), t.WriteCSV); err != nil {
		return err
	}
	err = failedRuns(ctx, problems, len(s.Runs))
	if o.AsJSON {
		return errors.Join(err, report.JSON(a.Out, t))
	}
	printSweep(t, a)
	return err
}

// failedRuns says how many runs failed, as bad input if that is what one of them found.
func failedRuns(ctx context.Context, problems map[int]error, runs int) (err error) {
	if len(problems) == 0 {
		return nil
	}
	err = fmt.Errorf("%d of %s failed", len(problems), report.Plural(runs, "run"))
	for _, problem := range problems {
		if cli.ExitCode(ctx, problem) == cli.BadInput {
			return fault.BadInput(err)
		}
	}
	return err
}

// trainSweep trains all runs, several at once. One that fails does not stop the others;
// its problem is kept under its number.
func trainSweep(a *cli.App, ctx context.Context, s *sweep.Sweep, workers int) (problems map[int]error, err error) {
	bar := a.Meter("sweeping", "runs", len(s.Runs))
	defer bar.End()
	quiet := &cli.App{In: a.In, Out: io.Discard, Err: io.Discard}
	problems = map[int]error{}
	n := 0
	train := func(ctx context.Context, r sweep.Run) (error, error) {
		problem := trainOne(quiet, ctx, s, r)
		if errors.Is(problem, fault.ErrInterrupted) || errors.Is(problem, context.Canceled) {
			return nil, context.Canceled
		}
		return problem, nil
	}
	for problem, err := range parallel.Map(ctx, workers, workers, slices.Values(s.Runs), train) {
		if errors.Is(err, context.Canceled) {
			return nil, fmt.Errorf("%w after %d of %s; go on with\n  outflank sweep --resume %s", fault.ErrInterrupted, n, report.Plural(len(s.Runs), "run"), report.Quote(s.Dir))
		}
		if err != nil {
			return nil, err
		}
		if problem != nil {
			problems[n] = problem
		}
		n++
		bar.Set(n)
	}
	return problems, nil
}

// trainOne begins a run of a sweep, or goes on with it if it is not finished.
func trainOne(a *cli.App, ctx context.Context, s *sweep.Sweep, r sweep.Run) error {
	dir := s.File(r.Dir)
	if run.IsRun(dir) {
		if run.List(dir).State == run.Finished {
			return nil
		}
		_, err := ResumeRun(a, ctx, &RunOptions{Resume: dir, Workers: 1})
		return err
	}
	cfg, text, err := s.Config(r)
	if err != nil {
		return err
	}
	_, err = beginRun(a, ctx, cfg, text, dir, 1)
	return err
}

// openSweep makes the folder of a sweep, or reads that of one to go on with.
func openSweep(a *cli.App, c *cobra.Command, o *sweep.Options) (*sweep.Sweep, error) {
	if o.Resume != "" {
		if bad := cli.ChangedFlags(c.Flags(), []string{"resume", "workers", "json"}); len(bad) > 0 {
			return nil, fault.Misuse(fmt.Errorf("%s: --resume takes the settings from the folder", strings.Join(bad, ", ")))
		}
		return sweep.Read(o.Resume)
	}
	switch {
	case o.Config == "":
		return nil, fault.Misuse(errors.New("what to train? --config FILE is missing"))
	case o.Dir == "":
		return nil, fault.Misuse(errors.New("where to? -o FOLDER is missing"))
	case o.Random < 0 || o.Random > sweep.MaxRuns:
		return nil, fault.Misuse(fmt.Errorf("--random %d: want 0 to %d", o.Random, sweep.MaxRuns))
	}
	s, err := o.Sweep()
	if err != nil {
		return nil, err
	}
	return s, s.Create()
}

// printSweep prints the combinations and then the runs that failed.
func printSweep(t *sweep.Table, a *cli.App) {
	table := a.Table()
	table.Row(append(append([]string{"rank"}, t.Keys...), "runs", "chosen by", "lowest", "highest", "")...)
	for i, s := range t.Settings {
		cells := append([]string{strconv.Itoa(i + 1)}, s.Values...)
		table.Row(append(cells, strconv.Itoa(s.Runs), report.Share(s.Chosen), report.Share(s.Low), report.Share(s.High), "")...)
	}
	table.Flush()
	for _, r := range t.Runs {
		if r.Problem != "" {
			a.Printf("\n%s %s: %s\n", r.Dir, r.State, r.Problem)
		}
	}
}
