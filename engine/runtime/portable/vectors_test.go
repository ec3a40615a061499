package portable

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// TestVectors: sums of vectors of all lengths and at all addresses have the same bits as in a plain loop of
// that order, and are right.
func TestVectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for n := range 70 {
		for from := range 4 {
			x, y := make([]float64, n+from)[from:], make([]float64, n+from)[from:]
			x32, y32 := make([]float32, n+from)[from:], make([]float32, n+from)[from:]
			sum, dot := 0.0, 0.0
			for i := range x {
				x[i], y[i] = rng.NormFloat64(), rng.NormFloat64()
				x32[i], y32[i] = float32(x[i]), float32(y[i])
				sum += x[i]
				dot += float64(x[i] * y[i])
			}
			if got := Sum(x); math.Abs(got-sum) > 1e-12 || got != Sum(slices.Clone(x)) {
				t.Fatalf("sum of %d: %v, want %v", n, got, sum)
			}
			if got := Dot(x, y); got != dotPlain(x, y) || math.Abs(got-dot) > 1e-12 {
				t.Fatalf("product of %d: %v, want %v about %v", n, got, dotPlain(x, y), dot)
			}
			if got := Dot32(x32, y32); got != dot32Plain(x32, y32) || math.Abs(float64(got)-dot) > 1e-4 {
				t.Fatalf("product of %d: %v, want %v about %v", n, got, dot32Plain(x32, y32), dot)
			}
			if got, want := Norm(x), floats.Norm(x, 2); math.Abs(got-want) > 1e-14*want || exact() && got != want {
				t.Fatalf("norm of %d: %v, want %v", n, got, want)
			}
			z, z32 := slices.Clone(y), slices.Clone(y32)
			AddScaled(y, 0.3, x)
			AddScaled32(y32, 0.3, x32)
			addScaledPlain(z, 0.3, x)
			addScaledPlain(z32, 0.3, x32)
			if !slices.Equal(y, z) || !slices.Equal(y32, z32) {
				t.Fatalf("scaled of %d: %v, want %v", n, y, z)
			}
		}
	}
}

// TestSumIsOrdered: the sum has the bits of gonum's where that begins at an even address.
func TestSumIsOrdered(t *testing.T) {
	if !exact() {
		t.Skip("gonum has no assembly here")
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for n := 2; n < 70; n += 2 {
		x := make([]float64, n)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		if got, want := Sum(x), floats.Sum(x); got != want {
			t.Errorf("sum of %d: %v, want %v", n, got, want)
		}
	}
}
