package boards

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/cmd/outflank/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/fault"
)

// Routes returns the routes of the package.
func Routes() []wire.Route {
	return []wire.Route{
		wire.Get("/api/v1/board", "A position: discs, legal moves with the discs they turn over, and the moves before", board),
		wire.Get("/api/v1/start", "The start of a board of any shape, with holes drawn at random", start),
	}
}

func board(_ context.Context, p Place) (View, error) {
	g, err := p.Game()
	if err != nil {
		return View{}, err
	}
	return ViewOf(g)
}

// A startQuery asks for a board.
type startQuery struct {
	Shape string `query:"shape" doc:"4x4, 6x6, 8x8, hex or rhombus, with holes as in 8x8-a1c3" example:"hex"`
	Holes string `query:"holes" doc:"holes that are drawn: a share of the empty squares such as 0.2 or 20%, or p=0.2, each with that probability; at most half" example:"0.2"`
	Seed  uint64 `query:"seed" doc:"of the holes" example:"7"`
}

func start(_ context.Context, q startQuery) (View, error) {
	shape, err := engine.ParseShape(q.Shape)
	if err != nil {
		return View{}, fault.Misuse(fmt.Errorf("shape: %w", err))
	}
	if q.Holes != "" {
		h, err := engine.ParseHoles(q.Holes)
		if err == nil && !(h.Share >= 0 && h.Share <= 0.5) {
			err = fmt.Errorf("%v: want a share of 0 to 0.5", h)
		}
		if err == nil {
			shape, err = shape.WithRandomHoles(h, rand.New(rand.NewPCG(q.Seed, engine.StreamHoles)))
		}
		if err != nil {
			return View{}, fault.Misuse(fmt.Errorf("holes: %w", err))
		}
	}
	p, err := shape.Start()
	if err != nil {
		return View{}, fault.Misuse(fmt.Errorf("shape: %w", err))
	}
	return ViewOf(engine.Game{Start: p})
}
