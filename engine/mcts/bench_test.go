package mcts

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// BenchmarkPlayout is a random game from the start.
func BenchmarkPlayout(b *testing.B) {
	for _, name := range []string{"8x8", "6x6", "hex"} {
		b.Run(name, func(b *testing.B) {
			p := newPolicy(rand.NewPCG(1, 1), Options{})
			start := start(b, name)
			for b.Loop() {
				p.playout(start)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
		})
	}
}

// BenchmarkIterations is the time of a move by the number of simulations (Zhang and
// Chen, Fig. 8), from the start position on one core.
func BenchmarkIterations(b *testing.B) {
	for name, opt := range options(b) {
		for _, n := range []int{1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				opt.Simulations = n
				for b.Loop() {
					New(rand.New(rand.NewPCG(1, 1)), opt).Search(b.Context(), engine.Standard())
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
			})
		}
	}
}
