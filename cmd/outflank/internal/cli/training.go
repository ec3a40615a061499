package cli

import (
	"cmp"
	"context"
	"iter"
	"runtime"
	"time"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/run"
)

// ReadTraining reads games to learn from, with a progress bar. Without paths it returns no games.
func (a *App) ReadTraining(ctx context.Context, paths []string, filter store.Filter) (run.Data, error) {
	if len(paths) == 0 {
		return run.Data{}, nil
	}
	games, err := a.RecordedGames(ctx, paths, filter)
	if err != nil {
		return run.Data{}, err
	}
	return run.NewData(games)
}

// RecordedGames opens a database as [App.ReadGames] does, for games with results to learn from.
func (a *App) RecordedGames(ctx context.Context, paths []string,
	filter store.Filter) (iter.Seq2[dataset.Game, error], error) {
	games, err := a.ReadGames(ctx, "reading", paths, filter)
	return a.WithResults(games), err
}

// Train trains one phase from data, with a progress bar, on a number of goroutines (0 = one for each CPU) or
// on a farm (nil = none). It returns how long learning took.
func (a *App) Train(ctx context.Context, p run.Phase, data run.Data, workers int,
	farm parallel.Farm) (*run.Single, time.Duration, error) {
	t, err := run.NewSingle(p, data, cmp.Or(workers, runtime.GOMAXPROCS(0)))
	if err != nil {
		return nil, 0, err
	}
	t.Farm = farm
	bar := a.Meter("training", "games", t.Phase.Learn.Games)
	_, err = Follow(bar, t.Train(ctx), func(st qlearn.Stats) int { return st.Games })
	return t, bar.Elapsed(), err
}
