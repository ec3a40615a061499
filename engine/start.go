package engine

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/outflank/outflank/engine/fault"
)

// What a seed's random numbers are for, besides the two sides.
const (
	RandomHoles = 2 + iota
	RandomMoves
	RandomOrder // of openings
)

// WithHoles returns the shape with a share of the squares that are empty at the start
// as holes, each set of them equally likely among those that leave black a move. (Fennell,
// Cassio: boards with up to a fifth of the empty squares as holes.)
func WithHoles(sh Shape, share float64, rng *rand.Rand) (Shape, error) {
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
func someOf(set Set, n int, rng *rand.Rand) (drawn Set) {
	for range n {
		s := set.Nth(rng.IntN(set.Len()))
		set &^= s.Set()
		drawn |= s.Set()
	}
	return drawn
}

// Wandered returns the moves of a game and n random ones, after which the game is not
// over.
func Wandered(g Game, n int, rng *rand.Rand) ([]Square, error) {
	for range 1000 {
		moves := append([]Square(nil), g.Moves...)
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
	return nil, fault.Misuse(fmt.Errorf("--random %d: games do not last so long", n))
}
