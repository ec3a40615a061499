package cli

import (
	"context"
	"fmt"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/fault"
)

// GamesToDraw returns the finished games from the ordinary start.
func (a *App) GamesToDraw(ctx context.Context, paths []string, filter dataset.Filter) (games []engine.Game, err error) {
	db, err := a.OpenDatabase(ctx, paths, filter)
	if err != nil {
		return nil, err
	}
	bar := a.Meter("reading", "games", db.Count)
	defer bar.End()
	for g, err := range Counting(db.Games, bar) {
		if err != nil {
			return nil, err
		}
		if g.Status == dataset.Complete && g.Standard() {
			games = append(games, g.Game)
		}
	}
	if len(games) == 0 {
		return nil, fault.BadInput(fmt.Errorf("probcut needs finished games from the ordinary start, and there are none"))
	}
	return games, nil
}
