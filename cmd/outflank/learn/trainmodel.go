package learn

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"strconv"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/run"
)

// follow trains and keeps the learning curve.
func (r *trainResult) follow(ctx context.Context, t *qlearn.Trainer, bar *cli.Meter) error {
	var span run.MetricSpan
	for st, err := range t.Train(ctx) {
		if err != nil {
			return err
		}
		last := r.Games
		r.Games, r.Updates = st.Games, r.Updates+st.Updates
		span.Add(st)
		if run.Crossed(last, r.Games, max(1, st.Total/100)) || r.Games == st.Total {
			r.Curve = append(r.Curve, span.Point(1, r.Games, r.Updates, st))
			span = run.MetricSpan{}
		}
		bar.Set(r.Games)
	}
	last := r.Curve[len(r.Curve)*9/10:]
	for _, p := range last {
		r.Error += p.Error / float64(len(last))
	}
	return nil
}

// writeCurve draws the learning curve, as PNG or SVG by the file's ending: what
// says most about learning in the mode.
func (r *trainResult) writeCurve(path string) error {
	plot := chart.Lines{Title: "Learning curve", Subtitle: r.Mode, X: "games"}
	value := func(p run.MetricPoint) float64 { return *p.Score }
	switch r.Mode {
	case "data":
		plot.Y, value = "share of the moves played that Q likes best", func(p run.MetricPoint) float64 { return p.Best }
	case "self":
		plot.Y, value = "root mean square error of Q", func(p run.MetricPoint) float64 { return p.Error }
	default:
		plot.Y, plot.Marks = "share of the points", chart.Half
	}
	var line chart.Series
	for _, p := range r.Curve {
		line.X, line.Y = append(line.X, float64(p.Games)), append(line.Y, value(p))
	}
	plot.Series = []chart.Series{line}
	return dataset.ReplaceFile(path, func(w io.Writer) error { return chart.Write(w, path, plot) })
}

// override puts flags above the file.
func (o *RunOptions) override(cfg *run.Config) error {
	if o.seed != nil {
		cfg.Seed = *o.seed
	}
	if o.games > 0 {
		if len(cfg.Phases) > 1 {
			return fault.Misuse(fmt.Errorf("--games: %s has %d phases, each with games of its own", o.Config, len(cfg.Phases)))
		}
		cfg.Phases[0].Learn.Games = o.games
	}
	return nil
}

// trainResult is what train reports; the JSON fields are stable.
type trainResult struct {
	Model   string            `json:"model"`
	Mode    string            `json:"mode"`
	Games   int               `json:"games"`
	Updates int               `json:"updates"`
	Weights int               `json:"weights"`
	Error   float64           `json:"error"` // root mean square error of Q over the last tenth of the games
	Seed    uint64            `json:"seed"`
	Seconds float64           `json:"seconds"`
	Config  qlearn.Config     `json:"config"`
	Curve   []run.MetricPoint `json:"curve"` // a hundred points at most
}

// Train learns with a progress bar and returns what was learnt.
func Train(a *cli.App, ctx context.Context, paths []string, o *TrainOptions) (trainResult, run.Learned, error) {
	p := o.Phase()
	r := trainResult{Mode: o.Mode, Seed: o.Cfg.Seed}
	data, err := readTraining(a, ctx, paths, o.filter)
	if err != nil {
		return r, run.Learned{}, err
	}
	if err := o.settle(&p, &data); err != nil {
		return r, run.Learned{}, err
	}
	r.Config = p.Learn
	from, err := o.model(&p.Model, run.SquaresOf([]run.Data{data}))
	if err != nil {
		return r, run.Learned{}, err
	}
	workers := o.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	t, err := run.NewTrainer(&p, &data, from, workers)
	if err != nil {
		return r, run.Learned{}, fault.Misuse(err)
	}
	bar := a.Meter("training", "games", p.Learn.Games)
	defer bar.End()
	if err := r.follow(ctx, t, bar); err != nil {
		return r, run.Learned{}, err
	}
	made := run.Learned{Model: t.Model(), Net: t.Net()}
	r.Seconds, r.Weights = bar.Elapsed().Seconds(), made.Weights()
	if made.Model != nil {
		made.Model.Meta = r.meta(&p, &data)
	}
	return r, made, nil
}

// settle settles which games are learnt, and checks the settings.
func (o *TrainOptions) settle(p *run.Phase, data *run.Data) error {
	n := p.Learn.Games
	if p.Games.Recorded() {
		if len(data.Finished) == 0 {
			return fault.BadInput(fmt.Errorf("mode data needs finished games, and there are none"))
		}
		if n > 0 && n < len(data.Finished) {
			data.Finished = run.Drawn(data.Finished, n, p.Learn.Seed)
		}
		p.Learn.Games = o.Epochs * len(data.Finished)
	} else if n == 0 {
		p.Learn.Games = qlearn.Default.Games
	}
	if err := cmp.Or(p.Learn.Check(), p.CheckRestricted()); err != nil {
		return fault.Misuse(err)
	}
	return nil
}

// model returns what to begin with.
func (o *TrainOptions) model(c *run.ModelConfig, squares []float64) (run.Learned, error) {
	if key, err := c.Check(); err != nil {
		return run.Learned{}, fault.Misuse(fmt.Errorf("--%s: %w", key, err))
	}
	if o.Init == "" {
		l, err := c.Start(run.Learned{}, squares, o.Cfg.Seed)
		if err != nil {
			return l, fault.Misuse(err)
		}
		return l, nil
	}
	l, err := c.ReadLearnt(o.Init)
	if err != nil {
		return l, err
	}
	if l.Model != nil && c.Features == "" {
		c.Features = l.Model.Features.ID()
	}
	if l, err = c.Start(l, squares, o.Cfg.Seed); err != nil {
		return l, fault.Misuse(fmt.Errorf("--features %s: %w", c.Features, err))
	}
	return l, nil
}

// meta is what the model file says about how it was made.
func (r *trainResult) meta(p *run.Phase, data *run.Data) map[string]string {
	meta := run.TrainingMeta(p)
	meta["mode"], meta["seed"], meta["games"] = r.Mode, strconv.FormatUint(r.Seed, 10), strconv.Itoa(r.Games)
	meta["error"] = strconv.FormatFloat(r.Error, 'g', 6, 64)
	if data.Sum != "" {
		meta["data"] = data.String()
	}
	return meta
}
