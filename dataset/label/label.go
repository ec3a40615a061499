package label

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/deep"
)

// Options say how to label.
type Options struct {
	Settings  Settings
	Workers   int
	Evaluator func() deep.Evaluator
}

// Settings are what labels depend on besides the positions.
type Settings struct {
	Exact     int        `json:"exact"`
	Depth     int        `json:"depth"`
	Nodes     uint64     `json:"nodes"`
	Level     deep.Level `json:"level"`
	HashBytes int        `json:"hash_bytes"`
	Model     string     `json:"model"`     // name of the file, empty = the shipped evaluator
	ModelSum  uint32     `json:"model_sum"` // CRC-32C of the file
}

// Midgame tells whether positions that are not solved are searched.
func (s *Settings) Midgame() bool { return s.Depth > 0 || s.Nodes > 0 }

// WorkOf returns the folder for what is done of a file.
func WorkOf(path string) string { return path + ".work" }

// Result is what label reports; the JSON fields are stable.
type Result struct {
	Positions int     `json:"positions"`
	Labelled  int     `json:"labelled"`
	Exact     int     `json:"exact"`
	Nodes     uint64  `json:"nodes"`
	Resumed   int     `json:"resumed"` // positions that an earlier run had done
	Path      string  `json:"path"`
	Seconds   float64 `json:"seconds"`
}

// Write writes what the journal has.
func (r *Result) Write(ctx context.Context, w io.Writer, src Source, work string, o *Options) error {
	j, err := OpenJournal(work, o.Settings)
	if err != nil {
		return err
	}
	defer j.Close()
	labels := func(yield func(dataset.Label, error) bool) {
		for rec, err := range j.records() {
			r.count(rec)
			if !yield(rec.label(), err) {
				return
			}
		}
	}
	return src.write(ctx, w, labels, o.Settings.meta())
}

func (r *Result) count(rec labelRecord) {
	r.Positions++
	r.Nodes += rec.Nodes
	if rec.Kind != unlabelled {
		r.Labelled++
	}
	if rec.Kind == exactly {
		r.Exact++
	}
}

// meta is what the table says about how it was made.
func (s *Settings) meta() map[string]string {
	return map[string]string{
		"made_by": "outflank label", "exact": fmt.Sprint(s.Exact), "depth": fmt.Sprint(s.Depth), "nodes": fmt.Sprint(s.Nodes),
		"selectivity": fmt.Sprint(s.Level.Percent()), "evaluator": cmp.Or(s.Model, "shipped"),
	}
}
