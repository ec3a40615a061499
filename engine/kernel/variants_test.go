package kernel_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// The ways to compute moves and flips that were measured and lost; they stay as
// second implementations and to be measured again on other machines.

var movesVariants = []struct {
	name  string
	moves func(mine, theirs uint64) uint64
}{
	{"sequential", movesSequential}, {"prefix", movesPrefix}, {"mirror", movesMirror},
}

var flipsVariants = []struct {
	name  string
	flips func(mine, theirs uint64, square uint) uint64
}{
	{"fill", flipsFill}, {"zeros", flipsZeros}, {"carry", flipsCarry}, {"mirror", flipsMirror},
}

func TestVariants(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for range 2_000 {
		b := draw(rng)
		for _, v := range movesVariants {
			if got, want := v.moves(b.mine, b.theirs), b.moves(); got != want {
				t.Fatalf("%s: %x: moves %x, want %x", v.name, b, got, want)
			}
		}
		for square := range squares(^(b.mine | b.theirs)) {
			for _, v := range flipsVariants {
				if got, want := v.flips(b.mine, b.theirs, square), b.flips(square); got != want {
					t.Fatalf("%s: %x: flips of %d %x, want %x", v.name, b, square, got, want)
				}
			}
		}
	}
}

const inside = 0x7E7E7E7E7E7E7E7E // files b to g

// movesSequential fills one square at a time.
func movesSequential(mine, theirs uint64) (moves uint64) {
	for _, n := range [4]uint{1, 7, 8, 9} {
		run := theirs
		if n != 8 {
			run &= inside
		}
		n &= 63
		u, d := run&(mine<<n), run&(mine>>n)
		for range 5 {
			u |= run & (u << n)
			d |= run & (d >> n)
		}
		moves |= u<<n | d>>n
	}
	return moves &^ (mine | theirs)
}

// movesPrefix doubles the stride in every direction, without carries.
func movesPrefix(mine, theirs uint64) uint64 {
	inner := theirs & inside
	return (up(mine, inner, 1)<<1 | down(mine, inner, 1)>>1 | up(mine, theirs, 8)<<8 | down(mine, theirs, 8)>>8 |
		up(mine, inner, 7)<<7 | down(mine, inner, 7)>>7 | up(mine, inner, 9)<<9 | down(mine, inner,
		9)>>9) &^ (mine | theirs)
}

// movesMirror reverses the ranks, so that down is up.
func movesMirror(mine, theirs uint64) uint64 {
	inner := theirs & inside
	moves := inner + inner&(mine<<1) | down(mine, inner, 1)>>1 | upward(mine, theirs)
	return (moves | bits.ReverseBytes64(upward(bits.ReverseBytes64(mine),
		bits.ReverseBytes64(theirs)))) &^ (mine | theirs)
}

func upward(mine, theirs uint64) uint64 {
	inner := theirs & inside
	return up(mine, theirs, 8)<<8 | up(mine, inner, 7)<<7 | up(mine, inner, 9)<<9
}

// up returns the runs of theirs that begin beside mine in the direction n.
func up(mine, theirs uint64, n uint) uint64 {
	f := theirs & (mine << (n & 63))
	f |= theirs & (f << (n & 63))
	pairs := theirs & (theirs << (n & 63))
	f |= pairs & (f << (2 * n & 63))
	return f | pairs&(f<<(2*n&63))
}

func down(mine, theirs uint64, n uint) uint64 {
	f := theirs & (mine >> (n & 63))
	f |= theirs & (f >> (n & 63))
	pairs := theirs & (theirs >> (n & 63))
	f |= pairs & (f >> (2 * n & 63))
	return f | pairs&(f>>(2*n&63))
}

// flipsFill fills from the square and keeps the runs that end beside mine.
func flipsFill(mine, theirs uint64, square uint) uint64 {
	bit, inner := uint64(1)<<(square&63), theirs&inside
	return fillUp(bit, mine, inner, 1) | fillUp(bit, mine, theirs, 8) | fillUp(bit, mine, inner, 7) | fillUp(bit,
		mine, inner, 9) |
		fillDown(bit, mine, inner, 1) | fillDown(bit, mine, theirs, 8) | fillDown(bit, mine, inner,
		7) | fillDown(bit, mine, inner, 9)
}

func fillUp(bit, mine, theirs uint64, n uint) uint64 {
	f := up(bit, theirs, n)
	hit := mine & (f << (n & 63))
	return f & uint64(int64(hit|-hit)>>63)
}

func fillDown(bit, mine, theirs uint64, n uint) uint64 {
	f := down(bit, theirs, n)
	hit := mine & (f >> (n & 63))
	return f & uint64(int64(hit|-hit)>>63)
}

// flipsZeros isolates the end of each ray with its lowest bit or leading zeros.
func flipsZeros(mine, theirs uint64, square uint) uint64 {
	r := &rays[square&63]
	return rayUp(mine, theirs, r[0]) | rayUp(mine, theirs, r[1]) | rayUp(mine, theirs, r[2]) | rayUp(mine,
		theirs, r[3]) |
		rayDown(mine, theirs, r[4]) | rayDown(mine, theirs, r[5]) | rayDown(mine, theirs, r[6]) | rayDown(mine,
		theirs, r[7])
}

func rayUp(mine, theirs, ray uint64) uint64 {
	stop := ray &^ theirs
	below := stop&-stop&mine - 1
	return ray & below &^ uint64(int64(below)>>63)
}

func rayDown(mine, theirs, ray uint64) uint64 {
	first := uint64(1<<63) >> (uint(bits.LeadingZeros64(ray&^theirs)) & 63) & (mine & ray)
	return ray & -(first << 1)
}

// flipsCarry adds one to a ray whose other squares are filled.
func flipsCarry(mine, theirs uint64, square uint) uint64 {
	r := &rays[square&63]
	return carry(mine, theirs, r[0]) | carry(mine, theirs, r[1]) | carry(mine, theirs, r[2]) | carry(mine,
		theirs, r[3]) |
		rayDown(mine, theirs, r[4]) | rayDown(mine, theirs, r[5]) | rayDown(mine, theirs, r[6]) | rayDown(mine,
		theirs, r[7])
}

func carry(mine, theirs, ray uint64) uint64 {
	end := ((theirs | ^ray) + 1) & (mine & ray)
	below, borrow := bits.Sub64(end, 1, 0)
	return (below + borrow) & ray
}

// flipsMirror reverses the ranks for the rays down; only the rank needs zeros.
func flipsMirror(mine, theirs uint64, square uint) uint64 {
	r, m := &rays[square&63], &rays[square&63^56]
	f := rayUp(mine, theirs, r[0]) | rayUp(mine, theirs, r[1]) | rayUp(mine, theirs, r[2]) | rayUp(mine, theirs,
		r[3]) | rayDown(mine, theirs, r[4])
	mine, theirs = bits.ReverseBytes64(mine), bits.ReverseBytes64(theirs)
	return f | bits.ReverseBytes64(rayUp(mine, theirs, m[1])|rayUp(mine, theirs, m[2])|rayUp(mine, theirs, m[3]))
}

// rays holds for each square the squares beyond it in eight directions: first the
// four in which square numbers grow.
var rays = func() (t [64][8]uint64) {
	for s := range 64 {
		for i, d := range [8][2]int{{1, 0}, {0, 1}, {-1, 1}, {1, 1}, {-1, 0}, {0, -1}, {1, -1}, {-1, -1}} {
			for f, r := s%8+d[0], s/8+d[1]; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+d[0], r+d[1] {
				t[s][i] |= 1 << (8*r + f)
			}
		}
	}
	return t
}()
