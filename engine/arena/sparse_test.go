package arena

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// Law: the sparse factorisation gives the diagonal of the inverse that gonum gives,
// whether all players, some or none are left to the core.
func TestInverseDiagonal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 90).Draw(t, "n")
		links := rapid.IntRange(0, n*n).Draw(t, "links")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		a := make([][]float64, n)
		for i := range a {
			a[i] = make([]float64, n)
			a[i][i] = 0.5
		}
		for range links {
			i, j, w := rng.IntN(n), rng.IntN(n), rng.Float64()
			if i != j {
				a[i][j], a[j][i] = a[i][j]-w, a[j][i]-w
				a[i][i], a[j][j] = a[i][i]+w, a[j][j]+w
			}
		}
		dense := mat.NewDense(n, n, slices.Concat(a...))
		if err := dense.Inverse(dense); err != nil {
			t.Fatal(err)
		}
		f, ok := factorise(sparseOf(a))
		if !ok {
			t.Fatal("not positive definite")
		}
		got := f.inverse(n).diagonal
		for i := range got {
			if want := dense.At(i, i); math.Abs(got[i]/want-1) > 1e-9 {
				t.Fatalf("entry %d is %v, want %v", i, got[i], want)
			}
		}
	})
}

// sparseOf returns the matrix with these entries.
func sparseOf(a [][]float64) *sparse {
	m := newSparse(len(a))
	for i := range a {
		m.diagonal[i] = a[i][i]
		for j := range i {
			if a[i][j] != 0 {
				m.add(i, j, a[i][j])
			}
		}
	}
	return m
}
