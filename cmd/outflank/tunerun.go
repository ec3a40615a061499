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
	open := o.begin
	if o.resume != "" {
		open = o.reopen
	}
	run, err := open(c, a, args)
	if err != nil {
		return err
	}
	r, err := a.runTune(c.Context(), run, o.workers)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w after %s; go on with\n  outflank tune --resume %s", errInterrupted, plural(r.Steps, "step"), quoteWord(run.folder.dir))
	}
	if err != nil {
		return err
	}
	if o.json {
		return json.NewEncoder(a.out).Encode(r)
	}
	a.printTune(run.cfg, &r)
	return nil
}

// begin begins a run.
func (o *tuneFlags) begin(c *cobra.Command, a *app, args []string) (*tuneRun, error) {
	if o.dir == "" {
		return nil, misuse(errors.New("where to? -o RUN is missing"))
	}
	cfg, err := o.config(c.Flags(), args)
	if err == nil {
		err = checkOutputs(args, o.dir)
	}
	if err != nil {
		return nil, asUsage(err)
	}
	if err := cfg.open(c.Context(), a); err != nil {
		return nil, err
	}
	return beginTuning(o.dir, cfg)
}

// reopen goes on with a run, whose settings are not to be changed.
func (o *tuneFlags) reopen(c *cobra.Command, a *app, args []string) (*tuneRun, error) {
	bad := slices.Clone(args)
	c.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(tuneResumeFlags, f.Name) {
			bad = append(bad, "--"+f.Name)
		}
	})
	if len(bad) > 0 {
		return nil, misuse(fmt.Errorf("%s: --resume takes the settings from the run folder", strings.Join(bad, ", ")))
	}
	run, err := resumeTuning(o.resume)
	if err != nil {
		return nil, err
	}
	if err := run.cfg.open(c.Context(), a); err != nil {
		return nil, errors.Join(err, run.folder.close())
	}
	return run, nil
}

// asUsage makes an error one of usage unless it says what else it is.
func asUsage(err error) error {
	if isBadInput(err) || eval.BadInput(err) {
		return err
	}
	return misuse(err)
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

// runTune takes the steps that are left of a tuning, keeps them in its folder, which it
// closes, and writes what came of them. The config must be open. When ctx ends, the
// result is that up to there, and the tuning can be resumed.
func (a *app) runTune(ctx context.Context, run *tuneRun, workers int) (r tuneResult, err error) {
	cfg, folder, last := run.cfg, run.folder, run.from
	defer func() { err = errors.Join(err, folder.close()) }()
	method, err := cfg.Settings.method()
	if err != nil {
		return r, err
	}
	bar := a.meter("tuning", "steps", method.Len()-run.from.Number)
	defer bar.end()
	for step, stop := range tune.Run(ctx, method, cfg.objective(workers), run.from) {
		if stop != nil {
			err = stop
			break
		}
		last = step
		if err := folder.add(&last); err != nil {
			return r, err
		}
		bar.set(last.Number - run.from.Number)
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
