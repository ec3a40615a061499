package qlearn

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// ErrDiverged is returned when the values have grown beyond all measure: the
// learning rate is too high for the features.
var ErrDiverged = errors.New("qlearn: the values diverged; lower the learning rate")

// valueLimit is far above any value that rewards of ±1 can justify.
const valueLimit = 1e3

// A Trainer changes the weights of a model. It is not safe for concurrent use,
// and while it learns nobody else may use the model.
type Trainer struct {
	model *eval.Model
	cfg   Config
	turns [2][]turn // log of the game being learnt, by colour
	seen  []choice  // the choices of the turn being learnt
}

// A turn is a state in which a player chose a move.
type turn struct {
	board engine.Board
	legal engine.Set
	move  engine.Square
}

// A choice is one legal move of a turn.
type choice struct {
	move engine.Square
	phi  []eval.Feature // of the board after the move, as the opponent sees it
	q    float64
}

// Stats tells what one game taught.
type Stats struct {
	Episode int     // games learnt so far
	Total   int     // games there will be
	Updates int     // moves learnt from in this game
	Error   float64 // root mean square of r + γV(s') − Q(s,a) over them, before each update
	Alpha   float64 // learning rate
	Result  float64 // of the learning side, 1 win, ½ draw, 0 loss; NaN when both sides learn
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
// It ends with the source, after an error, or when the consumer breaks.
func (t *Trainer) Train(ctx context.Context, source Source) iter.Seq2[Stats, error] {
	return func(yield func(Stats, error) bool) {
		n, total := 0, source.Len()
		for ep, err := range source.Episodes(ctx) {
			var st Stats
			if err == nil {
				st, err = t.Learn(ep, t.alpha(n, total))
			}
			n++
			st.Episode, st.Total = n, total
			if err != nil {
				err = fmt.Errorf("game %d of %d: %w", n, total, err)
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

// Learn updates the model from one finished game with the given learning rate.
func (t *Trainer) Learn(ep Episode, alpha float64) (Stats, error) {
	end, err := t.log(ep.Game)
	if err != nil {
		return Stats{}, err
	}
	st := Stats{Alpha: alpha, Result: math.NaN()}
	for c := range t.turns {
		if !ep.Learn[c] {
			continue
		}
		r := reward(end.Score(engine.Color(c)))
		t.learnSide(t.turns[c], r, alpha, &st)
		if ep.Learn != (Sides{true, true}) {
			st.Result = (r + 1) / 2
		}
	}
	st.Error = math.Sqrt(st.Error / max(1, float64(st.Updates)))
	if !(st.Error < valueLimit) {
		return st, ErrDiverged
	}
	return st, nil
}

// reward is the report's: 1 for a win, -1 for a loss, 0 for a draw.
func reward(score int) float64 {
	switch {
	case score > 0:
		return 1
	case score < 0:
		return -1
	}
	return 0
}

// log replays the game and sorts its moves by player, which deals with passes:
// the next state of a player is simply the next of his turns.
func (t *Trainer) log(g engine.Game) (engine.Position, error) {
	for c := range t.turns {
		t.turns[c] = t.turns[c][:0]
	}
	end := g.Start
	for ply, err := range g.Plies() {
		if err != nil {
			return end, err
		}
		c := ply.Position.Color
		t.turns[c] = append(t.turns[c], turn{ply.Position.Board, ply.Legal, ply.Move})
		end = engine.Position{Board: ply.Position.Board.Play(ply.Move), Color: c.Opponent()}
	}
	if !end.Board.Over() {
		return end, fmt.Errorf("qlearn: the game is not finished, so it has no reward")
	}
	return end, nil
}

// learnSide updates from the turns of one player, last first.
func (t *Trainer) learnSide(turns []turn, r, alpha float64, st *Stats) {
	next := r // what the turn after this one is worth, discounted; the reward comes after the last
	for i := len(turns) - 1; i >= 0; i-- {
		played := t.look(turns[i])
		delta := next - t.seen[played].q
		if t.cfg.Conservative > 0 {
			t.penalise(played, alpha*t.cfg.Conservative)
		}
		t.add(t.seen[played], alpha*delta)
		st.Updates++
		st.Error += delta * delta
		next = t.cfg.Gamma * t.worth(played, next)
	}
}

// look fills t.seen with the choices of a turn and returns the index of the one
// that was played.
func (t *Trainer) look(u turn) (played int) {
	t.seen = t.seen[:0]
	for s := range u.legal.All() {
		if len(t.seen) < cap(t.seen) {
			t.seen = t.seen[:len(t.seen)+1] // keep the buffer for φ
		} else {
			t.seen = append(t.seen, choice{})
		}
		c := &t.seen[len(t.seen)-1]
		c.move = s
		c.phi = t.model.Features.Append(c.phi[:0], u.board.Play(s))
		if s == u.move {
			played = len(t.seen) - 1
		}
	}
	t.value()
	return played
}

// value computes Q(s,a) of every choice: −w·φ(board after a) + weight of the action.
func (t *Trainer) value() {
	for i := range t.seen {
		c := &t.seen[i]
		c.q = 0
		for _, f := range c.phi {
			c.q -= t.model.Weights[f.Index] * f.Value
		}
		if t.model.Actions != nil {
			c.q += t.model.Actions[eval.Class(c.move)]
		}
	}
}

// worth returns V of the turn in t.seen as the target defines it: the values are
// computed again with the weights as they are now, since stale ones diverge.
func (t *Trainer) worth(played int, result float64) float64 {
	switch t.cfg.Target {
	case Sarsa:
		t.value()
		return t.seen[played].q
	case MaxQ:
		t.value()
		return t.highest()
	}
	return result
}

// highest returns the greatest Q among the choices.
func (t *Trainer) highest() float64 {
	best := math.Inf(-1)
	for _, c := range t.seen {
		best = max(best, c.q)
	}
	return best
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
// and raises Q of the one that was played (Kumar et al. 2020, equation 4, with
// the constant τ left to the step).
func (t *Trainer) penalise(played int, step float64) {
	highest, sum := t.highest(), 0.0
	for _, c := range t.seen {
		sum += math.Exp((c.q - highest) / t.cfg.Temperature)
	}
	for i, c := range t.seen {
		p := math.Exp((c.q-highest)/t.cfg.Temperature) / sum
		if i == played {
			p--
		}
		t.add(c, -step*p)
	}
}
