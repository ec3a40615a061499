package book

import (
	"cmp"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/outflank/outflank/engine"
)

// BenchmarkTenMillion opens a book of ten million positions of random games, and looks up its positions in random
// images; with -short, a book of a hundred thousand. Its links are random, so it is not sound.
func BenchmarkTenMillion(b *testing.B) {
	want := 10_000_000
	if testing.Short() {
		want = 100_000
	}
	type discs struct{ mine, theirs engine.Set }
	boardOf := func(d discs) engine.Board { return engine.Board{Mine: d.mine, Theirs: d.theirs, Shape: engine.Full} }
	byKey := func(x, y discs) int {
		return cmp.Or(cmp.Compare(keyOf(boardOf(x)), keyOf(boardOf(y))), cmp.Compare(x.mine, y.mine))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var list []discs
	for len(list) < want {
		for len(list) < want+want/20 {
			at := engine.Standard()
			for ply := range 40 {
				if at.Moves() == 0 {
					at = at.Pass()
				}
				legal := at.Moves()
				if legal == 0 {
					break
				}
				if ply >= 8 {
					least := at.Least()
					list = append(list, discs{least.Mine, least.Theirs})
				}
				at = at.Play(legal.Nth(rng.IntN(legal.Len())))
			}
		}
		slices.SortFunc(list, byKey)
		list = slices.Compact(list)
	}
	list = list[:want]
	path := filepath.Join(b.TempDir(), "ten.book")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	if err := writeNodes(f, shallow, len(list), func(yield func(*node) bool) {
		for _, d := range list {
			n := &node{board: boardOf(d), games: 3, leaf: leaf{engine.None, 1, 14, false}, value: 5}
			for s := range n.board.Moves().All() {
				if len(n.links) < 3 {
					n.links = append(n.links, link{s, rng.IntN(10)})
				}
				n.leaf.Square = s
			}
			if !yield(n) {
				return
			}
		}
	}); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			x, err := Open(path)
			if err != nil {
				b.Fatal(err)
			}
			x.Close()
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		x, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
		b.ReportMetric(float64(info.Size())/float64(x.Len()), "B/position")
		x.Close()
	})
	b.Run("look", func(b *testing.B) {
		x, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		defer x.Close()
		var times []time.Duration
		for b.Loop() {
			board := boardOf(list[rng.IntN(len(list))]).Transform(engine.Symmetry(rng.IntN(engine.Symmetries)))
			begin := time.Now()
			if _, ok, err := x.Look(board); err != nil || !ok {
				b.Fatal(ok, err)
			}
			times = append(times, time.Since(begin))
		}
		slices.Sort(times)
		b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1e3, "p50-µs")
		b.ReportMetric(float64(times[len(times)*99/100].Nanoseconds())/1e3, "p99-µs")
	})
}
