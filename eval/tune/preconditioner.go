package tune

// A preconditioner solves the equations reduced to the diagonal and the ties, as if different weights
// interacted only through ties. Ties form chains, so these are tridiagonal systems, factored once as LDLᵀ.
// With the diagonal alone, strong ties would take hundreds of iterations.
type preconditioner struct {
	next  []int32
	scale []float64 // 1/D; 0 for weights without data
	carry []float64 // -L: how much weight i passes on to next[i]
}

// newPreconditioner keeps and changes diagonal, the diagonal of XᵀCX.
func newPreconditioner(r *Ridge, diagonal []float64) preconditioner {
	p := preconditioner{next: r.Next, scale: diagonal, carry: make([]float64, len(r.Next))}
	for i := range diagonal {
		diagonal[i] += r.penalty(i)
	}
	for i, k := range r.Next {
		if k >= 0 {
			diagonal[i] += r.Smooth
			diagonal[k] += r.Smooth
		}
	}
	for i, d := range diagonal {
		if d <= 0 {
			continue
		}
		p.scale[i] = 1 / d
		if i < len(r.Next) && r.Next[i] >= 0 {
			p.carry[i] = r.Smooth / d
			diagonal[r.Next[i]] -= float64(r.Smooth * p.carry[i])
		}
	}
	return p
}

// solve sets z to the solution for the right-hand side r.
func (p *preconditioner) solve(z, r []float64) {
	copy(z, r)
	for i, k := range p.next {
		if k >= 0 {
			z[k] += float64(p.carry[i] * z[i])
		}
	}
	for i := range z {
		z[i] *= p.scale[i]
	}
	for i := len(p.next) - 1; i >= 0; i-- {
		if k := p.next[i]; k >= 0 {
			z[i] += float64(p.carry[i] * z[k])
		}
	}
}
