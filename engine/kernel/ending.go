package kernel

import "math/bits"

// EndingSquares is the largest number of empty squares at which searches use [Ending]. Ending orders moves by
// parity alone and uses no table of positions, which would cost more than it saves.
const EndingSquares = 6

const infinite = 65 // more than any disc difference

// Ending searches a board with at most [EndingSquares] empty squares to the end, in a null window at alpha;
// with more it is slow. The score is a bound on the disc difference for the side to move, on the correct side
// of alpha; the winner gets the empty squares. nodes is the number of visited positions. Ending first tries
// moves in quarters with an odd number of empty squares.
func Ending(mine, theirs uint64, alpha int) (score, nodes int) {
	empty := ^(mine | theirs)
	odd := OddQuadrants(empty)
	switch n := bits.OnesCount64(empty); {
	case n == 0:
		return Final(mine, theirs), 0
	case n >= 4 && n <= EndingSquares:
		return best.Ending(mine, theirs, alpha, odd)
	}
	return endingGo(mine, theirs, alpha, odd)
}

func endingGo(mine, theirs uint64, alpha int, odd uint64) (score, nodes int) {
	var e ending
	empty := ^(mine | theirs)
	switch bits.OnesCount64(empty) {
	case 1:
		score = e.last1(mine, uint(bits.TrailingZeros64(empty)))
	case 2:
		score = e.last2(mine, theirs, alpha, uint(bits.TrailingZeros64(empty)), uint(63-bits.LeadingZeros64(empty)))
	case 3:
		s1, s2, s3 := three(empty, odd)
		score = e.last3(mine, theirs, alpha, s1, s2, s3)
	case 4:
		score = e.last4(mine, theirs, alpha, odd)
	default:
		score = e.byParity(mine, theirs, alpha, odd)
	}
	return score, e.nodes
}

// An ending is a search to the end that counts its positions. Separate methods handle the last four empty
// squares.
type ending struct{ nodes int }

// byParity solves a board with more than four empty squares.
func (e *ending) byParity(mine, theirs uint64, alpha int, odd uint64) int {
	e.nodes++
	empties := bits.OnesCount64(^(mine | theirs))
	if alpha >= StableAlpha(empties) {
		if score := 64 - 2*bits.OnesCount64(stableGo(theirs, mine)); score <= alpha {
			return score
		}
	}
	moves := movesGo(mine, theirs)
	if moves == 0 {
		if movesGo(theirs, mine) == 0 {
			return Final(mine, theirs)
		}
		return -e.byParity(theirs, mine, -alpha-1, odd)
	}
	best := -infinite
	for squares, rest := moves&odd, moves&^odd; ; squares, rest = rest, 0 {
		for ; squares != 0; squares &= squares - 1 {
			s := uint(bits.TrailingZeros64(squares))
			f := flipsGo(mine, theirs, s)
			var score int
			if empties == 5 {
				score = -e.last4(theirs&^f, mine|f|1<<(s&63), -alpha-1, odd^quadrants[s&63])
			} else {
				score = -e.byParity(theirs&^f, mine|f|1<<(s&63), -alpha-1, odd^quadrants[s&63])
			}
			if score > best {
				best = score
				if best > alpha {
					return best
				}
			}
		}
		if rest == 0 {
			return best
		}
	}
}

// StableAlpha returns the smallest alpha at which a stability cutoff is worth trying. Such a cutoff needs
// enough stable discs of the opponent to keep the side to move at alpha or below. The formula is based on
// counts of positions.
func StableAlpha(empties int) int { return max(2*empties-6, 4) }

// last1 returns the result for one empty square.
func (e *ending) last1(mine uint64, s uint) int {
	e.nodes++
	n := bits.OnesCount64(mine)
	if turned := LastFlips(mine, s); turned != 0 {
		return 2*(n+turned) - 62
	}
	if turned := LastFlips(^mine&^(1<<(s&63)), s); turned != 0 {
		return 2*(n-turned) - 64
	}
	if n >= 32 {
		return 2*n - 62
	}
	return 2*n - 64
}

// last2 solves a board with two empty squares.
func (e *ending) last2(mine, theirs uint64, alpha int, s1, s2 uint) int {
	e.nodes++
	best := -infinite
	if near[s1&63]&theirs != 0 {
		if f := flipsGo(mine, theirs, s1); f != 0 {
			best = -e.last1(theirs&^f, s2)
			if best > alpha {
				return best
			}
		}
	}
	if near[s2&63]&theirs != 0 {
		if f := flipsGo(mine, theirs, s2); f != 0 {
			return max(best, -e.last1(theirs&^f, s1))
		}
	}
	if best != -infinite {
		return best
	}
	// A pass: search for the other side, whose best result is our worst.
	worst := infinite
	if near[s1&63]&mine != 0 {
		if f := flipsGo(theirs, mine, s1); f != 0 {
			worst = e.last1(mine&^f, s2)
			if worst <= alpha {
				return worst
			}
		}
	}
	if near[s2&63]&mine != 0 {
		if f := flipsGo(theirs, mine, s2); f != 0 {
			return min(worst, e.last1(mine&^f, s1))
		}
	}
	if worst != infinite {
		return worst
	}
	return Final(mine, theirs)
}

// last3 solves a board with three empty squares. It tries s1 first.
func (e *ending) last3(mine, theirs uint64, alpha int, s1, s2, s3 uint) int {
	e.nodes++
	best := -infinite
	if near[s1&63]&theirs != 0 {
		if f := flipsGo(mine, theirs, s1); f != 0 {
			best = -e.last2(theirs&^f, mine|f|1<<(s1&63), -alpha-1, s2, s3)
			if best > alpha {
				return best
			}
		}
	}
	if near[s2&63]&theirs != 0 {
		if f := flipsGo(mine, theirs, s2); f != 0 {
			best = max(best, -e.last2(theirs&^f, mine|f|1<<(s2&63), -alpha-1, s1, s3))
			if best > alpha {
				return best
			}
		}
	}
	if near[s3&63]&theirs != 0 {
		if f := flipsGo(mine, theirs, s3); f != 0 {
			return max(best, -e.last2(theirs&^f, mine|f|1<<(s3&63), -alpha-1, s1, s2))
		}
	}
	if best != -infinite {
		return best
	}
	if movesGo(theirs, mine) == 0 {
		return Final(mine, theirs)
	}
	return -e.last3(theirs, mine, -alpha-1, s1, s2, s3)
}

// last4 solves a board with four empty squares. It first tries squares in odd quadrants.
func (e *ending) last4(mine, theirs uint64, alpha int, odd uint64) int {
	e.nodes++
	empty := ^(mine | theirs)
	best := -infinite
	for squares, rest := empty&odd, empty&^odd; ; squares, rest = rest, 0 {
		for ; squares != 0; squares &= squares - 1 {
			s := uint(bits.TrailingZeros64(squares))
			if near[s&63]&theirs == 0 {
				continue
			}
			f := flipsGo(mine, theirs, s)
			if f == 0 {
				continue
			}
			s1, s2, s3 := three(empty&^(1<<(s&63)), odd^quadrants[s&63])
			best = max(best, -e.last3(theirs&^f, mine|f|1<<(s&63), -alpha-1, s1, s2, s3))
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
	if movesGo(theirs, mine) == 0 {
		return Final(mine, theirs)
	}
	return -e.last4(theirs, mine, -alpha-1, odd)
}

// three returns the three squares of a set, one in an odd quadrant first. Such a square exists because three
// squares cannot all be in even quadrants.
func three(empty, odd uint64) (s1, s2, s3 uint) {
	s1 = uint(bits.TrailingZeros64(empty & odd))
	empty &^= 1 << (s1 & 63)
	s2 = uint(bits.TrailingZeros64(empty))
	s3 = uint(bits.TrailingZeros64(empty & (empty - 1)))
	return s1, s2, s3
}

// Final returns the result of a finished game for the side to move.
func Final(mine, theirs uint64) int {
	m, t := bits.OnesCount64(mine), bits.OnesCount64(theirs)
	switch {
	case m > t:
		return 64 - 2*t
	case m < t:
		return 2*m - 64
	}
	return 0
}
