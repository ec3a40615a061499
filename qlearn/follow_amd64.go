package qlearn

import "github.com/outflank/outflank/engine/kernel"

// hasVector reports whether the processor can add sixteen contents in one instruction. Every kernel except
// the plain one needs AVX2 and BMI1.
var hasVector = len(kernel.Kernels()) > 1

// follow is followPlain with vectors of four words if the processor has them.
func follow(to, from []uint64, digits [][65][group]uint64, put uint, plus, minus uint64) {
	if n := len(digits) * group; !hasVector || n == 0 || n > min(len(to), len(from)) || put > 64 {
		followPlain(to, from, digits, put, plus, minus)
		return
	}
	followVector(&to[0], &from[0], &digits[0], len(digits), put, plus, minus)
}

// followVector is followPlain with three vectors for each group of twelve words, in a quarter of the time.
// There must be at least one group.
//
//go:noescape
func followVector(to, from *uint64, digits *[65][group]uint64, groups int, put uint, plus, minus uint64)

// pairsOf is pairsPlain with vectors of four words if the processor has them.
func pairsOf(least, x, twins []uint64) int {
	if n := len(least); !hasVector || n == 0 || n%group > 0 || n > min(len(x), len(twins)) {
		return pairsPlain(least, x, twins)
	}
	return pairsVector(&least[0], &x[0], &twins[0], len(least)/group)
}

// pairsVector is pairsPlain for one or more groups of words.
//
//go:noescape
func pairsVector(least, x, twins *uint64, groups int) int

// totals is totalsPlain with half the instructions.
func totals(q []float32, tables []*[1 << 16]float32, after []uint64, width int) {
	if n := len(q); n == 0 || len(tables) == 0 || width < len(tables) || n*width > len(after) {
		totalsPlain(q, tables, after, width)
		return
	}
	totalsSSE(&q[0], &tables[0], &after[0], len(tables), width, len(q))
}

// totalsSSE is totalsPlain for at least one board and one word.
//
//go:noescape
func totalsSSE(q *float32, tables **[1 << 16]float32, after *uint64, words, width, moves int)
