package dataset_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// BenchmarkBuildIndex indexes the whole base.
func BenchmarkBuildIndex(b *testing.B) {
	dir := b.TempDir()
	mustImport(b, realSources(b, "wthor"), dir, dataset.ImportOptions{})
	g := mustOpen(b, dir)
	var p dataset.IndexProgress
	for b.Loop() {
		for step, err := range dataset.BuildIndex(b.Context(), g, &counter{}) {
			if err != nil {
				b.Fatal(err)
			}
			p = step
		}
	}
	b.ReportMetric(float64(p.Bytes)/1e6, "MB")
	b.ReportMetric(float64(p.Bytes)/float64(p.Entries), "B/entry")
	b.ReportMetric(peakMB(), "MB-peak")
}

// BenchmarkLookup asks for positions of one game after another, and for some that
// very many games share.
func BenchmarkLookup(b *testing.B) {
	dir := b.TempDir()
	mustImport(b, realSources(b, "wthor"), dir, dataset.ImportOptions{})
	path := filepath.Join(dir, "index")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	g := mustOpen(b, dir)
	for _, err := range dataset.BuildIndex(b.Context(), g, f) {
		if err != nil {
			b.Fatal(err)
		}
	}
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			if _, err := dataset.OpenIndex(f, info.Size()); err != nil {
				b.Fatal(err)
			}
		}
	})
	x, err := dataset.OpenIndex(f, info.Size())
	if err != nil {
		b.Fatal(err)
	}
	var boards []engine.Board
	for p, err := range dataset.Positions(g.Where(dataset.Filter{FromYear: 2018}).All()) {
		if err != nil {
			b.Fatal(err)
		}
		boards = append(boards, p.Position.Board)
	}
	ask := func(name string, boards ...engine.Board) {
		b.Run(name, func(b *testing.B) {
			hits := 0
			for i := 0; b.Loop(); i++ {
				h, err := x.Lookup(boards[i%len(boards)])
				if err != nil {
					b.Fatal(err)
				}
				hits += len(h)
			}
			b.ReportMetric(float64(hits)/float64(b.N), "hits")
		})
	}
	ask("positions of 2018", boards...)
	ask("start", engine.Standard())
	ask("f5d6c3", boards[3])
}
