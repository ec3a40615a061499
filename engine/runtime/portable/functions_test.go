package portable

import (
	"encoding/binary"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// functions are those of this package beside those of package math.
var functions = map[string]struct {
	ours, theirs func(float64) float64
	low, high    float64
}{
	"exp":        {Exp, math.Exp, -760, 709},
	"exp, plain": {expPlain, math.Exp, -760, 709},
	"exp, small": {Exp, math.Exp, -2, 2},
	"log":        {Log, math.Log, 0, 1e9},
	"log, small": {Log, math.Log, 0, 3},
	"log1p":      {Log1p, math.Log1p, 0, 1},
	"tanh":       {Tanh, math.Tanh, -50, 50},
	"tanh, near": {Tanh, math.Tanh, -1, 1},
	"cos":        {Cos, math.Cos, -10, 10},
	"cos, far":   {Cos, math.Cos, -1e6, 1e6},
	"pow": {func(x float64) float64 { return Pow(x, 1.602) },
		func(x float64) float64 { return math.Pow(x, 1.602) }, 0, 100},
	"pow, negative": {func(x float64) float64 { return Pow(0.37, x) },
		func(x float64) float64 { return math.Pow(0.37, x) }, -900, 900},
	"hypot": {func(x float64) float64 { return Hypot(x, 7) },
		func(x float64) float64 { return math.Hypot(x, 7) }, -50, 50},
}

// TestFunctions: functions are those of package math, to the last bit where that is assembly or is compiled
// without FMA, else but for a few units in the last place.
func TestFunctions(t *testing.T) {
	for name, f := range functions {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			for range 200_000 {
				same(t, f.ours, f.theirs, f.low+float64((f.high-f.low)*rng.Float64()))
			}
		})
	}
}

// same complains where two functions differ.
func same(t *testing.T, ours, theirs func(float64) float64, x float64) {
	got, want := ours(x), theirs(x)
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return
	}
	if exact() || math.Abs(got-want) > 1e-14*max(math.Abs(want), 1) && math.Abs(got/want-1) > 1e-12 {
		t.Fatalf("of %v: %v, want %v", x, got, want)
	}
}

// exact tells whether this is a program whose package math has the bits of this package.
func exact() bool {
	return runtime.GOARCH == "amd64" && cpuid.CPU.Has(cpuid.FMA3) && sum(1+0x1p-30, 1-0x1p-30, -1) == 0
}

// sum returns x·y + z, rounded as the compiler likes.
//
//go:noinline
func sum(x, y, z float64) float64 { return x*y + z }

// TestSameBits: the functions have the bits that they have on amd64, wherever this runs.
func TestSameBits(t *testing.T) {
	hash := fnv.New64a()
	see := func(x float64) { _ = binary.Write(hash, binary.BigEndian, x) }
	rng := rand.New(rand.NewPCG(9, 10))
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		f := functions[name]
		for range 5000 {
			see(f.ours(f.low + float64((f.high-f.low)*rng.Float64())))
		}
	}
	for n := range 300 {
		x, y := make([]float64, n), make([]float64, n)
		x32, y32 := make([]float32, n), make([]float32, n)
		for i := range x {
			x[i], y[i] = Normal(rng), Normal(rng)
			x32[i], y32[i] = float32(x[i]), float32(y[i])
		}
		for _, v := range []float64{Sum(x), Dot(x, y), float64(Dot32(x32, y32)), Norm(x)} {
			see(v)
		}
	}
	if got := hash.Sum64(); got != 0x9076417131e7cff8 {
		t.Errorf("bits are %#x", got)
	}
}

// TestFunctionsAtTheEnds: numbers at which the methods change give what package math gives.
func TestFunctionsAtTheEnds(t *testing.T) {
	ends := []float64{0, 1, -1, 2, 0.5, 0.625, -0.625, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64,
		709.8, -708.4, -745.2, -744.9, -1e300, 1e-300, math.Sqrt2 - 1, math.Sqrt2 / 2,
		0x1p-29, 0x1p-54, 1 - 0x1p-53, 1 - 0x1p-52, 1 + 0x1p-52, 44.1, -44.1, 1e-9}
	for _, x := range ends {
		same(t, Exp, math.Exp, x)
		same(t, expPlain, math.Exp, x)
		same(t, Tanh, math.Tanh, x)
		same(t, Log, math.Log, x)
		if x >= 0 && x <= 1 {
			same(t, Log1p, math.Log1p, x)
		}
		for _, y := range ends {
			same(t, func(x float64) float64 { return Pow(x, y) },
				func(x float64) float64 { return math.Pow(x, y) }, x)
			if math.Abs(x) < 1e100 && math.Abs(y) < 1e100 {
				same(t, func(x float64) float64 { return Hypot(x, y) },
					func(x float64) float64 { return math.Hypot(x, y) }, x)
			}
		}
	}
	if got, want := Log(0x1p-1074), -1074*math.Ln2; math.Abs(got-want) > 1e-12 {
		t.Errorf("logarithm of the least number is %v, want %v", got, want)
	}
}

// TestNormal: the draws are those of package rand, and use up as many numbers.
func TestNormal(t *testing.T) {
	ours, theirs := rand.New(rand.NewPCG(3, 4)), rand.New(rand.NewPCG(3, 4))
	for i := range 3_000_000 {
		got, want := Normal(ours), theirs.NormFloat64()
		if got != want && (exact() || math.Abs(got-want) > 1e-12) {
			t.Fatalf("draw %d is %v, want %v", i, got, want)
		}
	}
	if ours.Uint64() != theirs.Uint64() {
		t.Error("another number follows")
	}
}
