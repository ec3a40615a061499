package qlearn

import (
	"context"
	"iter"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// Sides tells for each colour whether its moves are learnt from.
type Sides [2]bool

// An Episode is a finished game to learn from.
type Episode struct {
	Game  engine.Game
	Learn Sides

	record *record // the game worked out; nil = the trainer does it
}

// A Source provides the games to learn from.
type Source interface {
	// Len returns how many games Episodes yields.
	Len() int
	// Episodes yields the games in an order that depends on the source's own
	// settings only. A source that plays with the model being trained plays the
	// next games only when it is asked for them. An episode is good until the
	// next one. When ctx ends, Episodes soon yields its error; any error is the
	// last thing it yields.
	Episodes(ctx context.Context) iter.Seq2[Episode, error]
}

// Transcripts learns from both sides of recorded games, in an order shuffled
// anew in each epoch.
type Transcripts struct {
	Games   []engine.Game // finished games; not changed
	Epochs  int           // how many times each game is learnt
	Seed    uint64
	Model   *eval.Model // the model to be trained; nil = the trainer works out its features
	Workers int         // goroutines that work out the features of Model; 0 = 1
}

// Streams of random numbers for a seed: game n of a Play uses stream n.
const streamShuffle = 1 << 40

// transcriptBatch is how many games are worked out before they are learnt.
const transcriptBatch = 16

// Len returns the number of games times the number of epochs.
func (t Transcripts) Len() int { return len(t.Games) * max(0, t.Epochs) }

// Episodes yields the games of each epoch.
func (t Transcripts) Episodes(ctx context.Context) iter.Seq2[Episode, error] {
	return func(yield func(Episode, error) bool) {
		for epoch := range t.Epochs {
			order := rand.New(rand.NewPCG(t.Seed, streamShuffle+uint64(epoch))).Perm(len(t.Games))
			games := batches{len(order), transcriptBatch, t.Workers, func(ctx context.Context, n int, r *record) (Episode, error) {
				return t.game(ctx, order[n], r)
			}}
			for ep, err := range games.episodes(ctx) {
				if !yield(ep, err) || err != nil {
					return
				}
			}
		}
	}
}

// game works out game i if it is known for whom.
func (t Transcripts) game(ctx context.Context, i int, r *record) (Episode, error) {
	ep := Episode{Game: t.Games[i], Learn: Sides{true, true}}
	if t.Model == nil || ctx.Err() != nil {
		return ep, ctx.Err()
	}
	ep.record = r
	return ep, r.fill(t.Model, ep)
}
