package lines

import "math/bits"

func (p *pairRules) features(b Pair, weights *[64]float64) (f Features) {
	f.Discs, f.Empty = bits.OnesCount64(b.Mine)-bits.OnesCount64(b.Theirs),
		bits.OnesCount64(^(b.Mine | b.Theirs))
	f.Mobility = p.mobility(b) - p.mobility(Pair{b.Theirs, b.Mine})
	for discs := b.Mine | b.Theirs; discs != 0; discs &= discs - 1 {
		s := bits.TrailingZeros64(discs)
		if b.Mine>>s&1 != 0 {
			f.Position += weights[s]
		} else {
			f.Position -= weights[s]
		}
	}
	mine, theirs := p.stable(b)
	f.Stable = bits.OnesCount64(mine) - bits.OnesCount64(theirs)
	return f
}

// axes holds the four directions as shifts, each with the squares that have a neighbour ahead and the squares
// that have one behind.
var axes = [4]struct {
	shift         uint
	ahead, behind uint64
}{
	{1, 0x7F7F7F7F7F7F7F7F, 0xFEFEFEFEFEFEFEFE},
	{7, 0x00FEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F00},
	{8, 0x00FFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFF00},
	{9, 0x007F7F7F7F7F7F7F, 0xFEFEFEFEFEFEFE00},
}

// stable finds the discs that [Matrix.stable] finds, for all squares in parallel.
func (p *pairRules) stable(b Pair) (mine, theirs uint64) {
	var held [4]uint64 // held by the rim or a full line
	for i, a := range axes {
		open, reached := ^(b.Mine | b.Theirs), ^(b.Mine | b.Theirs)
		for open != 0 { // the lines through empty squares
			open = (open&a.ahead)<<a.shift | (open&a.behind)>>a.shift
			open &^= reached
			reached |= open
		}
		held[i] = ^(a.ahead & a.behind & reached)
	}
	for {
		m, t := b.Mine, b.Theirs
		for i, a := range axes {
			m &= held[i] | around(mine, a.shift, a.ahead, a.behind) | between(theirs, a.shift, a.ahead, a.behind)
			t &= held[i] | around(theirs, a.shift, a.ahead, a.behind) | between(mine, a.shift, a.ahead, a.behind)
		}
		if m == mine && t == theirs {
			return mine, theirs
		}
		mine, theirs = m, t
	}
}

// around returns the squares beside the squares of a set on an axis.
func around(set uint64, shift uint, ahead, behind uint64) uint64 {
	return (set&ahead)<<shift | (set&behind)>>shift
}

// between returns the squares that have a square of the set on both sides on an axis.
func between(set uint64, shift uint, ahead, behind uint64) uint64 {
	return (set & ahead) << shift & ((set & behind) >> shift)
}
