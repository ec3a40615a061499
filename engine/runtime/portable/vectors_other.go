//go:build !amd64

package portable

// Dot returns the sum of the products of x and y, which have the same length.
func Dot(x, y []float64) float64 { return dotPlain(x, y) }

// Dot32 returns the sum of the products of x and y, which have the same length.
func Dot32(x, y []float32) float32 { return dot32Plain(x, y) }

// AddScaled adds a·x to y, which have the same length.
func AddScaled(y []float64, a float64, x []float64) { addScaledPlain(y, a, x) }

// AddScaled32 adds a·x to y, which have the same length.
func AddScaled32(y []float32, a float32, x []float32) { addScaledPlain(y, a, x) }
