package pattern

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// embedded adds a random embedding to a model.
func embedded(t testing.TB, m *eval.Model, id string, size int) *eval.Model {
	t.Helper()
	f, err := eval.New(id, nil)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, uint64(size)))
	e := &eval.Embedding{Features: f, Size: size, Phases: []int{0, 30, 45}, Vectors: make([]int8, 3*f.Len()*size),
		Bias: make([]int16, 65*size), Out: make([]int16, 65*size)}
	for i := range e.Vectors {
		e.Vectors[i] = int8(rng.IntN(41) - 20)
	}
	for i := range e.Bias {
		e.Bias[i], e.Out[i] = int16(rng.IntN(200)-50), int16(rng.IntN(401)-200)
	}
	m.Embedding = e
	return m
}

// TestEmbedding compares random games with the model itself.
func TestEmbedding(t *testing.T) {
	for _, id := range []string{"logistello", "edge", "corner+diag8+c1d1e1f1c2d2e2f2"} {
		for _, size := range []int{16, 32} {
			m := embedded(t, randomModel(t, "parity"), id, size)
			linear, tables := m.Linear(), compiled(t, m)
			e := tables.Evaluator()
			distinct := map[int]bool{}
			for g := range uint64(50) {
				e.follow(randomLine(rand.New(rand.NewPCG(7, g)), engine.Standard()), func(n int, b engine.Board) {
					want := min(max(linear.Eval(b), -64), 64)
					value := e.Eval(n, uint64(b.Mine), uint64(b.Theirs))
					if math.Abs(float64(value)/Unit-want) > 1.0/Unit {
						t.Fatalf("%s, %d numbers: %v: %d, the model says %v", id, size, b, value, want*Unit)
					}
					distinct[value] = true
					discs := (b.Mine | b.Theirs).Len()
					l, x := &e.levels[n].mine, tables.embedding
					plain := hiddenPlain(l, x.rows[x.phases[discs]], x.bias[discs], x.out[discs])
					if sum := hiddenSum(l, x.rows[x.phases[discs]], x.bias[discs], x.out[discs]); sum != plain {
						t.Fatalf("%s, %d numbers: %v: %d by vectors, %d without", id, size, b, sum, plain)
					}
				})
			}
			if len(distinct) < 500 {
				t.Errorf("%s, %d numbers: %d values", id, size, len(distinct))
			}
		}
	}
}
