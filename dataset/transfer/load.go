package transfer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
)

// Load reads all games from a folder of tables written by [Import], from a game file (.wtb, .pgn, .ggf, .sgf,
// .gam, .csv or .zip) or from a folder of such files. Like Import, it leaves out games with an illegal move
// and invalid records. If nothing is left, the error wraps [dataset.ErrNoGames] or [dataset.ErrNoSources]. To
// read more games than fit in memory, range over [store.Games.All] or [Sources.Games].
func Load(ctx context.Context, path string) ([]dataset.Game, error) {
	games, err := loading(ctx, path)
	if err != nil {
		return nil, err
	}
	var list []dataset.Game
	var bad *dataset.GameError // the first bad game
	for g, err := range games {
		if e, ok := errors.AsType[*dataset.GameError](err); ok {
			bad = cmp.Or(bad, e)
			continue
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		list = append(list, g)
	}
	switch {
	case len(list) > 0:
		return list, nil
	case bad != nil:
		return nil, fmt.Errorf("transfer: %s: %w is left: all are bad, the first because %w", path,
			dataset.ErrNoGames, bad)
	}
	return nil, fmt.Errorf("transfer: %s: %w is in it", path, dataset.ErrNoGames)
}

// loading yields the games from tables or from sources.
func loading(ctx context.Context, path string) (iter.Seq2[dataset.Game, error], error) {
	if store.IsFolder(path) {
		tables, err := store.Open(path)
		if err != nil {
			return nil, err
		}
		return tables.All(), nil
	}
	sources, err := FindSources(path)
	if err != nil {
		return nil, err
	}
	return sources.Games(ctx), nil
}
