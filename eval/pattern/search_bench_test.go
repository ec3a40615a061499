package pattern_test

import (
	"fmt"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/eval/pattern"
)

// BenchmarkSearch is the rate of searches of one thread after the first moves of a game. With GOOS=js and
// GOARCH=wasm it is their rate in a page.
func BenchmarkSearch(b *testing.B) {
	g, err := engine.ParseGame(engine.StandardStart(),
		"f5d6c3d3c4f4e3f3e6f6g4g3g5h5h4h3g6h6c7c5c6b4b5f2a3d7d8a5b6a4a6e7b3d2e1c1g2c2d1e2b1b8c8e8")
	if err != nil {
		b.Fatal(err)
	}
	tables := pattern.Default()
	for _, c := range []struct{ plies, depth int }{{10, 12}, {18, 12}, {24, 12}, {38, 22}} {
		b.Run(fmt.Sprintf("plies=%d/depth=%d", c.plies, c.depth), func(b *testing.B) {
			at, err := engine.Game{Start: g.Start, Moves: g.Moves[:c.plies]}.End()
			if err != nil {
				b.Fatal(err)
			}
			var nodes uint64
			for b.Loop() {
				e := deep.New(deep.Options{Depth: c.depth, TableBytes: 16 << 20,
					Evaluator: func() deep.Evaluator { return tables.Evaluator() }})
				var last engine.Info
				for last = range deep.Plain(e.Search(b.Context(), at.Board)) {
				}
				nodes += last.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
