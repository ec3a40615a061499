package eval

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// embedded returns a model with a random embedding of two patterns in two phases.
func embedded(t testing.TB) *Model {
	t.Helper()
	m, f := randomModel(t, "parity+constant"), features(t, "diag4+diag5")
	rng := rand.New(rand.NewPCG(5, 5))
	e := &Embedding{Features: f, Size: 16, Phases: []int{0, 33}, Vectors: make([]int8, 2*f.Len()*16)}
	for i := range e.Vectors {
		e.Vectors[i] = int8(rng.IntN(256) - 128)
	}
	for range 65 * 16 {
		e.Bias = append(e.Bias, int16(rng.IntN(400)-100))
		e.Out = append(e.Out, int16(rng.IntN(2*MaxOut+1)-MaxOut))
	}
	m.Embedding = e
	return m
}

// TestEmbeddingValue compares values with the formula, square by square.
func TestEmbeddingValue(t *testing.T) {
	m := embedded(t)
	sum, e, l := *m, m.Embedding, m.Linear()
	sum.Embedding = nil
	alone := sum.Linear()
	cut, inside := 0, 0
	for _, b := range gameBoards(t, "8x8", 20) {
		discs := (b.Mine | b.Theirs).Len()
		phase := 0
		if discs >= 33 {
			phase = 1
		}
		want := alone.Eval(b)
		for k := range 16 {
			z := float64(e.Bias[discs*16+k])
			for i, n := range vector(e.Features, b) {
				z += n * float64(e.Vectors[(phase*e.Features.Len()+int(i))*16+k])
			}
			if z <= 0 || z >= 181 {
				cut++
			} else {
				inside++
			}
			z = min(max(z, 0), 181)
			want += float64(e.Out[discs*16+k]) * z * z / (1 << 20)
		}
		if got := l.Eval(b); math.Abs(got-want) > 1e-6 {
			t.Fatalf("%v: %v, want %v", b, got, want)
		}
	}
	if cut < 1000 || inside < 1000 {
		t.Errorf("%d hidden numbers at a limit and %d between: too few to say anything", cut, inside)
	}
}

func TestEmbeddingRoundTrip(t *testing.T) {
	for name, encode := range map[string]func(*Model) ([]byte, error){
		"float64": (*Model).encode, "compact": (*Model).encodeCompact,
	} {
		m := embedded(t)
		file, err := encode(m)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadModel(bytes.NewReader(file))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want := *m.Embedding
		want.Features = got.Embedding.Features
		if got.Embedding.Features.ID() != m.Embedding.Features.ID() || !reflect.DeepEqual(*got.Embedding, want) {
			t.Errorf("%s: another embedding", name)
		}
		for i := range file {
			if i%97 > 0 && i < len(file)-50 && i > 300 { // the middle is compressed numbers
				continue
			}
			bad := slices.Clone(file)
			bad[i] ^= 0x10
			_, flipped := ReadModel(bytes.NewReader(bad))
			_, short := ReadModel(bytes.NewReader(file[:i]))
			if !fault.IsBadInput(flipped) || !fault.IsBadInput(short) {
				t.Errorf("%s: byte %d changed: %v; cut there: %v", name, i, flipped, short)
			}
		}
	}
}

func TestEmbeddingCheck(t *testing.T) {
	for _, change := range []func(e *Embedding){
		func(e *Embedding) { e.Features = features(t, "corner@2") },
		func(e *Embedding) { e.Features = features(t, "corner+parity") },
		func(e *Embedding) { e.Features = features(t, "balanced-corner") },
		func(e *Embedding) { e.Features = features(t, "all4") },
		func(e *Embedding) { e.Features, _ = ByMover(features(t, "own-mobility")) },
		func(e *Embedding) { e.Size = 24 },
		func(e *Embedding) { e.Size = 0 },
		func(e *Embedding) { e.Phases = nil },
		func(e *Embedding) { e.Phases = []int{1, 33} },
		func(e *Embedding) { e.Phases = []int{0, 0} },
		func(e *Embedding) { e.Phases = []int{0, 65} },
		func(e *Embedding) { e.Vectors = e.Vectors[1:] },
		func(e *Embedding) { e.Bias = e.Bias[1:] },
		func(e *Embedding) { e.Out = nil },
		func(e *Embedding) { e.Bias[5] = MaxBias + 1 },
		func(e *Embedding) { e.Out[5] = -MaxOut - 1 },
	} {
		m := embedded(t)
		change(m.Embedding)
		if err := m.Check(); !errors.Is(err, errEmbedding) || !fault.IsBadInput(err) {
			t.Errorf("%v, want %v", err, errEmbedding)
		}
	}
}

// TestOnlySum: code that reads only weights refuses models with more.
func TestOnlySum(t *testing.T) {
	m := randomModel(t, "diag4")
	m.Embedding = embedded(t).Embedding
	for range 2 {
		_, promoted := m.Promote(features(t, "diag4@2"))
		_, averaged := Average([]*Model{m, m}, nil)
		_, table := m.Table()
		for _, err := range []error{promoted, averaged, table} {
			if refused := err != nil; refused != (m.Embedding != nil) {
				t.Errorf("embedding %v: %v", m.Embedding != nil, err)
			}
		}
		m.Embedding = nil
	}
}
