package qlearn

import (
	"fmt"
	"testing"

	"github.com/outflank/outflank/eval"
)

// logistello are the patterns of the engine's evaluator.
const logistello = "block+edge+corner+row2+row3+row4+diag4+diag5+diag6+diag7+diag8"

// general are the features of the generalist that ships.
const general = "logistello@12+a1b1c1d1a2b2c2a3b3a4@12+b1c1d1b2c2d2b3c3d3@12+c3d3e3f3c4d4e4f4@12+c2d2e2f2c3d3e3f3@12"

// BenchmarkSelfPlay reports games a second that are played and learned from, by features,
// actors and goroutines, of reproducible and of asynchronous learning.
func BenchmarkSelfPlay(b *testing.B) {
	for _, id := range []string{logistello, general, "report@6+edge+corner", "logistello@15"} {
		for _, workers := range []int{1, 2, -2} {
			asynchronous := workers < 0
			workers := max(workers, -workers)
			b.Run(fmt.Sprintf("features=%.13s/workers=%d/asynchronous=%v", id, workers, asynchronous),
				func(b *testing.B) {
					f, err := eval.New(id, eval.DefaultSquares())
					if err != nil {
						b.Fatal(err)
					}
					cfg := Default
					cfg.Games, cfg.Actors, cfg.Batch = b.N, workers, 256
					if cfg.Asynchronous = asynchronous; asynchronous {
						cfg.Actors *= 8 // so that nobody waits
					}
					q, err := NewApproximator(eval.NewModel(f), cfg.Optimizer)
					if err != nil {
						b.Fatal(err)
					}
					t, err := New(q, cfg, Self{Random: 10})
					if err != nil {
						b.Fatal(err)
					}
					t.Workers = workers
					b.ReportAllocs()
					b.ResetTimer()
					for _, err := range t.Train(b.Context()) {
						if err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
				})
		}
	}
}
