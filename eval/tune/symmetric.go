package tune

import (
	"math"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// axesOf returns the eigenvectors and eigenvalues of a symmetric n×n matrix of finite numbers.
//
// It uses tred2 and tql2 from EISPACK (J. Wilkinson and C. Reinsch, "Handbook for Automatic Computation",
// vol. 2, 1971). gonum's routine rounds differently on each kind of processor, which would change the groups
// that CMA-ES draws along these vectors.
func axesOf(matrix []float64, n int) (vectors [][]float64, values []float64) {
	t := &tridiagonal{n, make([][]float64, n), make([]float64, n), make([]float64, n)}
	for i := range t.v {
		t.v[i] = append([]float64(nil), matrix[i*n:][:n]...)
	}
	t.reduce()
	t.accumulate()
	t.diagonalise()
	return t.v, t.d
}

// A tridiagonal is a symmetric matrix during its transformation to a diagonal matrix.
type tridiagonal struct {
	n int
	v [][]float64 // the columns of the transformation
	d []float64   // diagonal
	e []float64   // off-diagonal entries
}

// reduce makes the matrix tridiagonal by Householder reflections, starting with the last row.
func (t *tridiagonal) reduce() {
	for j := range t.n {
		t.d[j] = t.v[j][t.n-1]
	}
	for i := t.n - 1; i > 0; i-- {
		scale := 0.0
		for _, x := range t.d[:i] {
			scale += math.Abs(x)
		}
		if scale == 0 {
			t.e[i], t.d[i] = t.d[i-1], 0
			for j := range i {
				t.d[j], t.v[j][i], t.v[i][j] = t.v[j][i-1], 0, 0
			}
			continue
		}
		t.d[i] = t.reflect(i, scale)
	}
}

// reflect applies the reflection that clears row i left of its last entry. It returns half the squared length
// of the reflection's vector.
func (t *tridiagonal) reflect(i int, scale float64) float64 {
	d, e := t.d[:i], t.e[:i]
	h := 0.0
	for k := range d {
		d[k] /= scale
		h += float64(d[k] * d[k])
	}
	f := d[i-1]
	g := -math.Copysign(math.Sqrt(h), f)
	t.e[i] = scale * g
	h -= float64(f * g)
	d[i-1] = f - g
	clear(e)
	for j, f := range d {
		t.v[i][j] = f
		column := t.v[j][:i]
		e[j] += float64(column[j]*f) + portable.Dot(column[j+1:], d[j+1:])
		portable.AddScaled(e[j+1:], f, column[j+1:])
	}
	for j := range e {
		e[j] /= h
	}
	portable.AddScaled(e, -portable.Dot(e, d)/(h+h), d)
	for j, f := range d {
		column := t.v[j]
		for k := j; k < i; k++ {
			column[k] -= float64(f*e[k]) + float64(e[j]*d[k])
		}
	}
	for j := range d {
		d[j], t.v[j][i] = t.v[j][i-1], 0
	}
	return h
}

// accumulate multiplies the reflections.
func (t *tridiagonal) accumulate() {
	last := t.n - 1
	for i := range last {
		t.v[i][last], t.v[i][i] = t.v[i][i], 1
		next := t.v[i+1][:i+1]
		if h := t.d[i+1]; h != 0 {
			d := t.d[:i+1]
			for k, x := range next {
				d[k] = x / h
			}
			for j := range d {
				column := t.v[j][:i+1]
				portable.AddScaled(column, -portable.Dot(next, column), d)
			}
		}
		clear(next)
	}
	for j := range t.n {
		t.d[j], t.v[j][last] = t.v[j][last], 0
	}
	t.v[last][last], t.e[0] = 1, 0
}

// diagonalise makes the tridiagonal matrix diagonal by implicit QL steps.
func (t *tridiagonal) diagonalise() {
	const epsilon, patience = 0x1p-52, 60 // two or three steps are typical
	copy(t.e, t.e[1:])
	t.e[t.n-1] = 0
	shift, size := 0.0, 0.0
	for l := range t.n {
		size = max(size, math.Abs(t.d[l])+math.Abs(t.e[l]))
		m := l
		for m < t.n-1 && math.Abs(t.e[m]) > epsilon*size {
			m++
		}
		for range patience {
			if m == l || math.Abs(t.e[l]) <= epsilon*size {
				break
			}
			shift += t.step(l, m)
		}
		t.d[l] += shift
		t.e[l] = 0
	}
}

// step performs an implicit QL step from row m up to row l. It returns the shift of the rows from l on.
func (t *tridiagonal) step(l, m int) (shift float64) {
	d, e := t.d, t.e
	p := (d[l+1] - d[l]) / (2 * e[l])
	r := p + math.Copysign(portable.Hypot(p, 1), p)
	shift = d[l] - e[l]/r
	d[l], d[l+1] = e[l]/r, e[l]*r
	for i := l + 2; i < t.n; i++ {
		d[i] -= shift
	}
	below, beside := d[l+1], e[l+1]
	p = d[m]
	c, c2, c3, s, s2 := 1.0, 1.0, 1.0, 0.0, 0.0
	for i := m - 1; i >= l; i-- {
		c3, c2, s2 = c2, c, s
		g, h := c*e[i], float64(c*p)
		r := portable.Hypot(p, e[i])
		e[i+1] = s * r
		s, c = e[i]/r, p/r
		p = float64(c*d[i]) - float64(s*g)
		d[i+1] = h + float64(s*(float64(c*g)+float64(s*d[i])))
		rotate(t.v[i], t.v[i+1], c, s)
	}
	p = -s * s2 * c3 * beside * e[l] / below
	e[l], d[l] = s*p, c*p
	return shift
}

// rotate rotates two columns by an angle, given its cosine c and sine s.
func rotate(a, b []float64, c, s float64) {
	b = b[:len(a)]
	for k, x := range a {
		y := b[k]
		b[k] = float64(s*x) + float64(c*y)
		a[k] = float64(c*x) - float64(s*y)
	}
}
