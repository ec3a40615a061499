//go:build !amd64

package portable

// Exp returns e to the x.
func Exp(x float64) float64 { return expPlain(x) }
