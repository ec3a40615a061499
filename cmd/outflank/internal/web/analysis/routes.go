package analysis

import "github.com/outflank/outflank/cmd/outflank/internal/web/wire"

// Routes returns the routes of the package, whose searches run in a pool.
func Routes(p *Pool) []wire.Route {
	return []wire.Route{
		wire.Events("/api/v1/analysis", "The values of all moves of a position, after each depth "+
			"of the search", p.live),
		wire.Get("/api/v1/hint", "The values of all moves of a position within a limit of nodes", p.hint),
		wire.Events("/api/v1/review", "What the moves of a game lost: each move as it is judged, then "+
			"both players", p.review),
	}
}
