package database

import (
	"context"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// slow is the time limit for an answer that may have to wait for two computations.
const slow = 2*longWait + 30*time.Second

// Routes returns the routes of a database.
func Routes(d *Database) []wire.Route {
	return []wire.Route{
		wire.Get("/api/v1/database", "The contents of the database", d.whatIsLoaded),
		wire.Get("/api/v1/explore", "The moves played in a position, in any order of moves and any "+
			"symmetric image, with their results", d.explore).Kept(),
		wire.Get("/api/v1/database/games", "The games that reach a position, the newest first, in pages", d.list),
		wire.Get("/api/v1/database/games/{id}", "A game of the database", d.game),
		wire.Get("/api/v1/openings", "The named openings", d.named),
		wire.Get("/api/v1/players", "The players that match a name", d.players).Slow(slow),
		wire.Get("/api/v1/players/{name...}", "A player: rating by year, and results by colour, year, opponent, "+
			"event and opening", patient(d.player)).Slow(slow),
		wire.Bytes("/api/v1/player.svg", "The picture of a player's ratings and results by year", "image/svg+xml",
			d.playerPicture).Slow(slow),
		wire.Get("/api/v1/versus", "Two players: their games against each other", d.versus).Slow(slow),
		wire.Get("/api/v1/tournaments", "The tournaments of each year, the newest first, in pages", d.listEvents),
		wire.Get("/api/v1/tournaments/{name...}", "A tournament in one year: cross-table and games",
			patient(d.event)).Slow(slow),
		wire.Get("/api/v1/stats", "All statistics", d.questions),
		wire.Get("/api/v1/stats/{name}", "A statistic of the games that match a filter", d.statistic).Slow(slow),
		wire.Bytes("/api/v1/stats/{name}/picture.svg", "The picture of a statistic", "image/svg+xml",
			d.picture).Slow(slow),
	}
}

// patient returns the form of a computation for programs, which wait long for the answer.
func patient[Q, A any](
	do func(context.Context, time.Duration, Q) (A, error)) func(context.Context, Q) (A, error) {
	return func(ctx context.Context, q Q) (A, error) { return do(ctx, longWait, q) }
}
