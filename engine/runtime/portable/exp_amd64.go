package portable

import (
	"math"

	"golang.org/x/sys/cpu"
)

// expIsFast is true if math.Exp, which is assembly, uses FMA on this processor.
var expIsFast = cpu.X86.HasAVX && cpu.X86.HasFMA

// Exp returns e to the x.
func Exp(x float64) float64 {
	if expIsFast {
		return math.Exp(x)
	}
	return expPlain(x)
}
