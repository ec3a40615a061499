package portable

import (
	"math"
	"math/rand/v2"
)

// normalTail is the start of the last strip of the normal density.
const normalTail = 3.442619855899

// strips divides the normal density into 128 parts of equal area. It holds for each part the limit below
// which a draw is certainly under the density, the width in units of 2^-31, and the density at the edge.
var strips = newStrips()

type stripTable struct {
	sure  [128]uint32
	width [128]float32
	edge  [128]float32
}

// newStrips computes the table of G. Marsaglia and W. Tsang, "The ziggurat method for generating random
// variables", 2000.
func newStrips() (t stripTable) {
	const unit, area = 1 << 31, 9.91256303526217e-3
	density := func(x float64) float64 { return Exp(-0.5 * x * x) }
	x := normalTail
	base := area / density(x)
	t.sure[0] = uint32(x / base * unit)
	t.width[0], t.width[127] = float32(base/unit), float32(x/unit)
	t.edge[0], t.edge[127] = 1, float32(density(x))
	for i := 126; i >= 1; i-- {
		inner := math.Sqrt(-2 * Log(area/x+density(x)))
		t.sure[i+1] = uint32(inner / x * unit)
		x = inner
		t.width[i], t.edge[i] = float32(x/unit), float32(density(x))
	}
	return t
}

// Normal draws the same number from the standard normal distribution as rng.NormFloat64.
func Normal(rng *rand.Rand) float64 {
	for {
		u := rng.Uint64()
		j, i := int32(u), u>>32&0x7F
		x := float64(j) * float64(strips.width[i])
		switch {
		case uint32(max(j, -j)) < strips.sure[i]:
			return x
		case i == 0:
			return math.Copysign(normalTail+beyondTail(rng), float64(j))
		}
		between := float32(float32(rng.Float64()) * (strips.edge[i-1] - strips.edge[i]))
		if strips.edge[i]+between < float32(Exp(-0.5*x*x)) {
			return x
		}
	}
}

// beyondTail draws the distance of a number beyond the last strip.
func beyondTail(rng *rand.Rand) float64 {
	for {
		x := -Log(rng.Float64()) * (1.0 / normalTail)
		if y := -Log(rng.Float64()); y+y >= x*x {
			return x
		}
	}
}
