package qlearn

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFollowIsPlain: words are the same by vectors and one by one, in their place and elsewhere, whatever
// is put, added and taken away.
func TestFollowIsPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	digits := make([][65][group]uint64, 3)
	for g := range digits {
		for s := range 64 {
			for w := range group {
				digits[g][s][w] = rng.Uint64() & rng.Uint64()
			}
		}
	}
	for i := range 1000 {
		n := i % (len(digits) + 1)
		from := make([]uint64, n*group)
		for w := range from {
			from[w] = rng.Uint64()
		}
		put, plus, minus := uint(rng.IntN(65)), rng.Uint64()&rng.Uint64(), rng.Uint64()&rng.Uint64()
		if i%5 == 0 {
			plus = 0
		}
		if i%7 == 0 {
			minus = 0
		}
		want, got := make([]uint64, len(from)), make([]uint64, len(from))
		naive(want, from, digits[:n], put, plus, minus)
		followPlain(got, from, digits[:n], put, plus, minus)
		if !slices.Equal(got, want) {
			t.Fatalf("plain: %x, want %x", got, want)
		}
		clear(got)
		follow(got, from, digits[:n], put, plus, minus)
		if !slices.Equal(got, want) {
			t.Fatalf("%x, want %x", got, want)
		}
		if follow(from, from, digits[:n], put, plus, minus); !slices.Equal(from, want) {
			t.Fatalf("in its place: %x, want %x", from, want)
		}
	}
}

// naive is follow by the meaning of its words.
func naive(to, from []uint64, digits [][65][group]uint64, put uint, plus, minus uint64) {
	for w := range from {
		row := func(s int) uint64 { return digits[w/group][s][w%group] }
		to[w] = from[w] + 2*row(int(put))
		for s := range 64 {
			to[w] += row(s)*(plus>>s&1) - row(s)*(minus>>s&1)
		}
	}
}

// TestLeast compares with lanes one by one.
func TestLeast(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 10000 {
		x, y := rng.Uint64(), rng.Uint64()
		if rng.IntN(2) == 0 {
			y = x ^ 1<<rng.IntN(64)
		}
		for shift := 0; shift < 64; shift += 16 {
			if got, want := uint16(least(x, y)>>shift), min(uint16(x>>shift), uint16(y>>shift)); got != want {
				t.Fatalf("%x, %x: lane %d is %x, want %x", x, y, shift/16, got, want)
			}
		}
	}
}

// TestPairsIsPlain: pairs are counted the same by vectors and one by one, whatever words show.
func TestPairsIsPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for i := range 3000 {
		n := i % 4 * group
		x, twins, got, want := make([]uint64, n), make([]uint64, n), make([]uint64, n), make([]uint64, n)
		for w := range x {
			for shift := 0; shift < 64; shift += 16 {
				x[w] |= uint64(rng.IntN(3)*0x7fff) << shift // few contents, so that many agree
				twins[w] |= uint64(rng.IntN(4)*0x5555) << shift
			}
		}
		sum, plain := pairsOf(got, x, twins), pairsPlain(want, x, twins)
		if sum != plain || !slices.Equal(got, want) {
			t.Fatalf("%d and %x, want %d and %x", sum, got, plain, want)
		}
	}
}

// TestTotalsIsPlain: sums have the same bits either way.
func TestTotalsIsPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	values := make([]float32, 1<<16+100)
	for i := range values {
		values[i] = rng.Float32() - 0.5
	}
	for i := range 200 {
		words, moves := i%13, i%7
		width := words + i%3
		tables, after := make([]*[1 << 16]float32, words), make([]uint64, moves*width)
		for w := range tables {
			tables[w] = (*[1 << 16]float32)(values[rng.IntN(100):])
		}
		for w := range after {
			after[w] = rng.Uint64()
		}
		got, want := make([]float32, moves), make([]float32, moves)
		totals(got, tables, after, width)
		totalsPlain(want, tables, after, width)
		if !slices.Equal(got, want) {
			t.Fatalf("%d words: %v, want %v", words, got, want)
		}
	}
}
