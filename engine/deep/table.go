package deep

import (
	"math"
	"math/bits"
	"sync/atomic"
	"unsafe"
)

// knowledge is the data of a table entry: bounds on the value of a position at a depth and a level of
// confidence, and the two best moves found.
type knowledge struct {
	lower, upper int8  // bounds in discs
	depth        uint8 // remaining plies
	level        Level
	moves        [2]uint8 // best first; none if there is no move
	cost         uint8    // logarithm of the number of nodes searched
	generation   uint8    // the search that stored it
}

const none = 64 // no square

var noMoves = [2]uint8{none, none}

func (k knowledge) pack() uint64 { return *(*uint64)(unsafe.Pointer(&k)) }

func unpack(word uint64) knowledge { return *(*knowledge)(unsafe.Pointer(&word)) }

// covers reports whether k is from a search at least as deep and as certain as requested.
func (k *knowledge) covers(depth int, level Level) bool {
	return int(k.depth) >= depth && k.level >= level
}

// settles returns a bound that decides whether the value is greater than alpha, if there is one.
func (k *knowledge) settles(alpha int) (score int, settled bool) {
	if int(k.lower) > alpha {
		return int(k.lower), true
	}
	return int(k.upper), int(k.upper) <= alpha
}

// A slot holds one position. Threads read and write it without a lock: the board words are XORed with the
// data word, so words from different writers do not form a valid position (Hyatt and Mann, "A lock-less
// transposition table implementation for parallel search chess engines", 2002). The slot contains the whole
// board, so positions are never confused.
type slot struct {
	mine, theirs, data atomic.Uint64
}

// A bucket holds the slots in which a position can be stored: two adjacent cache lines.
type bucket struct {
	slots [5]slot
	_     [8]byte
}

// A table stores positions in memory that never grows. Emptying it is fast: entries from generations before
// the last call of forget count as free.
type table struct {
	buckets    []bucket
	generation uint8 // the current search, modulo 256
	alive      int   // number of generations since the last call of forget, including this one
	held       int   // number of generations that may have entries, at most 256
}

// generations is the number of different values of an entry's generation.
const generations = 256

// newTable returns a table of at most the given size in bytes, but at least one bucket.
func newTable(bytes int) *table {
	t := &table{buckets: make([]bucket, max(1, bytes/int(unsafe.Sizeof(bucket{})))), alive: 1, held: 1}
	hugePages(t.buckets)
	return t
}

// bucket returns the bucket of a position.
func (t *table) bucket(mine, theirs uint64) *bucket {
	h := mine*0x9E3779B97F4A7C15 ^ bits.RotateLeft64(theirs*0xD6E8FEB86659FD93, 29)
	h = (h ^ h>>32) * 0xC4CEB9FE1A85EC53
	i, _ := bits.Mul64(h, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// find returns the knowledge of a position. For a position that is not in the table, the knowledge has no
// moves and depth 0.
func (t *table) find(mine, theirs uint64) (knowledge, bool) {
	b := t.bucket(mine, theirs)
	for i := range b.slots {
		s := &b.slots[i]
		data := s.data.Load()
		if s.mine.Load()^data == mine && s.theirs.Load()^data == theirs && t.holds(data) {
			return unpack(data), true
		}
	}
	return knowledge{moves: noMoves}, false
}

// put stores the result of a search of a position. If the position has an entry, put replaces it unless
// it is better. Otherwise put replaces the oldest entry with the fewest nodes.
func (t *table) put(mine, theirs uint64, k knowledge) {
	k.generation = t.generation
	b := t.bucket(mine, theirs)
	victim, worst := &b.slots[0], 1<<16
	for i := range b.slots {
		s := &b.slots[i]
		data := s.data.Load()
		old := unpack(data)
		if s.mine.Load()^data == mine && s.theirs.Load()^data == theirs && t.holds(data) {
			if merge(&k, &old) {
				s.set(mine, theirs, k)
			}
			return
		}
		if value := t.keepValue(data, &old); value < worst {
			victim, worst = s, value
		}
	}
	victim.set(mine, theirs, k)
}

// holds reports whether a data word is from a generation since the last call of forget.
func (t *table) holds(data uint64) bool {
	return data != 0 && int(t.generation-unpack(data).generation) < t.alive
}

// begin starts a new generation. It clears the entries of forgotten generations before their numbers are
// reused.
func (t *table) begin() {
	if t.held == generations && t.alive < generations {
		t.clearForgotten()
	}
	t.generation++
	t.alive, t.held = min(t.alive+1, generations), min(t.held+1, generations)
}

// forget empties the table.
func (t *table) forget() {
	if t.held == generations { // the age of the entries is unknown
		clear(t.buckets)
		t.held = 0
	}
	t.generation++
	t.alive, t.held = 1, t.held+1
}

func (t *table) clearForgotten() {
	for i := range t.buckets {
		for j := range t.buckets[i].slots {
			if s := &t.buckets[i].slots[j]; !t.holds(s.data.Load()) {
				s.set(0, 0, knowledge{})
			}
		}
	}
	t.held = t.alive
}

// keepValue rates how valuable an entry is.
func (t *table) keepValue(data uint64, k *knowledge) int {
	if !t.holds(data) {
		return math.MinInt // the slot is free
	}
	return int(k.cost) - int(t.generation-k.generation)<<8
}

func (s *slot) set(mine, theirs uint64, k knowledge) {
	data := k.pack()
	s.mine.Store(mine ^ data)
	s.theirs.Store(theirs ^ data)
	s.data.Store(data)
}

// merge adds old knowledge of the same position to k, and reports whether to store k. It keeps knowledge from
// a deeper or more certain search of the same generation.
func merge(k, old *knowledge) bool {
	if k.moves[0] == none {
		k.moves = old.moves
	} else if k.moves[1] == none && old.moves[0] != k.moves[0] {
		k.moves[1] = old.moves[0]
	} else if k.moves[1] == none {
		k.moves[1] = old.moves[1]
	}
	switch {
	case old.depth == k.depth && old.level == k.level:
		if lower, upper := max(k.lower, old.lower), min(k.upper, old.upper); lower <= upper {
			k.lower, k.upper = lower, upper
		}
		return true
	case old.generation != k.generation:
		return true
	}
	return !old.covers(int(k.depth), k.level)
}
