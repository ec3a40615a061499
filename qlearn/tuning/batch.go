package tuning

import (
	"context"
	"iter"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/eval/tune"
)

// A batch is some games of a step, which are played one after the other.
type batch struct {
	Vectors [][]float64 `json:"vectors"` // of those who play
	// players are places in Vectors; the place behind them is the opponent's
	Games []arena.Pairing `json:"games"`
}

// Games of a step are put together, so that a batch is worth sending, but not so many that few
// batches are left for all workers.
const (
	batchGames = 16
	leastBatch = 64 // batches of a step, if it has as many games
)

// batches puts the games of a step together in their order.
func batches(group [][]float64, games []tune.Game) iter.Seq[batch] {
	n := min(max(len(games)/leastBatch, 1), batchGames)
	return func(yield func(batch) bool) {
		for len(games) > 0 {
			some := games[:min(n, len(games))]
			if games = games[len(some):]; !yield(batchOf(group, some)) {
				return
			}
		}
	}
}

// batchOf returns games of a group with those of its vectors that play them.
func batchOf(group [][]float64, games []tune.Game) (b batch) {
	places := map[int]int{}
	for _, g := range games {
		for _, member := range []int{g.Black, g.White} {
			if _, ok := places[member]; !ok && member != tune.Opponent {
				places[member] = len(b.Vectors)
				b.Vectors = append(b.Vectors, group[member])
			}
		}
	}
	places[tune.Opponent] = len(b.Vectors)
	for _, g := range games {
		b.Games = append(b.Games, arena.Pairing{Game: gameNumber(g, len(group)), Black: places[g.Black],
			White: places[g.White], Opening: g.Opening})
	}
	return b
}

// gameNumber is that of a game in a match of all members and the opponent. No other game has it:
// what agents draw depends on it.
func gameNumber(game tune.Game, members int) int {
	seat := func(i int) int {
		if i == tune.Opponent {
			return members
		}
		return i
	}
	n := members + 1
	return (game.Opening*n+seat(game.Black))*n + seat(game.White)
}

// play plays the games of a batch and returns their disc differences for black.
func (g *Games) play(ctx context.Context, subject *Subject, b batch) (scores []int, err error) {
	m := g.match(subject, b.Vectors)
	for _, game := range b.Games {
		r, err := m.Play(ctx, game)
		if err != nil {
			return nil, err
		}
		scores = append(scores, r.Score)
	}
	return scores, nil
}

// match returns a match of vectors, and of the opponent behind them.
func (g *Games) match(subject *Subject, vectors [][]float64) *arena.Match {
	m := &arena.Match{Openings: g.openings, Random: g.Random, Seed: g.Seed}
	for _, x := range vectors {
		m.Players = append(m.Players, arena.Player{New: subject.agent(x, g.search())})
	}
	m.Players = append(m.Players, g.opponents...)
	return m
}
