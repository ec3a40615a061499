package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
)

// analyze analyzes games one after the other. Interrupted, it reports those that are done.
func (a *app) analyze(ctx context.Context, args []string, o *analyzeOptions) error {
	evaluator, err := readDeepEvaluator(o.model)
	if err != nil {
		return err
	}
	source, err := a.analyzedGames(ctx, args, o)
	if err != nil {
		return err
	}
	begin := time.Now()
	var r analysisResult
	if err := a.analyzeAll(ctx, source, o, evaluator, &r); err != nil {
		return err
	}
	r.Summary.Cut = ctx.Err() != nil
	r.Summary.Seconds = time.Since(begin).Seconds()
	r.summarize()
	if err := a.reportAnalysis(&r, o); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %s done", errInterrupted, plural(len(r.Games), "game"))
	case len(r.Games) == 0:
		return badInput(errors.New("there is no game to analyze"))
	}
	return nil
}

// analyzeAll adds the chosen games to r. Analysts are kept, so that their tables are.
func (a *app) analyzeAll(ctx context.Context, source database, o *analyzeOptions, evaluator func() deep.Evaluator, r *analysisResult) error {
	analysts := map[engine.Shape]*analyst{}
	bar := a.meter("analyzing", "moves", 60*o.chosen(source.count))
	defer bar.end()
	index, steps := 0, 0
	for g, err := range source.games {
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if index++; !o.only.has(index) {
			continue
		}
		sh := g.Start.Board.Shape
		if analysts[sh] == nil {
			analysts[sh] = newAnalyst(sh, o.limits, evaluator)
		}
		moves, start := analysts[sh].analyze(ctx, g.Game, func() { steps++; bar.set(steps) })
		if ctx.Err() != nil {
			return nil
		}
		r.Games = append(r.Games, newAnalyzedGame(index, &g, analysts[sh], moves, start))
	}
	return nil
}

// chosen returns how many of count games --only names.
func (o *analyzeOptions) chosen(count int) (n int) {
	for i := range count {
		if o.only.has(i + 1) {
			n++
		}
	}
	return n
}

// reportAnalysis prints the result and draws it.
func (a *app) reportAnalysis(r *analysisResult, o *analyzeOptions) error {
	for _, path := range []string{o.png, o.svg} {
		if path == "" || len(r.Games) == 0 {
			continue
		}
		picture := r.chart()
		if err := dataset.ReplaceFile(path, func(w io.Writer) error { return chart.Write(w, path, picture) }); err != nil {
			return err
		}
	}
	if o.asJSON {
		if r.Games == nil {
			r.Games = []analyzedGame{}
		}
		return writeJSON(a.out, r)
	}
	a.printAnalysis(r, o.least)
	for _, path := range []string{o.png, o.svg} {
		if path != "" && len(r.Games) > 0 {
			fmt.Fprintf(a.out, "wrote %s\n", path)
		}
	}
	return nil
}
