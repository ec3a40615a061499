package qlearn

import (
	"math/rand/v2"
	"testing"
)

// split returns the lanes of a word.
func split(x uint64) (list [lanes]uint16) {
	for i := range list {
		list[i] = uint16(x >> (16 * i))
	}
	return list
}

// TestLanes compares arithmetic on words with that lane by lane, on words whose lanes are
// often equal, zero or one bit apart.
func TestLanes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	some := []uint16{0, 0, 1, 2, 0x7fff, 0x8000, 0x8001, 0xffff, 59048}
	word := func() (x uint64) {
		for range lanes {
			x = x<<16 | uint64(some[rng.IntN(len(some))])
		}
		return x
	}
	count := func(x, y uint64, same func(a, b uint16) bool) (n int) {
		for _, a := range split(x) {
			for _, b := range split(y) {
				if same(a, b) {
					n++
				}
			}
		}
		return n
	}
	alike := func(a, b uint16) bool { return a == b && a != 0 }
	for range 10000 {
		x, y := word(), word()
		zero, same := split(notZero(x)), split(equal(x, y))
		for i, a := range split(x) {
			if (zero[i] == 1) != (a != 0) || zero[i] > 1 || (same[i] == 1) != (a == split(y)[i]) || same[i] > 1 {
				t.Fatalf("%x, %x: not zero in %x, equal in %x", x, y, notZero(x), equal(x, y))
			}
		}
		if got, want := pairs(x), count(x, x, alike); got != want {
			t.Fatalf("%x: %d pairs, want %d", x, got, want)
		}
		if got, want := between(x, y), count(x, y, alike); got != want {
			t.Fatalf("%x, %x: %d pairs, want %d", x, y, got, want)
		}
	}
}
