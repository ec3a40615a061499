package boards

import (
	"cmp"
	"context"
	"errors"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
)

// Routes returns the routes of the package.
func Routes() []wire.Route {
	p := make(painter, picturesAtOnce)
	return []wire.Route{
		wire.Get("/api/v1/board", "A position: discs, legal moves with the discs they flip, and the "+
			"moves before it", board),
		wire.Get("/api/v1/start", "The start of a board of any shape, with random holes", start),
		wire.Post("/api/v1/import", "The games or positions of a text in any format", importGames),
		wire.Bytes("/api/v1/sheet.svg", "A game as a sheet for print: the number of each move on its square",
			"image/svg+xml", p.sheet),
		wire.Bytes("/api/v1/board.svg", "A position as a picture", "image/svg+xml", p.svg),
		wire.Bytes("/api/v1/board.png", "A position as a picture", "image/png", p.png),
	}
}

// A boardQuery asks for a position.
type boardQuery struct {
	position.Place
	Legal bool `query:"legal" doc:"leave out an illegal move and all after it, and tell it in cut, instead of failing"`
}

func board(_ context.Context, q boardQuery) (position.View, error) {
	g, err := q.Game()
	illegal, ok := errors.AsType[*engine.IllegalMoveError](err)
	if ok && q.Legal {
		g.Moves, err = g.Moves[:illegal.Index], nil
	}
	if err != nil {
		return position.View{}, err
	}
	v, err := ViewOf(g)
	if ok {
		v.Cut = "shown up to an illegal move: " + wire.Text(illegal)
	}
	return v, err
}

// ViewOf returns the view of the last position of a game, with the name of the opening. The error names the
// first illegal move.
func ViewOf(g engine.Game) (position.View, error) {
	v, err := position.ViewOf(g)
	if err != nil {
		return v, err
	}
	if o, ok := stats.Classify(g); ok {
		v.Opening = o.Name
		return v, nil
	}
	at, err := g.End()
	if o, ok := stats.NameOf(at); ok {
		v.Opening = o.Name
	}
	return v, err
}

// A startQuery asks for a start position.
type startQuery struct {
	Shape string `query:"shape" doc:"4x4, 6x6, 8x8, hex or rhombus, optionally with holes as in 8x8-a1c3" example:"hex"`
	Holes string `query:"holes" doc:"random holes: a fraction of the empty squares such as 0.2 or 20%, or p=0.2 for that probability on each square; at most half" example:"0.2"`
	Seed  uint64 `query:"seed" doc:"random seed for the holes" example:"7"`
}

func start(_ context.Context, q startQuery) (position.View, error) {
	p, err := position.StartOf(cmp.Or(q.Shape, "8x8"), q.Holes, q.Seed)
	if err != nil {
		return position.View{}, err
	}
	return ViewOf(engine.Game{Start: p})
}
