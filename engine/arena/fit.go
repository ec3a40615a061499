package arena

import (
	"math"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// A Meeting is the combined result of the games between two players.
type Meeting struct {
	A, B   int     // indices of the players; they differ
	Games  float64 // games between them, including virtual ones
	Points float64 // points of A; a draw is half a point
}

// A Prior keeps strengths finite if a player has won all games, and comparable if no chain of games connects
// the players. At least one of the two fields must be set.
type Prior struct {
	// Draws is the number of virtual draws of every player against a fictional player of strength 0. They pull
	// players with few games towards the middle.
	Draws float64
	// Spread is the standard deviation of the normal distribution of strengths around 0, in Elo points; 0 = no
	// such prior.
	Spread float64
}

// precision returns the reciprocal of the variance of the normal distribution, in units of odds of e.
func (p Prior) precision() float64 {
	if p.Spread == 0 {
		return 0
	}
	return (Scale / p.Spread) * (Scale / p.Spread)
}

// A Model is the Bradley–Terry model of players with strengths r. The odds that a beats b are e to the
// r[a]-r[b]; a draw is half a win and half a loss. Strengths times [Scale] are Elo points.
type Model struct {
	Players  int
	Meetings []Meeting
	Prior    Prior
}

// Fit returns the maximum-likelihood strengths, computed by Newton's method. The maximum is unique, and the
// prior keeps it finite.
func (m *Model) Fit() []float64 {
	r := make([]float64, m.Players)
	for range 100 {
		slope, curve, weights := m.derivatives(r)
		step := m.conjugate(slope, curve, weights)
		largest := 0.0
		for i := range r {
			s := min(max(step[i], -1.5), 1.5) // far from the maximum, Newton's step is too long
			r[i] += s
			largest = max(largest, math.Abs(s))
		}
		if largest < 1e-9 {
			break
		}
	}
	return r
}

// derivatives returns the gradient of the log-likelihood and its negated Hessian: the diagonal in curve, and
// the off-diagonal entry of each meeting in weights.
func (m *Model) derivatives(r []float64) (slope, curve, weights []float64) {
	slope, curve, weights = make([]float64, m.Players), make([]float64, m.Players),
		make([]float64, len(m.Meetings))
	precision := m.Prior.precision()
	for i, x := range r {
		p := 1 / (1 + portable.Exp(-x))
		slope[i] = float64(m.Prior.Draws*(0.5-p)) - float64(precision*x)
		curve[i] = float64(m.Prior.Draws*p*(1-p)) + precision
	}
	for i, k := range m.Meetings {
		p := 1 / (1 + portable.Exp(r[k.B]-r[k.A]))
		d, w := k.Points-float64(k.Games*p), float64(k.Games*p*(1-p))
		slope[k.A] += d
		slope[k.B] -= d
		curve[k.A] += w
		curve[k.B] += w
		weights[i] = -w
	}
	return slope, curve, weights
}

// conjugate solves curvature · x = b by conjugate gradients, preconditioned with the diagonal (M. Hestenes
// and E. Stiefel, "Methods of conjugate gradients for solving linear systems", 1952).
func (m *Model) conjugate(b, diagonal, weights []float64) []float64 {
	x, residual := make([]float64, m.Players), append([]float64(nil), b...)
	direction, product := make([]float64, m.Players), make([]float64, m.Players)
	last := 0.0
	for range 10 * (m.Players + 10) {
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
			x[i] += float64(alpha * direction[i])
			residual[i] -= float64(alpha * product[i])
		}
		last = rho
	}
	return x
}

// multiply stores curvature · v in dst.
func (m *Model) multiply(dst, v, diagonal, weights []float64) {
	for i := range dst {
		dst[i] = diagonal[i] * v[i]
	}
	for i, k := range m.Meetings {
		dst[k.A] += float64(weights[i] * v[k.B])
		dst[k.B] += float64(weights[i] * v[k.A])
	}
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += float64(a[i] * b[i])
	}
	return sum
}

// Variances returns the variance of each strength returned by Fit, from the curvature of the likelihood. It
// is relative to the prior's 0 and includes the uncertainty of all strengths. It panics if the model has no
// prior.
func (m *Model) Variances(r []float64) []float64 {
	_, curve, weights := m.derivatives(r)
	s := newSparse(m.Players)
	copy(s.diagonal, curve)
	for i, k := range m.Meetings {
		s.add(k.A, k.B, weights[i])
	}
	f, ok := factorise(s)
	if !ok {
		panic("rating: curvature of the likelihood is not positive definite")
	}
	return f.inverse(m.Players).diagonal
}

// CentredVariances returns the variance of each strength relative to the mean strength, for a model whose
// prior is a normal distribution without draws. Games determine only differences of strengths. The variance
// of the mean of n strengths therefore comes from the prior alone: it is 1/(n·precision), independent of
// the differences.
func (m *Model) CentredVariances(r []float64) []float64 {
	list := m.Variances(r)
	for i := range list {
		list[i] = max(0, list[i]-1/(float64(m.Players)*m.Prior.precision()))
	}
	return list
}
