package explore_test

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine"
)

// base returns the tables of the whole base, which is looked for in $OUTFLANK_DATA, and skips the
// benchmark if there is none.
func base(b *testing.B) *store.Games {
	b.Helper()
	sources, err := transfer.FindSources(filepath.Join(cmp.Or(os.Getenv("OUTFLANK_DATA"),
		"../../../shared"), "wthor"))
	if err != nil {
		b.Skipf("no real games: %v (set OUTFLANK_DATA to the folder that holds wthor/)", err)
	}
	dir := b.TempDir()
	for _, err := range transfer.Import(b.Context(), sources, dir, transfer.ImportOptions{}) {
		if err != nil {
			b.Fatal(err)
		}
	}
	g, err := store.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	return g
}

// BenchmarkWrite indexes the whole base.
func BenchmarkWrite(b *testing.B) {
	g := base(b)
	var p explore.Progress
	for b.Loop() {
		for step, err := range explore.Write(b.Context(), g, io.Discard) {
			if err != nil {
				b.Fatal(err)
			}
			p = step
		}
	}
	b.ReportMetric(float64(p.Bytes)/1e6, "MB")
	b.ReportMetric(float64(p.Bytes)/float64(p.Entries), "B/entry")
}

// BenchmarkLookup asks for positions of one game after another, and for some that
// very many games share.
func BenchmarkLookup(b *testing.B) {
	g := base(b)
	path := filepath.Join(b.TempDir(), "index")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for _, err := range explore.Write(b.Context(), g, f) {
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
			if _, err := explore.Open(f, info.Size()); err != nil {
				b.Fatal(err)
			}
		}
	})
	x, err := explore.Open(f, info.Size())
	if err != nil {
		b.Fatal(err)
	}
	var boards []engine.Board
	for p, err := range dataset.Positions(g.Where(store.Filter{FromYear: 2018}).All()) {
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
