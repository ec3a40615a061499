package search

import (
	"context"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
)

// Local looks one ply ahead: it plays the move after which the evaluator's value for the opponent is lowest.
// (Local maximization: Zhang and Chen, "Searching Algorithms in Playing Othello", III.B; "1-ply" in the
// literature on learned evaluators.) Unlike a [Searcher] of depth 1, it does not count discs if a move ends
// the game. It also calls the evaluator for boards on which the side to move has to pass.
type Local struct {
	Evaluator Evaluator
	Rand      *rand.Rand // chooses among the best moves; nil = the lowest square
}

// Choose returns the best move. The only error is [engine.ErrNoMove].
func (l Local) Choose(_ context.Context, b engine.Board) (engine.Square, error) {
	return Best(b.Moves(), func(s engine.Square) float64 { return -l.Evaluator.Eval(b.Play(s)) }, l.Rand)
}

// tie is the largest difference between values of moves that count as equally good in a random choice.
const tie = 1e-6

// Best returns the move with the highest value. It breaks ties by the lowest square. If rng is not nil, it
// instead draws one of the moves within 1e-6 of the best, each equally likely. It calls value once for each
// move, in the order of the squares. The only error is [engine.ErrNoMove].
func Best(moves engine.Set, value func(engine.Square) float64, rng *rand.Rand) (engine.Square, error) {
	best, most, equal := engine.None, 0.0, 0
	for s := range moves.All() {
		v := value(s)
		switch {
		case best == engine.None, rng == nil && v > most, rng != nil && v > most+tie:
			best, most, equal = s, v, 1
		case rng != nil && v >= most-tie:
			if equal++; rng.IntN(equal) == 0 {
				best = s
			}
		}
	}
	if best == engine.None {
		return engine.None, engine.ErrNoMove
	}
	return best, nil
}
