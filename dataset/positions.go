package dataset

import (
	"fmt"
	"iter"

	"github.com/outflank/outflank/engine"
)

// A Position is a position in a game before a move.
type Position struct {
	engine.Ply // position, legal moves, the chosen move, and its index in the game

	Game    *Game // shared by all positions of the game
	Outcome int   // the game's recorded disc difference for the side to move
}

// Positions replays games and yields their positions in order, from the start to the position before the last
// move. It passes on errors of games. An illegal move ends its game with an error that names the game; the
// iteration continues with the next game. Games without a result are skipped.
func Positions(games iter.Seq2[Game, error]) iter.Seq2[Position, error] {
	return func(yield func(Position, error) bool) {
		for g, err := range games {
			if err != nil {
				if !yield(Position{}, err) {
					return
				}
				continue
			}
			if !g.NoResult && !g.positions(yield) {
				return
			}
		}
	}
}

// positions yields the positions of one game. It returns false if the caller stops.
func (g *Game) positions(yield func(Position, error) bool) bool {
	for ply, err := range g.Plies() {
		if err != nil {
			return yield(Position{}, fmt.Errorf("dataset: game %d (%s, record %d): %w", g.ID, g.Source, g.Record+1,
				err))
		}
		outcome := g.Score
		if ply.Position.Color == engine.White {
			outcome = -outcome
		}
		if !yield(Position{ply, g, outcome}, nil) {
			return false
		}
	}
	return true
}
