package deep

import "math/bits"

// A worker is one thread of a search.
type worker struct {
	search  *running
	table   *table
	eval    Evaluator
	cuts    *cutTable
	nodes   uint64 // visited by this worker
	told    uint64 // the part of nodes already reported to the search
	poll    uint64 // check the limits when nodes reaches this
	stopped bool   // all results are meaningless from now on
	group   *split // the split it works for; nil = the root

	cache *cache       // nil before the first search to the end
	lists [64][64]move // by number of empty squares, so nodes of one path never share a list
	lines [maxPly]line // lines[p] is the best line found from ply p on

	killers [maxPly]uint8 // see leafMoves
}

const maxPly = 128 // moves and passes

// A line is a sequence of moves without passes.
type line struct {
	len   int
	moves [60]uint8
}

// set makes l the move m followed by rest.
func (l *line) set(m uint8, rest *line) {
	l.moves[0] = m
	l.len = 1 + copy(l.moves[1:], rest.moves[:rest.len])
}

// one makes l the single move m.
func (l *line) one(m uint8) { l.moves[0], l.len = m, 1 }

// pollEvery is the number of nodes between two checks of the limits. Visiting them takes a few
// hundredths of a millisecond.
const pollEvery = 1024

// visit counts a node, and reports whether to stop.
func (w *worker) visit() bool {
	w.nodes++
	if w.nodes >= w.poll {
		w.look()
	}
	return w.stopped
}

// cost returns the logarithm of a number of nodes.
func cost(nodes uint64) uint8 { return uint8(bits.Len64(nodes)) }

// remember stores the result of a null-window search around alpha.
func (w *worker) remember(mine, theirs uint64, k knowledge, best, alpha int, m uint8) {
	k.lower, k.upper = -64, 64
	k.moves = noMoves
	if best > alpha {
		k.lower = int8(best)
		k.moves[0] = m
	} else {
		k.upper = int8(best)
	}
	w.table.put(mine, theirs, k)
}
