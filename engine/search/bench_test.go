package search

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

func BenchmarkExact(b *testing.B) {
	for _, empties := range []int{10, 12, 14} {
		b.Run(fmt.Sprint(empties), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(3, uint64(empties)))
			var boards []engine.Board
			for len(boards) < 20 {
				if board, ok := wander(rng, engine.Full, empties); ok {
					boards = append(boards, board)
				}
			}
			s := New(positional{}, Options{Exact: 64})
			var nodes uint64
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				nodes += final(b, s, boards[i%len(boards)]).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}

// BenchmarkByDepth is what each algorithm takes to look n plies ahead, all on
// the same boards: time and nodes (Zhang and Chen, "Searching Algorithms in Playing
// Othello", Fig. 7).
func BenchmarkByDepth(b *testing.B) {
	rng := rand.New(rand.NewPCG(4, 4))
	var boards []engine.Board
	for i := range 10 {
		board, _ := wander(rng, engine.Full, 54-4*i)
		boards = append(boards, board)
	}
	for a := range Algorithm(len(algorithmNames)) {
		for depth := 1; depth <= 7 && (a != Minimax || depth <= 5); depth++ {
			b.Run(fmt.Sprintf("%v/%d", a, depth), func(b *testing.B) {
				s := New(positional{}, Options{Algorithm: a, Depth: depth})
				var nodes uint64
				for i := 0; b.Loop(); i++ {
					nodes += final(b, s, boards[i%len(boards)]).Nodes
				}
				b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
			})
		}
	}
}

// BenchmarkNew is what a fresh agent for every game of a match costs.
func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		final(b, New(positional{}, Options{Depth: 2}), engine.Standard())
	}
}

func BenchmarkMidgame(b *testing.B) {
	for _, depth := range []int{2, 4, 6, 8} {
		b.Run(fmt.Sprint(depth), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(4, uint64(depth)))
			var boards []engine.Board
			for i := range 20 {
				board, _ := wander(rng, engine.Full, 54-i)
				boards = append(boards, board)
			}
			s := New(positional{}, Options{Depth: depth})
			var nodes uint64
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				nodes += final(b, s, boards[i%len(boards)]).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}
