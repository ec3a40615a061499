package portable

import (
	"unsafe"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/floats"
)

// Dot returns the sum of the products of x and y, which have the same length.
func Dot(x, y []float64) float64 { return floats.Dot(x, y) }

// Dot32 returns the sum of the products of x and y, which have the same length.
func Dot32(x, y []float32) float32 {
	if len(x) < 16 || uintptr(unsafe.Pointer(&y[0]))%16 != 0 {
		return dot32Plain(x, y) // gonum adds in a different order here
	}
	return blas32.Dot(vector32(x), vector32(y))
}

// AddScaled adds a·x to y, which have the same length.
func AddScaled(y []float64, a float64, x []float64) { floats.AddScaled(y, a, x) }

// AddScaled32 adds a·x to y, which have the same length.
func AddScaled32(y []float32, a float32, x []float32) { blas32.Axpy(a, vector32(x), vector32(y)) }

func vector32(x []float32) blas32.Vector { return blas32.Vector{N: len(x), Data: x, Inc: 1} }
