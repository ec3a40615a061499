package deep

import "math/bits"

// A worker is one thread of a search.
type worker struct {
	search  *running
	table   *table
	eval    Evaluator
	cuts    *cutTable
	nodes   uint64 // visited by this worker
	told    uint64 // of them those that the search knows of
	poll    uint64 // look at the limits when nodes gets here
	stopped bool   // everything that is returned now is meaningless
	group   *split // what it works for; nil = the root

	cache cache
	lists [64][64]move // by empty squares: no two nodes of a path share one
	lines [maxPly]line // lines[p] is the best line found from ply p on
}

const maxPly = 128 // moves and passes

// A line is a sequence of moves, passes left out.
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

// pollEvery is how many nodes pass between two looks at the limits, some
// hundredths of a millisecond.
const pollEvery = 1024

// visit counts a node, and tells whether to stop.
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
