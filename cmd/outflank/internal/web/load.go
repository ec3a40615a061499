package web

import (
	"context"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/web/database"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/book"
)

// readGames reads the games of a database into memory; nil where none are given.
func readGames(ctx context.Context, a *cli.App, paths []string, workers int) (*explore.Index, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	games, err := a.ReadGames(ctx, "loading", paths, store.Filter{})
	if err != nil {
		return nil, err
	}
	return explore.Build(ctx, games, workers)
}

// newDatabase returns the part that answers questions about games.
func newDatabase(x *explore.Index, b *book.Book, threads int) part {
	d := database.New(x, b, threads)
	return part{routes: database.Routes(d), pages: database.Pages(d)}
}
