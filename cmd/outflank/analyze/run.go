package analyze

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/qlearn/agents"
)

// analyze analyzes games one after the other. Interrupted, it reports those that are done.
func analyze(a *cli.App, ctx context.Context, args []string, o *analyzeOptions) error {
	evaluator, err := agents.ReadDeepEvaluator(o.model)
	if err != nil {
		return err
	}
	source, err := analyzedGames(a, ctx, args, o)
	if err != nil {
		return err
	}
	begin := time.Now()
	var r analysis.Result
	if err := analyzeAll(a, ctx, source, o, evaluator, &r); err != nil {
		return err
	}
	r.Summary.Cut = ctx.Err() != nil
	r.Summary.Seconds = time.Since(begin).Seconds()
	r.Summarize()
	if err := reportAnalysis(a, &r, o); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %s done", fault.ErrInterrupted, report.Plural(len(r.Games), "game"))
	case len(r.Games) == 0:
		return fault.BadInput(errors.New("there is no game to analyze"))
	}
	return nil
}

// analyzeAll adds the chosen games to r. Analysts are kept, so that their tables are.
func analyzeAll(a *cli.App, ctx context.Context, source cli.Database, o *analyzeOptions, evaluator func() deep.Evaluator, r *analysis.Result) error {
	analysts := map[engine.Shape]*analysis.Analyst{}
	bar := a.Meter("analyzing", "moves", 60*o.chosen(source.Count))
	defer bar.End()
	index, steps := 0, 0
	for g, err := range source.Games {
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if index++; !o.only.Has(index) {
			continue
		}
		sh := g.Start.Board.Shape
		if analysts[sh] == nil {
			analysts[sh] = agents.NewAnalyst(sh, o.limits, evaluator)
		}
		moves, start := analysts[sh].Analyze(ctx, g.Game, func() { steps++; bar.Set(steps) })
		if ctx.Err() != nil {
			return nil
		}
		r.Games = append(r.Games, analysis.NewGame(index, &g, analysts[sh], moves, start))
	}
	return nil
}

// chosen returns how many of count games --only names.
func (o *analyzeOptions) chosen(count int) (n int) {
	for i := range count {
		if o.only.Has(i + 1) {
			n++
		}
	}
	return n
}

// reportAnalysis prints the result and draws it.
func reportAnalysis(a *cli.App, r *analysis.Result, o *analyzeOptions) error {
	for _, path := range []string{o.png, o.svg} {
		if path == "" || len(r.Games) == 0 {
			continue
		}
		picture := resultChart(r)
		if err := dataset.ReplaceFile(path, func(w io.Writer) error { return chart.Write(w, path, picture) }); err != nil {
			return err
		}
	}
	if o.asJSON {
		if r.Games == nil {
			r.Games = []analysis.Game{}
		}
		return report.JSON(a.Out, r)
	}
	printAnalysis(a, r, o.least)
	for _, path := range []string{o.png, o.svg} {
		if path != "" && len(r.Games) > 0 {
			fmt.Fprintf(a.Out, "wrote %s\n", path)
		}
	}
	return nil
}

// solve searches the positions one after the other with one engine.
func solve(a *cli.App, ctx context.Context, list []analysis.Problem, o *solveOptions) error {
	var r analysis.SolveResult
	s := deep.New(o.opt)
	out := newSolvePrinter(a, o, len(list))
	for _, p := range list {
		row, ok := analysis.SolveOne(ctx, s, p, o.opt.Result, out.status)
		out.clear()
		if !ok {
			break
		}
		r.Add(row)
		out.row(row)
	}
	if err := out.end(&r); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %d of %s done", fault.ErrInterrupted, len(r.Positions), report.Plural(len(list), "position"))
	case r.Refuted > 0:
		return fmt.Errorf("%d of %s with other scores than expected", r.Refuted, report.Plural(r.Compared, "position"))
	}
	return nil
}
