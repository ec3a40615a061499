package tune

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// list are rows in memory.
type list struct {
	rows [][]float64 // dense
	y, c []float64
}

const perBatch = 7

func (l *list) Batches() int { return (len(l.rows) + perBatch - 1) / perBatch }

func (l *list) Append(i int, b *Batch) {
	for k := i * perBatch; k < min((i+1)*perBatch, len(l.rows)); k++ {
		for at, v := range l.rows[k] {
			if v != 0 { // in two parts: they add up
				b.Add(int32(at), float32(v/2))
				b.Add(int32(at), float32(v/2))
			}
		}
		b.End(l.y[k], l.c[k])
	}
}

// random returns n rows of length m with targets near a linear function.
func random(seed uint64, n, m int) *list {
	rng := rand.New(rand.NewPCG(seed, 1))
	l := &list{}
	for range n {
		row, y := make([]float64, m), rng.NormFloat64()/4
		for i := range row {
			if rng.IntN(3) == 0 {
				row[i] = float64(rng.IntN(9) - 4)
			}
			y += row[i] * float64(i%5)
		}
		l.rows, l.y, l.c = append(l.rows, row), append(l.y, y), append(l.c, 0.5+rng.Float64())
	}
	return l
}

// direct solves the same problem by elimination.
func direct(r *Ridge, l *list) []float64 {
	n := r.Len
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n+1)
		a[i][i] = r.penalty(i)
	}
	for i, k := range r.Next {
		if k >= 0 {
			a[i][i] += r.Smooth
			a[k][k] += r.Smooth
			a[i][k] -= r.Smooth
			a[k][i] -= r.Smooth
		}
	}
	for k, row := range l.rows {
		for i, x := range row {
			for j, z := range row {
				a[i][j] += l.c[k] * x * z
			}
			a[i][n] += l.c[k] * x * l.y[k]
		}
	}
	for i := range a {
		for j := range a {
			if f := a[j][i] / a[i][i]; j != i {
				for k := i; k <= n; k++ {
					a[j][k] -= f * a[i][k]
				}
			}
		}
	}
	w := make([]float64, n)
	for i := range w {
		w[i] = a[i][n] / a[i][i]
	}
	return w
}

// run returns the last best weights and the last step.
func run(t *testing.T, r *Ridge) (w []float64, last RidgeStep) {
	t.Helper()
	for step, err := range r.Run(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		if last = step; step.Best {
			w = append(w[:0], step.Weights...)
		}
	}
	return w, last
}

// ties ties the first half of n weights to the second.
func ties(n int) []int32 {
	next := make([]int32, n)
	for i := range next {
		next[i] = -1
		if i < n/2 {
			next[i] = int32(i + n/2)
		}
	}
	return next
}

func TestRidgeSolvesTheEquations(t *testing.T) {
	l := random(1, 300, 20)
	for name, r := range map[string]Ridge{
		"plain":     {},
		"penalties": {Penalty: func(i int) float64 { return float64(i % 4) }},
		"ties":      {Penalty: func(int) float64 { return 0.1 }, Smooth: 50, Next: ties(20)},
	} {
		r.Len, r.Train = 20, l
		got, _ := run(t, &r)
		for i, want := range direct(&r, l) {
			if math.Abs(got[i]-want) > 1e-9 {
				t.Errorf("%s: weight %d is %v, elimination gives %v", name, i, got[i], want)
			}
		}
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	var weights [][]float64
	for _, workers := range []int{1, 2, 5, 20} {
		r := Ridge{Len: 30, Train: random(2, 500, 30), Validate: random(3, 50, 30), Workers: workers, Iterations: 9}
		w, _ := run(t, &r)
		weights = append(weights, w)
	}
	for _, w := range weights[1:] {
		for i := range w {
			if w[i] != weights[0][i] {
				t.Fatalf("weight %d is %v with one worker, %v with several", i, weights[0][i], w[i])
			}
		}
	}
}

// TestStopsByValidation has rows to stop by that contradict those to learn from.
func TestStopsByValidation(t *testing.T) {
	train, validate := random(4, 100, 10), random(5, 100, 10)
	for i := range validate.y {
		validate.y[i] *= 0.3
	}
	r := Ridge{Len: 10, Train: train, Validate: validate, Patience: 2, Iterations: 50}
	w, last := run(t, &r)
	if last.Best || last.Iteration > 20 {
		t.Errorf("it stopped after %d iterations, best %v", last.Iteration, last.Best)
	}
	least, sum, weight := math.Inf(1), 0.0, 0.0
	for step, err := range r.Run(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		least = min(least, step.Error)
	}
	for k, row := range validate.rows {
		e := validate.y[k]
		for i, x := range row {
			e -= x * w[i]
		}
		sum, weight = sum+validate.c[k]*e*e, weight+validate.c[k]
	}
	if got := math.Sqrt(sum / weight); math.Abs(got-least) > 1e-6 {
		t.Errorf("the weights have error %v, the steps said %v", got, least)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r := Ridge{Len: 10, Train: random(6, 100, 10)}
	var last error
	for _, err := range r.Run(ctx) {
		cancel()
		last = err
	}
	if last != context.Canceled {
		t.Errorf("ended with %v", last)
	}
}

func TestRidgeRefuses(t *testing.T) {
	l := random(7, 10, 4)
	for name, r := range map[string]Ridge{
		"no rows":        {Len: 4},
		"too few ties":   {Len: 4, Train: l, Next: []int32{-1}},
		"tied backwards": {Len: 4, Train: l, Next: []int32{-1, 0, -1, -1}},
		"tied outside":   {Len: 4, Train: l, Next: []int32{4, -1, -1, -1}},
		"tied twice":     {Len: 4, Train: l, Next: []int32{2, 2, -1, -1}},
		"smoothing":      {Len: 4, Train: l, Smooth: -1},
	} {
		for _, err := range r.Run(context.Background()) {
			if err == nil {
				t.Errorf("%s: accepted", name)
			}
			break
		}
	}
}
