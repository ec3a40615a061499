package eval

import "testing"

// BenchmarkEval evaluates the boards of random games.
func BenchmarkEval(b *testing.B) {
	for _, id := range []string{"position", "mobility", "stability", "frontier", "squares", "edge", "report",
		"report@6+edge+corner", "logistello", "balanced-logistello", "all2", "all1+all2+all3+all4",
		"snakes-8x4-1"} {
		benchmarkEval(b, id, "8x8")
	}
	for _, shape := range []string{"6x6", "hex", "8x8-c2f4h7a5"} {
		benchmarkEval(b, "position", shape)
		benchmarkEval(b, "report", shape)
	}
}

func benchmarkEval(b *testing.B, id, shape string) {
	boards := gameBoards(b, shape, 32)
	b.Run(id+"/"+shape, func(b *testing.B) {
		l := randomModel(b, id).Linear()
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			l.Eval(boards[i%len(boards)])
		}
	})
}
