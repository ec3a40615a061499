package qlearn

import (
	"math"
	"math/bits"
	"slices"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// A Rule defines V(s'), the value of the next state in the update, where s' is the next state of the same
// player. With λ, the target mixes V(s') with the return of the rest of the game, computed backwards from the
// last move (the λ-return of Sutton and Barto, "Reinforcement Learning", 2nd ed., 12.1). If the weights did
// not change during a game, the rules q (without a search), sarsa and td would change them exactly as
// accumulating traces do (12.2), without a trace for each weight. The other rules differ, because their V(s')
// is not Q of the played move. Here the weights change after each move, starting with the last, and V(s')
// uses the current weights. So a result reaches further back in one game than with traces.
type Rule uint8

const (
	// Q is max Q(s',a): the report's Q-learning (Watkins 1989). With λ, the return is cut at moves that were not
	// best (Watkins's Q(λ)).
	Q Rule = iota
	// Sarsa is Q(s',a') of the move that was played (Rummery and Niranjan 1994).
	Sarsa
	// ExpectedSarsa is the mean of Q(s',a) over the moves of the ε-greedy player (van Seijen et al. 2009).
	ExpectedSarsa
	// DoubleQ chooses the best move by one set of weights and takes its value from another. One of the sets,
	// drawn at random, learns from each game (van Hasselt 2010).
	DoubleQ
	// TD uses the board after the next move by either side, and changes the sign if the side changes: TD(λ) on
	// after-states (Sutton 1988; Sutton and Barto, 6.8). A random move says nothing about the board before it,
	// so there TD uses the best move and cuts the return. If the opponent's moves are not learned from, TD steps
	// from one turn of the model to the next.
	TD
	// MonteCarlo is the result of the game, for any λ.
	MonteCarlo
)

// bootstrapValue returns V(s') of a turn and reports whether to cut the return after it.
func (l *learner) bootstrapValue(u *turn) (v float64, cut bool) {
	switch l.cfg.Rule {
	case Sarsa:
		return l.value(u, u.played), false
	case ExpectedSarsa:
		return expected(l.choices(u, l.q.Values(u.id)), l.epsilon, l.cfg.Squash), false
	case DoubleQ:
		d := l.q.(*double)
		return l.cfg.Squash.Of(float64(d.other().Value(u.id, u.best(d.learning().Values(u.id))))), false
	case TD:
		if !u.explored {
			return l.value(u, u.played), false
		}
		return l.cfg.Squash.Of(float64(slices.Max(l.q.Values(u.id)))), true
	}
	if l.cfg.Search > 1 {
		best, v := l.search(u)
		return v - u.phi, best != u.played
	}
	values := l.q.Values(u.id)
	best := u.best(values)
	return l.cfg.Squash.Of(float64(values[best])), best != u.played
}

// expected returns the mean of Q under an ε-greedy policy: with probability epsilon any move, else the best.
func expected(values []float32, epsilon float64, squash Squash) float64 {
	sum := 0.0
	for _, x := range values {
		sum += squash.Of(float64(x))
	}
	best := squash.Of(float64(slices.Max(values)))
	return float64((1-epsilon)*best) + float64(epsilon*sum/float64(len(values)))
}

// best returns the index of the greatest value of a turn, or of the first among equals. In a restricted turn
// it considers only moves seen in recorded games.
func (u *turn) best(values []float32) int {
	if u.seen == 0 {
		return argmax(values)
	}
	best := bits.TrailingZeros64(u.seen)
	for rest := u.seen; rest != 0; rest &= rest - 1 {
		if i := bits.TrailingZeros64(rest); values[i] > values[best] {
			best = i
		}
	}
	return best
}

// choices returns the values of a turn. In a restricted turn it returns only those of moves seen in recorded
// games.
func (l *learner) choices(u *turn, values []float32) []float32 {
	if u.seen == 0 {
		return values
	}
	l.seen = l.seen[:0]
	for rest := u.seen; rest != 0; rest &= rest - 1 {
		l.seen = append(l.seen, values[bits.TrailingZeros64(rest)])
	}
	return l.seen
}

// argmax returns the index of the greatest value, or of the first among equals. The index is practically
// random, so branches would be mispredicted. argmax therefore compares integers: the value in the high bits,
// and below it a number that falls as the index grows.
func argmax(values []float32) int {
	best := int64(math.MinInt64)
	for i, x := range values {
		order := int32(math.Float32bits(x + 0)) // + 0 turns -0 into 0
		order ^= order >> 31 & math.MaxInt32    // for negative values, a greater magnitude means less
		best = max(best, int64(order)<<16|int64(math.MaxUint16-i))
	}
	return math.MaxUint16 - int(best&math.MaxUint16)
}

// softmax fills dst with probabilities proportional to e^(value/temperature).
func softmax(dst []float64, values []float32, squash Squash, temperature float64) []float64 {
	dst = dst[:0]
	most, sum := squash.Of(float64(slices.Max(values))), 0.0
	for _, x := range values {
		p := portable.Exp((squash.Of(float64(x)) - most) / temperature)
		dst = append(dst, p)
		sum += p
	}
	for i := range dst {
		dst[i] /= sum
	}
	return dst
}
