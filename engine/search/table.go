package search

import (
	"math/bits"
	"unsafe"

	"github.com/outflank/outflank/engine"
)

// A bound relates an entry's score to the value of its position.
type bound uint8

const (
	exact bound = iota // the score is the value
	lower              // the value is at least this
	upper              // the value is at most this
)

// An entry holds the search result of one position. It contains all discs, not a hash, so positions are never
// confused. It does not contain the shape, because all positions of a search have the same one.
type entry struct {
	mine, theirs engine.Set
	score        float64
	generation   uint32 // the search that stored the entry
	depth        int8   // remaining depth of the score
	bound        bound
	move         engine.Square // the best move, or the one that caused a cutoff
}

// answers reports whether the entry makes a search with this window unnecessary.
func (e *entry) answers(alpha, beta float64) bool {
	switch e.bound {
	case exact:
		return true
	case lower:
		return e.score >= beta
	}
	return e.score <= alpha
}

// bucket is the storage for a position: two entries, one cache line.
type bucket [2]entry

// A table stores positions in bounded memory. Every search starts with an empty table: entries store the
// generation of their search, and entries of other generations do not count. Keeping them would save some
// nodes for the next move of a game, but its result would depend on earlier moves.
type table struct {
	memory     []bucket // all allocated buckets
	buckets    []bucket // the part that this search uses
	generation uint32
}

// begin empties the table and sets its size to what the given memory allows.
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

// bucket returns the bucket of a position, or nil if the table has none.
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

// find returns the entry of a position, or nil if there is none. It is valid until the next put.
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

// put stores e for a position. It replaces an older entry of the position, or else the bucket's entry with
// the lowest depth.
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

// tableBytes returns the memory for a search of a board with this many empty squares: as much as the options
// allow, but no more than the search can fill. Clearing a large new table would take too long for the two-ply
// searches of a match.
func (s *Searcher) tableBytes(empties int) int {
	bytes := s.opt.TableBytes
	if bytes == 0 {
		bytes = defaultTableBytes
	}
	doublings := 2 * s.depth(empties) // each further ply has about three times as many positions
	switch {
	case empties <= s.opt.Exact:
		doublings = max(0, empties-2) // each further square about doubles the number of positions
	case !s.opt.Algorithm.remembers():
		return 0
	}
	if doublings > 30 {
		return bytes
	}
	return int(min(int64(bytes), 512<<doublings))
}
