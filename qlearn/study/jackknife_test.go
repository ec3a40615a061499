package study

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// Of a mean the jackknife's interval is Student's.
func TestJackknifeOfMean(t *testing.T) {
	x := []float64{1, 2, 3, 7}
	row := jackknifeRow("x", unitFactor, len(x), func(but int) float64 { return mean(without(x, but)) })
	if want := meanRow("x", unitFactor, x); !near(*row.Ours, *want.Ours) || !near(*row.Low, *want.Low) ||
		!near(*row.High, *want.High) || row.Games != 4 {
		t.Errorf("%s, want %s", row.Text(), want.Text())
	}
	if row := jackknifeRow("x", unitFactor, 4, func(int) float64 { return 1 }); row.Low != nil {
		t.Errorf("what never varies has the interval %s", row.Text())
	}
}

// The interval of a mean over pairs of five trials holds the true value in about 95 of 100
// cases; one that takes the ten pairs as independent is too narrow. The statistic of a pair
// is the product of two numbers around 1, of which the mean is 1.
func TestJackknifeOfPairs(t *testing.T) {
	const n, tries = 5, 2000
	rng := rand.New(rand.NewPCG(1, 2))
	held, naive := 0, 0
	for range tries {
		x := make([]float64, n)
		for i := range x {
			x[i] = 1 + 0.2*rng.NormFloat64()
		}
		products := func(but int) (list []float64) {
			kept := without(x, but)
			for i, a := range kept {
				for _, b := range kept[:i] {
					list = append(list, a*b)
				}
			}
			return list
		}
		row := jackknifeRow("x", unitFactor, n, func(but int) float64 { return stat.Mean(products(but), nil) })
		if *row.Low <= 1 && 1 <= *row.High {
			held++
		}
		if _, low, high := meanOf(products(-1)); low <= 1 && 1 <= high {
			naive++
		}
	}
	if share := float64(held) / tries; share < 0.92 || share > 0.98 {
		t.Errorf("the interval held the value in %.3f of the cases", share)
	}
	if share := float64(naive) / tries; share > 0.85 {
		t.Errorf("independent pairs would do: %.3f", share)
	}
}

// without returns the numbers but one, all of them where it is -1.
func without(x []float64, but int) (list []float64) {
	for i, v := range x {
		if i != but {
			list = append(list, v)
		}
	}
	return list
}
