package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
)

// game returns the game as it stands before the first move that is asked for.
func (set playSettings) game() (g engine.Game, err error) {
	if err := set.checkStart(); err != nil {
		return g, misuse(err)
	}
	start, err := set.position()
	if err != nil {
		return g, misuse(err)
	}
	if set.load != "" {
		return readGame(set.load, 1, start)
	}
	if g, err = engine.ParseGame(start, set.start); err != nil {
		return g, misuse(fmt.Errorf("--start: %w", err))
	}
	g.Moves, err = wandered(g, set.random, rand.New(rand.NewPCG(set.seed, randomMoves)))
	return g, err
}

// checkStart refuses settings that are out of range or contradict each other.
func (set playSettings) checkStart() error {
	switch {
	case !(set.holes >= 0 && set.holes <= 0.5):
		return fmt.Errorf("--holes %g: want a share of 0 to 0.5", set.holes)
	case set.random < 0 || set.random > 60:
		return fmt.Errorf("--random %d: want 0 to 60", set.random)
	case set.load != "" && (set.start != "" || set.random > 0):
		return fmt.Errorf("--load: the file says where to begin, so there can be no --start or --random")
	case set.board != "" && (set.shape != "8x8" || set.holes > 0):
		return fmt.Errorf("--board: it says what the board is, so there can be no --shape or --holes")
	}
	return nil
}

// position returns the position that moves begin from.
func (set playSettings) position() (p engine.Position, err error) {
	if set.board != "" {
		if p, err = engine.ParsePosition(set.board); err != nil {
			err = fmt.Errorf("--board: %w", err)
		}
		return p, err
	}
	shape, err := engine.ParseShape(set.shape)
	if err == nil && set.holes > 0 {
		shape, err = withHoles(shape, set.holes, rand.New(rand.NewPCG(set.seed, randomHoles)))
	}
	if err != nil {
		return p, err
	}
	return shape.Start()
}

// What a seed's random numbers are for, besides the two sides.
const (
	randomHoles = 2 + iota
	randomMoves
	randomOrder // of openings
)

// withHoles returns the shape with a share of the squares that are empty at the start
// as holes, each set of them equally likely among those that leave black a move. (Fennell,
// Cassio: boards with up to a fifth of the empty squares as holes.)
func withHoles(sh engine.Shape, share float64, rng *rand.Rand) (engine.Shape, error) {
	start, err := sh.Start()
	if err != nil {
		return sh, err
	}
	empty := start.Board.Empty()
	n := int(math.Round(share * float64(empty.Len())))
	for range 1000 {
		holed := sh.Without(someOf(empty, n, rng))
		if p, err := holed.Start(); err == nil && p.Board.Mine == start.Board.Mine && p.Board.Theirs == start.Board.Theirs && p.Board.Moves() != 0 {
			return holed, nil
		}
	}
	return sh, fmt.Errorf("--holes %g: black has no move with %d holes on %v", share, n, sh)
}

// someOf draws n squares of a set.
func someOf(set engine.Set, n int, rng *rand.Rand) (drawn engine.Set) {
	for range n {
		s := set.Nth(rng.IntN(set.Len()))
		set &^= s.Set()
		drawn |= s.Set()
	}
	return drawn
}

// wandered returns the moves of a game and n random ones, after which the game is not
// over.
func wandered(g engine.Game, n int, rng *rand.Rand) ([]engine.Square, error) {
	for range 1000 {
		moves := append([]engine.Square(nil), g.Moves...)
		p, _ := g.End() // legal, so no error
		for range n {
			legal := p.Board.Moves()
			if legal == 0 {
				break
			}
			s := legal.Nth(rng.IntN(legal.Len()))
			moves = append(moves, s)
			p, _ = p.Play(s)
		}
		if n == 0 || p.Board.Moves() != 0 && len(moves) == len(g.Moves)+n {
			return moves, nil
		}
	}
	return nil, misuse(fmt.Errorf("--random %d: games do not last so long", n))
}
