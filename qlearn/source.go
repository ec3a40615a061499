package qlearn

import (
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// Sides tells for each colour whether its moves are learnt from.
type Sides [2]bool

// An Episode is a finished game to learn from.
type Episode struct {
	Game  engine.Game
	Learn Sides
}

// A Source provides the games to learn from.
type Source interface {
	// Len returns how many games Episodes yields.
	Len() int
	// Episodes yields the games in an order that depends on the source's own
	// settings only. A source that plays with the model being trained plays the
	// next games only when it is asked for them.
	Episodes(ctx context.Context) iter.Seq2[Episode, error]
}

// Transcripts learns from both sides of recorded games, in an order shuffled
// anew in each epoch.
type Transcripts struct {
	Games  []engine.Game // finished games; not changed
	Epochs int           // how many times each game is learnt
	Seed   uint64
}

// Len returns the number of games times the number of epochs.
func (t Transcripts) Len() int { return len(t.Games) * t.Epochs }

// Episodes yields the games of each epoch.
func (t Transcripts) Episodes(ctx context.Context) iter.Seq2[Episode, error] {
	return func(yield func(Episode, error) bool) {
		for epoch := range t.Epochs {
			rng := rand.New(rand.NewPCG(t.Seed, streamShuffle+uint64(epoch)))
			for _, i := range rng.Perm(len(t.Games)) {
				if ctx.Err() != nil {
					yield(Episode{}, ctx.Err())
					return
				}
				if !yield(Episode{t.Games[i], Sides{true, true}}, nil) {
					return
				}
			}
		}
	}
}

// Streams of random numbers for a seed: game n of a Play uses stream n.
const streamShuffle = 1 << 40

// Play is game-based learning: the model plays ε-greedily against itself or
// against opponents. Games are played in batches with the weights as they stand,
// on all workers, and learnt in order when the batch is complete; that is why
// the number of workers changes nothing.
type Play struct {
	Model      *eval.Model
	Opponents  []Opponent // taken in turn; empty = the model itself, learning from both sides
	Games      int
	Epsilon    float64 // probability of a random move of the model in the first game
	EpsilonEnd float64 // the same in the last; it decays exponentially
	Random     int     // random plies at the start of each game, not learnt from any differently
	Batch      int     // games played between updates; 0 = 16
	Workers    int     // 0 = 1
	Seed       uint64
}

// An Opponent makes an agent for one game, from several goroutines at once.
type Opponent func(rng *rand.Rand) engine.Agent

// Len returns p.Games.
func (p Play) Len() int { return p.Games }

// Episodes plays and yields the games.
func (p Play) Episodes(ctx context.Context) iter.Seq2[Episode, error] {
	return func(yield func(Episode, error) bool) {
		batch := max(1, p.Batch)
		if p.Batch == 0 {
			batch = 16
		}
		played := make([]Episode, batch)
		errs := make([]error, batch)
		for first := 0; first < p.Games; first += batch {
			n := min(batch, p.Games-first)
			p.playBatch(ctx, first, played[:n], errs[:n])
			for i := range n {
				if !yield(played[i], errs[i]) || errs[i] != nil {
					return
				}
			}
		}
	}
}

// playBatch plays games first, first+1, … into played.
func (p Play) playBatch(ctx context.Context, first int, played []Episode, errs []error) {
	var group sync.WaitGroup
	workers := min(max(1, p.Workers), len(played))
	for w := range workers {
		group.Go(func() {
			for i := w; i < len(played); i += workers {
				played[i], errs[i] = p.game(ctx, first+i)
			}
		})
	}
	group.Wait()
}

// game plays game n. The model has black in even games.
func (p Play) game(ctx context.Context, n int) (Episode, error) {
	rng := rand.New(rand.NewPCG(p.Seed, uint64(n)))
	g, err := p.opening(rng)
	if err != nil {
		return Episode{}, err
	}
	model := engine.Perturbed{Agent: NewAgent(p.Model), P: p.epsilon(n), Rand: rng}
	agents, learn := [2]engine.Agent{model, model}, Sides{true, true}
	if len(p.Opponents) > 0 {
		c := engine.Color(n & 1)
		agents[c.Opponent()] = p.Opponents[n/2%len(p.Opponents)](rng)
		learn[c.Opponent()] = false
	}
	g, err = engine.PlayOut(ctx, g, agents)
	return Episode{g, learn}, err
}

// opening plays p.Random random plies.
func (p Play) opening(rng *rand.Rand) (engine.Game, error) {
	g := engine.Game{Start: engine.StandardStart()}
	at := g.Start
	for range p.Random {
		moves := at.Board.Moves()
		if moves == 0 {
			break
		}
		s := moves.Nth(rng.IntN(moves.Len()))
		g.Moves = append(g.Moves, s)
		at, _ = at.Play(s)
	}
	return g, nil
}

// epsilon returns the probability of a random move in game n.
func (p Play) epsilon(n int) float64 {
	if p.Epsilon <= 0 || p.Games <= 1 {
		return p.Epsilon
	}
	end := max(p.EpsilonEnd, 1e-6)
	return p.Epsilon * math.Pow(end/p.Epsilon, float64(n)/float64(p.Games-1))
}
