package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/parallel"
)

func (a *app) sweepCommand() *cobra.Command {
	var o sweepOptions
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
			s, err := a.openSweep(c, &o)
			if err != nil {
				return err
			}
			return a.runSweep(c.Context(), s, &o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.config, "config", "", "the run that settings are tried in")
	f.StringArrayVar(&o.grid, "grid", nil, "a setting and its values; may be repeated")
	f.StringVar(&o.seeds, "seeds", "1", "seeds of each combination, as in 1,2,3")
	f.IntVar(&o.random, "random", 0, "try so many combinations, drawn at random; 0 = all")
	f.Uint64Var(&o.seed, "seed", 1, "of this draw")
	f.StringVarP(&o.dir, "output", "o", "", "new folder for the runs")
	f.StringVar(&o.resume, "resume", "", "go on with the sweep of this folder")
	addWorkersFlag(c, &o.workers, "runs at the same time")
	f.BoolVar(&o.asJSON, "json", false, "print the table as JSON")
	return c
}

// sweepOptions are the flags.
type sweepOptions struct {
	config, dir, resume string
	grid                []string
	seeds               string
	random              int
	seed                uint64
	workers             int
	asJSON              bool
}

// runSweep trains what is not finished and shows the table.
func (a *app) runSweep(ctx context.Context, s *sweep, o *sweepOptions) error {
	unlock, err := dataset.LockDir(s.dir)
	if errors.Is(err, dataset.ErrBusy) {
		return fmt.Errorf("%s: another process sweeps it", s.dir)
	}
	if err != nil {
		return err
	}
	defer unlock()
	removePending(s.dir)
	problems, err := a.trainSweep(ctx, s, cmp.Or(o.workers, runtime.GOMAXPROCS(0)))
	if err != nil {
		return err
	}
	t := s.table(problems)
	if err := dataset.ReplaceFile(s.file("sweep.csv"), t.writeCSV); err != nil {
		return err
	}
	err = failedRuns(ctx, problems, len(s.Runs))
	if o.asJSON {
		return errors.Join(err, writeJSON(a.out, t))
	}
	t.print(a)
	return err
}

// failedRuns says how many runs failed, as bad input if that is what one of them found.
func failedRuns(ctx context.Context, problems map[int]error, runs int) (err error) {
	if len(problems) == 0 {
		return nil
	}
	err = fmt.Errorf("%d of %s failed", len(problems), plural(runs, "run"))
	for _, problem := range problems {
		if exitCode(ctx, problem) == exitBadInput {
			return badInput(err)
		}
	}
	return err
}

// trainSweep trains all runs, several at once. One that fails does not stop the others;
// its problem is kept under its number.
func (a *app) trainSweep(ctx context.Context, s *sweep, workers int) (problems map[int]error, err error) {
	bar := a.meter("sweeping", "runs", len(s.Runs))
	defer bar.end()
	quiet := &app{in: a.in, out: io.Discard, err: io.Discard}
	problems = map[int]error{}
	n := 0
	train := func(ctx context.Context, r sweepRun) (error, error) {
		problem := quiet.trainOne(ctx, s, r)
		if errors.Is(problem, errInterrupted) || errors.Is(problem, context.Canceled) {
			return nil, context.Canceled
		}
		return problem, nil
	}
	for problem, err := range parallel.Map(ctx, workers, workers, slices.Values(s.Runs), train) {
		if errors.Is(err, context.Canceled) {
			return nil, fmt.Errorf("%w after %d of %s; go on with\n  outflank sweep --resume %s", errInterrupted, n, plural(len(s.Runs), "run"), quoteWord(s.dir))
		}
		if err != nil {
			return nil, err
		}
		if problem != nil {
			problems[n] = problem
		}
		n++
		bar.set(n)
	}
	return problems, nil
}

// trainOne begins a run of a sweep, or goes on with it if it is not finished.
func (a *app) trainOne(ctx context.Context, s *sweep, r sweepRun) error {
	dir := s.file(r.Dir)
	if isRun(dir) {
		if listRun(dir).State == runFinished {
			return nil
		}
		_, err := a.resumeRun(ctx, &runOptions{resume: dir, workers: 1})
		return err
	}
	cfg, text, err := s.config(r)
	if err != nil {
		return err
	}
	_, err = a.beginRun(ctx, cfg, text, dir, 1)
	return err
}
