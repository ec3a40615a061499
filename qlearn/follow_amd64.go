package qlearn

import "github.com/outflank/outflank/engine/kernel"

// hasVector tells whether the processor can add sixteen contents in one instruction. Every kernel but the
// plain one needs AVX2 and BMI1.
var hasVector = len(kernel.Kernels()) > 1

// follow does what followPlain does, with vectors of four words if the processor has them.
func follow(to, from []uint64, digits [][65][group]uint64, put uint, plus, minus uint64) {
	if n := len(digits) * group; !hasVector || n == 0 || n > min(len(to), len(from)) || put > 64 {
		followPlain(to, from, digits, put, plus, minus)
		return
	}
	followVector(&to[0], &from[0], &digits[0], len(digits), put, plus, minus)
}

// followVector does what followPlain does, with three vectors for a group of twelve words, in a quarter of
// the time. There must be at least one group.
//
//go:noescape
func followVector(to, from *uint64, digits *[65][group]uint64, groups int, put uint, plus, minus uint64)

// pairsOf does what pairsPlain does, with vectors of four words if the processor has them.
func pairsOf(least, x, twins []uint64) int {
	if n := len(least); !hasVector || n == 0 || n%group > 0 || n > min(len(x), len(twins)) {
		return pairsPlain(least, x, twins)
	}
	return pairsVector(&least[0], &x[0], &twins[0], len(least)/group)
}

// pairsVector does what pairsPlain does for groups of words, at least one.
//
//go:noescape
func pairsVector(least, x, twins *uint64, groups int) int

// totals does what totalsPlain does, with half the instructions.
func totals(q []float32, tables []*[1 << 16]float32, after []uint64, width int) {
	if n := len(q); n == 0 || len(tables) == 0 || width < len(tables) || n*width > len(after) {
		totalsPlain(q, tables, after, width)
		return
	}
	totalsSSE(&q[0], &tables[0], &after[0], len(tables), width, len(q))
}

// totalsSSE does what totalsPlain does, for at least one board and one word.
//
//go:noescape
func totalsSSE(q *float32, tables **[1 << 16]float32, after *uint64, words, width, moves int)
