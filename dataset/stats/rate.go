package stats

import (
	"math"
)

// Ratings are Elo points: 400 points more mean ten wins for every loss.
const (
	// Anchor is the rating of a fictional player who has drawn virtualDraws games
	// against everybody. That keeps the ratings finite, gives every scale the same
	// zero, and pulls whoever has few games towards the middle.
	Anchor = 1500.0

	virtualDraws = 2.0
)

// eloScale is how many Elo points make odds of e.
var eloScale = 400 / math.Ln10

// A meeting is the games of two players.
type meeting struct {
	a, b   int     // their indices
	games  float64 // games between them
	points float64 // a's, a draw is half a point
}

// A model is the Bradley–Terry model of n players: the odds of a win of a against b
// are e to the r[a]-r[b], and a draw is half a win and half a loss (R. Bradley and
// M. Terry, "Rank analysis of incomplete block designs", Biometrika 1952).
type model struct {
	n        int
	meetings []meeting
}

// fit returns the likeliest ratings, in units of odds of e, by Newton's method. The
// likelihood has one maximum, which the virtual draws keep finite.
func (m *model) fit() []float64 {
	r := make([]float64, m.n)
	for range 100 {
		slope, curve, weights := m.derivatives(r)
		step := m.conjugate(slope, curve, weights)
		largest := 0.0
		for i := range r {
			s := min(max(step[i], -1.5), 1.5) // far off, the parabola leads too far
			r[i] += s
			largest = max(largest, math.Abs(s))
		}
		if largest < 1e-9 {
			break
		}
	}
	return r
}

// derivatives returns the slope of the log-likelihood, and of its curvature with
// turned sign the diagonal and, for each meeting, the entry off it.
func (m *model) derivatives(r []float64) (slope, curve, weights []float64) {
	slope, curve, weights = make([]float64, m.n), make([]float64, m.n), make([]float64, len(m.meetings))
	for i, x := range r {
		p := 1 / (1 + math.Exp(-x))
		slope[i] = virtualDraws * (0.5 - p)
		curve[i] = virtualDraws * p * (1 - p)
	}
	for i, k := range m.meetings {
		p := 1 / (1 + math.Exp(r[k.b]-r[k.a]))
		d, w := k.points-k.games*p, k.games*p*(1-p)
		slope[k.a] += d
		slope[k.b] -= d
		curve[k.a] += w
		curve[k.b] += w
		weights[i] = -w
	}
	return slope, curve, weights
}

// conjugate solves curvature · x = b by conjugate gradients, each player scaled by
// its diagonal entry (M. Hestenes and E. Stiefel, "Methods of conjugate gradients
// for solving linear systems", 1952).
func (m *model) conjugate(b, diagonal, weights []float64) []float64 {
	x, residual := make([]float64, m.n), append([]float64(nil), b...)
	direction, product := make([]float64, m.n), make([]float64, m.n)
	last := 0.0
	for range 10 * (m.n + 10) {
		rho, size := 0.0, 0.0
		for i, v := range residual {
			rho += v * v / diagonal[i]
			size = max(size, math.Abs(v))
		}
		if size < 1e-12 {
			break
		}
		for i := range direction {
			turned := 0.0
			if last != 0 {
				turned = rho / last * direction[i]
			}
			direction[i] = residual[i]/diagonal[i] + turned
		}
		m.multiply(product, direction, diagonal, weights)
		alpha := rho / dot(direction, product)
		for i := range x {
			x[i] += alpha * direction[i]
			residual[i] -= alpha * product[i]
		}
		last = rho
	}
	return x
}

// multiply stores curvature · v in dst.
func (m *model) multiply(dst, v, diagonal, weights []float64) {
	for i := range dst {
		dst[i] = diagonal[i] * v[i]
	}
	for i, k := range m.meetings {
		dst[k.a] += weights[i] * v[k.b]
		dst[k.b] += weights[i] * v[k.a]
	}
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// variances returns the variance of each rating, from the curvature at the maximum:
// how far it may be off against the fictional player, all ratings uncertain at once.
func (m *model) variances(r []float64) []float64 {
	_, curve, weights := m.derivatives(r)
	s := newSparse(m.n)
	copy(s.diagonal, curve)
	for i, k := range m.meetings {
		s.add(k.a, k.b, weights[i])
	}
	f, ok := factorise(s)
	if !ok { // the virtual draws make every minor positive
		panic("stats: curvature of the likelihood is not positive definite")
	}
	return f.inverse(m.n).diagonal
}
