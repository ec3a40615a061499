package kernel_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine/kernel"
)

// A position of the full board, mine to move.
type position struct{ mine, theirs uint64 }

func (p position) play(square uint, flips uint64) position {
	return position{p.theirs &^ flips, p.mine | flips | 1<<square}
}

// naiveFlips walks square by square.
func naiveFlips(p position, square uint) (flips uint64) {
	for _, d := range [8][2]int{{1, 0}, {0, 1}, {-1, 1}, {1, 1}, {-1, 0}, {0, -1}, {1, -1}, {-1, -1}} {
		run := uint64(0)
		for f, r := int(square%8)+d[0], int(square/8)+d[1]; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+d[0], r+d[1] {
			bit := uint64(1) << (8*r + f)
			if p.theirs&bit == 0 {
				if p.mine&bit != 0 {
					flips |= run
				}
				break
			}
			run |= bit
		}
	}
	return flips
}

func naiveMoves(p position) (moves uint64) {
	for square := range uint(64) {
		if (p.mine|p.theirs)>>square&1 == 0 && naiveFlips(p, square) != 0 {
			moves |= 1 << square
		}
	}
	return moves
}

// draw is a position of every kind: any discs anywhere, or one of a random game.
func draw(rng *rand.Rand) position {
	if rng.IntN(2) == 0 {
		discs := rng.Uint64() | rng.Uint64()&rng.Uint64()
		mine := rng.Uint64() & discs
		return position{mine, discs &^ mine}
	}
	return playOn(rng, position{0x0000000810000000, 0x0000001008000000}, rng.IntN(61), func(position) {})
}

// playOn plays at most n random plies and shows each position, mine to move.
func playOn(rng *rand.Rand, p position, n int, see func(position)) position {
	for range n {
		moves := naiveMoves(p)
		if moves == 0 {
			p = position{p.theirs, p.mine}
			if moves = naiveMoves(p); moves == 0 {
				return p
			}
		}
		for range rng.IntN(bits.OnesCount64(moves)) {
			moves &= moves - 1
		}
		square := uint(bits.TrailingZeros64(moves))
		p = p.play(square, naiveFlips(p, square))
		see(p)
	}
	return p
}

func TestMovesAndFlips(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 20_000 {
		p := draw(rng)
		want, back := naiveMoves(p), naiveMoves(position{p.theirs, p.mine})
		if got := kernel.Moves(p.mine, p.theirs); got != want {
			t.Fatalf("%x: moves %x, want %x", p, got, want)
		}
		if a, b := kernel.MovesBoth(p.mine, p.theirs); a != want || b != back {
			t.Fatalf("%x: moves of both %x %x, want %x %x", p, a, b, want, back)
		}
		for empty := ^(p.mine | p.theirs); empty != 0; empty &= empty - 1 {
			square := uint(bits.TrailingZeros64(empty))
			if got, want := kernel.Flips(p.mine, p.theirs, square), naiveFlips(p, square); got != want {
				t.Fatalf("%x: flips of %d %x, want %x", p, square, got, want)
			}
		}
	}
}

func TestLastFlips(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 50_000 {
		mine, square := rng.Uint64()&rng.Uint64(), uint(rng.IntN(64))
		if rng.IntN(2) == 0 {
			mine = ^mine
		}
		want := bits.OnesCount64(naiveFlips(position{mine &^ (1 << square), ^mine &^ (1 << square)}, square))
		if got := kernel.LastFlips(mine, square); got != want {
			t.Fatalf("%x, square %d: %d, want %d", mine, square, got, want)
		}
	}
}

// TestStableStays: what is called stable is there in every position that follows.
func TestStableStays(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	found := 0
	for range 10_000 {
		start := draw(rng)
		if rng.IntN(2) == 0 {
			start = playOn(rng, start, rng.IntN(20), func(position) {})
		}
		mine := kernel.Stable(start.mine, start.theirs)
		theirs := kernel.Stable(start.theirs, start.mine)
		found += bits.OnesCount64(mine | theirs)
		if mine&^start.mine != 0 || theirs&^start.theirs != 0 {
			t.Fatalf("%x: stable %x %x where there is no such disc", start, mine, theirs)
		}
		playOn(rng, start, 60, func(p position) {
			if !(mine&^p.mine == 0 && theirs&^p.theirs == 0) && !(mine&^p.theirs == 0 && theirs&^p.mine == 0) {
				t.Fatalf("%x: stable %x %x, but then %x", start, mine, theirs, p)
			}
		})
	}
	t.Logf("%d stable discs", found)
}
