package store_test

import (
	"io"
	"testing"
	"time"

	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"

	"github.com/apache/arrow/go/v17/arrow"
)

// BenchmarkRatios compares work on the whole base with what cannot be avoided, in one
// run, so that the speed of the machine falls out: a bare replay of every game on one
// core, and a bare Parquet write of the batches of the games table. "import/bare" is to
// be at most 2; "positions-s" at most 3 on two cores.
//
// On two cores with a load of nine: replay 0.35 s, write 0.34 s, import/bare 1.0 to 1.6,
// positions 3.2 s; with a load of one and a half the positions took 1.9 s.
func BenchmarkRatios(b *testing.B) {
	src, dir := realSources(b, "wthor"), b.TempDir()
	mustImport(b, src, dir, transfer.ImportOptions{})
	g := mustOpen(b, dir)
	games := all(b, g)
	var batches []arrow.Record
	for rec, err := range store.Batches(g) {
		if err != nil {
			b.Fatal(err)
		}
		rec.Retain()
		batches = append(batches, rec)
	}
	times := map[string]time.Duration{}
	measure := func(name string, f func()) {
		begin := time.Now()
		f()
		times[name] += time.Since(begin)
	}
	for b.Loop() {
		measure("replay", func() {
			for i := range games {
				if err := games[i].Replay(); err != nil {
					b.Fatal(err)
				}
			}
		})
		measure("write", func() {
			for _, rec := range batches {
				if err := store.WriteParquet(io.Discard, rec); err != nil {
					b.Fatal(err)
				}
			}
		})
		measure("import", func() { mustImport(b, src, dir, transfer.ImportOptions{}) })
		measure("positions", func() {
			for _, err := range store.WritePositions(b.Context(), io.Discard, sequence(games...),
				store.PositionOptions{}) {
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	bare := times["replay"] + times["write"]
	for name, d := range times {
		b.ReportMetric(d.Seconds()/float64(b.N), name+"-s")
	}
	b.ReportMetric(float64(times["import"])/float64(bare), "import/bare")
	b.ReportMetric(float64(times["positions"])/float64(bare), "positions/bare")
	for _, rec := range batches {
		rec.Release()
	}
}
