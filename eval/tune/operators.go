package tune

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// A Selection is a way to choose the survivors of a generation other than the elite.
type Selection uint8

const (
	// RouletteFourth draws survivors in proportion to the fourth power of their fitness (Hong and Kahn), without
	// replacement.
	RouletteFourth Selection = iota
	// Roulette draws survivors in proportion to their fitness (Fennell's future work).
	Roulette
	// Truncation selects the best (Fennell).
	Truncation
)

var selectionNames = names[Selection]{"roulette4", "roulette", "truncation"}

// String returns the name, as in files.
func (s Selection) String() string { return selectionNames.of(s) }

// MarshalText writes the name.
func (s Selection) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the name.
func (s *Selection) UnmarshalText(text []byte) error { return selectionNames.read(s, text) }

// choose returns n of the candidates, which must be sorted best first.
func (s Selection) choose(rng *rand.Rand, fitness []float64, candidates []int, n int) []int {
	switch s {
	case Truncation:
		return candidates[:n]
	case Roulette:
		return spin(rng, shares(fitness, candidates, 1), candidates, n)
	}
	return spin(rng, shares(fitness, candidates, 4), candidates, n)
}

// ranked returns the indices of fitness, sorted best first; equals keep their order.
func ranked(fitness []float64) []int {
	order := make([]int, len(fitness))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(fitness[b], fitness[a]) })
	return order
}

// shares returns the candidates' shares of the wheel: a power of their fitness. If any fitness is negative,
// as with losses, fitness is measured from the lowest.
func shares(fitness []float64, candidates []int, power float64) []float64 {
	least := min(0, slices.Min(fitness))
	list := make([]float64, len(candidates))
	for i, c := range candidates {
		list[i] = portable.Pow(fitness[c]-least, power)
	}
	return list
}

// spin draws n of the candidates in proportion to their shares, without replacement, and returns them in the
// order of candidates. If all remaining candidates have share 0, they are equally likely.
func spin(rng *rand.Rand, shares []float64, candidates []int, n int) []int {
	chosen := make([]bool, len(candidates))
	for range n {
		chosen[draw(rng, shares, chosen)] = true
	}
	var list []int
	for i, c := range candidates {
		if chosen[i] {
			list = append(list, c)
		}
	}
	return list
}

// draw returns a candidate that has not been chosen yet.
func draw(rng *rand.Rand, shares []float64, chosen []bool) int {
	total, left := 0.0, 0
	for i, s := range shares {
		if !chosen[i] {
			total += s
			left++
		}
	}
	share := func(i int) float64 { return shares[i] }
	if total <= 0 {
		total, share = float64(left), func(int) float64 { return 1 }
	}
	x, last := rng.Float64()*total, 0
	for i := range shares {
		if chosen[i] || share(i) <= 0 {
			continue
		}
		if last = i; x < share(i) {
			break
		}
		x -= share(i)
	}
	return last
}

// A Crossover is a way to combine two vectors into a child.
type Crossover uint8

const (
	// Uniform copies each weight from either parent with equal probability (Hong and Kahn).
	Uniform Crossover = iota
	// OnePoint copies the first weights from one parent and the rest from the other. Each parent contributes at
	// least one weight, if there are two.
	OnePoint
)

var crossoverNames = names[Crossover]{"uniform", "one-point"}

// String returns the name, as in files.
func (c Crossover) String() string { return crossoverNames.of(c) }

// MarshalText writes the name.
func (c Crossover) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the name.
func (c *Crossover) UnmarshalText(text []byte) error { return crossoverNames.read(c, text) }

// cross returns a child of a and b.
func (c Crossover) cross(rng *rand.Rand, a, b []float64) []float64 {
	child := slices.Clone(a)
	if c == OnePoint {
		if len(a) > 1 {
			at := 1 + rng.IntN(len(a)-1)
			copy(child[at:], b[at:])
		}
		return child
	}
	for i := range child {
		if rng.IntN(2) == 1 {
			child[i] = b[i]
		}
	}
	return child
}
