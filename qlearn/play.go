package qlearn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// Play is game-based learning: the model plays ε-greedily against itself or
// against opponents. Games are played in batches with the weights as they stand,
// on all workers, and learnt in order when the batch is complete; that is why
// the number of workers changes nothing.
type Play struct {
	Model      *eval.Model
	Opponents  []Opponent // taken in turn, each for a game of either colour; empty = the model itself, learning from both sides
	Games      int
	Epsilon    float64         // probability of a random move of the model in the first game, 0 to 1; 0 = never
	EpsilonEnd float64         // the same in the last; it decays exponentially, to 1e-6 if this is 0
	Random     int             // random plies at the start of each game, learnt from like the others
	Start      engine.Position // zero = the standard start
	Batch      int             // games played between updates; 0 = 16
	Workers    int             // goroutines that play; 0 = 1
	Seed       uint64
}

// DefaultPlay is a sensible Play but for the model, the opponents and the seed.
var DefaultPlay = Play{Games: 20000, Epsilon: 0.1, EpsilonEnd: 0.02, Batch: 16}

// An Opponent makes an agent for one game, from several goroutines at once.
type Opponent func(rng *rand.Rand) engine.Agent

// Check returns an error that names the first value out of its range.
func (p Play) Check() error {
	if err := p.check(); err != nil {
		return fmt.Errorf("qlearn: %w", err)
	}
	return nil
}

func (p Play) check() error {
	switch {
	case p.Model == nil:
		return errors.New("no model to play with")
	case !(p.Epsilon >= 0 && p.Epsilon <= 1):
		return fmt.Errorf("epsilon is %v, want 0 to 1", p.Epsilon)
	case !(p.EpsilonEnd >= 0 && p.EpsilonEnd <= 1):
		return fmt.Errorf("epsilon at the end is %v, want 0 to 1", p.EpsilonEnd)
	case p.Games < 0:
		return fmt.Errorf("%d games to play, want 0 or more", p.Games)
	case p.Random < 0:
		return fmt.Errorf("%d random plies, want 0 or more", p.Random)
	case p.Batch < 0:
		return fmt.Errorf("batches of %d games, want 0 or more", p.Batch)
	}
	return nil
}

// Len returns p.Games.
func (p Play) Len() int { return p.Games }

// Episodes plays and yields the games. An opponent's failure is an
// [*engine.ForfeitError].
func (p Play) Episodes(ctx context.Context) iter.Seq2[Episode, error] {
	if err := p.check(); err != nil {
		return func(yield func(Episode, error) bool) { yield(Episode{}, err) }
	}
	games := batches{p.Games, cmp.Or(p.Batch, 16), p.Workers, p.game}
	return games.episodes(ctx)
}

// game plays game n. The model has black in even games.
func (p Play) game(ctx context.Context, n int, r *record) (Episode, error) {
	rng := rand.New(rand.NewPCG(p.Seed, uint64(n)))
	ep := Episode{Game: p.opening(rng), Learn: Sides{true, true}, record: r}
	var agents [2]engine.Agent
	for c := range agents {
		agents[c] = &player{r, engine.Color(c), p.epsilon(n), rng}
	}
	if len(p.Opponents) > 0 {
		c := 1 - n&1
		agents[c], ep.Learn[c] = p.Opponents[n/2%len(p.Opponents)](rng), false
	}
	r.begin(p.Model)
	if _, err := r.replay(ep); err != nil {
		return ep, err
	}
	var err error
	if ep.Game, err = engine.PlayOut(ctx, ep.Game, agents); err != nil {
		return ep, err
	}
	end, err := ep.Game.End()
	if err != nil {
		return ep, err
	}
	return ep, r.finish(end)
}

// opening plays p.Random random plies.
func (p Play) opening(rng *rand.Rand) engine.Game {
	at := p.Start
	if at == (engine.Position{}) {
		at = engine.StandardStart()
	}
	g := engine.Game{Start: at}
	for range p.Random {
		moves := at.Board.Moves()
		if moves == 0 {
			break
		}
		s := moves.Nth(rng.IntN(moves.Len()))
		g.Moves = append(g.Moves, s)
		at, _ = at.Play(s)
	}
	return g
}

// epsilon returns the probability of a random move in game n.
func (p Play) epsilon(n int) float64 {
	if p.Epsilon == 0 || p.Games <= 1 {
		return p.Epsilon
	}
	done := float64(n) / float64(p.Games-1)
	return math.Pow(p.Epsilon, 1-done) * math.Pow(max(p.EpsilonEnd, 1e-6), done)
}
