package tune

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func rng() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func TestRanked(t *testing.T) {
	if got := ranked([]float64{0.2, 0.9, 0.2, 0.5}); !slices.Equal(got, []int{1, 3, 0, 2}) {
		t.Errorf("ranked: %v", got)
	}
}

// TestShares: with fitness 0.5 and 1 the wheel of the fourth power has parts 1/16 and 1.
// A loss of -3 is 0 and one of -1 is 2, and 2⁴ = 16.
func TestShares(t *testing.T) {
	for _, test := range []struct {
		fitness    []float64
		candidates []int
		power      float64
		want       []float64
	}{
		{[]float64{0.5, 1, 0}, []int{1, 0, 2}, 4, []float64{1, 0.0625, 0}},
		{[]float64{0.5, 1, 0}, []int{1, 0}, 1, []float64{1, 0.5}},
		{[]float64{-3, -1, -2}, []int{1, 2, 0}, 4, []float64{16, 1, 0}},
	} {
		if got := shares(test.fitness, test.candidates, test.power); !slices.Equal(got, test.want) {
			t.Errorf("shares(%v): %v, want %v", test.fitness, got, test.want)
		}
	}
}

// TestSpin: how often the first of two is drawn is its part of the wheel, 16/17 with
// fitness 1 and 0.5 to the fourth power; nobody is drawn twice; who has no part is
// drawn only when nobody else is left.
func TestSpin(t *testing.T) {
	r, first := rng(), 0
	const n = 20000
	for range n {
		if spin(r, []float64{1, 1.0 / 16}, []int{7, 8}, 1)[0] == 7 {
			first++
		}
	}
	p := 16.0 / 17
	if got := float64(first) / n; math.Abs(got-p) > 5*math.Sqrt(p*(1-p)/n) {
		t.Errorf("drawn in %v of the cases, want %v", got, p)
	}
	for range 100 {
		got := spin(r, []float64{0, 3, 0, 1, 0}, []int{5, 6, 7, 8, 9}, 3)
		if len(got) != 3 || !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != 3 ||
			!slices.Contains(got, 6) || !slices.Contains(got, 8) {
			t.Fatalf("drawn %v, want 6 and 8 and one of the others", got)
		}
	}
}

// TestRoulettes: of fitness 1 and 0.5 the better is chosen in proportion to its fitness, 2 to 1, or to the
// fourth power of it, 16 to 1.
func TestRoulettes(t *testing.T) {
	const n = 20000
	for s, p := range map[Selection]float64{Roulette: 2.0 / 3, RouletteFourth: 16.0 / 17} {
		r, first := rng(), 0
		for range n {
			if s.choose(r, []float64{0.5, 1}, []int{1, 0}, 1)[0] == 1 {
				first++
			}
		}
		if got := float64(first) / n; math.Abs(got-p) > 5*math.Sqrt(p*(1-p)/n) {
			t.Errorf("%v chooses the better in %v of the cases, want %v", s, got, p)
		}
	}
}

func TestTruncation(t *testing.T) {
	fitness := []float64{0.1, 0.4, 0.2, 0.3}
	if got := Truncation.choose(rng(), fitness, ranked(fitness), 2); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("chosen %v, want 1 and 3", got)
	}
}

// TestCrossover: a child of uniform crossover has each weight of either parent half of
// the time; one of one-point crossover begins as the first and ends as the second.
func TestCrossover(t *testing.T) {
	a, b := []float64{1, 2, 3, 4}, []float64{-1, -2, -3, -4}
	r := rng()
	var own [4]int
	for range 10000 {
		for i, w := range Uniform.cross(r, a, b) {
			switch w {
			case a[i]:
				own[i]++
			case b[i]:
			default:
				t.Fatalf("weight %d is %v", i, w)
			}
		}
	}
	for i, n := range own {
		if n < 4750 || n > 5250 { // five standard deviations
			t.Errorf("weight %d comes from the first parent %d times of 10000", i, n)
		}
	}
	seen := map[int]bool{}
	for range 100 {
		child := OnePoint.cross(r, a, b)
		at := slices.IndexFunc(child, func(w float64) bool { return w < 0 })
		seen[at] = true
		if at < 1 || !slices.Equal(child, slices.Concat(a[:at], b[at:])) {
			t.Fatalf("child %v", child)
		}
	}
	if len(seen) != 3 {
		t.Errorf("cut at %v, want 1, 2 and 3", seen)
	}
	if child := OnePoint.cross(r, a[:1], b[:1]); child[0] != 1 {
		t.Errorf("child of one weight: %v", child)
	}
}

// TestMutate: of 40,000 weights a fifth mutate, of these a quarter lie where they were
// drawn anew (around 10, ±1), and the rest at most 0.05 away.
func TestMutate(t *testing.T) {
	g := Genetic{Mutation: 0.2, ResetRate: 0.25, StepSize: 0.05, Scale: 1}
	r, anew, little := rng(), 0, 0
	start := slices.Repeat([]float64{10}, 40000)
	child := slices.Repeat([]float64{50}, 40000)
	g.mutate(r, child, start)
	for _, w := range child {
		switch {
		case w == 50:
		case w >= 9 && w <= 11:
			anew++
		case math.Abs(w-50) <= 0.05:
			little++
		default:
			t.Fatalf("a weight became %v", w)
		}
	}
	if math.Abs(float64(anew)-2000) > 220 || math.Abs(float64(little)-6000) > 360 { // five standard deviations
		t.Errorf("%d drawn anew and %d changed a little, want about 2000 and 6000", anew, little)
	}
}

// TestBreed: the elite comes first, survivors are parents, and children without
// mutation hold nothing but weights of survivors.
func TestBreed(t *testing.T) {
	g := Genetic{Population: 6, Survivors: 3, Elite: 1, Selection: Truncation, Scale: 1}
	parents := [][]float64{{0, 0}, {1, 10}, {2, 20}, {3, 30}, {4, 40}, {5, 50}}
	next := g.breed(rng(), []float64{0, 0}, parents, []float64{0.1, 0.2, 0.9, 0.3, 0.8, 0})
	for i, want := range []float64{2, 4, 3} {
		if next[i][0] != want {
			t.Errorf("survivor %d is %v, want %v", i, next[i], want)
		}
	}
	if len(next) != 6 {
		t.Fatalf("%d in the next generation", len(next))
	}
	for _, child := range next[3:] {
		if !slices.Contains([]float64{2, 3, 4}, child[0]) || !slices.Contains([]float64{20, 30, 40}, child[1]) {
			t.Errorf("child %v", child)
		}
	}
	next[0][0] = 77
	if parents[2][0] != 2 {
		t.Error("a survivor shares its weights with the generation before")
	}
}

// TestElite: whatever the wheel says, the best survives.
func TestElite(t *testing.T) {
	g := GeneticOthello
	fitness := make([]float64, 20)
	for i := range fitness {
		fitness[i] = 0.5
	}
	fitness[13] = 0.5001
	for seed := range uint64(50) {
		got := g.survivors(rand.New(rand.NewPCG(seed, 0)), fitness)
		if len(got) != 10 || got[0] != 13 {
			t.Fatalf("survivors %v", got)
		}
	}
}

// TestMetropolis: 2 worse at temperature 4 is taken with probability e^(-1/2) = 0.6065.
func TestMetropolis(t *testing.T) {
	for _, test := range []struct {
		d, t, chance float64
		want         bool
	}{
		{1, 4, 0.999, true}, {0, 4, 0.999, true}, {-2, 4, 0.606, true}, {-2, 4, 0.607, false}, {-2, 1e-9, 0, false},
	} {
		if got := metropolis(test.d, test.t, test.chance); got != test.want {
			t.Errorf("metropolis(%v, %v, %v) = %v", test.d, test.t, test.chance, got)
		}
	}
}

// TestCooling: from 16 to 1 in five steps is a half each.
func TestCooling(t *testing.T) {
	a := Annealing{Steps: 5, First: 16, Final: 1, Scale: 1}
	for i, want := range []float64{16, 8, 4, 2, 1} {
		if got := a.temperature(i); math.Abs(got-want) > 1e-12 {
			t.Errorf("temperature %d is %v, want %v", i, got, want)
		}
	}
	if got := (Annealing{Steps: 1, First: 16, Final: 1}).temperature(0); got != 16 {
		t.Errorf("the only temperature is %v", got)
	}
}

// TestAnnealingTell: a neighbour that is 3 better is taken, and its temperature is told.
func TestAnnealingTell(t *testing.T) {
	a := Annealing{Steps: 5, First: 16, Final: 1, Scale: 1}
	s := Step{Number: 2, Group: [][]float64{{1, 2}, {3, 4}}, Ratings: Ratings{Values: []float64{35, 32}}}
	a.Tell(&s)
	if !slices.Equal(s.Best, []float64{1, 2}) || *s.Annealing != (annealingState{a.temperature(1), 3, true}) {
		t.Errorf("%v, %+v", s.Best, *s.Annealing)
	}
	s = Step{Number: 5, Group: s.Group, Ratings: Ratings{Values: []float64{0, 64}}} // e^-64
	a.Tell(&s)
	if !slices.Equal(s.Best, []float64{3, 4}) || s.Annealing.Accepted {
		t.Errorf("%v, %+v", s.Best, *s.Annealing)
	}
}

// TestAnnealingAsk: the weights that a neighbour lies away from are those of the step before, by a normal
// deviation of Scale·T/T0: 2 in the first step, 1/8 in the last.
func TestAnnealingAsk(t *testing.T) {
	a := Annealing{Steps: 5, First: 16, Final: 1, Scale: 2, Seed: 3}
	for number, want := range map[int]float64{0: 2, 4: 0.125} {
		s := Begin(make([]float64, 10000))
		s.Number = number
		group := a.Ask(s)
		if number > 0 && !slices.Equal(group[1], s.Best) {
			t.Errorf("step %d: compared with others than the best", number+1)
		}
		squares := 0.0
		for i, w := range group[0] {
			squares += (w - group[1][i]) * (w - group[1][i])
		}
		if got := math.Sqrt(squares / 10000); math.Abs(got/want-1) > 0.04 { // five standard errors
			t.Errorf("step %d: neighbours lie %v away, want %v", number+1, got, want)
		}
	}
}

// TestSPSAStep: with a = 0.8 and c = 0.5 in the first step, ratings of 3 and 1 make a
// slope of (3-1)/(2·0.5) = 2, and every weight moves 1.6 in the direction of its sign.
func TestSPSAStep(t *testing.T) {
	p := SPSA{Steps: 10, Gain: 0.8, Perturb: 0.5, Seed: 4}
	signs := p.signs(0, 3)
	group := p.Ask(Begin([]float64{1, 1, 1}))
	for i, sign := range signs {
		if math.Abs(sign) != 1 || group[0][i] != 1+0.5*sign || group[1][i] != 1-0.5*sign {
			t.Errorf("weight %d: sign %v, moved to %v and %v", i, sign, group[0][i], group[1][i])
		}
	}
	s := Step{Number: 1, Best: []float64{1, 1, 1}, Group: group, Ratings: Ratings{Values: []float64{3, 1}}}
	p.Tell(&s)
	for i, sign := range signs {
		if got, want := s.Best[i], 1+1.6*sign; math.Abs(got-want) > 1e-12 {
			t.Errorf("weight %d is %v, want %v", i, got, want)
		}
	}
	// Step 3 with Stability 6: a = 0.8/10^0.602 = 0.2000, c = 0.5/4^0.101 = 0.4347.
	p.Stability = 6
	if a, c := p.gains(3); math.Abs(a-0.20003) > 1e-5 || math.Abs(c-0.43467) > 1e-5 {
		t.Errorf("gains %v and %v", a, c)
	}
}

// TestCMAESConstants: table 1 of Hansen's tutorial, by hand for 10 weights and a
// population of 10: weights ln 5.5 - ln i over their sum 3.7362, μ_eff = 3.1673.
func TestCMAESConstants(t *testing.T) {
	k := newConstants(10, 10)
	for i, want := range []float64{0.45627, 0.27075, 0.16223, 0.08523, 0.02551} {
		if math.Abs(k.weights[i]-want) > 1e-4 {
			t.Errorf("weight %d is %v, want %v", i, k.weights[i], want)
		}
	}
	for name, pair := range map[string][2]float64{
		"μ_eff": {k.effective, 3.1673}, "c_c": {k.cc, 0.29500}, "c_σ": {k.cs, 0.28442}, "c_1": {k.c1, 0.015284},
		"c_μ": {k.cmu, 0.020154}, "d_σ": {k.damping, 1.28442}, "E": {k.expected, 3.0847},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-4 {
			t.Errorf("%s is %v, want %v", name, pair[0], pair[1])
		}
	}
}

// TestCMAESMean: with weights of 0.8042 and 0.1958 for two parents of four (ln 2.5 and
// ln 1.25 over their sum), the mean of 3 and 1 is 2.6083.
func TestCMAESMean(t *testing.T) {
	c := CMAES{Generations: 1, Population: 4, Sigma: 1}
	s := Step{Number: 1, Best: []float64{0}, Group: [][]float64{{1}, {-5}, {3}, {-7}},
		Ratings: Ratings{Values: []float64{5, 1, 9, 0}}}
	c.Tell(&s)
	if math.Abs(s.Best[0]-2.6083) > 1e-4 {
		t.Errorf("mean %v, want 2.6083", s.Best[0])
	}
}

func TestNames(t *testing.T) {
	text, err := json.Marshal(CassioGenetic)
	if err != nil {
		t.Fatal(err)
	}
	var got Genetic
	if err := json.Unmarshal(text, &got); err != nil || got != CassioGenetic {
		t.Errorf("%s read back is %+v, %v", text, got, err)
	}
	if err := json.Unmarshal([]byte(`{"selection":"luck"}`), &got); err == nil {
		t.Error("a selection by luck was read")
	}
}
