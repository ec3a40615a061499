package tune

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// TestAxes: the vectors of symmetric matrices of all sizes are of length 1 and at right angles, and the
// matrix stretches each by its value.
func TestAxes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= 40; n++ {
		for kind, of := range map[string]func(i, j int) float64{
			"random":     func(i, j int) float64 { return rng.NormFloat64() },
			"zero":       func(i, j int) float64 { return 0 },
			"ones":       func(i, j int) float64 { return 1 },
			"diagonal":   func(i, j int) float64 { return max(0, float64(i+1-n*(i-j)*(i-j))) },
			"neighbours": func(i, j int) float64 { return float64(max(0, 2-(i-j)*(i-j))) },
		} {
			a := make([]float64, n*n)
			for i := range n {
				for j := range i + 1 {
					x := of(i, j)
					a[i*n+j], a[j*n+i] = x, x
				}
			}
			vectors, values := axesOf(a, n)
			for i, v := range vectors {
				for j, w := range vectors[:i+1] {
					want := 0.0
					if i == j {
						want = 1
					}
					if got := floats.Dot(v, w); math.Abs(got-want) > 1e-12 {
						t.Fatalf("%s of %d: vectors %d and %d have the product %v", kind, n, i, j, got)
					}
				}
				for row := range n {
					got, want := floats.Dot(a[row*n:][:n], v), values[i]*v[row]
					if math.Abs(got-want) > 1e-11*float64(n) {
						t.Fatalf("%s of %d: vector %d becomes %v in row %d, want %v", kind, n, i, got, row, want)
					}
				}
			}
		}
	}
}
