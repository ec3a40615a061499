package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A Sweep is a folder of runs that differ in their seeds and some settings.
type Sweep struct {
	Dir     string     `json:"-"` // its folder
	base    []byte     // base.toml, the configuration to vary
	from    string     // original path of the configuration
	Version int        `json:"version"` // of the format of sweep.json
	Base    string     `json:"base_sha256"`
	Keys    []string   `json:"keys"` // keys of the settings
	Runs    []SweepRun `json:"runs"`

	problems map[int]error // errors of failed runs, by index
}

// A SweepRun is a run of a sweep.
type SweepRun struct {
	Dir    string   `json:"dir" doc:"in the folder of the sweep"`
	Values []string `json:"values" doc:"of the keys, as TOML"`
	Seed   uint64   `json:"seed" doc:"of the training"`
}

// The files of a sweep, beside the folders of its runs.
const (
	SweepFile = "sweep.json" // the plan; a folder with this file is a sweep
	baseFile  = "base.toml"  // the configuration to vary
	tableFile = "sweep.csv"  // the results
)

// sweepFormat is the format of sweep.json. Its version also increases when the meaning of the data changes.
var sweepFormat = durable.Format{Name: "sweep", Version: 2}

// File returns the path of a file or run in the folder.
func (s *Sweep) File(name string) string { return filepath.Join(s.Dir, name) }

// CreateSweep creates the folder of a new sweep. config is the path of the TOML file of the run to vary.
// CreateSweep first checks the configurations of all runs.
func CreateSweep(dir, config string, p SweepPlan) (*Sweep, error) {
	s := &Sweep{Dir: dir, Version: sweepFormat.Version, from: config}
	text, err := ReadFile(config)
	if err != nil {
		return nil, err
	}
	if _, err := Read(config, text); err != nil {
		return nil, err
	}
	s.base = []byte(text)
	for _, x := range p.Axes {
		s.Keys = append(s.Keys, x.Key)
	}
	if s.Runs, err = p.runs(); err != nil {
		return nil, fault.Misuse(err)
	}
	for i, r := range s.Runs {
		if i > 0 && slices.Equal(r.Values, s.Runs[i-1].Values) {
			continue // this run differs only in its seed
		}
		if err := s.check(r); err != nil {
			return nil, err
		}
	}
	return s, s.create()
}

// config returns the configuration of a run.
func (s *Sweep) config(r SweepRun) (*Config, error) {
	var tree map[string]any
	if _, err := toml.Decode(string(s.base), &tree); err != nil {
		return nil, fault.BadInputf("%s: %w", s.from, err)
	}
	var name []string
	for i, key := range s.Keys {
		var v map[string]any
		if _, err := toml.Decode("x = "+r.Values[i], &v); err != nil {
			return nil, fault.BadInputf("%s: %s=%s: %w", s.File(SweepFile), key, r.Values[i], err)
		}
		if err := put(tree, strings.Split(key, "."), v["x"]); err != nil {
			return nil, fault.Misuse(&AxisError{key, err})
		}
		name = append(name, key+"="+r.Values[i])
	}
	tree["seed"] = int64(r.Seed)
	if tree["name"] == nil {
		tree["name"] = strings.Join(name, " ")
	}
	var text bytes.Buffer
	if err := toml.NewEncoder(&text).Encode(tree); err != nil {
		return nil, err
	}
	return Read(strings.TrimSuffix(s.from+" with "+strings.Join(name, " "), " with "), text.String())
}

// put sets a value in a tree of tables and creates missing tables. In a list of tables, a number from 1
// selects the table.
func put(tree map[string]any, key []string, v any) error {
	if len(key) == 1 {
		tree[key[0]] = v
		return nil
	}
	switch next := tree[key[0]].(type) {
	case nil:
		if _, err := strconv.Atoi(key[1]); err == nil {
			return fmt.Errorf("the file has no [[%s]]", key[0])
		}
		table := map[string]any{}
		tree[key[0]] = table
		return put(table, key[1:], v)
	case map[string]any:
		return put(next, key[1:], v)
	case []map[string]any:
		i, err := strconv.Atoi(key[1])
		if err != nil || i < 1 || i > len(next) || len(key) == 2 {
			return fmt.Errorf("%s is a list of %d: want %s.1.… to %[1]s.%[2]d.…", key[0], len(next), key[0])
		}
		return put(next[i-1], key[2:], v)
	}
	return fmt.Errorf("%s is no table", key[0])
}

// check returns an error if a run cannot be started or ranked.
func (s *Sweep) check(r SweepRun) error {
	cfg, err := s.config(r)
	if err == nil && len(cfg.Evaluate.SelectBy) == 0 {
		err = fault.BadInput(errors.New("a sweep selects settings: it needs [evaluate] select_by, opponents " +
			"other than those of test_on"))
	}
	return err
}

// create writes the files of the sweep. It writes sweep.json last, because that file makes the folder a
// sweep.
func (s *Sweep) create() error {
	if _, err := os.Stat(s.File(SweepFile)); err == nil {
		return fault.Misusef("%s holds a sweep %w", s.Dir, ErrExists)
	}
	if entries, err := os.ReadDir(s.Dir); err == nil && len(entries) > 0 && !onlyBase(entries) {
		return fault.Misusef("%s exists and is not empty: a sweep needs a folder of its own", s.Dir)
	}
	s.Base = durable.SHA256(s.base)
	if err := durable.WriteFile(s.File(baseFile), s.base); err != nil {
		return err
	}
	text, err := durable.Document(s)
	if err != nil {
		return err
	}
	return durable.WriteFile(s.File(SweepFile), text) // makes the folder a sweep
}

// onlyBase reports whether a folder contains only leftovers of a process that was killed while it created a
// sweep.
func onlyBase(entries []os.DirEntry) bool {
	return !slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return e.Name() != baseFile && !strings.HasPrefix(e.Name(), "."+baseFile) &&
			!strings.HasPrefix(e.Name(), "."+SweepFile)
	})
}

// OpenSweep opens a sweep created by [CreateSweep], to resume it or to read its results. If f is not
// [System], the sweep can be read, see [Sweep.TableOf], but not resumed.
func OpenSweep(f Files, dir string) (*Sweep, error) {
	s := &Sweep{Dir: dir}
	s.from = s.File(baseFile)
	data, err := f.ReadFile(s.File(SweepFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.BadInputf("%s is no sweep: it has no %s", dir, SweepFile)
	}
	if err == nil {
		s.base, err = f.ReadFile(s.File(baseFile))
	}
	if err != nil {
		return nil, err
	}
	if err := sweepFormat.CheckVersion(s.File(SweepFile), data); err != nil {
		return nil, err
	}
	if err := durable.ReadDocument(data, s); err != nil {
		return nil, fault.BadInputf("%s: %w", s.File(SweepFile), err)
	}
	if sum := durable.SHA256(s.base); sum != s.Base {
		return nil, changedInput(s.File(baseFile), "sweep", s.Base, sum)
	}
	for _, r := range s.Runs {
		if len(r.Values) != len(s.Keys) || r.Dir != filepath.Base(r.Dir) || r.Dir == ".." || r.Dir == "." {
			return nil, fault.BadInputf("%s: damaged: run %q has %d values of %d settings", s.File(SweepFile), r.Dir,
				len(r.Values), len(s.Keys))
		}
	}
	return s, nil
}

// SweepProgress is the progress of a sweep.
type SweepProgress struct {
	Done    int   // number of runs that finished or failed
	Total   int   // number of all runs
	Problem error // error of the latest run; nil = it finished
}

// Train trains the unfinished runs and then writes the table. It trains as many runs concurrently as there
// are workers, each on one goroutine. It yields after each run, in order. A failed run does not stop the
// others. No other process may train the sweep at the same time. If ctx is cancelled, the error is an
// [*InterruptedError]. With a farm, Train sends up to 64 runs concurrently to it, see [Training.TrainOn].
func (s *Sweep) Train(ctx context.Context, workers int, farm parallel.Farm,
	opt Options) iter.Seq2[SweepProgress, error] {
	return func(yield func(SweepProgress, error) bool) {
		unlock, err := durable.LockDir(s.Dir)
		if err != nil {
			yield(SweepProgress{Total: len(s.Runs)}, err)
			return
		}
		defer unlock()
		removePending(s.Dir)
		opt.Workers = 1
		if farm != nil {
			workers = runsOnFarm
		}
		s.train(ctx, workers, farm, opt, yield)
	}
}

// runsOnFarm is the maximum number of runs that a farm trains concurrently. Their games are in memory here.
const runsOnFarm = 64

// train trains the runs and writes the table, unless the consumer breaks first.
func (s *Sweep) train(ctx context.Context, workers int, farm parallel.Farm, opt Options,
	yield func(SweepProgress, error) bool) {
	s.problems = map[int]error{}
	p := SweepProgress{Total: len(s.Runs)}
	one := func(ctx context.Context, r SweepRun) (error, error) {
		problem := s.trainOne(ctx, r, farm, opt)
		if errors.Is(problem, fault.ErrInterrupted) || errors.Is(problem, context.Canceled) {
			return nil, context.Canceled
		}
		return problem, nil
	}
	for problem, err := range parallel.Map(ctx, workers, workers, slices.Values(s.Runs), one) {
		if errors.Is(err, context.Canceled) {
			err = &InterruptedError{s.Dir, "runs", p.Done, p.Total}
		}
		if err != nil {
			yield(p, err)
			return
		}
		if problem != nil {
			s.problems[p.Done] = problem
		}
		p.Done++
		p.Problem = problem
		if !yield(p, nil) {
			return
		}
	}
	if err := durable.Replace(s.File(tableFile), s.Table().WriteCSV); err != nil {
		yield(p, err)
	}
}

// trainOne starts a run, or resumes it if it is unfinished.
func (s *Sweep) trainOne(ctx context.Context, r SweepRun, farm parallel.Farm, opt Options) error {
	t, err := s.open(ctx, r, opt)
	if t == nil || err != nil {
		return err
	}
	defer t.Close()
	if farm != nil {
		return t.TrainOn(ctx, farm)
	}
	for _, err := range t.Train(ctx) {
		if err != nil {
			return err
		}
	}
	return nil
}

// open returns the training of a run, or nil if it is finished.
func (s *Sweep) open(ctx context.Context, r SweepRun, opt Options) (*Training, error) {
	dir := s.File(r.Dir)
	if !isRun(dir) {
		cfg, err := s.config(r)
		if err != nil {
			return nil, err
		}
		return Begin(ctx, dir, cfg, opt)
	}
	if Find(dir).State == Finished {
		return nil, nil
	}
	return Resume(ctx, dir, opt)
}
