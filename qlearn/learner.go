package qlearn

import (
	"errors"
	"math"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/portable"
	"github.com/outflank/outflank/engine/search"
)

// ErrDiverged is wrapped if values become huge or not a number because the step size is too large for the
// features. The weights remain finite.
var ErrDiverged = errors.New("the values diverged; lower alpha, or let normalise = true divide it by the " +
	"number of features that are on")

// valueLimit far exceeds any value that rewards of ±1 can justify.
const valueLimit = 1e3

// A learner changes the weights of an approximator to fit games.
type learner struct {
	q   Approximator
	cfg *Config

	alpha, epsilon float64          // of the current game
	leaves         Approximator     // evaluates the leaves of a search
	potential      search.Evaluator // in discs, see [Config.Potential]; nil = none
	chain          []*turn
	policy         []float64
	seen           []float32 // see choices
	tally          tally
}

// A turn is a state in which a player chose a move.
type turn struct {
	board    engine.Board
	color    engine.Color
	id       int  // index in the approximator
	played   int  // index of the move that was played
	explored bool // the move was random
	recorded bool // the turn comes from a transcript
	exact    float64
	isExact  bool    // exact contains the move's value by perfect play, see [Config.Exact]
	seen     uint64  // moves that a maximum considers, bit i for move i; 0 = all
	phi      float64 // Φ(s), see [Config.Potential]
}

// tally sums the statistics of games.
type tally struct {
	updates, greedy int
	squares         float64
	score           float64
	opposed         int
}

// learn learns from the turns of a game, given in order, with rewards by colour. The turns must be those that
// the approximator has kept since its last Begin.
func (l *learner) learn(turns []turn, rewards [2]float64) error {
	if l.cfg.Rule == TD {
		return l.backward(turns, rewards, func(*turn) bool { return true })
	}
	for color := range engine.Color(2) {
		if err := l.backward(turns, rewards, func(u *turn) bool { return u.color == color }); err != nil {
			return err
		}
	}
	return nil
}

// backward learns from the turns that belong to the chain, in reverse order.
func (l *learner) backward(turns []turn, rewards [2]float64, belongs func(*turn) bool) error {
	l.chain = l.chain[:0]
	for i := range turns {
		if belongs(&turns[i]) {
			turns[i].phi = l.phi(turns[i].board)
			l.chain = append(l.chain, &turns[i])
		}
	}
	after := 0.0 // the return from the next turn on, for that turn's player
	for i, u := range slices.Backward(l.chain) {
		target := l.target(i, rewards[u.color], after)
		if err := l.step(u, target); err != nil {
			return err
		}
		after = target
	}
	return nil
}

// target returns the target of Q for turn i of the chain, with shaped rewards.
func (l *learner) target(i int, reward, after float64) float64 {
	u, left := l.chain[i], len(l.chain)-1-i // number of later turns
	if left == 0 {
		return reward + u.shaping(nil, 0)
	}
	if u.isExact {
		return float64(l.cfg.Gamma*u.exact) + u.shaping(nil, 0)
	}
	if n := l.cfg.Steps; n > 0 {
		if left < n {
			return float64(portable.Pow(l.cfg.Gamma, float64(left))*reward) + u.shaping(nil, 0)
		}
		v, _ := l.bootstrapValue(l.chain[i+n])
		discount := portable.Pow(l.cfg.Gamma, float64(n))
		return float64(discount*v) + u.shaping(l.chain[i+n], discount)
	}
	next, mixed := l.chain[i+1], after
	if l.cfg.Rule != MonteCarlo {
		if v, cut := l.bootstrapValue(next); cut {
			mixed = v
		} else {
			mixed = float64((1-l.cfg.Lambda)*v) + float64(l.cfg.Lambda*after)
		}
	}
	if next.color != u.color {
		mixed = -mixed
	}
	return float64(l.cfg.Gamma*mixed) + u.shaping(next, l.cfg.Gamma)
}

// step moves Q of the played move towards the target.
func (l *learner) step(u *turn, target float64) error {
	if l.isGreedy(u) {
		l.tally.greedy++
	}
	q := l.value(u, u.played)
	tdError := target - q
	if !(math.Abs(tdError) < valueLimit) {
		return ErrDiverged
	}
	l.tally.updates++
	l.tally.squares += float64(tdError * tdError)
	if c := l.cfg.Clip; c > 0 {
		tdError = max(-c, min(c, tdError))
	}
	if l.cfg.Conservative > 0 {
		l.penalise(u)
	}
	l.q.Learn(u.id, u.played, float32(l.alpha*tdError*l.cfg.Squash.slope(q)))
	return nil
}

// isGreedy reports whether the played move is the model's choice, see [Stats].
func (l *learner) isGreedy(u *turn) bool {
	if u.recorded {
		return argmax(l.q.Values(u.id)) == u.played
	}
	return !u.explored
}

// value returns Q of a move of a turn.
func (l *learner) value(u *turn, i int) float64 {
	return l.cfg.Squash.Of(float64(l.q.Value(u.id, i)))
}

// penalise takes a step that lowers log Σ exp Q(s,a)/τ over all moves and raises Q(s,a)/τ of the played move
// (Kumar et al. 2020, equation 4; the step absorbs the constant τ).
func (l *learner) penalise(u *turn) {
	values := l.q.Values(u.id)
	l.policy = softmax(l.policy, values, l.cfg.Squash, l.cfg.Temperature)
	l.policy[u.played]--
	for i, x := range values {
		l.policy[i] *= l.cfg.Squash.slope(l.cfg.Squash.Of(float64(x)))
	}
	for i, p := range l.policy {
		l.q.Learn(u.id, i, float32(-l.alpha*l.cfg.Conservative*p))
	}
}
