package position

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Place names a position by a start and moves. The zero value is the standard start position.
type Place struct {
	Start string `query:"start" json:"start" doc:"a shape (8x8, 6x6, 4x4, hex, rhombus), optionally with holes as in 8x8-a1c3, or the 64 squares a1, b1 to h8 (X black, O white, - empty, # hole) and the side to move" example:"8x8"`
	Moves string `query:"moves" json:"moves" doc:"moves from the start, without passes" example:"f5d6c3"`
}

// maxMoves bounds the number of moves that a client sends: a board has no more squares.
const maxMoves = 64

// Game returns the game that leads to the place. Its errors are misuse errors.
func (p Place) Game() (engine.Game, error) {
	start, err := ParseStart(cmp.Or(p.Start, "8x8"))
	if err != nil {
		return engine.Game{}, fault.Misusef("start: %w", err)
	}
	if len(p.Moves) > 4*maxMoves {
		return engine.Game{}, fault.Misusef("moves: %d characters, want at most %d", len(p.Moves), 4*maxMoves)
	}
	g, err := engine.ParseGame(start, p.Moves)
	if err != nil {
		return g, fault.Misusef("moves: %w", err)
	}
	return g, nil
}

// End returns the game that leads to the place, and its last position.
func (p Place) End() (g engine.Game, at engine.Position, err error) {
	if g, err = p.Game(); err == nil {
		at, err = g.End()
	}
	return g, at, err
}

// ParseStart reads a shape, or a board with the side to move.
func ParseStart(text string) (engine.Position, error) {
	if len(strings.TrimSpace(text)) >= maxMoves {
		return engine.ParsePosition(text)
	}
	shape, err := engine.ParseShape(text)
	if err != nil {
		return engine.Position{}, err
	}
	return shape.Start()
}

// StartOf returns the start that a text names. If the text is a shape, it draws random holes on it. Its
// errors are misuse errors.
func StartOf(text, holes string, seed uint64) (engine.Position, error) {
	p, err := ParseStart(text)
	if err != nil {
		return p, fault.Misusef("start: %w", err)
	}
	if holes == "" {
		return p, nil
	}
	h, err := engine.ParseHoles(holes)
	switch {
	case err != nil:
	case !(h.Share >= 0 && h.Share <= 0.5):
		err = fmt.Errorf("%v: want a share of 0 to 0.5", h)
	case StartText(p) != p.Board.Shape.String():
		err = errors.New("random holes need a shape, not a position")
	default:
		var shape engine.Shape
		if shape, err = p.Board.Shape.WithRandomHoles(h,
			rand.New(rand.NewPCG(seed, engine.StreamHoles))); err == nil {
			p, err = shape.Start()
		}
	}
	if err != nil {
		err = fault.Misusef("holes: %w", err)
	}
	return p, err
}

// StartText writes a start position in the shortest form that [ParseStart] reads.
func StartText(p engine.Position) string {
	if usual, err := p.Board.Shape.Start(); err == nil && usual == p {
		return p.Board.Shape.String()
	}
	return p.String()
}
