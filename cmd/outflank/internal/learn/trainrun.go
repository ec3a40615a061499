package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/run"
)

// runOptions are the flags of `outflank train --config`.
type runOptions struct {
	config, resume string
	dir            string
	seed           *uint64 // nil = as in the file
	games          int     // of the only phase; 0 = as in the file
	workers        int
	fleet          cli.Fleet
	farm           parallel.Farm // of fleet; nil = none
}

// check returns an error for flags that exclude each other, and reads the others.
func (o *runOptions) check(c *cobra.Command, args []string) error {
	allowed := []string{"config", "output", "seed", "games", "workers", "json"}
	switch {
	case o.config != "" && o.resume != "":
		return fault.Misusef("--config starts a run and --resume continues one: give only one of them")
	case o.resume != "":
		allowed = []string{"resume", "workers", "json"}
	case o.dir == "":
		return cli.NoOutput("the new folder for the run", "runs/one")
	case len(args) > 0:
		return fault.Misusef("%s: the file of --config names the games, as transcripts", args[0])
	}
	if len(args) > 0 {
		return fault.Misusef("%s: --resume reads the games from the run", args[0])
	}
	if err := cli.RefuseFlags(c.Flags(), "--config and --resume use the settings of the run",
		allowed...); err != nil {
		return err
	}
	f := c.Flags()
	if f.Changed("seed") {
		seed, _ := f.GetUint64("seed")
		o.seed = &seed
	}
	o.games, _ = f.GetInt("games")
	if o.games < 0 || o.games > arena.MaxGames {
		return fault.Misusef("--games %d: want 1 to %d", o.games, arena.MaxGames)
	}
	_, err := fmt.Sscan(f.Lookup("workers").Value.String(), &o.workers)
	return err
}

// override replaces values of the file with values of flags.
func (o *runOptions) override(cfg *run.Config) error {
	if o.seed != nil {
		cfg.Seed = *o.seed
	}
	if o.games > 0 {
		if len(cfg.Phases) > 1 {
			return fault.Misusef("--games: %s has %d phases, each with its own number of "+
				"games", o.config, len(cfg.Phases))
		}
		cfg.Phases[0].Learn.Games = o.games
	}
	return nil
}

// optionsOf returns the options of package run.
func optionsOf(a *cli.App, workers int, farm parallel.Farm) run.Options {
	return run.Options{Workers: cmp.Or(workers, runtime.GOMAXPROCS(0)), Farm: farm, Version: cli.Version(),
		Now: time.Now, Games: a.RecordedGames}
}

// inFolder runs `outflank train --config` and `--resume`.
func inFolder(a *cli.App, ctx context.Context, o *runOptions, asJSON bool) error {
	t, err := openRun(a, ctx, o)
	if err != nil {
		return o.withCommand(err, cmp.Or(o.resume, o.dir))
	}
	defer t.Close()
	if err := followRun(a, ctx, t); err != nil {
		return o.withCommand(err, t.Dir())
	}
	return a.Report(asJSON, summary(t), func() { printRun(a, t) })
}

// openRun starts a run, or opens one to resume it.
func openRun(a *cli.App, ctx context.Context, o *runOptions) (*run.Training, error) {
	if o.resume != "" {
		return resumeRun(a, ctx, o)
	}
	text, err := run.ReadFile(o.config)
	if err != nil {
		return nil, err
	}
	cfg, err := run.Read(o.config, text)
	if err != nil {
		return nil, err
	}
	if err := o.override(cfg); err != nil {
		return nil, err
	}
	return run.Begin(ctx, o.dir, cfg, optionsOf(a, o.workers, o.farm))
}

// resumeRun opens a run to resume it and prints where it resumes.
func resumeRun(a *cli.App, ctx context.Context, o *runOptions) (*run.Training, error) {
	t, err := run.Resume(ctx, o.resume, optionsOf(a, o.workers, o.farm))
	if err != nil {
		return nil, err
	}
	if v := cli.Version(); !t.Info.SameBuild(v) {
		fmt.Fprintf(a.Err, "the run was started by outflank %s with %s; this is %s with %s: the results may "+
			"differ from those of an uninterrupted run\n", t.Info.Outflank, t.Info.Go, v, runtime.Version())
	}
	if n := t.State.Games; n > 0 {
		fmt.Fprintf(a.Err, "resuming after %s of %s\n", text.Number(n), text.Plural(t.Info.Games(), "game"))
	}
	return t, nil
}

// followRun trains with a progress bar.
func followRun(a *cli.App, ctx context.Context, t *run.Training) error {
	bar := a.Meter("training", "games", t.Info.Games())
	defer bar.End()
	shown := len(t.State.Evaluations)
	show := func() {
		if list := t.State.Evaluations; len(list) > shown {
			bar.Printf("%s", evaluationLine(list[shown:]))
			shown = len(list)
		}
	}
	for p, err := range t.Train(ctx) {
		if err != nil {
			return err
		}
		show()
		bar.Set(p.Games)
	}
	show() // the evaluation after the last game
	return nil
}

// evaluationLine returns the results of a model in the matches of an evaluation.
func evaluationLine(list []run.Measurement) string {
	parts := make([]string, len(list))
	for i, m := range list {
		parts[i] = fmt.Sprintf("%s %.1f %% (%s)", m.Match.Label(), 100*m.Score, text.Interval(m.Low, m.High))
	}
	return fmt.Sprintf("after %s: %s", text.Plural(list[0].Games, "game"), strings.Join(parts, ", "))
}

// withCommand adds a helpful command to an error about a run's folder.
func (o *runOptions) withCommand(err error, dir string) error {
	if e, ok := errors.AsType[*run.InterruptedError](err); ok {
		return fmt.Errorf("%w after %s of %s; continue with\n  %s", fault.ErrInterrupted,
			text.Number(e.Done), text.Plural(e.Total, "game"), o.fleet.Resume("train", e.Dir))
	}
	if _, ok := errors.AsType[*engine.ForfeitError](err); ok {
		return fmt.Errorf("%w; `%s` continues with the same agent; a changed one needs a new run", err,
			o.fleet.Resume("train", dir))
	}
	switch {
	case errors.Is(err, run.ErrExists):
		return fmt.Errorf("%w: `outflank train --resume %s` resumes it", err, text.Quote(dir))
	case errors.Is(err, run.ErrNoRun):
		return fmt.Errorf("%w; `outflank train --config FILE -o %s` starts one", err, text.Quote(dir))
	}
	return err
}

// A runSummary is the result of `outflank train --config`; its JSON fields are stable.
type runSummary struct {
	Dir     string            `json:"dir"`
	State   string            `json:"state"`
	Games   int               `json:"games"`
	Updates int               `json:"updates"`
	Seed    uint64            `json:"seed"`
	Best    *run.Best         `json:"best"`
	Results []run.Measurement `json:"results"` // results of the best model
}

func summary(t *run.Training) runSummary {
	s := &t.State
	return runSummary{t.Dir(), run.Finished, s.Games, s.Updates, t.Info.Seed, s.Best,
		append([]run.Measurement{}, s.Final...)}
}

// printRun prints the outcome of a run.
func printRun(a *cli.App, t *run.Training) {
	s := &t.State
	a.Printf("learned from %d games, %d moves\n", s.Games, s.Updates)
	if t.Info.Asynchronous() {
		a.Printf("%s\n", run.AsynchronousNote)
	}
	a.Printf("%s: after %d games\n\n", t.BestPath(), s.Best.Games)
	if len(s.Final) > 0 {
		table := a.Table()
		table.Row("opponent", "protocol", "games", "score", "95 %", "")
		for _, e := range s.Final {
			table.Row(e.Match.Opponent, e.Match.Protocol, text.Number(e.Played), text.Share(e.Score),
				text.Interval(e.Low, e.High), "")
		}
		table.Flush()
		a.Printf("\n")
	}
	a.Printf("Next: outflank runs %s\n", text.Quote(t.Dir()))
}
