package analyze

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/qlearn/agents"
)

// analyze analyses games one after the other. Interrupted, it reports those that are done.
func analyze(ctx context.Context, a *cli.App, args []string, o *analyzeOptions) error {
	var evaluator func() deep.Evaluator // nil = the shipped one
	if o.model != "" {
		var err error
		if evaluator, err = agents.ReadDeepEvaluator(o.model); err != nil {
			return err
		}
	}
	source, err := analyzedGames(ctx, a, args, o)
	if err != nil {
		return err
	}
	begin := time.Now()
	games, err := analyzeAll(ctx, a, source, o, evaluator)
	if err != nil {
		return err
	}
	r := result{games, analysis.Summarize(games)}
	r.Summary.Interrupted = ctx.Err() != nil
	r.Summary.Seconds = time.Since(begin).Seconds()
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

// A result is what analyze reports; the JSON fields are stable.
type result struct {
	Games   []analysis.Game  `json:"games"`
	Summary analysis.Summary `json:"summary"`
}

// analyzeAll analyses the chosen games, until ctx ends.
func analyzeAll(ctx context.Context, a *cli.App, source cli.Database, o *analyzeOptions, evaluator func() deep.Evaluator) ([]analysis.Game, error) {
	games := []analysis.Game{}
	analysts := map[engine.Shape]*analysis.Analyst{}
	bar := a.Meter("analyzing", "moves", 60*o.chosen(source.Count))
	defer bar.End()
	index, done := 0, 0
	for g, err := range source.Games {
		if ctx.Err() != nil {
			return games, nil
		}
		if err != nil {
			return games, err
		}
		if index++; !o.only.Has(index) {
			continue
		}
		sh := g.Start.Board.Shape
		if analysts[sh] == nil {
			analysts[sh] = agents.NewAnalyst(sh, o.limits, evaluator)
		}
		var moves []analysis.Move
		for m, err := range analysts[sh].Analyze(ctx, g.Game) {
			if err != nil {
				return games, nil
			}
			moves = append(moves, m)
			done++
			bar.Set(done)
		}
		report := analysts[sh].Report(ctx, record(index, &g), moves)
		if ctx.Err() != nil {
			return games, nil
		}
		games = append(games, report)
	}
	return games, nil
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
func reportAnalysis(a *cli.App, r *result, o *analyzeOptions) error {
	for _, path := range []string{o.png, o.svg} {
		if path == "" || len(r.Games) == 0 {
			continue
		}
		picture := resultChart(r)
		if err := chart.Save(path, picture); err != nil {
			return err
		}
	}
	if o.asJSON {
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
