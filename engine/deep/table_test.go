package deep

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// What is stored is found, as long as it is not crowded out, and nothing else is.
func TestTableRemembers(t *testing.T) {
	table := newTable(1 << 20)
	rng := rand.New(rand.NewPCG(3, 1))
	k := knowledge{lower: -3, upper: 8, depth: 9, level: Sure95, moves: [2]uint8{7, none}, cost: 4}
	mine, theirs := rng.Uint64(), rng.Uint64()
	table.put(mine, theirs, k)
	if got, ok := table.find(mine, theirs); !ok || got != k {
		t.Errorf("found %+v, %v", got, ok)
	}
	if _, ok := table.find(theirs, mine); ok {
		t.Error("found what was not stored")
	}
}

// Deeper and surer knowledge stays, equal knowledge is joined, moves survive.
func TestTableMerges(t *testing.T) {
	old := knowledge{lower: 2, upper: 64, depth: 9, level: Sure95, moves: [2]uint8{7, none}}
	for _, c := range []struct {
		name string
		put  knowledge
		want knowledge
	}{
		{"equal", knowledge{lower: -64, upper: 4, depth: 9, level: Sure95, moves: [2]uint8{none, none}},
			knowledge{lower: 2, upper: 4, depth: 9, level: Sure95, moves: [2]uint8{7, none}}},
		{"deeper", knowledge{lower: -64, upper: 4, depth: 10, level: Sure95, moves: [2]uint8{3, none}},
			knowledge{lower: -64, upper: 4, depth: 10, level: Sure95, moves: [2]uint8{3, 7}}},
		{"shallower", knowledge{lower: -64, upper: 4, depth: 8, level: Sure95, moves: [2]uint8{3, none}}, old},
		{"contradictory", knowledge{lower: -64, upper: 0, depth: 9, level: Sure95, moves: [2]uint8{none, none}},
			knowledge{lower: -64, upper: 0, depth: 9, level: Sure95, moves: [2]uint8{7, none}}},
	} {
		table := newTable(1 << 10)
		table.put(1, 2, old)
		table.put(1, 2, c.put)
		if got, _ := table.find(1, 2); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// Where a bucket is full, what is new takes the place of what is oldest, and of that which took the least
// work, however much work the older took.
func TestTableReplaces(t *testing.T) {
	table := newTable(1) // one bucket of five
	cost := map[uint64]uint8{1: 9, 2: 3, 3: 7, 4: 200, 5: 5}
	for p := uint64(1); p <= 5; p++ {
		if p == 4 {
			table.begin()
		}
		table.put(p, 0, knowledge{depth: 1, cost: cost[p]})
	}
	for i, gone := range []uint64{2, 3, 1, 5} {
		table.begin()
		table.put(uint64(10+i), 0, knowledge{depth: 1, cost: 1})
		for p := uint64(1); p <= 5; p++ {
			if _, ok := table.find(p, 0); p == gone && ok {
				t.Fatalf("position %d is there after %d more", p, i+1)
			}
		}
	}
	if _, ok := table.find(4, 0); !ok {
		t.Error("the one that took the most work is gone before older ones")
	}
	table.put(4, 0, knowledge{depth: 9})
	table.begin()
	table.put(4, 0, knowledge{depth: 2})
	if k, _ := table.find(4, 0); k.depth != 2 {
		t.Errorf("depth %d, want what a later search has found, 2", k.depth)
	}
}

// Threads that write the same places never make anyone read a mixture: what is
// found is what somebody stored for that position.
func TestTableSharedByThreads(t *testing.T) {
	table := newTable(1) // one bucket
	var all sync.WaitGroup
	for thread := range uint64(4) {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(3, thread))
			for range 20_000 {
				p := rng.Uint64N(16) + 1
				if k, ok := table.find(p, p<<32); ok && (uint64(k.depth) != p || uint64(k.cost) != p) {
					t.Errorf("position %d has %+v", p, k)
					return
				}
				table.put(p, p<<32, knowledge{depth: uint8(p), cost: uint8(p), lower: int8(rng.IntN(64)), upper: 64})
			}
		})
	}
	all.Wait()
}

// A table that forgets holds and crowds out what a new one does, however often it has been
// told to and however many searches lie between.
func TestTableForgets(t *testing.T) {
	const bytes = 1 << 10
	rng := rand.New(rand.NewPCG(3, 2))
	used, fresh := newTable(bytes), newTable(bytes)
	for step := range 200_000 {
		often := 1 + step/40_000*100 // ever more searches between
		switch {
		case rng.IntN(5*often) == 0:
			used.forget()
			fresh = newTable(bytes)
		case rng.IntN(4) == 0:
			used.begin()
			fresh.begin()
		}
		p := rng.Uint64N(100) + 1
		k := knowledge{depth: uint8(rng.IntN(9)), cost: uint8(rng.IntN(9)), lower: int8(rng.IntN(64)), upper: 64}
		used.put(p, p<<32, k)
		fresh.put(p, p<<32, k)
		p = rng.Uint64N(100) + 1
		got, ok := used.find(p, p<<32)
		want, exists := fresh.find(p, p<<32)
		if got.generation, want.generation = 0, 0; got != want || ok != exists {
			t.Fatalf("step %d: position %d has %+v, %v, want %+v, %v", step, p, got, ok, want, exists)
		}
	}
}
