package tuning

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"

	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/eval/tune"
)

// A Result is what tune reports; the JSON fields are stable.
type Result struct {
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

func NewResult(folder *Folder, cfg *Config, s *tune.Step, seconds float64) Result {
	r := Result{
		Weights: s.Best, Evaluations: s.Evaluations, Games: s.Games, Steps: s.Number,
		Method: cfg.Method, Objective: cfg.Objective, Seed: cfg.Seed(), File: folder.path(cfg.Subject.File()), Seconds: seconds,
	}
	if s.Number > 0 {
		r.Best = s.Value()
	}
	if cfg.Subject.Net == "" {
		for i := range cfg.Subject.Len() {
			r.Names = append(r.Names, cfg.Subject.Name(i))
		}
	}
	return r
}

// Finish writes the weights, the history as a table and the charts.
func (f *Folder) Finish(cfg *Config, s *tune.Step) error {
	meta, err := cfg.meta(s)
	if err != nil {
		return err
	}
	rows, err := f.rows()
	if err != nil {
		return err
	}
	return errors.Join(
		durable.Replace(f.path(cfg.Subject.File()), func(w io.Writer) error { return cfg.Subject.Write(w, s.Best, meta) }),
		durable.Replace(f.path("history.csv"), func(w io.Writer) error { return writeTuneCSV(w, rows, &cfg.Subject) }),
		f.writeCharts(tuneCharts(cfg, rows, s.Best)),
	)
}

// meta is what the model file says about how it was made.
func (c *Config) meta(s *tune.Step) (map[string]string, error) {
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
