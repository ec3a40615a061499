package learn

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/qlearn/run"
)

// readData reads the games of a phase.
func readData(a *cli.App, ctx context.Context, g *run.GamesConfig) (d run.Data, err error) {
	if g.Openings != "" {
		if d.Openings, err = notation.ReadOpenings(g.Openings); err != nil {
			return d, err
		}
	}
	if len(g.Transcripts) == 0 {
		return d, nil
	}
	filter, _, err := g.Filter()
	if err != nil {
		return d, err
	}
	data, err := a.ReadTraining(ctx, g.Transcripts, filter)
	if err != nil {
		return d, err
	}
	if len(data.Finished) == 0 {
		return d, fault.BadInput(fmt.Errorf("%s: no finished games to learn from that the filters let through", strings.Join(g.Transcripts, ", ")))
	}
	data.Openings = d.Openings
	return data, nil
}

// startRun begins a run and trains to its end.
func startRun(a *cli.App, ctx context.Context, o *RunOptions) (*run.Training, error) {
	text, err := os.ReadFile(o.Config)
	if err != nil {
		return nil, err
	}
	cfg, err := run.Read(o.Config, string(text))
	if err != nil {
		return nil, err
	}
	if err := o.override(cfg); err != nil {
		return nil, err
	}
	return beginRun(a, ctx, cfg, text, o.dir, o.Workers)
}

// beginRun trains as a configuration says, whose text is kept, in a new folder.
func beginRun(a *cli.App, ctx context.Context, cfg *run.Config, text []byte, dir string, workers int) (*run.Training, error) {
	if err := run.RefuseDir(dir); err != nil {
		return nil, err
	}
	r, err := newRun(a, ctx, cfg, workers)
	if err != nil {
		return nil, err
	}
	if r.Dir, err = run.Create(dir, r.Info, text); err != nil {
		return nil, err
	}
	defer r.Dir.Unlock()
	return r, learnRun(a, ctx, r, nil)
}

// newRun reads what a run learns from and settles what its configuration leaves open.
func newRun(a *cli.App, ctx context.Context, cfg *run.Config, workers int) (*run.Training, error) {
	info := run.NewInfo(*cfg, cli.Version())
	r := &run.Training{Info: &info, Workers: cmp.Or(workers, runtime.GOMAXPROCS(0))}
	if err := readRunData(a, ctx, r); err != nil {
		return nil, err
	}
	features := ""
	for i := range info.Phases {
		p := &info.Phases[i]
		if p.Model.Init != "" {
			l, err := p.Model.ReadLearnt(p.Model.Init)
			if err != nil {
				return nil, cfg.Text.ComplainPhase([]string{"model", "init"}, i, err)
			}
			if l.Model != nil {
				features = l.Model.Features.ID()
			}
		}
		if p.Model.Net == "" {
			features = cmp.Or(p.Model.Features, features, run.Features)
			p.Model.Features = features
		}
		if p.Games.Recorded() && p.Learn.Games == 0 {
			p.Learn.Games = p.Games.Epochs * r.Data[i].Games
		}
		if p.Learn.Games < 1 {
			return nil, fault.BadInput(fmt.Errorf("phase %d: [learn] games is %d, want 1 or more", i+1, p.Learn.Games))
		}
		p.Learn.Seed = cfg.Seed + uint64(i)<<32 // phases are not to repeat each other's chance
	}
	if err := r.CanBegin(); err != nil {
		return nil, err
	}
	info.Data = r.Data
	sums, err := info.InputSums()
	info.Inputs = sums
	return r, err
}

// readRunData reads the games of all phases; phases that name the same ones share them.
func readRunData(a *cli.App, ctx context.Context, r *run.Training) error {
	for i := range r.Info.Phases {
		d, err := readData(a, ctx, &r.Info.Phases[i].Games)
		if err != nil {
			return err
		}
		r.Data = append(r.Data, d)
	}
	return nil
}

// ResumeRun goes on with a run.
func ResumeRun(a *cli.App, ctx context.Context, o *RunOptions) (*run.Training, error) {
	info, err := run.ReadInfo(o.Resume)
	if err != nil {
		return nil, err
	}
	r := &run.Training{Info: info, Workers: cmp.Or(o.Workers, runtime.GOMAXPROCS(0))}
	if r.Dir, err = run.Lock(o.Resume); err != nil {
		return nil, err
	}
	defer r.Dir.Unlock()
	state, trainer, err := r.Dir.Checkpoint(info)
	if err != nil {
		return nil, err
	}
	r.State = *state
	if err := sameInputs(a, ctx, r); err != nil {
		return nil, err
	}
	if r.State.Games > 0 {
		fmt.Fprintf(a.Err, "going on after %s of %s\n", report.Number(r.State.Games), report.Plural(info.Games(), "game"))
	}
	return r, learnRun(a, ctx, r, trainer)
}

// sameInputs reads again what a run learns from, and makes sure that it is the same.
func sameInputs(a *cli.App, ctx context.Context, r *run.Training) error {
	if v := cli.Version(); v != r.Info.Outflank || runtime.Version() != r.Info.Go {
		fmt.Fprintf(a.Err, "begun by outflank %s with %s, this is %s with %s: the results may differ from those of an uninterrupted run\n", r.Info.Outflank, r.Info.Go, v, runtime.Version())
	}
	if err := readRunData(a, ctx, r); err != nil {
		return err
	}
	for i, d := range r.Data {
		if was := r.Info.Data[i]; d.Games != was.Games || d.Sum != was.Sum {
			return fault.BadInput(fmt.Errorf("phase %d: the transcripts are not those that the run began with: %d games, sha256 %.12s…, then %d, %.12s…", i+1, d.Games, d.Sum, was.Games, was.Sum))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(r.Info.Inputs)) {
		sum, err := durable.SHA256File(path)
		if err != nil {
			return err
		}
		if sum != r.Info.Inputs[path] {
			return run.ChangedInput(path, "run", r.Info.Inputs[path], sum)
		}
	}
	return nil
}

// learnRun trains with a progress bar.
func learnRun(a *cli.App, ctx context.Context, r *run.Training, trainer []byte) error {
	bar := a.Meter("training", "games", r.Info.Games())
	defer bar.End()
	r.Step = bar.Set
	r.Saved, r.Shown = time.Now(), time.Now()
	return r.Learn(ctx, trainer)
}
