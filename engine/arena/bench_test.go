package arena

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// first is the fastest agent there is.
func first(*rand.Rand) engine.Agent {
	return agent(func(_ context.Context, b engine.Board) (engine.Square, error) {
		return b.Moves().First(), nil
	})
}

// BenchmarkMatch measures what a match costs beside thinking. The agents take
// about 10 ns a move.
func BenchmarkMatch(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			m := &Match{
				Players: []Player{{"a", first}, {"b", first}},
				Games:   1000, Random: 10, Perturb: 0.05, Seed: 1, Workers: workers,
			}
			moves := 0
			b.ReportAllocs()
			for b.Loop() {
				for r, err := range m.Run(b.Context()) {
					if err != nil {
						b.Fatal(err)
					}
					moves += len(r.Game.Moves) - r.Book
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
		})
	}
}

func BenchmarkRate(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 0))
	c := NewTally(20)
	for _, p := range c.Pairs() {
		for range 20 {
			c.Add(result(p.A, p.B, rng.IntN(3)-1+p.A-p.B))
		}
	}
	for b.Loop() {
		Rate(c.Pairs())
	}
}

// thinker takes some 10 µs a move.
func thinker(*rand.Rand) engine.Agent {
	return agent(func(ctx context.Context, b engine.Board) (engine.Square, error) {
		_, err := engine.Perft(ctx, b, 4)
		return b.Moves().First(), err
	})
}

// BenchmarkWorkers measures what a second worker brings where thinking takes most
// of the time.
func BenchmarkWorkers(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			m := &Match{Players: []Player{{"a", thinker}, {"b", thinker}}, Games: 60, Random: 10, Seed: 1,
				Workers: workers}
			for b.Loop() {
				for _, err := range m.Run(b.Context()) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
