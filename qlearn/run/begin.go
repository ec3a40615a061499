package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/run/internal/tensorboard"
)

// Options are settings of a training that do not affect what it learns.
type Options struct {
	Workers int // goroutines; 0 = 1
	// Farm runs the actors of each round (see [Jobs]) and the matches (see [arena.Jobs]) on other machines; nil
	// = here.
	Farm    parallel.Farm
	Version string // version of the program, stored in the run's configuration
	// Now is the clock for checkpoints and for times in the event file. If it is nil, checkpoints are written
	// only after evaluations, and a game takes a second.
	Now func() time.Time
	// Games opens the recorded games that match a filter; nil = [transfer.FindSources].
	Games func(ctx context.Context, paths []string, filter store.Filter) (iter.Seq2[dataset.Game, error], error)
}

// Begin creates a run in a new or empty folder. cfg must come from [Read]. Begin reads the recorded games.
// The caller must close the run.
func Begin(ctx context.Context, dir string, cfg *Config, opt Options) (*Training, error) {
	if err := refuseFolder(dir); err != nil {
		return nil, err
	}
	r := newTraining(newInfo(*cfg, opt.Version), opt)
	if err := r.resolve(ctx); err != nil {
		return nil, err
	}
	var err error
	r.folder, err = createFolder(dir, r.Info, cfg.text.Source)
	return r, err
}

// Resume opens a run to continue it. Its inputs must be unchanged. The caller must close the run.
func Resume(ctx context.Context, dir string, opt Options) (*Training, error) {
	info, err := ReadInfo(System{}, dir)
	if err != nil {
		return nil, err
	}
	r := newTraining(info, opt)
	if r.folder, err = lockFolder(dir); err != nil {
		return nil, err
	}
	var state *State
	if state, r.checkpointed, err = r.folder.checkpoint(info); err == nil {
		r.State = *state
		r.times.Resume(r.folder.file(EventsFile))
		err = r.sameInputs(ctx)
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

func newTraining(info *Info, opt Options) *Training {
	r := &Training{Info: info, here: &info.Config, opt: opt}
	if opt.Now == nil {
		r.opt.Now = func() time.Time { return time.Time{} }
	}
	r.times = tensorboard.NewClock(r.opt.Now)
	if opt.Games == nil {
		r.opt.Games = openGames
	}
	return r
}

// openGames is the default for [Options.Games].
func openGames(ctx context.Context, paths []string,
	filter store.Filter) (iter.Seq2[dataset.Game, error], error) {
	sources, err := transfer.FindSources(paths...)
	if err != nil {
		return nil, err
	}
	return filter.Apply(sources.Games(ctx)), nil
}

// resolve reads a run's data and fills in unset settings.
func (r *Training) resolve(ctx context.Context) error {
	if err := r.readData(ctx); err != nil {
		return err
	}
	features := ""
	for i := range r.Info.Phases {
		if err := r.resolvePhase(i, &features); err != nil {
			return err
		}
	}
	if err := r.canBegin(); err != nil {
		return err
	}
	var err error
	r.Info.Data = r.data
	r.Info.Inputs, err = r.Info.inputSums()
	return err
}

// defaultFeatures are the features of a run that does not name any.
const defaultFeatures = "logistello@4"

// resolvePhase fills in the unset settings of phase i. features are those of the previous phase.
func (r *Training) resolvePhase(i int, features *string) error {
	p := &r.Info.Phases[i]
	if p.Model.Init != "" {
		l, err := p.Model.read(p.Model.Init)
		if err != nil {
			return complainPhase(r.Info.text, []string{"model", "init"}, i, err)
		}
		if l.Model != nil {
			*features = l.Model.Features.ID()
		}
	}
	if p.Learn.Potential != "" {
		if _, err := qlearn.OpenPotential(p.Learn.Potential); err != nil {
			return complainPhase(r.Info.text, []string{"learn", "potential"}, i, err)
		}
	}
	if p.Model.Net == "" {
		*features = cmp.Or(p.Model.Features, *features, defaultFeatures)
		p.Model.Features = *features
	}
	if p.Games.Recorded() && p.Learn.Games == 0 {
		p.Learn.Games = p.Games.Epochs * r.data[i].Games
	}
	if p.Learn.Games < 1 {
		return fault.BadInputf("phase %d: [learn] games is %d, want 1 or more", i+1, p.Learn.Games)
	}
	p.Learn.Seed = r.Info.Seed + uint64(i)<<32 // so that phases draw different random numbers
	return nil
}

// canBegin returns an error if a phase cannot start with the weights that the previous phase learns.
func (r *Training) canBegin() error {
	var before qlearn.Learned
	for i := range r.Info.Phases {
		p := &r.Info.Phases[i]
		from, err := p.Model.start(before, squaresOf(r.data), p.Learn.Seed)
		if err != nil {
			err = fmt.Errorf("%s%w", prefixed(p.Model.Init, ": "), err)
			return complainPhase(r.Info.text, []string{"model", "features"}, i, err)
		}
		if _, err := newTrainer(p, &r.data[i], from, 1); err != nil {
			return err
		}
		before = withDummyWeights(from)
	}
	return nil
}

// readData reads the games of all phases.
func (r *Training) readData(ctx context.Context) error {
	for i := range r.Info.Phases {
		d, err := r.readPhaseData(ctx, &r.Info.Phases[i].Games)
		if err != nil {
			return err
		}
		r.data = append(r.data, d)
	}
	return nil
}

// readPhaseData reads the games of a phase.
func (r *Training) readPhaseData(ctx context.Context, g *GamesConfig) (d Data, err error) {
	if g.Openings != "" {
		if d.Openings, err = book.ReadOpenings(g.Openings); err != nil {
			return d, err
		}
	}
	if len(g.Transcripts) == 0 {
		return d, nil
	}
	filter, _, err := g.filter()
	if err != nil {
		return d, err
	}
	games, err := r.opt.Games(ctx, g.Transcripts, filter)
	if err != nil {
		return d, err
	}
	data, err := NewData(games)
	if err != nil {
		return d, err
	}
	if len(data.Finished) == 0 {
		return d, fault.BadInputf("%s: no finished games to learn from that the filters let through",
			strings.Join(g.Transcripts, ", "))
	}
	data.Openings = d.Openings
	return data, nil
}

// sameInputs reads a run's inputs again and returns an error if they have changed.
func (r *Training) sameInputs(ctx context.Context) error {
	if err := r.readData(ctx); err != nil {
		return err
	}
	for i, d := range r.data {
		if was := r.Info.Data[i]; d.Games != was.Games || d.Sum != was.Sum {
			return fault.BadInputf("phase %d: the transcripts are not those that the run began with: %d games, "+
				"sha256 %.12s…, then %d, %.12s…", i+1, d.Games, d.Sum, was.Games, was.Sum)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(r.Info.Inputs)) {
		sum, err := durable.SHA256File(path)
		if err != nil {
			return err
		}
		if sum != r.Info.Inputs[path] {
			return changedInput(path, "run", r.Info.Inputs[path], sum)
		}
	}
	return nil
}

// SameBuild reports whether the run was started by this version of the program, built with this version of
// Go. Otherwise the results may differ from those of an uninterrupted run.
func (info *Info) SameBuild(version string) bool {
	return info.Outflank == version && info.Go == runtime.Version()
}

// An InterruptedError reports that a run or a sweep was interrupted and can be resumed.
type InterruptedError struct {
	Dir   string // its folder
	Unit  string // games of a run, or runs of a sweep
	Done  int    // games learned from; or runs that finished or failed
	Total int    // games or runs in total
}

// Error states the progress.
func (e *InterruptedError) Error() string {
	return fmt.Sprintf("%s: interrupted after %d of %d %s", e.Dir, e.Done, e.Total, e.Unit)
}

// Unwrap returns [fault.ErrInterrupted].
func (e *InterruptedError) Unwrap() error { return fault.ErrInterrupted }

// Errors about a folder: it already contains a run or other work, or it is not a run.
var (
	ErrExists = errors.New("already")
	ErrNoRun  = errors.New("is not a training run")
)
