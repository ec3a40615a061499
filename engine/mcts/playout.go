package mcts

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel"
)

// A points value is the result of a game for a side, in half points.
type points uint32

const (
	loss points = iota
	draw
	win
)

// other returns the result for the other side.
func (p points) other() points { return win - p }

// pointsOf returns the points of the side with this difference of discs.
func pointsOf(score int) points {
	switch {
	case score > 0:
		return win
	case score < 0:
		return loss
	}
	return draw
}

// A policy chooses the moves of a playout. They are uniformly random or, with probability 1-ε, have the
// highest reward, with ties broken at random.
type policy struct {
	rng    *rand.PCG
	ranks  []uint64 // sets of squares with equal rewards, the highest first; nil = only random moves
	random uint64   // ε times 2^32
}

func newPolicy(rng *rand.PCG, opt Options) policy {
	p := policy{rng: rng, random: uint64(opt.Epsilon * (1 << 32))}
	values := slices.Compact(slices.Sorted(slices.Values(opt.Rewards)))
	for _, v := range slices.Backward(values) {
		var set engine.Set
		for s, w := range opt.Rewards {
			if w == v {
				set |= engine.Square(s).Set()
			}
		}
		p.ranks = append(p.ranks, uint64(set))
	}
	return p
}

// choose returns one of the moves. There must be at least one. It draws one number: the upper half decides
// whether the move is random, and the lower half selects the move, with an error of 2^-32.
func (p *policy) choose(moves uint64) uint {
	x := p.rng.Uint64()
	if p.ranks != nil && x>>32 >= p.random {
		moves = p.best(moves)
	}
	n := uint64(bits.OnesCount64(moves))
	return nth(moves, uint(x&(1<<32-1)*n>>32))
}

func (p *policy) best(moves uint64) uint64 {
	for _, set := range p.ranks {
		if moves&set != 0 {
			return moves & set
		}
	}
	return moves
}

// playout plays the game to its end and returns the points of the side to move on b.
func (p *policy) playout(b engine.Board) points {
	if b.Shape == engine.Full {
		return p.playoutFull(uint64(b.Mine), uint64(b.Theirs))
	}
	for turned := false; ; turned = !turned {
		moves := b.Moves()
		if moves == 0 {
			if b = b.Pass(); b.Moves() == 0 {
				return seen(pointsOf(b.Score()), !turned)
			}
			continue
		}
		b = b.Play(engine.Square(p.choose(uint64(moves))))
	}
}

// playoutFull is playout on the full board.
func (p *policy) playoutFull(mine, theirs uint64) points {
	for turned := false; ; turned = !turned {
		moves := kernel.Moves(mine, theirs)
		if moves == 0 {
			if kernel.Moves(theirs, mine) == 0 {
				return seen(pointsOf(bits.OnesCount64(mine)-bits.OnesCount64(theirs)), turned)
			}
			mine, theirs = theirs, mine
			continue
		}
		square := p.choose(moves)
		flips := kernel.Flips(mine, theirs, square)
		mine, theirs = theirs&^flips, mine|flips|1<<square
	}
}

// seen returns p, or the result from the other side's view if turned.
func seen(p points, turned bool) points {
	if turned {
		return p.other()
	}
	return p
}

// nth returns the nth square of the set in ascending order, counting from 0. It counts the squares of all
// ranks in parallel, finds the rank by comparing the sums with n, and looks up the square on that rank.
// Unlike removing the lowest square n times, this has no branches to mispredict.
func nth(set uint64, n uint) uint {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	sums := set - set>>1&0x5555555555555555
	sums = sums&0x3333333333333333 + sums>>2&0x3333333333333333
	sums = (sums + sums>>4) & 0x0F0F0F0F0F0F0F0F * ones // squares up to and including each rank
	full := (uint64(n)*ones | tops) - sums
	rank := uint(bits.OnesCount64(full&tops)) * 8 & 63 // ranks with sums of at most n
	return rank + uint(onRank[set>>rank&0xFF][(n-uint(sums<<8>>rank))&7])
}

// onRank holds the file of the nth square of each set on a rank.
var onRank = func() (t [256][8]uint8) {
	for set := range t {
		n := 0
		for file := range uint8(8) {
			if set>>file&1 != 0 {
				t[set][n] = file
				n++
			}
		}
	}
	return t
}()
