package search

import (
	"math/bits"
	"unsafe"

	"github.com/outflank/outflank/engine"
)

// A bound says what an entry's score is to the value of its position.
type bound uint8

const (
	exact bound = iota // the value
	lower              // the value is at least this
	upper              // the value is at most this
)

// An entry is what the table remembers of one position. It holds all discs and
// not a hash of them, so that a position is never taken for another one. It does
// not hold the shape: a search knows only one.
type entry struct {
	mine, theirs engine.Set
	score        float64
	generation   uint32 // the search that made the entry
	depth        int8   // remaining depth that the score is for
	bound        bound
	move         engine.Square // best, or the one that was too good
}

// answers tells whether the entry settles a search with this window.
func (e *entry) answers(alpha, beta float64) bool {
	switch e.bound {
	case exact:
		return true
	case lower:
		return e.score >= beta
	}
	return e.score <= alpha
}

// bucket is where a position may be stored: two entries, one cache line.
type bucket [2]entry

// A table remembers positions in bounded memory. Every search begins with an
// empty one: entries carry the generation of the search that made them, and those
// of other generations do not count. Keeping them would save the next move of a
// game some nodes, and make the answer depend on the moves before.
type table struct {
	memory     []bucket // what has been allocated
	buckets    []bucket // the part that this search uses
	generation uint32
}

// begin empties the table and makes it as large as fits into the given memory.
func (t *table) begin(bytes int) {
	n := max(bytes, 0) / int(unsafe.Sizeof(bucket{}))
	if n > len(t.memory) {
		t.memory, t.generation = make([]bucket, n), 0
	}
	t.buckets = t.memory[:n]
	t.generation++
	if t.generation == 0 { // after 4 billion searches
		clear(t.memory)
		t.generation = 1
	}
}

// bucket returns the place of a position; nil when the table has no room at all.
func (t *table) bucket(mine, theirs engine.Set) *bucket {
	h := uint64(mine)*0x9E3779B97F4A7C15 ^ bits.RotateLeft64(uint64(theirs)*0xD6E8FEB86659FD93, 29)
	h *= 0xFF51AFD7ED558CCD
	h ^= h >> 32
	h *= 0xC4CEB9FE1A85EC53
	i, _ := bits.Mul64(h, uint64(len(t.buckets)))
	if i >= uint64(len(t.buckets)) {
		return nil
	}
	return &t.buckets[i]
}

// find returns the entry of a position, nil when there is none. It is valid until
// the next put.
func (t *table) find(mine, theirs engine.Set) *entry {
	b := t.bucket(mine, theirs)
	if b == nil {
		return nil
	}
	for i := range b {
		if e := &b[i]; e.mine == mine && e.theirs == theirs && e.generation == t.generation {
			return e
		}
	}
	return nil
}

// put stores e for a position: over the older knowledge of it, else over the
// entry of the bucket that took the least depth.
func (t *table) put(mine, theirs engine.Set, e entry) {
	b := t.bucket(mine, theirs)
	if b == nil {
		return
	}
	e.mine, e.theirs, e.generation = mine, theirs, t.generation
	victim := &b[0]
	for i := range b {
		switch old := &b[i]; {
		case old.generation != t.generation, old.mine == mine && old.theirs == theirs:
			*old = e
			return
		case old.depth < victim.depth:
			victim = old
		}
	}
	*victim = e
}

// tableBytes returns the memory for a search of a board with this many empty
// squares: as much as the options allow, but no more than the search can fill, as
// a fresh table costs time that a two-ply search in a match does not have.
func (s *Searcher) tableBytes(empties int) int {
	bytes := s.opt.TableBytes
	if bytes == 0 {
		bytes = defaultTableBytes
	}
	doublings := 2 * s.depth(empties) // a ply more has about three times the positions
	switch {
	case empties <= s.opt.Exact:
		doublings = max(0, empties-2) // a square more about twice
	case !s.opt.Algorithm.remembers():
		return 0
	}
	if doublings > 30 {
		return bytes
	}
	return int(min(int64(bytes), 512<<doublings))
}
