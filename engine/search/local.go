package search

import (
	"context"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
)

// Local looks at the boards after each move and no further: it plays the move whose
// board is the worst for the opponent, by the evaluator alone. (Local maximization:
// Zhang and Chen, "Searching Algorithms in Playing Othello", III.B; "1-ply" in the
// literature of learnt evaluators.) Unlike a [Searcher] of depth 1 it does not count
// the discs where a move ends the game, and it asks the evaluator also about boards
// on which the side to move has to pass.
type Local struct {
	Evaluator Evaluator
	Rand      *rand.Rand // draws among the best moves; nil = the lowest square
}

// tie is how far apart the values of equally good moves may be, for Local with Rand.
const tie = 1e-6

// Choose returns the best move. The only error is [engine.ErrNoMove].
func (l Local) Choose(_ context.Context, b engine.Board) (engine.Square, error) {
	best, most, equal := engine.None, 0.0, 0
	for sq := range b.Moves().All() {
		score := -l.Evaluator.Eval(b.Play(sq))
		switch {
		case best == engine.None, l.Rand == nil && score > most, l.Rand != nil && score > most+tie:
			best, most, equal = sq, score, 1
		case l.Rand != nil && score >= most-tie:
			if equal++; l.Rand.IntN(equal) == 0 {
				best = sq
			}
		}
	}
	if best == engine.None {
		return engine.None, engine.ErrNoMove
	}
	return best, nil
}
