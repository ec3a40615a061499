package study

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A Runner runs experiments, each in its own folder below Dir.
type Runner struct {
	Host    Host
	Dir     string
	Scale   float64 // factor for the numbers of games, positions and generations; 1 = full scale
	Seed    uint64  // of all random choices
	Workers int     // number of concurrent steps, at least 1; timed steps run alone

	// Farm plays games, trains and tunes on other machines, with [Jobs] and the host's kinds of jobs; nil =
	// here. Timed steps always run here.
	Farm parallel.Farm

	Set Reading // the only reading to run; nil = all readings of the experiment

	Now func() time.Time // the clock for timed steps; nil = all times are 0
}

// Clock returns the time on the runner's clock; without a clock, it returns the zero time.
func (r *Runner) Clock() time.Time {
	if r.Now == nil {
		return time.Time{}
	}
	return r.Now()
}

// Progress is the progress of the current part of a run.
type Progress struct {
	What        string
	Unit        string
	Done, Total int
	Known       int // number of steps from the journal, done by an earlier run
}

// Run runs the remaining steps of an experiment and writes its files. If a run with the same settings is
// complete, it only restores missing files, with pictures from its journal. It stops at the first error.
func (r *Runner) Run(ctx context.Context, e *Experiment) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		err := r.do(ctx, e, yield)
		if err != nil && !errors.Is(err, errStopped) {
			yield(Progress{}, fmt.Errorf("experiment %s: %w", e.Name, err))
		}
	}
}

// errStopped reports that the caller has stopped ranging.
var errStopped = errors.New("stopped")

func (r *Runner) do(ctx context.Context, e *Experiment, yield func(Progress, error) bool) error {
	readings, folder := e.readings(), e.Folder(r.Set)
	if r.Set != nil {
		readings = []Reading{r.Set}
	}
	result := e.result(readings, r.Set)
	dir := filepath.Join(r.Dir, folder)
	var err error
	if result.Settings, err = r.settings(ctx, e); err != nil {
		return err
	}
	switch old, err := ReadResult(r.Dir, folder); {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return err
	case old.Settings != result.Settings:
		return &SettingsError{filepath.Join(dir, resultName), old.Settings, result.Settings}
	case old.Readings != result.Readings, !hasAll(dir, old.pictures()), !hasAll(dir, []string{readingsName}):
	case !hasAll(dir, tableNames):
		return old.writeTables(dir)
	default:
		return nil
	}
	run, err := r.open(folder, result.Settings, yield)
	if err != nil {
		return err
	}
	defer run.unlock()
	out, list, err := run.all(ctx, e, readings)
	if err = errors.Join(err, run.journal.close()); err != nil {
		return err
	}
	return result.write(dir, e, out, list)
}

// all runs the readings of an experiment. It returns the result of the first reading and the rows of all
// readings. Steps that several readings share run once.
func (r *execution) all(ctx context.Context, e *Experiment,
	readings []Reading) (first outcome, list []readingRows, err error) {
	for i, reading := range readings {
		if i > 0 {
			r.reading = named(e.changes(reading, readings[0])) + ": "
		}
		out, err := e.work(reading).Run(ctx, r)
		if err != nil {
			return first, nil, err
		}
		if i == 0 {
			first = out
		}
		list = append(list, readingRows{reading, out.Rows})
	}
	return first, list, nil
}

// open locks the folder of an experiment and opens its journal. The caller must close the journal and unlock
// the folder.
func (r *Runner) open(name string, s Settings, yield func(Progress, error) bool) (*execution, error) {
	dir := filepath.Join(r.Dir, name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	unlock, err := durable.LockDir(dir)
	if err != nil {
		return nil, err
	}
	j, err := openJournal(dir, name, s)
	if err != nil {
		unlock()
		return nil, err
	}
	return &execution{Runner: *r, settings: s, dir: dir, journal: j, unlock: unlock, yield: yield,
		players: map[string]arena.Player{}}, nil
}

// settings returns everything that the numbers of an experiment depend on.
func (r *Runner) settings(ctx context.Context, e *Experiment) (Settings, error) {
	s := Settings{Scale: r.Scale, Seed: r.Seed}
	if !e.Games {
		return s, nil
	}
	g, err := r.Host.Games(ctx)
	s.Games = fmt.Sprintf("%d games: %s", g.Count, g.Source)
	return s, err
}

// An execution is a run of an experiment in progress.
type execution struct {
	Runner
	settings Settings
	dir      string
	journal  *journal
	unlock   func()
	yield    func(Progress, error) bool
	players  map[string]arena.Player // by spec
	reading  string                  // name of the reading for progress messages; "" = the first
}

// tell yields progress.
func (r *execution) tell(p Progress) error {
	p.What = r.reading + p.What
	if !r.yield(p, nil) {
		return errStopped
	}
	return nil
}

// Scaled returns n at the scale of the run, but not less than least.
func (r *execution) Scaled(n, least int) int { return max(least, int(math.Round(float64(n)*r.Scale))) }

// Pairs returns the number of pairs that make up a number of games, at the scale of the run.
func (r *execution) Pairs(games, least int) int { return (r.Scaled(games, least) + 1) / 2 }

// seeds returns the number of seeds at the scale of the run: n at full scale, and never less than five, or n
// if n is smaller.
func (r *execution) seeds(n int) int { return r.Scaled(n, min(n, 5)) }

// path returns the path of a file in the experiment's folder. Specs may refer to it as $DIR/name.
func (r *execution) path(name string) string {
	return strings.ReplaceAll(name, "$DIR", filepath.ToSlash(r.dir))
}

// player returns the player for a spec. It must be called from one goroutine, before games start.
func (r *execution) player(spec string) (arena.Player, error) {
	if p, ok := r.players[spec]; ok {
		return p, nil
	}
	p, err := r.Host.Player(r.path(spec))
	if err == nil {
		r.players[spec] = p
	}
	return p, err
}

// machine describes the machine on which times were measured.
func machine() string {
	return fmt.Sprintf("%s/%s, %d processors, %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(),
		runtime.Version())
}
