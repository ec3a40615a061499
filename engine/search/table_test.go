package search

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/outflank/outflank/engine"
)

// TestTableMemory: the table takes at most what the options say, over every way
// of searching.
func TestTableMemory(t *testing.T) {
	b, _ := wander(rand.New(rand.NewPCG(12, 0)), engine.Full, 14)
	for _, bytes := range []int{-1, 1, 63, 64, 1000, 1 << 16, 1<<20 + 1, 0} {
		most := bytes
		if bytes == 0 {
			most = defaultTableBytes
		}
		for _, opt := range []Options{{Depth: 6}, {Depth: 2}, {Nodes: 10_000}, {Exact: 14},
			{Depth: 2, Algorithm: Minimax}, {Depth: 4, Algorithm: PlainAlphaBeta}} {
			opt.TableBytes = bytes
			s := New(positional{}, opt)
			final(t, s, b)
			if used := cap(s.table.memory) * int(unsafe.Sizeof(bucket{})); used > max(0, most) {
				t.Errorf("%+v: %d bytes", opt, used)
			}
		}
	}
	if size := unsafe.Sizeof(bucket{}); size != 64 {
		t.Errorf("a bucket has %d bytes, want a cache line of 64", size)
	}
}

// TestTableRemembers: what was put is found, unless deeper entries displaced it,
// and never under another position or in another search.
func TestTableRemembers(t *testing.T) {
	var tab table
	tab.begin(1 << 12)
	rng := rand.New(rand.NewPCG(13, 0))
	known := map[[2]engine.Set]entry{}
	for range 500 {
		mine, theirs := engine.Set(rng.Uint64N(100)), engine.Set(rng.Uint64N(3)<<40)
		e := entry{score: rng.Float64(), depth: int8(rng.IntN(9)), bound: bound(rng.IntN(3)),
			move: engine.Square(rng.IntN(64))}
		tab.put(mine, theirs, e)
		known[[2]engine.Set{mine, theirs}] = e
		if got := tab.find(mine, theirs); got == nil || got.score != e.score {
			t.Fatalf("%x %x: put %+v, found %+v", mine, theirs, e, got)
		}
	}
	found := 0
	for at, e := range known {
		if got := tab.find(at[0], at[1]); got != nil {
			found++
			if got.score != e.score || got.depth != e.depth || got.bound != e.bound || got.move != e.move {
				t.Errorf("%x: put %+v, found %+v", at, e, *got)
			}
		}
	}
	if found < 60 {
		t.Errorf("%d of %d positions found in 128 entries", found, len(known))
	}
	for range 2 { // the second time the generations begin anew
		tab.begin(1 << 12)
		for at := range known {
			if got := tab.find(at[0], at[1]); got != nil {
				t.Fatalf("%x is still there: %+v", at, *got)
			}
		}
		tab.put(0, 0, entry{})
		tab.generation = ^uint32(0)
	}
}

// TestTableKeepsDepth: of three positions in one bucket the shallowest gives way.
func TestTableKeepsDepth(t *testing.T) {
	var tab table
	tab.begin(64)
	for i, depth := range []int8{5, 2, 3} {
		tab.put(engine.Set(i), 0, entry{depth: depth})
	}
	if tab.find(0, 0) == nil || tab.find(1, 0) != nil || tab.find(2, 0) == nil {
		t.Error("want the entries of depths 5 and 3")
	}
}
