package analysis

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/boards"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/agents"
)

const (
	hintNodes = 1_000_000
	mostNodes = 20_000_000
	hintTime  = 20 * time.Second // with the wait for a place; an answer must be written in time
)

// A hintQuery asks for the best move.
type hintQuery struct {
	boards.Place
	Nodes uint64 `query:"nodes" doc:"positions to visit for all moves together, 1 to 20000000; 0 = 1000000" example:"100000"`
}

// hint answers with the values of all moves within a limit of nodes, which makes it repeat.
func (p *Pool) hint(ctx context.Context, q hintQuery) (Values, error) {
	if q.Nodes > mostNodes {
		return Values{}, fault.Misusef("nodes=%d: want 0 to %d", q.Nodes, mostNodes)
	}
	at, err := position(q.Place)
	if err != nil {
		return Values{}, err
	}
	ctx, cancel := engine.Within(ctx, hintTime)
	defer cancel()
	busy := wire.Fail(http.StatusServiceUnavailable,
		errors.New("many positions are analysed at the moment: ask again later"))
	leave, err := p.enter(ctx)
	if err != nil {
		return Values{}, busy
	}
	defer leave()
	begin := time.Now()
	r := p.analyst(at.Board.Shape, agents.AnalystLimits{Nodes: cmp.Or(q.Nodes, hintNodes)}).Best(ctx, at.Board)
	if ctx.Err() != nil || r.Lines == nil {
		return Values{}, busy
	}
	v := valuesOf(at, r, 0, nil)
	v.Seconds = time.Since(begin).Seconds()
	return v, nil
}
