package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// pairRows are rows with one of two contents in each of two places; their targets say whether both are
// equal, with the opposite sign in group 1. No sum of weights fits them.
type pairRows struct{ batches, size int }

func (r pairRows) Batches() int { return r.batches }

func (r pairRows) Append(i int, b *Batch) {
	rng := rand.New(rand.NewPCG(uint64(i), uint64(r.size)))
	for range r.size {
		x, y, group := rng.IntN(2), rng.IntN(2), rng.IntN(2)
		b.Add(int32(x), 1)
		b.Add(int32(2+y), 1)
		target := -10.0
		if (x == y) == (group == 0) {
			target = 10
		}
		b.EndIn(group, target, 1)
	}
}

// trained returns the last step of a regression.
func trained(t *testing.T, e Embedding) (at EmbeddingStep) {
	t.Helper()
	n := 0
	for step, err := range e.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; step.Epoch != n {
			t.Errorf("epoch %d after %d", step.Epoch, n-1)
		}
		at = step
	}
	if n != e.Epochs {
		t.Errorf("%d epochs, want %d", n, e.Epochs)
	}
	return at
}

func TestEmbeddingLearnsPairs(t *testing.T) {
	e := Embedding{Len: 4, Groups: 2, Size: 16, Train: pairRows{50, 40}, Validate: pairRows{5, 40}, Epochs: 40,
		Rate: 0.03, Seed: 1}
	step := trained(t, e)
	if !(step.Error < 0.5 && step.Absolute <= step.Error && step.Training < 1) {
		t.Errorf("errors %v, %v and %v", step.Error, step.Absolute, step.Training)
	}
	// The network is what its comment says.
	n := step.Network
	for x := range 2 {
		for y := range 2 {
			value := 0.0
			for k := range 16 {
				z := min(max(float64(n.Bias[k]+n.Vectors[16*x+k]+n.Vectors[16*(2+y)+k]), 0), 2)
				value += float64(n.Out[k]) * z * z
			}
			if want := 10 - 20*math.Abs(float64(x-y)); math.Abs(value-want) > 1.5 {
				t.Errorf("%d and %d: %v, want %v", x, y, value, want)
			}
		}
	}
}

// TestEmbeddingRepeats: the same seed gives the same network, another seed another one.
func TestEmbeddingRepeats(t *testing.T) {
	e := Embedding{Len: 4, Groups: 2, Size: 8, Train: pairRows{10, 40}, Epochs: 2, Seed: 1}
	a, b := trained(t, e).Network, trained(t, e).Network
	e.Seed = 2
	if c := trained(t, e).Network; !reflect.DeepEqual(a, b) || reflect.DeepEqual(a, c) {
		t.Error("networks of one seed differ, or those of two seeds are the same")
	}
}

func TestEmbeddingRefuses(t *testing.T) {
	good := Embedding{Len: 4, Size: 8, Train: pairRows{1, 1}}
	for _, change := range []func(e *Embedding){
		func(e *Embedding) { e.Train = nil },
		func(e *Embedding) { e.Len = 0 },
		func(e *Embedding) { e.Size = 12 },
		func(e *Embedding) { e.Size = 0 },
		func(e *Embedding) { e.Groups = -1 },
		func(e *Embedding) { e.Epochs = -1 },
		func(e *Embedding) { e.Rate = math.NaN() },
		func(e *Embedding) { e.Unit = -1 },
	} {
		bad := good
		change(&bad)
		for _, err := range bad.Run(t.Context()) {
			if err == nil {
				t.Errorf("%+v is accepted", bad)
			}
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, err := range good.Run(ctx) {
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}
