package eval

import "testing"

// BenchmarkEval evaluates the boards of random games.
func BenchmarkEval(b *testing.B) {
	boards := gameBoards(b, "8x8", 32)
	for _, id := range []string{"position", "mobility", "stability", "frontier", "squares", "edge", "report", "report@6+edge+corner", "logistello", "balanced-logistello", "all2", "all1+all2+all3+all4", "snakes-8x4-1"} {
		b.Run(id, func(b *testing.B) {
			l := randomModel(b, id).Linear()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				l.Eval(boards[i%len(boards)])
			}
		})
	}
}
