package portable

import "math"

const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
	lowest  = 0x1p-1022 // the smallest normal number
)

// expPlain returns e to the x, with the same result as math.Exp on amd64 with FMA. It uses the series of N.
// Shibata, "Efficient evaluation methods of elementary functions suitable for SIMD computation", 2010.
func expPlain(x float64) float64 {
	const (
		overflow = 7.09782712893384e+02
		log2E    = 1.4426950408889634073599246810018920
		high     = 0.69314718055966295651160180568695068359375 // of ln 2
		low      = 0.28235290563031577122588448175013436025525412068e-12
	)
	switch {
	case math.IsNaN(x):
		return x
	case x > overflow:
		return math.Inf(1)
	case x < -750:
		return 0
	}
	k := math.RoundToEven(log2E * x)
	x = math.FMA(-k, high, x)
	x = math.FMA(-k, low, x) / 16
	p := math.FMA(2.4801587301587301587e-5, x, 1.9841269841269841270e-4)
	p = math.FMA(p, x, 1.3888888888888888889e-3)
	p = math.FMA(p, x, 8.3333333333333333333e-3)
	p = math.FMA(p, x, 4.1666666666666666667e-2)
	p = math.FMA(p, x, 1.6666666666666666667e-1)
	p = math.FMA(p, x, 0.5)
	p = math.FMA(p, x, 1)
	x = float64(x * p) // e^x - 1; each following line doubles x
	x = float64(x * (x + 2))
	x = float64(x * (x + 2))
	x = float64(x * (x + 2))
	x = math.FMA(x, x+2, 1)
	return timesPower(x, int(k))
}

// timesPower returns x·2^k. A subnormal result is rounded twice.
func timesPower(x float64, k int) float64 {
	power := func(k int) float64 { return math.Float64frombits(uint64(k+1023) << 52) }
	switch {
	case k < -1075:
		return 0
	case k < -1022:
		return x * power(k+1022) * lowest
	case k > 1023:
		return math.Inf(1)
	}
	return x * power(k)
}

// Log returns the natural logarithm of x, by the method of FreeBSD's e_log.c.
func Log(x float64) float64 {
	switch {
	case !(x > 0) || x > math.MaxFloat64:
		return math.Log(x) // -Inf, +Inf or NaN
	case x < lowest:
		return Log(x*0x1p54) - 54*math.Ln2
	}
	b := math.Float64bits(x)
	k := float64(int(b>>52) - 1022)
	f := math.Float64frombits(b&(1<<52-1) | 0x3FE<<52)
	if f < math.Sqrt2/2 {
		k--
		f *= 2
	}
	f--
	s := f / (2 + f)
	z := s * s
	w := z * z
	odd := float64(z * add(w, add(w, add(w, 1.479819860511658591e-01, 1.818357216161805012e-01),
		2.857142874366239149e-01), 6.666666666666735130e-01))
	even := float64(w * add(w, add(w, 1.531383769920937332e-01, 2.222219843214978396e-01),
		3.999999999940941908e-01))
	half := float64(0.5 * f * f)
	return float64(k*ln2High) - ((half - (float64(s*(half+(odd+even))) + float64(k*ln2Low))) - f)
}

// add returns x·y + z, rounded twice.
func add(x, y, z float64) float64 { return float64(x*y) + z }

// Log1p returns the natural logarithm of 1 + x for x from 0 to 1, by the method of FreeBSD's s_log1p.c.
func Log1p(x float64) float64 {
	if x < 0x1p-29 {
		if x < 0x1p-54 {
			return x
		}
		return x - float64(x*x*0.5)
	}
	k, f, c := 0.0, x, 0.0 // 1 + x is 2^k·(1 + f), apart from a rounding error of c
	if x >= math.Sqrt2-1 {
		u := 1 + x
		c = (x - (u - 1)) / u
		if u >= math.Sqrt2 {
			k, u = 1, u/2
		}
		f = u - 1
	}
	half := float64(0.5 * f * f)
	s := f / (2 + f)
	z := s * s
	r := float64(z * add(z, add(z, add(z, add(z, add(z, add(z, 1.479819860511658591e-01,
		1.531383769920937332e-01), 1.818357216161805012e-01), 2.222219843214978396e-01), 2.857142874366239149e-01),
		3.999999999940941908e-01), 6.666666666666735130e-01))
	if k == 0 {
		return f - (half - float64(s*(half+r)))
	}
	return ln2High - ((half - (float64(s*(half+r)) + (ln2Low + c))) - f)
}

// Tanh returns the hyperbolic tangent of x, by the method of the Cephes library.
func Tanh(x float64) float64 {
	const most = 44.014845965556526 // for greater x, the result is 1
	z := math.Abs(x)
	switch {
	case z > most:
		return math.Copysign(1, x)
	case z >= 0.625:
		return math.Copysign(1-2/(Exp(2*z)+1), x)
	case x == 0:
		return x
	}
	s := float64(x * x)
	p := add(add(-9.64399179425052238628e-1, s, -9.92877231001918586564e1), s, -1.61468768441708447952e3)
	q := add(add(s+1.12811678491632931402e2, s, 2.23548839060100448583e3), s, 4.84406305325125486048e3)
	return x + float64(x*s*p/q)
}

// Pow returns x to the y.
func Pow(x, y float64) float64 {
	whole, part := math.Modf(math.Abs(y))
	if part == 0 || !(x > 0) || x > math.MaxFloat64 || !(whole < 1<<62) || math.Abs(y) == 0.5 {
		return math.Pow(x, y) // uses only products and roots
	}
	if part > 0.5 {
		part--
		whole++
	}
	power, exponent := Exp(part*Log(x)), 0
	factor, e := math.Frexp(x)
	for i := int64(whole); i != 0; i >>= 1 {
		if e < -1<<12 || 1<<12 < e {
			exponent += e // the result is already 0 or infinite
			break
		}
		if i&1 == 1 {
			power *= factor
			exponent += e
		}
		factor = float64(factor * factor)
		e <<= 1
		if factor < 0.5 {
			factor *= 2
			e--
		}
	}
	if y < 0 {
		power, exponent = 1/power, -exponent
	}
	return math.Ldexp(power, exponent)
}

// Cos returns the cosine of x, an angle up to a million, by the method of the Cephes library.
func Cos(x float64) float64 {
	const (
		high   = 7.85398125648498535156e-1 // of π/4, in three parts
		middle = 3.77489470793079817668e-8
		low    = 2.69515142907905952645e-15
	)
	x = math.Abs(x)
	octant := uint64(x * (4 / math.Pi))
	octant += octant & 1
	y := float64(octant)
	z := ((x - float64(y*high)) - float64(y*middle)) - float64(y*low)
	s := z * z
	value := 0.0
	if octant&2 == 2 {
		p := add(add(add(add(add(1.58962301576546568060e-10, s, -2.50507477628578072866e-8), s,
			2.75573136213857245213e-6), s, -1.98412698295895385996e-4), s, 8.33333333332211858878e-3), s,
			-1.66666666666666307295e-1)
		value = z + float64(z*s*p)
	} else {
		p := add(add(add(add(add(-1.13585365213876817300e-11, s, 2.08757008419747316778e-9), s,
			-2.75573141792967388112e-7), s, 2.48015872888517045348e-5), s, -1.38888888888730564116e-3), s,
			4.16666666666665929218e-2)
		value = 1 - float64(0.5*s) + float64(s*s*p)
	}
	if octant &= 7; octant == 2 || octant == 4 {
		return -value
	}
	return value
}

// Hypot returns the square root of x² + y².
func Hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	x, y = max(x, y), min(x, y)
	if x == 0 || x > math.MaxFloat64 {
		return x
	}
	y /= x
	return x * math.Sqrt(1+float64(y*y))
}
