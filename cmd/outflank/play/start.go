package play

import (
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/fault"
)

// Game returns the game as it stands before the first move that is asked for.
func (set Settings) Game() (g engine.Game, err error) {
	if err := set.checkStart(); err != nil {
		return g, fault.Misuse(err)
	}
	start, err := set.position()
	if err != nil {
		return g, fault.Misuse(err)
	}
	if set.load != "" {
		return readGame(set.load, 1, start)
	}
	if g, err = engine.ParseGame(start, set.start); err != nil {
		return g, fault.Misuse(fmt.Errorf("--start: %w", err))
	}
	if g, err = g.WithRandomMoves(set.Random, rand.New(rand.NewPCG(set.Seed, engine.StreamMoves))); err != nil {
		err = fault.Misuse(fmt.Errorf("--random %d: %w", set.Random, err))
	}
	return g, err
}

// checkStart refuses settings that are out of range or contradict each other.
func (set Settings) checkStart() error {
	switch {
	case !(set.holes >= 0 && set.holes <= 0.5):
		return fmt.Errorf("--holes %g: want a share of 0 to 0.5", set.holes)
	case set.Random < 0 || set.Random > 60:
		return fmt.Errorf("--random %d: want 0 to 60", set.Random)
	case set.load != "" && (set.start != "" || set.Random > 0):
		return fmt.Errorf("--load: the file says where to begin, so there can be no --start or --random")
	case set.board != "" && (set.Shape != "8x8" || set.holes > 0):
		return fmt.Errorf("--board: it says what the board is, so there can be no --shape or --holes")
	}
	return nil
}

// position returns the position that moves begin from.
func (set Settings) position() (p engine.Position, err error) {
	if set.board != "" {
		if p, err = engine.ParsePosition(set.board); err != nil {
			err = fmt.Errorf("--board: %w", err)
		}
		return p, err
	}
	shape, err := engine.ParseShape(set.Shape)
	if err == nil && set.holes > 0 {
		if shape, err = shape.WithRandomHoles(set.holes, rand.New(rand.NewPCG(set.Seed, engine.StreamHoles))); err != nil {
			err = fmt.Errorf("--holes %g: %w", set.holes, err)
		}
	}
	if err != nil {
		return p, err
	}
	return shape.Start()
}
