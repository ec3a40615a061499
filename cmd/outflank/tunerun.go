package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/tune"
)

// tune runs the command.
func (a *app) tune(c *cobra.Command, args []string, o *tuneFlags) error {
	folder, cfg, from, err := o.open(c, a, args)
	if err != nil {
		return err
	}
	r, err := a.runTune(c.Context(), folder, cfg, from, o.workers)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w after %s; go on with\n  outflank tune --resume %s", errInterrupted, plural(r.Steps, "step"), quoteWord(folder.dir))
	}
	if err != nil {
		return err
	}
	if o.json {
		return json.NewEncoder(a.out).Encode(r)
	}
	a.printTune(cfg, &r)
	return nil
}

// open begins a run or finds the one that is to go on.
func (o *tuneFlags) open(c *cobra.Command, a *app, args []string) (*tuneFolder, *tuneConfig, tune.Step, error) {
	if o.resume != "" {
		return o.reopen(c, a, args)
	}
	if o.dir == "" {
		return nil, nil, tune.Step{}, usageError{errors.New("where to? -o RUN is missing")}
	}
	cfg, err := o.config(c.Flags(), args)
	if err == nil {
		err = checkOutputs(args, o.dir)
	}
	if err != nil {
		return nil, nil, tune.Step{}, asUsage(err)
	}
	if err := cfg.open(c.Context(), a); err != nil {
		return nil, nil, tune.Step{}, err
	}
	folder, err := createTuneFolder(o.dir, cfg)
	return folder, cfg, tune.Begin(cfg.Subject.Start), err
}

// reopen goes on with a run, whose settings are not to be changed.
func (o *tuneFlags) reopen(c *cobra.Command, a *app, args []string) (*tuneFolder, *tuneConfig, tune.Step, error) {
	bad := slices.Clone(args)
	c.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(tuneResumeFlags, f.Name) {
			bad = append(bad, "--"+f.Name)
		}
	})
	if len(bad) > 0 {
		return nil, nil, tune.Step{}, usageError{fmt.Errorf("%s: --resume takes the settings from the run folder", strings.Join(bad, ", "))}
	}
	folder, cfg, from, err := openTuneFolder(o.resume)
	if err == nil {
		if err = cfg.open(c.Context(), a); err != nil {
			err = errors.Join(err, folder.close())
		}
	}
	return folder, cfg, from, err
}

// asUsage makes an error one of usage unless it says what else it is.
func asUsage(err error) error {
	if _, input := errors.AsType[inputError](err); input || missingInput(err) || eval.BadInput(err) {
		return err
	}
	return usageError{err}
}

// A tuneResult is what tune reports; the JSON fields are stable.
type tuneResult struct {
	Best        float64   `json:"best"`    // the highest rating of the last step
	Weights     []float64 `json:"weights"` // the method's answer
	Names       []string  `json:"names,omitempty"`
	Evaluations int       `json:"evaluations"`
	Games       int       `json:"games"`
	Steps       int       `json:"steps"`
	Method      string    `json:"method"`
	Objective   string    `json:"objective"`
	Seed        uint64    `json:"seed"`
	File        string    `json:"file"` // of the weights
	Seconds     float64   `json:"seconds"`
}

// runTune takes the steps that are left of a tuning, keeps them in the folder, which it
// closes, and writes what came of them. The config must be open. When ctx ends, the
// result is that up to there, and the folder can be opened again.
func (a *app) runTune(ctx context.Context, folder *tuneFolder, cfg *tuneConfig, from tune.Step, workers int) (r tuneResult, err error) {
	defer func() { err = errors.Join(err, folder.close()) }()
	method, err := cfg.Settings.method()
	if err != nil {
		return r, err
	}
	bar := a.meter("tuning", "steps", method.Len()-from.Number)
	defer bar.end()
	last := from
	for step, stop := range tune.Run(ctx, method, cfg.objective(workers), from) {
		if stop != nil {
			err = stop
			break
		}
		last = step
		if err := folder.add(&last); err != nil {
			return r, err
		}
		bar.set(last.Number - from.Number)
	}
	if last.Number > 0 && (err == nil || errors.Is(err, context.Canceled)) {
		err = errors.Join(err, folder.save(&last), folder.finish(cfg, &last))
	}
	return newTuneResult(folder, cfg, &last, bar.elapsed().Seconds()), err
}

func newTuneResult(folder *tuneFolder, cfg *tuneConfig, s *tune.Step, seconds float64) tuneResult {
	r := tuneResult{
		Weights: s.Best, Evaluations: s.Evaluations, Games: s.Games, Steps: s.Number,
		Method: cfg.Method, Objective: cfg.Objective, Seed: cfg.seed(), File: folder.path(cfg.Subject.file()), Seconds: seconds,
	}
	if s.Number > 0 {
		r.Best = s.Value()
	}
	if cfg.Subject.Net == "" {
		for i := range cfg.Subject.len() {
			r.Names = append(r.Names, cfg.Subject.name(i))
		}
	}
	return r
}

// finish writes the weights, the history as a table and the charts.
func (f *tuneFolder) finish(cfg *tuneConfig, s *tune.Step) error {
	meta, err := cfg.meta(s)
	if err != nil {
		return err
	}
	rows, err := f.rows()
	if err != nil {
		return err
	}
	return errors.Join(
		dataset.ReplaceFile(f.path(cfg.Subject.file()), func(w io.Writer) error { return cfg.Subject.write(w, s.Best, meta) }),
		dataset.ReplaceFile(f.path("history.csv"), func(w io.Writer) error { return writeTuneCSV(w, rows, &cfg.Subject) }),
		f.writeCharts(tuneCharts(cfg, rows, s.Best)),
	)
}

// meta is what the model file says about how it was made.
func (c *tuneConfig) meta(s *tune.Step) (map[string]string, error) {
	config := *c
	config.Subject.Start, config.Subject.Params = nil, nil // the model has as many numbers itself
	text, err := json.Marshal(config)
	if err != nil {
		return nil, err
	}
	meta := map[string]string{"made": "outflank tune", "config": string(text)}
	maps.Copy(meta, map[string]string{"steps": fmt.Sprint(s.Number), "evaluations": fmt.Sprint(s.Evaluations), "games": fmt.Sprint(s.Games)})
	if c.discs() {
		meta["unit"] = "discs"
	}
	return meta, nil
}

// printTune prints the result for people.
func (a *app) printTune(cfg *tuneConfig, r *tuneResult) {
	a.printf("%s: %s, %s, %s\n", cfg.title(), plural(r.Steps, "step"), plural(r.Evaluations, "rating"), plural(r.Games, "game"))
	a.printf("best of the last step %.4g, %s\n\n", r.Best, cfg.ratingUnit())
	t := a.table()
	for i, x := range r.Weights[:min(len(r.Names), 20)] {
		t.row(r.Names[i], fmt.Sprintf("%.3f", x), "")
	}
	t.flush()
	if len(r.Weights) > 20 {
		a.printf("… %d weights in all\n", len(r.Weights))
	}
	depth, exact := 4, 0
	if cfg.Games != nil {
		depth, exact = cfg.Games.Depth, cfg.Games.Exact
	}
	spec := cfg.Subject.spec(r.File, depth, exact)
	a.printf("\nwrote %s, in %.1f s\n\nNext: outflank match %s ab:depth=%d\n", r.File, r.Seconds, quoteWord(spec), depth)
}
