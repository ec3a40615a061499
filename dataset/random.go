package dataset

import (
	"context"
	"iter"
	"math/rand/v2"
	"runtime"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// randomChunk is the number of random games that a goroutine plays before it takes others.
const randomChunk = 4096

// RandomGames yields n games from the ordinary start in which all legal moves are equally likely. Their ids
// count from 0. Game i depends on the seed and i alone, not on n or on the number of workers, which are
// goroutines; 0 = one per processor. RandomGames stops with an error only if ctx ends.
func RandomGames(ctx context.Context, seed uint64, n int64, workers int) iter.Seq2[Game, error] {
	chunks := func(yield func(int64) bool) {
		for first := int64(0); first < n && yield(first); first += randomChunk {
		}
	}
	play := func(_ context.Context, first int64) ([]Game, error) {
		games := make([]Game, min(randomChunk, n-first))
		for i := range games {
			games[i] = randomGame(seed, first+int64(i))
		}
		return games, nil
	}
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return func(yield func(Game, error) bool) {
		for games, err := range parallel.Map(ctx, workers, workers, chunks, play) {
			if err != nil {
				yield(Game{}, err)
				return
			}
			for _, g := range games {
				if !yield(g, nil) {
					return
				}
			}
		}
	}
}

// randomGame plays a game to its end.
func randomGame(seed uint64, number int64) Game {
	g := Game{ID: number, TournamentID: -1, BlackID: -1, WhiteID: -1, Black: "random", White: "random"}
	g.Start, g.Moves = engine.StandardStart(), make([]engine.Square, 0, maxPlies)
	rng := rand.New(rand.NewPCG(seed, engine.StreamRandomGames+uint64(number)))
	p, legal := g.Start.Turn()
	for legal != 0 {
		s := legal.Nth(rng.IntN(legal.Len()))
		g.Moves = append(g.Moves, s)
		next := engine.Position{Board: p.Board.Play(s), Color: p.Color.Opponent()}
		if p, legal = next.Turn(); p.Color != next.Color {
			g.Passes++
		}
	}
	g.settle(p, Complete)
	g.Score = g.Replayed
	return g
}
