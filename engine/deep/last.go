package deep

import (
	"math/bits"

	"github.com/outflank/outflank/engine/kernel"
)

// The last four empty squares have functions of their own. They, and all that
// search to the end, take a null window: they return the value if it is told
// apart from alpha, else a bound on the same side of it.

// last1 returns the result when one square is empty.
func (w *worker) last1(mine uint64, s uint) int {
	w.nodes++
	n := bits.OnesCount64(mine)
	if turned := kernel.LastFlips(mine, s); turned != 0 {
		return 2*(n+turned) - 62
	}
	if turned := kernel.LastFlips(^mine&^(1<<(s&63)), s); turned != 0 {
		return 2*(n-turned) - 64
	}
	if n >= 32 {
		return 2*n - 62
	}
	return 2*n - 64
}

// last2 solves a board with two empty squares.
func (w *worker) last2(mine, theirs uint64, alpha int, s1, s2 uint) int {
	w.nodes++
	best := -infinite
	if near[s1&63]&theirs != 0 {
		if f := kernel.Flips(mine, theirs, s1); f != 0 {
			best = -w.last1(theirs&^f, s2)
			if best > alpha {
				return best
			}
		}
	}
	if near[s2&63]&theirs != 0 {
		if f := kernel.Flips(mine, theirs, s2); f != 0 {
			return max(best, -w.last1(theirs&^f, s1))
		}
	}
	if best != -infinite {
		return best
	}
	// A pass: the same for the other side, whose best is our worst.
	worst := infinite
	if near[s1&63]&mine != 0 {
		if f := kernel.Flips(theirs, mine, s1); f != 0 {
			worst = w.last1(mine&^f, s2)
			if worst <= alpha {
				return worst
			}
		}
	}
	if near[s2&63]&mine != 0 {
		if f := kernel.Flips(theirs, mine, s2); f != 0 {
			return min(worst, w.last1(mine&^f, s1))
		}
	}
	if worst != infinite {
		return worst
	}
	return final(mine, theirs)
}

// last3 solves a board with three empty squares, the first the one to try first.
func (w *worker) last3(mine, theirs uint64, alpha int, s1, s2, s3 uint) int {
	w.nodes++
	best := -infinite
	if near[s1&63]&theirs != 0 {
		if f := kernel.Flips(mine, theirs, s1); f != 0 {
			best = -w.last2(theirs&^f, mine|f|1<<(s1&63), -alpha-1, s2, s3)
			if best > alpha {
				return best
			}
		}
	}
	if near[s2&63]&theirs != 0 {
		if f := kernel.Flips(mine, theirs, s2); f != 0 {
			best = max(best, -w.last2(theirs&^f, mine|f|1<<(s2&63), -alpha-1, s1, s3))
			if best > alpha {
				return best
			}
		}
	}
	if near[s3&63]&theirs != 0 {
		if f := kernel.Flips(mine, theirs, s3); f != 0 {
			return max(best, -w.last2(theirs&^f, mine|f|1<<(s3&63), -alpha-1, s1, s2))
		}
	}
	if best != -infinite {
		return best
	}
	if kernel.Moves(theirs, mine) == 0 {
		return final(mine, theirs)
	}
	return -w.last3(theirs, mine, -alpha-1, s1, s2, s3)
}

// last4 solves a board with four empty squares, those in odd quadrants first.
func (w *worker) last4(mine, theirs uint64, alpha int, odd uint64) int {
	w.nodes++
	empty := ^(mine | theirs)
	best := -infinite
	for squares, rest := empty&odd, empty&^odd; ; squares, rest = rest, 0 {
		for ; squares != 0; squares &= squares - 1 {
			s := uint(bits.TrailingZeros64(squares))
			if near[s&63]&theirs == 0 {
				continue
			}
			f := kernel.Flips(mine, theirs, s)
			if f == 0 {
				continue
			}
			s1, s2, s3 := three(empty&^(1<<(s&63)), odd^quadrant[s&63])
			best = max(best, -w.last3(theirs&^f, mine|f|1<<(s&63), -alpha-1, s1, s2, s3))
			if best > alpha {
				return best
			}
		}
		if rest == 0 {
			break
		}
	}
	if best != -infinite {
		return best
	}
	if kernel.Moves(theirs, mine) == 0 {
		return final(mine, theirs)
	}
	return -w.last4(theirs, mine, -alpha-1, odd)
}

// three returns the three squares of a set, one in an odd quadrant first: there is
// one, as the quadrants of three squares cannot all be even.
func three(empty, odd uint64) (s1, s2, s3 uint) {
	s1 = uint(bits.TrailingZeros64(empty & odd))
	empty &^= 1 << (s1 & 63)
	s2 = uint(bits.TrailingZeros64(empty))
	s3 = uint(bits.TrailingZeros64(empty & (empty - 1)))
	return s1, s2, s3
}
