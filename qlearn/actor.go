package qlearn

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
)

// errUnfinished is wrapped if a game to learn from was not played to its end and so has no reward.
var errUnfinished = errors.New("the game is not finished")

var errUnseen = errors.New("restricted, and the source does not say which moves were seen")

// An actor plays games with an approximator and learns from each.
type actor struct {
	learner
	pcg     rand.PCG
	rng     *rand.Rand
	solve   func(engine.Board) int // see Trainer.Solve
	pool    *pool
	earlier Approximator // the opponent in this game
	before  [][]float32  // asynchronous: the weights at the start of the batch

	game     engine.Game
	turns    []turn
	policy   []float64
	opposing bool
	met      int // the pool member that the model plays; -1 = none
}

func newActor(q Approximator, cfg *Config) *actor {
	a := &actor{learner: learner{q: q, cfg: cfg}}
	a.rng = rand.New(&a.pcg)
	return a
}

// learnGame plays game n and learns from it.
func (a *actor) learnGame(ctx context.Context, source Source, n int) error {
	a.pcg.Seed(a.cfg.Seed, uint64(n))
	s, err := source.Episode(n, a.rng)
	if err == nil {
		err = a.learnEpisode(ctx, &s, n)
	}
	if err != nil && s.Recorded && ctx.Err() == nil {
		err = fmt.Errorf("recorded game %d: %w", s.Number+1, err)
	}
	return err
}

// learnEpisode plays game n as s describes and learns from it. It closes an opponent that holds resources,
// such as another program.
func (a *actor) learnEpisode(ctx context.Context, s *Episode, n int) error {
	if c, ok := s.Opponent.(io.Closer); ok {
		defer c.Close() // the game is over, so the error changes nothing
	}
	a.alpha, a.epsilon = a.cfg.alpha(n), a.cfg.epsilon(n)
	if s.Epsilon >= 0 {
		a.epsilon = s.Epsilon
	}
	if d, ok := a.q.(*double); ok {
		d.learns = a.rng.IntN(2)
	}
	a.q.Begin()
	a.turns = a.turns[:0]
	score, err := a.play(ctx, s)
	if err != nil {
		return err
	}
	rewards := [2]float64{engine.Black: a.cfg.Reward.Of(score), engine.White: a.cfg.Reward.Of(-score)}
	a.count(s, rewards)
	return a.learn(a.turns, rewards)
}

// count records the result of a game against an opponent.
func (a *actor) count(s *Episode, rewards [2]float64) {
	if !a.opposing {
		return
	}
	points := 0.5
	switch r := rewards[s.Color]; {
	case r > 0:
		points = 1
	case r < 0:
		points = 0
	}
	a.tally.opposed++
	a.tally.score += points
	if a.met >= 0 {
		a.pool.note(a.met, points)
	}
}

// play plays the game that the episode describes and returns its score for black.
func (a *actor) play(ctx context.Context, s *Episode) (score int, err error) {
	p := s.Start
	if p == (engine.Position{}) {
		p = engine.StandardStart()
	}
	a.game = engine.Game{Start: p, Moves: a.game.Moves[:0]}
	p, legal := p.Turn()
	a.opposing, a.met = s.Opponent != nil, -1
	if s.Earlier {
		a.met = a.pool.draw(a.rng)
		if a.opposing = a.met >= 0; a.opposing {
			a.earlier = a.pool.player(a.met, a.q)
		}
	}
	if s.Opponent != nil {
		engine.Follow(s.Opponent, &a.game)
	}
	for ply := 0; ; ply++ {
		if legal == 0 {
			if ply < len(s.Moves) {
				return 0, &engine.IllegalMoveError{Index: ply, Move: s.Moves[ply], Position: p}
			}
			return p.Score(engine.Black), nil
		}
		kept := len(a.turns)
		m, err := a.move(ctx, s, ply, p, legal)
		if err != nil {
			return 0, err
		}
		a.game.Moves = append(a.game.Moves, m)
		p, legal = engine.Position{Board: p.Board.Play(m), Color: p.Color.Opponent()}.Turn()
		if len(a.turns) > kept && legal != 0 && a.solves(s, p.Board) {
			a.turns[kept].solve(p, a.solve, a.cfg.Reward)
		}
	}
}

// solves reports whether to solve a board that the model has reached.
func (a *actor) solves(s *Episode, b engine.Board) bool {
	return b.Empty().Len() <= a.cfg.Exact && a.solve != nil && !s.Recorded && !a.opposing
}

// solve sets the turn's exact value to that of perfect play from next, the position after its move.
func (u *turn) solve(next engine.Position, solve func(engine.Board) int, reward Reward) {
	score := solve(next.Board)
	if next.Color != u.color {
		score = -score
	}
	u.exact, u.isExact = reward.Of(score), true
}

// move returns the move to play at a ply.
func (a *actor) move(ctx context.Context, s *Episode, ply int, p engine.Position,
	legal engine.Set) (engine.Square, error) {
	switch {
	case ply < len(s.Moves):
		return s.Moves[ply], a.follow(s, ply, p, legal)
	case s.Recorded:
		return engine.None, errUnfinished
	case ply < len(s.Moves)+s.Random:
		return legal.Nth(a.rng.IntN(legal.Len())), nil
	case !a.opposing || p.Color == s.Color:
		return a.choose(p, legal, s.Skip[p.Color]), nil
	}
	if s.Noise > 0 && a.rng.Float64() < s.Noise {
		return legal.Nth(a.rng.IntN(legal.Len())), nil
	}
	if s.Earlier {
		a.earlier.Begin()
		return legal.Nth(argmax(a.earlier.Values(a.earlier.Turn(p.Board, legal)))), nil
	}
	m, err := s.Opponent.Choose(ctx, p.Board)
	if err == nil && !legal.Has(m) {
		err = &engine.IllegalMoveError{Index: ply, Move: m, Position: p, Legal: legal}
	}
	if err != nil && ctx.Err() == nil {
		err = &engine.ForfeitError{Color: p.Color, Err: err}
	}
	return m, err
}

// follow checks a recorded move and keeps its turn if the actor learns from it.
func (a *actor) follow(s *Episode, ply int, p engine.Position, legal engine.Set) error {
	m := s.Moves[ply]
	if !legal.Has(m) {
		return &engine.IllegalMoveError{Index: ply, Move: m, Position: p, Legal: legal}
	}
	if s.Recorded && !s.Skip[p.Color] {
		before := engine.Set(1)<<m - 1
		return a.keep(s, p, legal, (legal & before).Len())
	}
	return nil
}

// choose returns the model's move and keeps the turn unless skip is true.
func (a *actor) choose(p engine.Position, legal engine.Set, skip bool) engine.Square {
	id := a.q.Turn(p.Board, legal)
	n := legal.Len()
	played, explored := 0, false
	switch x := a.rng.Float64(); {
	case n == 1:
	case x < a.epsilon:
		played, explored = int(x/a.epsilon*float64(n)), true
	case a.cfg.Softmax > 0:
		values := a.q.Values(id)
		a.policy = softmax(a.policy, values, a.cfg.Squash, a.cfg.Softmax)
		played = drawn(a.policy, a.rng.Float64())
		explored = played != argmax(values)
	default:
		played = argmax(a.q.Values(id))
	}
	if !skip {
		a.turns = append(a.turns, turn{board: p.Board, color: p.Color, id: id, played: played, explored: explored})
	}
	return legal.Nth(played)
}

// drawn returns the index of the probability interval that contains x, a number in [0, 1).
func drawn(probabilities []float64, x float64) int {
	for i, p := range probabilities {
		if x -= p; x < 0 {
			return i
		}
	}
	return len(probabilities) - 1
}

// keep stores a recorded turn for learning.
func (a *actor) keep(s *Episode, p engine.Position, legal engine.Set, played int) error {
	u := turn{board: p.Board, color: p.Color, id: a.q.Turn(p.Board, legal), played: played, recorded: true}
	if a.cfg.Restricted {
		if s.Seen == nil {
			return errUnseen
		}
		u.seen = s.Seen.among(p.Board, legal, played)
	}
	a.turns = append(a.turns, u)
	return nil
}
