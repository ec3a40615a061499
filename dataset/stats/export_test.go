package stats

// InverseDiagonal returns the diagonal of the inverse of a symmetric positive
// definite matrix given by its entries, through the sparse factorisation.
func InverseDiagonal(a [][]float64) ([]float64, bool) {
	m := newSparse(len(a))
	for i := range a {
		m.diagonal[i] = a[i][i]
		for j := range i {
			if a[i][j] != 0 {
				m.add(i, j, a[i][j])
			}
		}
	}
	f, ok := factorise(m)
	if !ok {
		return nil, false
	}
	return f.inverse(len(a)).diagonal, true
}

// VirtualDraws and EloScale are the constants of the ratings.
const VirtualDraws = virtualDraws

var EloScale = eloScale

// Anchored and Frontier are the sets that the curves count.
var (
	Anchored = anchored
	Frontier = frontier
)
