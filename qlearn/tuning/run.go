package tuning

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"time"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval/tune"
)

// A Run is a tuning in a folder. It locks the folder against other processes until Close.
type Run struct {
	// Now is the clock. If it is set, checkpoints are saved a few times a second; otherwise, after each step.
	Now    func() time.Time
	Farm   parallel.Farm // rates vectors on other machines, with [Jobs]; nil = here
	cfg    *Config
	folder *folder
	last   tune.Step
}

// Begin starts a tuning in a new or empty folder. games opens the recorded games of the objective "outcome";
// for other objectives it may be nil. Invalid settings, or a folder that is not empty, cause a misuse error.
func Begin(dir string, cfg *Config, games OpenGames) (*Run, error) {
	if _, err := cfg.Settings.Method(); err != nil {
		return nil, fault.Misuse(err)
	}
	if err := cfg.open(games); err != nil {
		return nil, err
	}
	f, err := beginFolder(dir, cfg)
	if err != nil {
		return nil, err
	}
	return &Run{cfg: cfg, folder: f, last: tune.Begin(cfg.Subject.Start)}, nil
}

// Resume returns the tuning in a folder. It returns a bad input error if the folder is damaged or if games or
// openings have changed, and [durable.ErrBusy] if another process is using the folder.
func Resume(dir string, games OpenGames) (*Run, error) {
	f, cfg, last, err := resumeFolder(dir)
	if err != nil {
		return nil, err
	}
	if err := cfg.open(games); err != nil {
		return nil, errors.Join(err, f.close())
	}
	return &Run{cfg: cfg, folder: f, last: last}, nil
}

// Config returns the config, which is read-only.
func (r *Run) Config() *Config { return r.cfg }

// Dir returns the folder.
func (r *Run) Dir() string { return r.folder.dir }

// Last returns the last step, or the initial state before the first step.
func (r *Run) Last() tune.Step { return r.last }

// Len returns the number of steps of the whole tuning.
func (r *Run) Len() int { return r.cfg.steps() }

// steps returns the number of steps. The config must be valid.
func (c *Config) steps() int {
	method, err := c.Settings.Method()
	if err != nil {
		panic(err) // the config is valid
	}
	return method.Len()
}

// Steps runs the remaining steps and yields each after recording it in the history. The games are played by
// workers (0 = one per processor) or by the farm; the result depends on neither. At the end, even if ctx ends
// or the caller stops ranging, Steps writes the weights of the last step and the charts, if there was a step.
// It stops at the first error.
func (r *Run) Steps(ctx context.Context, workers int) iter.Seq2[tune.Step, error] {
	return func(yield func(tune.Step, error) bool) {
		err := r.take(ctx, workers, yield)
		stopped := errors.Is(err, errStopped)
		if r.last.Number > 0 && (err == nil || stopped || ctx.Err() != nil) {
			err = errors.Join(err, r.folder.save(&r.last), r.folder.finish(r.cfg, &r.last))
		}
		if err != nil && !stopped {
			yield(tune.Step{}, err)
		}
	}
}

// errStopped ends the steps when the caller stops ranging.
var errStopped = errors.New("stopped")

func (r *Run) take(ctx context.Context, workers int, yield func(tune.Step, error) bool) (err error) {
	method, err := r.cfg.Settings.Method()
	if err != nil {
		return err
	}
	objective, end, err := r.cfg.objective(ctx, workers, r.Farm)
	if err != nil {
		return err
	}
	defer func() { err = end(err) }()
	r.folder.now = r.Now
	for step, err := range tune.Run(ctx, method, objective, r.last) {
		if err != nil {
			return err
		}
		r.last = step
		if err := r.folder.add(&step); err != nil {
			return err
		}
		if !yield(step, nil) {
			return errStopped
		}
	}
	return nil
}

// Close unlocks the folder for other processes.
func (r *Run) Close() error { return r.folder.close() }

// A Result is the result of a tuning so far. The JSON fields are stable.
type Result struct {
	Best        float64   `json:"best"`    // the highest rating of the last step
	Weights     []float64 `json:"weights"` // the best weights, according to the method
	Names       []string  `json:"names,omitempty"`
	Evaluations int       `json:"evaluations"`
	Games       int       `json:"games"`
	Steps       int       `json:"steps"`
	Method      string    `json:"method"`
	Objective   string    `json:"objective"`
	Seed        uint64    `json:"seed"`
	File        string    `json:"file"`    // file of the weights
	Seconds     float64   `json:"seconds"` // set by the caller
}

// Result returns the result so far.
func (r *Run) Result() Result {
	cfg, s := r.cfg, &r.last
	result := Result{
		Weights: s.Best, Evaluations: s.Evaluations, Games: s.Games, Steps: s.Number,
		Method: cfg.Method, Objective: cfg.Objective, Seed: cfg.Seed(), File: r.folder.path(cfg.Subject.File()),
	}
	if s.Number > 0 {
		result.Best = s.Value()
	}
	if cfg.Subject.Net == "" {
		for i := range cfg.Subject.Len() {
			result.Names = append(result.Names, cfg.Subject.Name(i))
		}
	}
	return result
}

// finish writes the weights, the history as a table and the charts.
func (f *folder) finish(cfg *Config, s *tune.Step) error {
	meta, err := cfg.meta(s)
	if err != nil {
		return err
	}
	rows, err := f.rows()
	if err != nil {
		return err
	}
	return errors.Join(
		durable.Replace(f.path(cfg.Subject.File()), func(w io.Writer) error {
			return cfg.Subject.Write(w, s.Best, meta)
		}),
		durable.Replace(f.path("history.csv"), func(w io.Writer) error { return writeCSV(w, rows, &cfg.Subject) }),
		f.writeCharts(charts(cfg, rows, s.Best)),
	)
}

// meta returns metadata for the model file that describes how the model was tuned.
func (c *Config) meta(s *tune.Step) (map[string]string, error) {
	config := *c
	config.Subject.Start, config.Subject.Params = nil, nil // the model already contains these numbers
	text, err := json.Marshal(config)
	if err != nil {
		return nil, err
	}
	meta := map[string]string{"made": "outflank tune", "config": string(text)}
	maps.Copy(meta, map[string]string{"steps": fmt.Sprint(s.Number), "evaluations": fmt.Sprint(s.Evaluations),
		"games": fmt.Sprint(s.Games)})
	if c.discs() {
		meta["unit"] = "discs"
	}
	return meta, nil
}
