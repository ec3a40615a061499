package store_test

import (
	"context"
	"io"
	"testing"

	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
)

// BenchmarkWritePositions writes the positions of the whole base, 7.4 million.
func BenchmarkWritePositions(b *testing.B) {
	dir := b.TempDir()
	mustImport(b, realSources(b, "wthor"), dir, transfer.ImportOptions{})
	g := mustOpen(b, dir)
	for _, f := range bothFormats {
		b.Run(string(f), func(b *testing.B) {
			var rows, bytes int64
			for b.Loop() {
				w := &counter{}
				for n, err := range store.WritePositions(context.Background(), w, g.All(),
					store.PositionOptions{Format: f}) {
					if err != nil {
						b.Fatal(err)
					}
					rows = n
				}
				bytes = w.n
			}
			b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			b.ReportMetric(float64(bytes)/1e6, "MB")
			b.ReportMetric(peakMB(), "MB-peak")
		})
	}
}

// A counter counts what is written to it.
type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) { c.n += int64(len(p)); return len(p), nil }

var _ io.Writer = (*counter)(nil)
