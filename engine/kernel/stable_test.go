package kernel_test

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/kernel"
)

// A claim is what is called stable on a board, for both sides.
type claim struct {
	b            board
	mine, theirs uint64
}

func claimOf(b board) claim {
	return claim{b, kernel.Stable(b.mine, b.theirs), kernel.Stable(b.theirs, b.mine)}
}

// check fails unless the discs are there on a later board; other says that the
// side to move there is theirs.
func (c claim) check(t *testing.T, b board, other bool) {
	t.Helper()
	if other {
		b = board{b.theirs, b.mine}
	}
	if c.mine&^b.mine != 0 || c.theirs&^b.theirs != 0 {
		t.Fatalf("%x: stable are %x %x, but later it is %x", c.b, c.mine, c.theirs, b)
	}
}

// TestStableStays: what is called stable is there on every board of random games.
func TestStableStays(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	found := 0
	for range 10_000 {
		c := claimOf(draw(rng))
		found += bits.OnesCount64(c.mine | c.theirs)
		c.check(t, c.b, false)
		playOn(rng, c.b, 60, func(b board, other bool) { c.check(t, b, other) })
	}
	if found < 60_000 {
		t.Errorf("%d stable discs in 10,000 boards, want at least 60,000", found)
	}
}

func FuzzStableStays(f *testing.F) {
	f.Add(uint64(0x8100000000000081), uint64(0x7E8181818181817E), uint64(1))
	f.Fuzz(func(t *testing.T, mine, theirs, seed uint64) {
		c := claimOf(board{mine, theirs &^ mine})
		c.check(t, c.b, false)
		playOn(rand.New(rand.NewPCG(seed, 0)), c.b, 60, func(b board, other bool) { c.check(t, b, other) })
	})
}

// TestStableInAllContinuations visits all of them from boards with few empties.
func TestStableInAllContinuations(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	var visit func(c claim, b board, other, passed bool)
	visit = func(c claim, b board, other, passed bool) {
		c.check(t, b, other)
		moves := b.moves()
		for square := range squares(moves) {
			visit(c, b.play(square), !other, false)
		}
		if moves == 0 && !passed {
			visit(c, board{b.theirs, b.mine}, !other, true)
		}
	}
	for range 300 {
		b, _ := playOn(rng, start, 52+rng.IntN(9), func(board, bool) {})
		if bits.OnesCount64(^(b.mine | b.theirs)) <= 7 {
			visit(claimOf(b), b, false, false)
		}
	}
}

// TestStable has cases that each rule finds, squares from a1 on.
func TestStable(t *testing.T) {
	middle := strings.Repeat("-", 24)
	for _, c := range []struct{ name, board, want string }{
		{"nothing", middle + "---OX------XO---", ""},
		{"corner", "X", "X"},
		{"from a corner along the edge", "XXX-XX", "XXX"},
		{"not behind theirs", "OXX", ""},
		{"full edge", "OXXOXOOX", "-XX-X--X"},
		{"between discs of the other side on a full edge", "OOXXXOOO", "--XXX"},
		{"file", "X-------X-------O-------X", "X-------X"},
		{"a wedge of one empty square", "XO-OXXXX", "X---XXXX"},
		{"triangle in the corner", "XXX-----XX------X", "XXX-----XX------X"},
		{"hole in the triangle", "XXX-----OX------X", "XXX"},
		{"all lines full", strings.Repeat("XO", 32), strings.Repeat("X-", 32)},
	} {
		b, want := parse(t, c.board), parse(t, c.want).mine
		if got := kernel.Stable(b.mine, b.theirs); got != want {
			t.Errorf("%s: %s: %x, want %x", c.name, c.board, got, want)
		}
		flip := board{bits.ReverseBytes64(b.mine), bits.ReverseBytes64(b.theirs)}
		if got := kernel.Stable(flip.mine, flip.theirs); got != bits.ReverseBytes64(want) {
			t.Errorf("%s, ranks reversed: %x, want %x", c.name, got, bits.ReverseBytes64(want))
		}
	}
}

// TestStableEdges plays each edge to its end in every way: a disc of rank 1 is
// stable there when no play on that rank turns it, with moves that turn nothing too.
func TestStableEdges(t *testing.T) {
	known := map[board]uint64{}
	var keeps func(b board) uint64 // discs of both colours that no play turns
	keeps = func(b board) uint64 {
		if got, ok := known[b]; ok {
			return got
		}
		kept := b.mine | b.theirs
		for square := range squares(0xFF &^ (b.mine | b.theirs)) {
			for _, side := range []board{b, {b.theirs, b.mine}} {
				kept &= keeps(side.play(square)) &^ side.flips(square)
			}
		}
		known[b] = kept
		return kept
	}
	for mine := range uint64(256) {
		for theirs := range uint64(256) {
			if mine&theirs != 0 {
				continue
			}
			want := keeps(board{mine, theirs}) & mine
			if got := kernel.Stable(mine, theirs) & 0xFF; got&0x7E != want&0x7E {
				t.Fatalf("edge %08b against %08b: stable %08b, want %08b", mine, theirs, got, want)
			}
		}
	}
}
