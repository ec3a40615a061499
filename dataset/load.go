package dataset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
)

// Load reads all games of files: of a folder of tables, which [Import] makes, of game files (.wtb, .pgn,
// .ggf, .sgf, .gam, .csv or .zip) or of a folder of these. Games with an illegal move and records
// that are no games are left out, as Import does. Where nothing is left, the error wraps [ErrNoGames] or
// [ErrNoSources]. To read more than memory holds, range over [Games.All] or [Sources.Games].
func Load(ctx context.Context, path string) ([]Game, error) {
	games, err := loading(ctx, path)
	if err != nil {
		return nil, err
	}
	var list []Game
	var bad *GameError // the first
	for g, err := range games {
		if e, ok := errors.AsType[*GameError](err); ok {
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
		return nil, fmt.Errorf("dataset: %s: %w is left: all are bad, the first because %w", path, ErrNoGames, bad)
	}
	return nil, fmt.Errorf("dataset: %s: %w is in it", path, ErrNoGames)
}

// loading yields the games of tables or of sources.
func loading(ctx context.Context, path string) (iter.Seq2[Game, error], error) {
	if _, err := os.Stat(filepath.Join(path, manifestName)); err == nil {
		tables, err := Open(path)
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
