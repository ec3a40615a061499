package deep

// A cache is a worker's small table for the many positions near the end of the game. For these, a look-up
// in the large table takes longer than it saves. This table stays in the processor's level 2 cache.
type cache [1 << cacheBits]cached

const cacheBits = 13

// cached is the result of a null-window search to the end. A new result replaces the old one.
type cached struct {
	mine, theirs uint64
	lower, upper int8
	move         uint8
}

// at returns the place of a position.
func (c *cache) at(mine, theirs uint64) *cached {
	h := mine*0x9E3779B97F4A7C15 + theirs*0xD6E8FEB86659FD93
	h ^= h >> 32
	return &c[h*0x9E3779B97F4A7C15>>(64-cacheBits)]
}

// prepare gives the worker a cache if the node is searched to the end. Other searches do not use it, and to
// create it takes longer than a small search.
func (w *worker) prepare(n *node) {
	if w.cache == nil && n.depth >= n.empties() {
		w.cache = new(cache)
	}
}
