package learn

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/agents"
	"github.com/outflank/outflank/qlearn/run"
)

// single runs `outflank train -o MODEL`.
func single(a *cli.App, c *cobra.Command, args []string, o *trainSingleOptions, path, curve string,
	asJSON bool) error {
	o.flags = c.Flags()
	if err := o.checkPaths(args, path, curve); err != nil {
		return err
	}
	r, learned, err := learn(a, c.Context(), args, o)
	interrupted := err != nil && c.Context().Err() != nil && r.Games > 0
	if err != nil && !interrupted {
		return err
	}
	if err := durable.Replace(path, learned.Write); err != nil {
		return err
	}
	if curve != "" {
		if err := r.writeCurve(curve); err != nil {
			return err
		}
	}
	r.Model = path
	if interrupted {
		return fmt.Errorf("%w after %s of %s; wrote %s, the model learned from these games", fault.ErrInterrupted,
			text.Number(r.Games), text.Plural(r.Config.Games, "game"), path)
	}
	return a.Report(asJSON, r, func() {
		a.Printf("learned from %d games, %d moves, in %.1f s (%.0f games/s)\n", r.Games, r.Updates, r.Seconds,
			float64(r.Games)/r.Seconds)
		if r.Config.Asynchronous {
			a.Printf("%s\n", run.AsynchronousNote)
		}
		a.Printf("wrote %s: %d weights, seed %s\n\nNext: outflank bench %s random minimax:depth=2\n", path,
			r.Weights, fmt.Sprint(r.Seed), text.Quote(agents.SpecOf(o.net, path)))
	})
}

// checkPaths returns an error for impossible outputs, before any work is done.
func (o *trainSingleOptions) checkPaths(args []string, path, curve string) error {
	if path == "" {
		return cli.NoOutput("the file for the model", "my.model")
	}
	if curve != "" {
		if err := chart.CheckPath(curve); err != nil {
			return fault.Misuse(err)
		}
	}
	if err := o.check(); err != nil {
		return err
	}
	if err := cli.CheckOutputs(append(args, o.init), path, curve); err != nil {
		return err
	}
	if err := (&run.ModelConfig{Net: o.net}).RefuseOther(path); err != nil {
		return err
	}
	return cli.CheckNew(path, o.replace)
}

// writeCurve draws the most informative learning curve of the mode, as PNG or SVG by the file's extension.
func (r *result) writeCurve(path string) error {
	plot := chart.Lines{Title: "Learning curve", Subtitle: r.Mode, X: "games"}
	value := func(p run.Point) float64 { return *p.Score }
	switch r.Mode {
	case "data":
		plot.Y, value = "share of played moves with the highest Q",
			func(p run.Point) float64 { return p.Best }
	case "self":
		plot.Y, value = "root mean square error of Q", func(p run.Point) float64 { return p.Error }
	default:
		plot.Y, plot.Marks = "share of the points", chart.Half
	}
	var line chart.Series
	for _, p := range r.Curve {
		line.X, line.Y = append(line.X, float64(p.Games)), append(line.Y, value(p))
	}
	plot.Series = []chart.Series{line}
	return chart.Save(path, plot)
}

// result is the result of train; its JSON fields are stable.
type result struct {
	Model   string        `json:"model"`
	Mode    string        `json:"mode"`
	Games   int           `json:"games"`
	Updates int           `json:"updates"`
	Weights int           `json:"weights"`
	Error   float64       `json:"error"` // root mean square error of Q over the last tenth of the games
	Seed    uint64        `json:"seed"`
	Seconds float64       `json:"seconds"`
	Config  qlearn.Config `json:"config"`
	Curve   []run.Point   `json:"curve"` // a hundred points at most
}

// learn learns from the games at paths, or by playing, and returns the result. It also returns the result if
// ctx is done before all games have been used.
func learn(a *cli.App, ctx context.Context, paths []string,
	o *trainSingleOptions) (r result, learned qlearn.Learned, err error) {
	if o.mode == "data" && len(paths) == 0 {
		return r, learned, fault.Misusef("--mode data needs games: name a folder or files of games, or " +
			"use --mode self")
	}
	data, err := a.ReadTraining(ctx, paths, o.filter)
	if err != nil {
		return r, learned, err
	}
	if o.mode == "data" && len(data.Finished) == 0 {
		return r, learned, fault.BadInputf("--mode data needs finished games; %s contains none",
			strings.Join(paths, ", "))
	}
	t, took, err := a.Train(ctx, o.phase(), data, o.workers, o.farm)
	if t == nil {
		return r, learned, cli.FlagError(err)
	}
	learned = t.Learned()
	return result{
		Mode: o.mode, Games: t.Games, Updates: t.Updates, Weights: learned.Weights(), Error: t.Error(),
		Seed: o.cfg.Seed, Seconds: took.Seconds(), Config: t.Phase.Learn, Curve: t.Curve,
	}, learned, err
}
