package analysis

import (
	"context"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine/book"
)

const (
	tableBytes = 8 << 20 // memory of the transposition tables of one analysis
	analyses   = 20      // that run concurrently, at most 15 of one client; others wait
)

// A Pool bounds the memory of all analyses together, and divides processor time among them. Searches take
// turns in a [fair.Pool]: all analyses of a client get equal shares, however deep they are, and a new one
// soon has its first values.
type Pool struct {
	book   *book.Book // nil = none
	shares *fair.Pool
	tables *fair.Queue // has a place for each analysis that may hold memory
}

// NewPool returns a pool whose analyses search in turn with the other searches of shares. They add the values
// of an opening book, nil = none.
func NewPool(b *book.Book, shares *fair.Pool) *Pool {
	return &Pool{book: b, shares: shares, tables: &fair.Queue{Places: analyses, What: "analyses"}}
}

// enter waits until there is memory for another analysis; leave releases it. The error is that of ctx.
func (p *Pool) enter(ctx context.Context) (leave func(), err error) {
	ticket, err := p.tables.Join(wire.Client(ctx))
	if err == nil && !ticket.Wait(ctx) {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return ticket.Leave, nil
}

// Routes returns the routes of the package. Their searches run in a pool.
func Routes(p *Pool) []wire.Route {
	return []wire.Route{
		wire.Events("/api/v1/analysis", "The values of all moves of a position, after each depth "+
			"of the search", p.live),
		wire.Get("/api/v1/hint", "The values of all moves of a position within a limit of nodes", p.hint),
		wire.Get("/api/v1/explain", "Why an agent prefers a move: the contributions of its features", explainMoves),
		wire.Events("/api/v1/review", "The losses of the moves of a game: each move as it is judged, "+
			"then both players", p.review),
	}
}
