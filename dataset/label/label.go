// Package label adds scores to positions: exact scores near the end of a game, and scores from a selective
// search before that. The scores can serve as targets of a regression:
//
//	src := label.Table("positions.parquet")
//	for p, err := range label.Run(ctx, src, "labelled.parquet", label.Options{Settings: s, Evaluator: e}) {
//
// With the source [Moves], it analyses all moves of a database as [analysis.Analyst.Analyze] does. A [Cache]
// finds the values of a game's moves in the file:
//
//	for p, err := range label.Run(ctx, label.Moves(games.All()), label.CacheFile("cache"), options) { … }
//	cache, err := label.OpenCache("cache")
//	for _, m := range cache.Analyze(game) {
//
// Each run of 64 positions is labelled with new engines, so the labels do not depend on the number of
// workers. A journal beside the file stores the finished runs. After an interruption, even by kill -9, the
// same call resumes and ends with the same bytes.
package label

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// Options are the settings of [Run].
type Options struct {
	Settings Settings
	// Workers is the number of concurrent runs, which does not affect the labels; 0 = one per processor.
	Workers   int
	Evaluator func() deep.Evaluator // creates an evaluator for one goroutine; required
	Analyst   NewAnalyst            // analyses moves; required for Moves
	Farm      parallel.Farm         // searches the runs on other machines, with [Jobs]; nil = here
	ModelFile string                // path of the evaluator's file, for a farm; "" = a shipped model
}

// A NewAnalyst function returns an analyst of the full board with the limits of some settings. A nil
// evaluator means the shipped one.
type NewAnalyst func(s Settings, evaluator func() deep.Evaluator) *analysis.Analyst

// Settings are the settings on which labels depend. The journal stores them as JSON.
type Settings struct {
	// Exact is the number of empty squares from which positions are solved, 0 to 60.
	Exact int `json:"exact"`
	// Depth is the search depth for other positions in plies, 0 to 60; 0 = limited only by Nodes.
	Depth int `json:"depth"`
	// Nodes is the number of positions that each of these searches may visit; 0 = limited only by Depth.
	Nodes     uint64     `json:"nodes"`
	Level     deep.Level `json:"level"`      // confidence of these searches
	HashBytes int        `json:"hash_bytes"` // total size of each worker's transposition tables
	// Model is the name of the evaluator's file or of a shipped model; "" = the engine's default.
	Model    string `json:"model"`
	ModelSum uint32 `json:"model_sum"` // CRC-32C of that file; 0 = shipped model
}

// Check returns a misuse error for settings that are out of range or have no effect.
func (s *Settings) Check() error {
	switch {
	case s.Exact < 0 || s.Exact > 60:
		return fault.Setting("exact", s.Exact, "want 0 to 60")
	case s.Depth < 0 || s.Depth > 60:
		return fault.Setting("depth", s.Depth, "want 0 to 60")
	case s.Exact == 0 && !s.midgame():
		return fault.Misuse(errors.New("nothing to do: exact, depth and nodes are 0"))
	}
	return nil
}

// midgame reports whether unsolved positions are searched.
func (s *Settings) midgame() bool { return s.Depth > 0 || s.Nodes > 0 }

// meta returns metadata for a table that describes how it was labelled.
func (s *Settings) meta() map[string]string {
	return map[string]string{
		"made_by": "outflank label", "exact": fmt.Sprint(s.Exact), "depth": fmt.Sprint(s.Depth),
		"nodes":       fmt.Sprint(s.Nodes),
		"selectivity": fmt.Sprint(s.Level.Percent()), "evaluator": cmp.Or(s.Model, "shipped"),
	}
}

// A Progress is the progress of the work, in positions.
type Progress struct {
	Done    int     // including earlier calls
	Resumed int     // done by earlier calls
	Total   int     // number of positions in the source
	Result  *Result // nil until the end
}

// Result is the result of labelling. The JSON fields are stable.
type Result struct {
	Positions int     `json:"positions"`
	Labelled  int     `json:"labelled"`
	Exact     int     `json:"exact"`
	Nodes     uint64  `json:"nodes"`   // visited for all positions together
	Resumed   int     `json:"resumed"` // number of positions done by earlier calls
	Kept      int     `json:"kept"`    // number of moves whose values the file already contained
	Path      string  `json:"path"`
	Seconds   float64 `json:"seconds"` // set by the caller
}

// WorkOf returns the folder that stores the finished work for a file.
func WorkOf(path string) string { return path + ".work" }

// Run labels the positions of a source and writes them to a file, which appears only when it is complete. It
// yields a [Progress] at the beginning and after each run of positions, and a last one with the [Result]. It
// stops at the first error and yields it with the progress so far. This is an error of an invalid setting, of
// the source or of ctx; a [*WorkError] if settings or positions differ from those of earlier calls; or
// [durable.ErrBusy] if another process is writing the file. After an error, the folder WorkOf(path) keeps the
// finished work; on success, it is removed.
func Run(ctx context.Context, src Source, path string, o Options) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		l := labeller{Options: o, path: path, work: WorkOf(path), yield: yield}
		if err := l.run(ctx, src); err != nil && !errors.Is(err, errStopped) {
			l.progress.Result = nil
			yield(l.progress, err)
		}
	}
}

// A labeller is the state of a call of Run.
type labeller struct {
	Options
	path, work string
	progress   Progress
	yield      func(Progress, error) bool
}

// errStopped ends the work when the caller stops ranging.
var errStopped = errors.New("stopped")

func (l *labeller) report() error {
	if !l.yield(l.progress, nil) {
		return errStopped
	}
	return nil
}

// run does the work in the work folder. The caller must hold the lock.
func (l *labeller) run(ctx context.Context, src Source) error {
	if err := l.Settings.Check(); err != nil {
		return err
	}
	if err := os.MkdirAll(l.work, 0o777); err != nil {
		return err
	}
	unlock, err := durable.LockDir(l.work)
	if err != nil {
		return err
	}
	r, err := l.labelAndWrite(ctx, src)
	unlock()
	if err != nil {
		os.Remove(l.work) // fails if the folder is not empty
		return err
	}
	if err := os.RemoveAll(l.work); err != nil {
		return err
	}
	l.progress.Result = r
	return l.report()
}

func (l *labeller) labelAndWrite(ctx context.Context, src Source) (*Result, error) {
	from, err := src.open(ctx, l)
	if err != nil {
		return nil, err
	}
	l.progress.Total = from.rows
	if err := l.label(ctx, from); err != nil {
		return nil, err
	}
	r := &Result{Path: l.path, Resumed: l.progress.Resumed, Kept: from.kept}
	return r, durable.Replace(l.path, func(w io.Writer) error { return l.write(ctx, w, from, r) })
}

// label labels the runs that the journal does not contain.
func (l *labeller) label(ctx context.Context, from positions) error {
	j, err := openJournal(l.work, l.Settings)
	if err != nil {
		return err
	}
	defer j.close()
	l.progress.Resumed, l.progress.Done = j.rows, j.rows
	if err := l.report(); err != nil {
		return err
	}
	team, err := jobKind(nil, nil).Team(ctx, l.Farm, jobSettings{l.Settings, l.ModelFile}, l.Workers, l.search,
		l.check)
	if err != nil {
		return err
	}
	label := func(ctx context.Context, r labelledRun) (labelledRun, error) { return r.label(ctx, team.Do) }
	for run, err := range parallel.MapBy(ctx, team, j.missing(runsOf(from.items)), label) {
		if err == nil {
			err = j.append(run)
		}
		if err != nil {
			return err
		}
		l.progress.Done = j.rows
		if err := l.report(); err != nil {
			return err
		}
	}
	return nil
}

// write writes the positions with the labels from the journal, and summarises them.
func (l *labeller) write(ctx context.Context, w io.Writer, from positions, r *Result) error {
	j, err := openJournal(l.work, l.Settings)
	if err != nil {
		return err
	}
	defer j.close()
	records := func(yield func(labelRecord, error) bool) {
		for rec, err := range j.records() {
			r.count(rec)
			if !yield(rec, err) {
				return
			}
		}
	}
	return from.write(ctx, w, records, l.Settings.meta())
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
