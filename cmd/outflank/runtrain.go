package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"time"
)

// runFeatures are the features of a run that names none.
const runFeatures = "logistello@4"

// runOptions are the flags of `outflank train --config`.
type runOptions struct {
	config, resume string
	dir            string
	seed           *uint64 // nil = that of the file
	games          int     // of the only phase; 0 = those of the file
	workers        int
}

// startRun begins a run and trains to its end.
func (a *app) startRun(ctx context.Context, o *runOptions) (*training, error) {
	text, err := os.ReadFile(o.config)
	if err != nil {
		return nil, err
	}
	cfg, err := readRunConfig(o.config, string(text))
	if err != nil {
		return nil, err
	}
	if err := o.override(cfg); err != nil {
		return nil, err
	}
	return a.beginRun(ctx, cfg, text, o.dir, o.workers)
}

// beginRun trains as a configuration says, whose text is kept, in a new folder.
func (a *app) beginRun(ctx context.Context, cfg *runConfig, text []byte, dir string, workers int) (*training, error) {
	if err := refuseRunDir(dir); err != nil {
		return nil, err
	}
	r, err := a.newRun(ctx, cfg, workers)
	if err != nil {
		return nil, err
	}
	if r.dir, err = createRun(dir, r.info, text); err != nil {
		return nil, err
	}
	defer r.dir.unlock()
	return r, a.learnRun(ctx, r, nil)
}

// override puts flags above the file.
func (o *runOptions) override(cfg *runConfig) error {
	if o.seed != nil {
		cfg.Seed = *o.seed
	}
	if o.games > 0 {
		if len(cfg.Phases) > 1 {
			return misuse(fmt.Errorf("--games: %s has %d phases, each with games of its own", o.config, len(cfg.Phases)))
		}
		cfg.Phases[0].Learn.Games = o.games
	}
	return nil
}

// newRun reads what a run learns from and settles what its configuration leaves open.
func (a *app) newRun(ctx context.Context, cfg *runConfig, workers int) (*training, error) {
	info := newRunInfo(*cfg, version())
	r := &training{info: &info, workers: cmp.Or(workers, runtime.GOMAXPROCS(0))}
	if err := a.readRunData(ctx, r); err != nil {
		return nil, err
	}
	features := ""
	for i := range info.Phases {
		p := &info.Phases[i]
		if p.Model.Init != "" {
			l, err := p.Model.readLearnt(p.Model.Init)
			if err != nil {
				return nil, cfg.text.complainPhase([]string{"model", "init"}, i, err)
			}
			if l.model != nil {
				features = l.model.Features.ID()
			}
		}
		if p.Model.Net == "" {
			features = cmp.Or(p.Model.Features, features, runFeatures)
			p.Model.Features = features
		}
		if p.Games.recorded() && p.Learn.Games == 0 {
			p.Learn.Games = p.Games.Epochs * r.data[i].Games
		}
		if p.Learn.Games < 1 {
			return nil, badInput(fmt.Errorf("phase %d: [learn] games is %d, want 1 or more", i+1, p.Learn.Games))
		}
		p.Learn.Seed = cfg.Seed + uint64(i)<<32 // phases are not to repeat each other's chance
	}
	if err := r.canBegin(); err != nil {
		return nil, err
	}
	info.Data = r.data
	sums, err := info.inputSums()
	info.Inputs = sums
	return r, err
}

// canBegin returns an error if a phase cannot begin, also with weights that the phase before
// it may have learnt.
func (r *training) canBegin() error {
	var before learnt
	for i := range r.info.Phases {
		p := &r.info.Phases[i]
		from, err := p.Model.start(before, squaresOf(r.data), p.Learn.Seed)
		if err != nil {
			err = fmt.Errorf("%s%w", prefixed(p.Model.Init, ": "), err)
			return r.info.text.complainPhase([]string{"model", "features"}, i, err)
		}
		if _, err := newTrainer(p, &r.data[i], from, 1); err != nil {
			return err
		}
		before = from.taught()
	}
	return nil
}

// readRunData reads the games of all phases; phases that name the same ones share them.
func (a *app) readRunData(ctx context.Context, r *training) error {
	for i := range r.info.Phases {
		d, err := a.readData(ctx, &r.info.Phases[i].Games)
		if err != nil {
			return err
		}
		r.data = append(r.data, d)
	}
	return nil
}

// inputSums returns the SHA-256 of all files besides the games that the run depends on.
func (info *runInfo) inputSums() (map[string]string, error) {
	sums := map[string]string{}
	for _, path := range info.inputFiles() {
		sum, err := fileSum(path)
		if err != nil {
			return nil, err
		}
		sums[path] = sum
	}
	return sums, nil
}

func (info *runInfo) inputFiles() (paths []string) {
	specs := []string{}
	for _, p := range info.Phases {
		paths = append(paths, p.Model.Init, p.Games.Openings)
		for _, s := range p.Games.Mix {
			specs = append(specs, s.From)
		}
	}
	for _, m := range slices.Concat(info.Evaluate.ChooseBy, info.Evaluate.Report) {
		specs, paths = append(specs, m.Opponent), append(paths, m.Openings)
	}
	for _, spec := range specs {
		paths = append(paths, specFiles(spec)...)
	}
	return slices.DeleteFunc(paths, func(p string) bool { return p == "" })
}

// specFiles returns the files that an agent's spec names.
func specFiles(spec string) (paths []string) {
	kind, rest, err := findKind(spec)
	if err != nil {
		return nil
	}
	p, err := parseParams(kind, rest)
	if err != nil {
		return nil
	}
	for _, value := range p.values {
		if info, err := os.Stat(value); err == nil && info.Mode().IsRegular() {
			paths = append(paths, value)
		}
	}
	slices.Sort(paths)
	return paths
}

// resumeRun goes on with a run.
func (a *app) resumeRun(ctx context.Context, o *runOptions) (*training, error) {
	info, err := readRunInfo(o.resume)
	if err != nil {
		return nil, err
	}
	r := &training{info: info, workers: cmp.Or(o.workers, runtime.GOMAXPROCS(0))}
	if r.dir, err = lockRun(o.resume); err != nil {
		return nil, err
	}
	defer r.dir.unlock()
	state, trainer, err := r.dir.checkpoint(info)
	if err != nil {
		return nil, err
	}
	r.state = *state
	if err := a.sameInputs(ctx, r); err != nil {
		return nil, err
	}
	if r.state.Games > 0 {
		fmt.Fprintf(a.err, "going on after %s of %s\n", number(r.state.Games), plural(info.games(), "game"))
	}
	return r, a.learnRun(ctx, r, trainer)
}

// sameInputs reads again what a run learns from, and makes sure that it is the same.
func (a *app) sameInputs(ctx context.Context, r *training) error {
	if v := version(); v != r.info.Outflank || runtime.Version() != r.info.Go {
		fmt.Fprintf(a.err, "begun by outflank %s with %s, this is %s with %s: the results may differ from those of an uninterrupted run\n", r.info.Outflank, r.info.Go, v, runtime.Version())
	}
	if err := a.readRunData(ctx, r); err != nil {
		return err
	}
	for i, d := range r.data {
		if was := r.info.Data[i]; d.Games != was.Games || d.Sum != was.Sum {
			return badInput(fmt.Errorf("phase %d: the transcripts are not those that the run began with: %d games, sha256 %.12s…, then %d, %.12s…", i+1, d.Games, d.Sum, was.Games, was.Sum))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(r.info.Inputs)) {
		sum, err := fileSum(path)
		if err != nil {
			return err
		}
		if sum != r.info.Inputs[path] {
			return changedInput(path, "run", r.info.Inputs[path], sum)
		}
	}
	return nil
}

// learnRun trains with a progress bar.
func (a *app) learnRun(ctx context.Context, r *training, trainer []byte) error {
	bar := a.meter("training", "games", r.info.games())
	defer bar.end()
	r.step = bar.set
	r.saved, r.shown = time.Now(), time.Now()
	return r.learn(ctx, trainer)
}

// meta is what a model file says about how the run made it.
func (info *runInfo) meta(s *runState) map[string]string {
	p := info.Phases[s.Phase]
	meta := trainingMeta(&p)
	meta["seed"], meta["games"], meta["phase"] = fmt.Sprint(info.Seed), fmt.Sprint(s.Games), fmt.Sprintf("%d of %d", s.Phase+1, len(info.Phases))
	if info.Name != "" {
		meta["name"] = info.Name
	}
	for _, d := range info.Data {
		if d.Sum != "" {
			meta["data"] = d.String()
			break
		}
	}
	return meta
}

// String names the games.
func (d phaseData) String() string {
	return fmt.Sprintf("%d finished games, sha256 %s", d.Games, d.Sum)
}
