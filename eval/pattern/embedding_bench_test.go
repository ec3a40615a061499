package pattern

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
)

// BenchmarkEmbeddedSearch is the time of a node with an embedding that adds 0, so that all search the same tree.
func BenchmarkEmbeddedSearch(b *testing.B) {
	g, err := engine.ParseGame(engine.StandardStart(),
		"f5d6c3d3c4f4e3f3e6f6g4g3g5h5h4h3g6h6c7c5c6b4b5f2a3d7d8a5b6a4a6e7b3d2e1c1g2c2d1e2b1b8c8e8")
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range []int{0, 16, 32} {
		m := defaultModel()
		if size > 0 {
			m = embedded(b, m, strings.Join(slices.Compact(slices.Clone(names[:])), "+"), size)
			clear(m.Embedding.Out)
		}
		tables := compiled(b, m)
		for _, c := range []struct{ plies, depth int }{{18, 10}, {24, 11}} {
			b.Run(fmt.Sprintf("size=%d/plies=%d", size, c.plies), func(b *testing.B) {
				at, _ := engine.Game{Start: g.Start, Moves: g.Moves[:c.plies]}.End()
				var nodes uint64
				for b.Loop() {
					e := deep.New(deep.Options{Depth: c.depth, TableBytes: 16 << 20,
						Evaluator: func() deep.Evaluator { return tables.Evaluator() }})
					var last engine.Info
					for last = range deep.Plain(e.Search(b.Context(), at.Board)) {
					}
					nodes += last.Nodes
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
			})
		}
	}
}
