package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// startTries bounds how often random holes and moves are drawn again.
const startTries = 1000

// WithRandomHoles returns the shape with a share, 0 to 1, of the squares that are empty at
// the start as holes. Every set of them that leaves black a move is equally likely. It
// fails where it finds no such set, and on shapes without a start. (Fennell, "Cassio":
// boards of which up to a fifth of the empty squares are holes.)
func (sh Shape) WithRandomHoles(share float64, rng *rand.Rand) (Shape, error) {
	start, err := sh.Start()
	if err != nil {
		return sh, err
	}
	empty := start.Board.Empty()
	n := int(math.Round(share * float64(empty.Len())))
	for range startTries {
		holed := sh.Without(empty.draw(n, rng))
		if p, err := holed.Start(); err == nil && p.Board.Mine == start.Board.Mine && p.Board.Theirs == start.Board.Theirs && p.Board.Moves() != 0 {
			return holed, nil
		}
	}
	return sh, fmt.Errorf("black has no move with %d holes on %v", n, sh)
}

// draw returns n squares of the set, each choice of them equally likely.
func (set Set) draw(n int, rng *rand.Rand) (drawn Set) {
	for range n {
		s := set.Nth(rng.IntN(set.Len())).Set()
		set &^= s
		drawn |= s
	}
	return drawn
}

// WithRandomMoves returns the game continued by n random moves, after which it is not
// over; g keeps its own. It fails where it finds no such moves, and where the moves of g
// are illegal.
func (g Game) WithRandomMoves(n int, rng *rand.Rand) (Game, error) {
	p, err := g.End()
	if err != nil || n == 0 {
		return g, err
	}
	for range startTries {
		if moves, end := p.RandomMoves(n, rng); end.Board.Moves() != 0 {
			g.Moves = append(g.Moves[:len(g.Moves):len(g.Moves)], moves...)
			return g, nil
		}
	}
	return g, fmt.Errorf("the game is over within %d random moves", n)
}

// RandomMoves plays n moves, or fewer where the game ends before, each drawn from the
// legal ones with equal probability. It returns them with the position after them.
func (p Position) RandomMoves(n int, rng *rand.Rand) (moves []Square, end Position) {
	for range n {
		legal := p.Board.Moves()
		if legal == 0 {
			break
		}
		s := legal.Nth(rng.IntN(legal.Len()))
		moves = append(moves, s)
		p, _ = p.Play(s)
	}
	return moves, p
}
