package engine

import (
	"fmt"
	"math/rand/v2"
)

// startTries is the maximum number of times that random holes or moves are drawn.
const startTries = 1000

// WithRandomHoles returns the shape with holes on some of the squares that are empty at the start. It redraws
// them until black has a move. It returns an error if it finds no such holes or the shape has no start
// position. (Fennell, "Cassio", I.A and IV.E: every empty square becomes unplayable with the same
// probability, at most a fifth, as with Holes{0.2, true}.)
func (sh Shape) WithRandomHoles(h Holes, rng *rand.Rand) (Shape, error) {
	start, err := sh.Start()
	if err != nil {
		return sh, err
	}
	empty := start.Board.Empty()
	for range startTries {
		holed := sh.Without(h.draw(empty, rng))
		if p, err := holed.Start(); err == nil && p.Board.Mine == start.Board.Mine &&
			p.Board.Theirs == start.Board.Theirs && p.Board.Moves() != 0 {
			return holed, nil
		}
	}
	return sh, fmt.Errorf("black has no move with holes %v on %v", h, sh)
}

// draw returns n random squares of the set. Every choice of n squares is equally likely.
func (set Set) draw(n int, rng *rand.Rand) (drawn Set) {
	for range n {
		s := set.Nth(rng.IntN(set.Len())).Set()
		set &^= s
		drawn |= s
	}
	return drawn
}

// WithRandomMoves returns the game with n random moves appended, after which it is not over. It does not
// change g. It returns an error if it finds no such moves or a move of g is illegal.
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

// RandomMoves plays n random moves, or fewer if the game ends first. Legal moves are equally likely. It
// returns the moves and the position after them.
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
