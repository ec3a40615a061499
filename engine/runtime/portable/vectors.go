package portable

import "math"

// Sum returns the sum of x. It adds in the order of gonum's assembly for vectors at an even address: eight
// partial sums, which are combined near the end.
func Sum(x []float64) float64 {
	var s [8]float64
	for ; len(x) >= 8; x = x[8:] {
		for i := range s {
			s[i] += x[i]
		}
	}
	s[0], s[1], s[2], s[3] = s[0]+s[6], s[1]+s[7], s[2]+s[4], s[3]+s[5]
	if len(x) >= 4 {
		for i, v := range x[:4] {
			s[i] += v
		}
		x = x[4:]
	}
	s[0], s[1] = s[0]+s[2], s[1]+s[3]
	if len(x) >= 2 {
		s[0], s[1] = s[0]+x[0], s[1]+x[1]
		x = x[2:]
	}
	sum := s[0] + s[1]
	if len(x) > 0 {
		sum += x[0]
	}
	return sum
}

// dotPlain returns the sum of the products of x and y. It uses four partial sums, as gonum's assembly does.
func dotPlain(x, y []float64) float64 {
	var s [4]float64
	for ; len(x) >= 4; x, y = x[4:], y[4:] {
		for i := range s {
			s[i] += float64(x[i] * y[i])
		}
	}
	for i, v := range x {
		s[0] += float64(v * y[i])
	}
	return (s[0] + s[2]) + (s[1] + s[3])
}

// dot32Plain returns the sum of the products of x and y. It adds in the order of gonum's assembly for a y at
// an address divisible by 16: eight partial sums, then four.
func dot32Plain(x, y []float32) float32 {
	var s [8]float32
	for ; len(x) >= 16; x, y = x[16:], y[16:] {
		for i, v := range x[:16] {
			s[i%8] += float32(v * y[i])
		}
	}
	for i := range s[:4] {
		s[i] += s[i+4]
	}
	for ; len(x) >= 4; x, y = x[4:], y[4:] {
		for i, v := range x[:4] {
			s[i] += float32(v * y[i])
		}
	}
	for i, v := range x {
		s[0] += float32(v * y[i])
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

// addScaledPlain adds a·x to y.
func addScaledPlain[F float32 | float64](y []F, a F, x []F) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += F(a * v)
	}
}

// Norm returns the square root of the sum of squares of x. The numbers must be finite.
func Norm(x []float64) float64 {
	scale, sum := 0.0, 1.0
	for _, v := range x {
		if v = math.Abs(v); v > scale {
			r := scale / v
			scale, sum = v, float64(sum*r*r)+1
		} else if v != 0 {
			r := v / scale
			sum += float64(r * r)
		}
	}
	return scale * math.Sqrt(sum)
}

// Deviation returns the population standard deviation of x, not the sample standard deviation.
func Deviation(x []float64) float64 {
	n := float64(len(x))
	mean, squares, sum := Sum(x)/n, 0.0, 0.0
	for _, v := range x {
		d := v - mean
		squares += float64(d * d)
		sum += d
	}
	return math.Sqrt((squares - float64(sum*sum/n)) / n)
}
