package probcut

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A sampler draws positions from games, each for a given number of empty squares.
type sampler struct {
	games []engine.Game
	each  int
	seed  uint64
}

// draw returns a position by its number, from 0. Every second position is two random moves off its game's
// path, because a search meets positions that players avoid.
func (s *sampler) draw(number int) (engine.Board, error) {
	if len(s.games) == 0 {
		return engine.Board{}, fault.BadInput(errors.New("probcut: no games to draw positions from"))
	}
	const tries = 10000
	rng := rand.New(rand.NewPCG(s.seed, engine.StreamProbCut+uint64(number)))
	empties, astray := least+number/s.each, 2*(number%2)
	for range tries {
		p, ok := positionOf(s.games[rng.IntN(len(s.games))], empties+astray)
		for range astray {
			if moves := p.Board.Moves(); moves != 0 {
				p, _ = p.Play(moves.Nth(rng.IntN(moves.Len())))
			}
		}
		if ok && p.Board.Moves() != 0 && p.Board.Empty().Len() == empties {
			return p.Board, nil
		}
	}
	return engine.Board{}, fault.BadInput(fmt.Errorf("no position with %d empty squares and a move in %s drawn",
		empties, text.Plural(tries, "game")))
}

// positionOf returns the position of a game with n empty squares, if there is one in which a side is to move.
func positionOf(g engine.Game, n int) (engine.Position, bool) {
	for ply, err := range g.Plies() {
		if err == nil && ply.Position.Board.Empty().Len() == n {
			return ply.Position, true
		}
	}
	return engine.Position{}, false
}
