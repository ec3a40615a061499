package arena

import (
	"maps"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A sparse is a symmetric positive definite matrix with few non-zero entries: a row for each player with an
// entry for each opponent. It stores both halves.
type sparse struct {
	diagonal []float64
	row      []map[int]float64 // off-diagonal entries
}

func newSparse(n int) *sparse {
	m := &sparse{diagonal: make([]float64, n), row: make([]map[int]float64, n)}
	for i := range m.row {
		m.row[i] = map[int]float64{}
	}
	return m
}

func (m *sparse) add(i, j int, x float64) {
	m.row[i][j] += x
	m.row[j][i] += x
}

// A factor is the factorisation of a sparse matrix. Players with few opponents are eliminated one by one, the
// players with the fewest first. Each elimination links the player's opponents. The remaining matrix is small
// and has few zeros; gonum factorises it. Of the 3,467 players in the WTHOR database, a few hundred remain,
// so factorising takes a thousandth of the work that the whole matrix would take (T. Davis, "Direct Methods
// for Sparse Linear Systems", 2006).
type factor struct {
	steps []step
	core  []int       // remaining players
	place map[int]int // their indices in core
	chol  mat.Cholesky
}

// A step is the elimination of one player.
type step struct {
	player int
	pivot  float64
	others []int     // remaining players linked with it, ascending
	ratio  []float64 // their entries divided by the pivot
}

// coreDegree is the number of links from which a player stays in the core.
const coreDegree = 48

// factorise factorises m and destroys it. It returns false if rounding errors made m indefinite.
func factorise(m *sparse) (*factor, bool) {
	f := &factor{place: map[int]int{}}
	left := f.eliminate(m)
	f.core = slices.Sorted(maps.Keys(left))
	for i, p := range f.core {
		f.place[p] = i
	}
	dense := mat.NewSymDense(max(1, len(f.core)), nil)
	if len(f.core) == 0 {
		dense.SetSym(0, 0, 1)
	}
	for i, p := range f.core {
		dense.SetSym(i, i, m.diagonal[p])
		for q, x := range m.row[p] {
			dense.SetSym(i, f.place[q], x)
		}
	}
	return f, f.chol.Factorize(dense)
}

// eliminate performs the steps and returns the remaining players.
func (f *factor) eliminate(m *sparse) map[int]bool {
	left := map[int]bool{}
	queue := make([][]int, coreDegree) // players by number of links; some entries are out of date
	for p := range m.row {
		left[p] = true
		if d := len(m.row[p]); d < coreDegree {
			queue[d] = append(queue[d], p)
		}
	}
	for d := 0; d < coreDegree; {
		if len(queue[d]) == 0 {
			d++
			continue
		}
		p := queue[d][len(queue[d])-1]
		queue[d] = queue[d][:len(queue[d])-1]
		if !left[p] || len(m.row[p]) != d {
			continue
		}
		delete(left, p)
		s := m.eliminate(p)
		f.steps = append(f.steps, s)
		for _, q := range s.others {
			if k := len(m.row[q]); k < coreDegree {
				queue[k] = append(queue[k], q)
				d = min(d, k)
			}
		}
	}
	return left
}

// eliminate removes a player from the matrix and links its neighbours.
func (m *sparse) eliminate(p int) step {
	s := step{player: p, pivot: m.diagonal[p], others: slices.Sorted(maps.Keys(m.row[p]))}
	for _, q := range s.others {
		s.ratio = append(s.ratio, m.row[p][q]/s.pivot)
		delete(m.row[q], p)
	}
	for i, q := range s.others {
		m.diagonal[q] -= float64(s.ratio[i] * s.ratio[i] * s.pivot)
		for j, r := range s.others[:i] {
			m.add(q, r, float64(-s.ratio[i]*s.ratio[j]*s.pivot))
		}
	}
	m.row[p] = nil
	return s
}

// An inverse holds the entries of the inverse matrix that belong to links.
type inverse struct {
	f        *factor
	core     mat.SymDense
	diagonal []float64
	link     []map[int]float64 // of eliminated players, by player; only links to players eliminated later
}

// inverse returns the entries of the inverse that belong to links, from the last step to the first (K.
// Takahashi, J. Fagan and M. Chen, "Formation of a sparse bus impedance matrix", 1973).
func (f *factor) inverse(n int) *inverse {
	v := &inverse{f: f, diagonal: make([]float64, n), link: make([]map[int]float64, n)}
	_ = f.chol.InverseTo(&v.core) // the error only warns of a nearly singular matrix
	for i, p := range f.core {
		v.diagonal[p] = v.core.At(i, i)
	}
	for _, s := range slices.Backward(f.steps) {
		m := make(map[int]float64, len(s.others))
		d := 1 / s.pivot
		for i, q := range s.others {
			x := 0.0
			for j, r := range s.others {
				x -= float64(s.ratio[j] * v.at(q, r))
			}
			m[q] = x
			d -= float64(s.ratio[i] * x)
		}
		v.link[s.player], v.diagonal[s.player] = m, d
	}
	return v
}

// at returns an entry that belongs to an original link or to a link added by an elimination.
func (v *inverse) at(p, q int) float64 {
	if p == q {
		return v.diagonal[p]
	}
	i, inCore := v.f.place[p]
	j, alsoInCore := v.f.place[q]
	switch {
	case inCore && alsoInCore:
		return v.core.At(i, j)
	case inCore:
		return v.link[q][p]
	case alsoInCore:
		return v.link[p][q]
	}
	// The link is stored with the player eliminated first.
	if x, ok := v.link[p][q]; ok {
		return x
	}
	return v.link[q][p]
}
