package qlearn

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/outflank/outflank/eval"
)

// ErrDiverged is wrapped when the values have grown beyond all measure: the
// learning rate is too high for the features. The weights are finite even then.
var ErrDiverged = errors.New("the values diverged; lower the learning rate")

// valueLimit is far above any value that rewards of ±1 can justify.
const valueLimit = 1e3

// A Trainer changes the weights of a model. It is not safe for concurrent use,
// and while it learns nobody else may use the model.
type Trainer struct {
	model  *eval.Model
	cfg    Config
	record record    // of the game being learnt, unless the source has made it
	policy []float64 // softmax over the choices of a turn
}

// Stats tells what one game taught.
type Stats struct {
	Episode int     // games learnt so far
	Total   int     // games there will be
	Updates int     // moves learnt from in this game
	Best    int     // those of them that had the highest Q, before each update
	Error   float64 // root mean square of r + γV(s') − Q(s,a) over them, before each update
	Alpha   float64 // learning rate
	Result  float64 // of the learning side, 1 win, ½ draw, 0 loss; NaN when both sides learn, or none
}

// New returns a trainer for the model. It checks the configuration and the model.
func New(m *eval.Model, cfg Config) (*Trainer, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	return &Trainer{model: m, cfg: cfg}, nil
}

// Train learns from the source's games in their order and yields after each.
// It ends with the source, after an error, or when the consumer breaks. Errors
// are those of [Trainer.Learn] and of the source, with the number of the game.
func (t *Trainer) Train(ctx context.Context, source Source) iter.Seq2[Stats, error] {
	return func(yield func(Stats, error) bool) {
		n, total := 0, source.Len()
		for ep, err := range source.Episodes(ctx) {
			var st Stats
			if err == nil {
				st, err = t.learn(ep, t.alpha(n, total))
			}
			n++
			st.Episode, st.Total = n, total
			if err != nil {
				err = fmt.Errorf("qlearn: game %d of %d: %w", n, total, err)
			}
			if !yield(st, err) || err != nil {
				return
			}
		}
	}
}

// alpha returns the learning rate of game n of total.
func (t *Trainer) alpha(n, total int) float64 {
	if total <= 1 {
		return t.cfg.Alpha
	}
	return t.cfg.Alpha + (t.cfg.AlphaEnd-t.cfg.Alpha)*float64(n)/float64(total-1)
}

// Learn updates the model from one finished game with the given learning rate. It
// wraps [ErrUnfinished] or an [*engine.IllegalMoveError], and then the model is
// as before, or [ErrDiverged] in the middle of the game.
func (t *Trainer) Learn(ep Episode, alpha float64) (Stats, error) {
	st, err := t.learn(ep, alpha)
	if err != nil {
		err = fmt.Errorf("qlearn: %w", err)
	}
	return st, err
}

func (t *Trainer) learn(ep Episode, alpha float64) (Stats, error) {
	st := Stats{Alpha: alpha, Result: math.NaN()}
	r := ep.record
	if r == nil || r.model != t.model {
		r = &t.record
		if err := r.fill(t.model, ep); err != nil {
			return st, err
		}
	}
	squares := 0.0
	for c, learn := range ep.Learn {
		if !learn {
			continue
		}
		sum, err := t.learnSide(r.turns[c], r.reward[c], alpha, &st)
		if err != nil {
			return st, err
		}
		squares += sum
		if !ep.Learn[1-c] {
			st.Result = (r.reward[c] + 1) / 2
		}
	}
	st.Error = math.Sqrt(squares / max(1, float64(st.Updates)))
	return st, nil
}

// learnSide updates from the turns of one player, last first, and returns the sum
// of the squared errors.
func (t *Trainer) learnSide(turns []turn, reward, alpha float64, st *Stats) (squares float64, err error) {
	next := reward // r + γV(s'): the reward comes with the last move, the value of s' with the others
	for _, u := range slices.Backward(turns) {
		value(t.model, u.choices)
		played := u.choices[u.played]
		delta := next - played.q
		if !(math.Abs(delta) < valueLimit) {
			return squares, ErrDiverged
		}
		squares += delta * delta
		st.Updates++
		if played.q == highest(u.choices) {
			st.Best++
		}
		if t.cfg.Conservative > 0 {
			t.penalise(u, alpha*t.cfg.Conservative)
		}
		t.add(played, alpha*delta)
		next = t.cfg.Gamma * t.worth(u, next)
	}
	return squares, nil
}

// worth returns V of a turn as the target defines it, where next is what the turn
// was just learnt to lead to. The values are computed again with the weights as
// they are now, since stale ones diverge.
func (t *Trainer) worth(u turn, next float64) float64 {
	switch t.cfg.Target {
	case Sarsa:
		value(t.model, u.choices[u.played:u.played+1])
		return u.choices[u.played].q
	case MaxQ:
		value(t.model, u.choices)
		return highest(u.choices)
	}
	return next
}

// add moves Q of a choice along its gradient, −φ(board after a) and 1 for the action.
func (t *Trainer) add(c choice, step float64) {
	for _, f := range c.phi {
		t.model.Weights[f.Index] -= step * f.Value
	}
	if t.model.Actions != nil {
		t.model.Actions[eval.Class(c.move)] += step
	}
}

// penalise takes one gradient step that lowers log Σ exp Q(s,a)/τ over all moves
// and raises Q(s,a)/τ of the one that was played (Kumar et al. 2020, equation 4,
// with the constant τ left to the step).
func (t *Trainer) penalise(u turn, step float64) {
	t.softmax(u.choices)
	for i, c := range u.choices {
		p := t.policy[i]
		if i == u.played {
			p--
		}
		t.add(c, -step*p)
	}
}

// softmax fills t.policy with the probabilities proportional to exp Q(s,a)/τ.
func (t *Trainer) softmax(choices []choice) {
	t.policy = t.policy[:0]
	most, sum := highest(choices), 0.0
	for _, c := range choices {
		p := math.Exp((c.q - most) / t.cfg.Temperature)
		t.policy = append(t.policy, p)
		sum += p
	}
	for i := range t.policy {
		t.policy[i] /= sum
	}
}
