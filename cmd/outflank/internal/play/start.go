package play

import (
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// game returns the game as it stands before the first move that is asked for.
func (set settings) game() (g engine.Game, err error) {
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
		return g, fault.Misusef("--start: %w", err)
	}
	if g, err = g.WithRandomMoves(set.random, rand.New(rand.NewPCG(set.seed, engine.StreamMoves))); err != nil {
		err = fault.Misusef("--random %d: %w", set.random, err)
	}
	return g, err
}

// checkStart refuses settings that are out of range or contradict each other.
func (set settings) checkStart() error {
	switch {
	case !(set.holes.Share >= 0 && set.holes.Share <= 0.5):
		return fmt.Errorf("--holes %v: want a share of 0 to 0.5", set.holes)
	case set.random < 0 || set.random > 60:
		return fmt.Errorf("--random %d: want 0 to 60", set.random)
	case set.load != "" && (set.start != "" || set.random > 0):
		return fmt.Errorf("--load: the file says where to begin, so there can be no --start or --random")
	case set.board != "" && (set.shape != "8x8" || set.holes.Share > 0):
		return fmt.Errorf("--board: it says what the board is, so there can be no --shape or --holes")
	}
	return nil
}

// position returns the position that moves begin from.
func (set settings) position() (p engine.Position, err error) {
	if set.board != "" {
		if p, err = engine.ParsePosition(set.board); err != nil {
			err = fmt.Errorf("--board: %w", err)
		}
		return p, err
	}
	shape, err := engine.ParseShape(set.shape)
	if err == nil && set.holes.Share > 0 {
		if shape, err = shape.WithRandomHoles(set.holes,
			rand.New(rand.NewPCG(set.seed, engine.StreamHoles))); err != nil {
			err = fmt.Errorf("--holes %v: %w", set.holes, err)
		}
	}
	if err != nil {
		return p, err
	}
	return shape.Start()
}
