package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/deep"
	"github.com/spf13/cobra"
)

func (a *app) labelCommand() *cobra.Command {
	o := labelOptions{settings: labelSettings{Exact: 16, HashBytes: 16 << 20}}
	var path, model string
	var restart, asJSON bool
	c := &cobra.Command{
		Use:   "label POSITIONS -o FILE",
		Short: "Add exact or deep scores to positions",
		Long: `Label solves positions with at most --exact empty squares, and searches the others as
deep as --depth and --nodes say; without these they get no label.

POSITIONS is a table that "outflank positions" wrote, games (all their positions), or a
file of positions such as OBF. A table comes back with the columns score, depth,
confidence, best_move and nodes (see outflank schema labels); labels that it has already
stay where there is no new one. OBF comes back with the best move and its score.

Positions are searched on all cores, yet the table is the same for any number of
workers. What is done is kept in FILE.work: a label that was broken off, by Ctrl-C or
by anything else, goes on when the same command is started again, and ends as if it had
not been. FILE appears when it is complete.`,
		Example: `  outflank positions games -o positions.parquet
  outflank label positions.parquet -o labelled.parquet --exact 20
  outflank label positions.parquet -o labelled.parquet --exact 16 --depth 10
  outflank label endings.obf -o scored.obf --exact 24`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(args, path); err != nil {
				return err
			}
			err := o.readModel(model)
			if err == nil && restart {
				err = os.RemoveAll(workOf(path))
			}
			if err != nil {
				return err
			}
			r, err := a.label(c.Context(), args, path, &o)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(a.out, r)
			}
			a.printf("%s, %d labelled, %d of them exactly, %d nodes, in %.1f s\nwrote %s\n", plural(r.Positions, "position"), r.Labelled, r.Exact, r.Nodes, r.Seconds, path)
			return nil
		},
	}
	f := c.Flags()
	f.StringVarP(&path, "output", "o", "", "file for the labelled positions: .parquet, or .obf for those of a file of positions")
	f.IntVar(&o.settings.Exact, "exact", o.settings.Exact, "solve positions with at most so many empty squares")
	f.IntVar(&o.settings.Depth, "depth", 0, "search the others so many plies deep")
	f.Uint64Var(&o.settings.Nodes, "nodes", 0, "search the others, visiting so many positions for each")
	addLevelFlag(c, &o.settings.Level, "confidence of these searches in percent")
	addHashFlag(c, &o.settings.HashBytes, "memory of each worker's transposition table")
	f.StringVar(&model, "model", "", "a model in discs or wins instead of the shipped one")
	addWorkersFlag(c, &o.workers, "positions searched at the same time")
	f.BoolVar(&restart, "restart", false, "forget what is done in FILE.work")
	f.BoolVar(&asJSON, "json", false, "print the summary as JSON")
	return c
}

// labelOptions say how to label.
type labelOptions struct {
	settings  labelSettings
	workers   int
	evaluator func() deep.Evaluator
}

// labelSettings are what labels depend on besides the positions.
type labelSettings struct {
	Exact     int        `json:"exact"`
	Depth     int        `json:"depth"`
	Nodes     uint64     `json:"nodes"`
	Level     deep.Level `json:"level"`
	HashBytes int        `json:"hash_bytes"`
	Model     string     `json:"model"`     // name of the file, empty = the shipped evaluator
	ModelSum  uint32     `json:"model_sum"` // CRC-32C of the file
}

// readModel reads the evaluator from a file, "" = the shipped one.
func (o *labelOptions) readModel(path string) (err error) {
	if o.evaluator, err = readDeepEvaluator(path); err != nil || path == "" {
		return err
	}
	data, err := os.ReadFile(path)
	o.settings.Model, o.settings.ModelSum = filepath.Base(path), crc32.Checksum(data, castagnoli)
	return err
}

// midgame tells whether positions that are not solved are searched.
func (s *labelSettings) midgame() bool { return s.Depth > 0 || s.Nodes > 0 }

func (o *labelOptions) check(args []string, path string) error {
	s := &o.settings
	switch {
	case path == "":
		return misuse(errors.New("where to? -o FILE is missing"))
	case s.Exact < 0 || s.Exact > 60:
		return misuse(fmt.Errorf("--exact %d: want 0 to 60", s.Exact))
	case s.Depth < 0 || s.Depth > 60:
		return misuse(fmt.Errorf("--depth %d: want 0 to 60", s.Depth))
	case s.Exact == 0 && !s.midgame():
		return misuse(errors.New("nothing to do: want --exact, --depth or --nodes"))
	}
	o.workers = cmp.Or(o.workers, runtime.NumCPU())
	return checkOutputs(args, path)
}

// workOf returns the folder for what is done of a file.
func workOf(path string) string { return path + ".work" }

// labelResult is what label reports; the JSON fields are stable.
type labelResult struct {
	Positions int     `json:"positions"`
	Labelled  int     `json:"labelled"`
	Exact     int     `json:"exact"`
	Nodes     uint64  `json:"nodes"`
	Resumed   int     `json:"resumed"` // positions that an earlier run had done
	Path      string  `json:"path"`
	Seconds   float64 `json:"seconds"`
}

// label labels the positions and writes the file. Its work folder is gone when there is
// nothing in it to go on with.
func (a *app) label(ctx context.Context, args []string, path string, o *labelOptions) (labelResult, error) {
	work := workOf(path)
	if err := os.MkdirAll(work, 0o777); err != nil {
		return labelResult{}, err
	}
	unlock, err := dataset.LockDir(work)
	if err != nil {
		return labelResult{}, err
	}
	r, err := a.labelInto(ctx, args, path, o)
	unlock()
	if err == nil {
		return r, os.RemoveAll(work)
	}
	os.Remove(work) // stays if there is something
	return r, err
}

func (a *app) labelInto(ctx context.Context, args []string, path string, o *labelOptions) (labelResult, error) {
	r := labelResult{Path: path}
	src, err := a.openLabelSource(ctx, args, path)
	if err != nil {
		return r, err
	}
	bar, err := a.labelAll(ctx, src, workOf(path), o, &r)
	if err != nil {
		return r, err
	}
	err = dataset.ReplaceFile(path, func(w io.Writer) error { return r.write(ctx, w, src, workOf(path), o) })
	r.Seconds = bar.elapsed().Seconds()
	return r, err
}

// write writes what the journal has.
func (r *labelResult) write(ctx context.Context, w io.Writer, src labelSource, work string, o *labelOptions) error {
	j, err := openLabelJournal(work, o.settings)
	if err != nil {
		return err
	}
	defer j.close()
	labels := func(yield func(dataset.Label, error) bool) {
		for rec, err := range j.records() {
			r.count(rec)
			if !yield(rec.label(), err) {
				return
			}
		}
	}
	return src.write(ctx, w, labels, o.settings.meta())
}

func (r *labelResult) count(rec labelRecord) {
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
func (s *labelSettings) meta() map[string]string {
	return map[string]string{
		"made_by": "outflank label", "exact": fmt.Sprint(s.Exact), "depth": fmt.Sprint(s.Depth), "nodes": fmt.Sprint(s.Nodes),
		"selectivity": fmt.Sprint(s.Level.Percent()), "evaluator": cmp.Or(s.Model, "shipped"),
	}
}
