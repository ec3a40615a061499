package kernel_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine/kernel"
)

// filled puts random discs on empty squares of b until n are left, and on more than that
// if fewer were.
func (b board) filled(rng *rand.Rand, n int) board {
	for bits.OnesCount64(^(b.mine | b.theirs)) < n {
		bit := ^(uint64(1) << rng.IntN(64))
		b.mine, b.theirs = b.mine&bit, b.theirs&bit
	}
	for bits.OnesCount64(^(b.mine | b.theirs)) > n {
		bit := uint64(1) << rng.IntN(64) &^ (b.mine | b.theirs)
		if rng.IntN(2) == 0 {
			b.mine |= bit
		} else {
			b.theirs |= bit
		}
	}
	return b
}

// value is the result with best play.
func (b board) value() int {
	moves := b.moves()
	if moves == 0 {
		if other := (board{b.theirs, b.mine}); other.moves() != 0 {
			return -other.value()
		}
		mine, theirs := bits.OnesCount64(b.mine), bits.OnesCount64(b.theirs)
		switch empty := 64 - mine - theirs; {
		case mine > theirs:
			return mine - theirs + empty
		case mine < theirs:
			return mine - theirs - empty
		}
		return 0
	}
	best := -65
	for square := range squares(moves) {
		best = max(best, -b.play(square).value())
	}
	return best
}

// solve fails unless every kernel finds on which side of alpha the value of a board with
// four to six empty squares is, and all visit the same positions.
func solve(t *testing.T, b board, value, alpha int) {
	t.Helper()
	odd := kernel.OddQuadrants(^(b.mine | b.theirs))
	kernels := kernel.Kernels()
	score, nodes := kernels[len(kernels)-1].Ending(b.mine, b.theirs, alpha, odd)
	if value > alpha && (score <= alpha || score > value) || value <= alpha && (score > alpha || score < value) {
		t.Fatalf("%x, alpha %d: score %d, value %d", b, alpha, score, value)
	}
	for _, k := range kernels {
		if s, n := k.Ending(b.mine, b.theirs, alpha, odd); s != score || n != nodes {
			t.Fatalf("%s: %x, alpha %d: score %d of %d nodes, want %d of %d", k.Name, b, alpha, s, n, score, nodes)
		}
	}
}

func TestEndings(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	for i := range 10_000 {
		b := draw(rng).filled(rng, 4+max(0, i%100-97))
		value := b.value()
		solve(t, b, value, value-rng.IntN(2))
		solve(t, b, value, rng.IntN(131)-66)
	}
}

func FuzzEndings(f *testing.F) {
	f.Add(uint64(0x8100000000000081), uint64(0), int8(0), uint64(1))
	f.Add(uint64(0x00FFFF0F0F00FFFF), uint64(0xFF0000F0F0FF0000), int8(-3), uint64(2))
	f.Fuzz(func(t *testing.T, mine, theirs uint64, alpha int8, seed uint64) {
		b := board{mine, theirs &^ mine}.filled(rand.New(rand.NewPCG(seed, 0)), 4)
		solve(t, b, b.value(), int(alpha%67))
	})
}

// All kernels visit the same positions, of which there are too many for the rules alone.
func TestEndingKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 0))
	kernels := kernel.Kernels()
	for range 20_000 {
		b, alpha := draw(rng).filled(rng, 4+rng.IntN(3)), rng.IntN(131)-66
		odd := kernel.OddQuadrants(^(b.mine | b.theirs))
		score, nodes := kernels[len(kernels)-1].Ending(b.mine, b.theirs, alpha, odd)
		for _, k := range kernels {
			if s, n := k.Ending(b.mine, b.theirs, alpha, odd); s != score || n != nodes {
				t.Fatalf("%s: %x, alpha %d: score %d of %d nodes, want %d of %d", k.Name, b, alpha, s, n, score, nodes)
			}
		}
	}
}

// Fewer empty squares are solved as the rules alone solve them, and so are more.
func TestEnding(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	for i := range 2_000 {
		n := rng.IntN(5)
		if i%400 == 0 {
			n = 7
		}
		b := draw(rng).filled(rng, n)
		value := b.value()
		if score, _ := kernel.Ending(b.mine, b.theirs, value); score != value {
			t.Fatalf("%x: %d, want %d", b, score, value)
		}
		if score, _ := kernel.Ending(b.mine, b.theirs, value-1); score != value {
			t.Fatalf("%x: %d, want %d", b, score, value)
		}
	}
}

// TestFinal: the empty squares go to the winner, and to nobody where there is none.
func TestFinal(t *testing.T) {
	for _, tt := range []struct {
		mine, theirs uint64
		want         int
	}{{0xFF, 0xF00, 56}, {0xF00, 0xFF, -56}, {0xFF, 0xFF00, 0}, {0, 0, 0}, {1<<32 - 1, ^uint64(1<<32 - 1), 0},
		{0, 1, -64}} {
		if got := kernel.Final(tt.mine, tt.theirs); got != tt.want {
			t.Errorf("%x against %x: %d, want %d", tt.mine, tt.theirs, got, tt.want)
		}
	}
}
