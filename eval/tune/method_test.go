package tune

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/optimize/functions"
)

// short are all methods with few steps, for laws that hold for each.
var short = map[string]Method{
	"genetic 002": Genetic{Generations: 30, Population: 20, Survivors: 10, Elite: 1, Mutation: 0.2,
		ResetRate: 0.25, StepSize: 0.2, Scale: 2, Seed: 3},
	"genetic 000": Genetic{Generations: 30, Population: 8, Survivors: 4, Selection: Truncation,
		Crossover: OnePoint, Mutation: 0.05, ResetRate: 1, Scale: 2, Seed: 3},
	"annealing": Annealing{Steps: 60, First: 3, Final: 0.01, Scale: 1, Seed: 3},
	"cmaes":     CMAES{Generations: 30, Sigma: 1, Seed: 3},
	"spsa":      SPSA{Steps: 60, Gain: 0.2, Stability: 6, Perturb: 0.3, Seed: 3},
}

// noisy is the objective of a function to be minimised, with noise that depends on the
// round and on the place in the group.
func noisy(f func([]float64) float64, noise float64) Objective {
	return func(_ context.Context, round int, group [][]float64) (r Ratings, _ error) {
		rng := rand.New(rand.NewPCG(99, uint64(round)))
		for _, x := range group {
			r.Values = append(r.Values, -f(x)+noise*rng.NormFloat64())
		}
		r.Games = 2 * len(group)
		return r, nil
	}
}

// last takes all steps that are left after one.
func last(t *testing.T, m Method, f Objective, from Step) (list []Step) {
	t.Helper()
	for s, err := range Run(t.Context(), m, f, from) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// TestMinimises: every method comes near the minimum, also where the ratings are noisy.
// The bounds are about twice what was measured with the seeds here, and far below what
// the start has: 45 on the sphere, 24 on Rosenbrock's function.
func TestMinimises(t *testing.T) {
	sphere, valley := functions.Sphere{}.Func, functions.ExtendedRosenbrock{}.Func
	for _, test := range []struct {
		name  string
		m     Method
		f     func([]float64) float64
		start []float64
		noise float64
		want  float64
	}{
		{"genetic, sphere", Genetic{Generations: 150, Population: 20, Survivors: 10, Elite: 1, Mutation: 0.2, ResetRate: 0.25, StepSize: 0.1, Scale: 5, Seed: 1}, sphere, []float64{3, 3, 3, 3, 3}, 0.1, 0.5},
		{"annealing, sphere", Annealing{Steps: 1000, First: 10, Final: 0.01, Scale: 3, Seed: 1}, sphere, []float64{3, 3, 3, 3, 3}, 0.01, 1},
		{"spsa, sphere", SPSA{Steps: 600, Gain: 1, Stability: 60, Perturb: 0.5, Seed: 1}, sphere, []float64{3, 3, 3, 3, 3}, 0.1, 0.1},
		{"cmaes, sphere", CMAES{Generations: 60, Population: 12, Sigma: 1, Seed: 1}, sphere, []float64{3, 3, 3, 3, 3}, 0.1, 0.2},
		{"cmaes, sphere of 10 without noise", CMAES{Generations: 200, Population: 10, Sigma: 0.5, Seed: 1}, sphere, []float64{3, 3, 3, 3, 3, 3, 3, 3, 3, 3}, 0, 1e-9},
		{"cmaes, Rosenbrock", CMAES{Generations: 250, Population: 12, Sigma: 0.5, Seed: 1}, valley, []float64{-1.2, 1, -1.2, 1}, 0, 1e-6},
		{"annealing, Rosenbrock", Annealing{Steps: 4000, First: 10, Final: 1e-4, Scale: 2, Seed: 1}, valley, []float64{-1.2, 1}, 0.001, 0.2},
		{"genetic, Rosenbrock", Genetic{Generations: 300, Population: 20, Survivors: 10, Elite: 1, Mutation: 0.5, ResetRate: 0.1, StepSize: 0.1, Scale: 2, Seed: 1}, valley, []float64{-1.2, 1}, 0.001, 0.2},
	} {
		steps := last(t, test.m, noisy(test.f, test.noise), Begin(test.start))
		end := steps[len(steps)-1]
		if got := test.f(end.Best); !(got <= test.want) {
			t.Errorf("%s: %.3g at %.3v, want at most %.3g", test.name, got, end.Best, test.want)
		} else {
			t.Logf("%s: %.3g after %d evaluations", test.name, got, end.Evaluations)
		}
	}
}

// TestResume: a method that resumes from a step that was written as JSON and read back
// takes the very steps of one that never stopped.
func TestResume(t *testing.T) {
	f := noisy(functions.Sphere{}.Func, 0.3)
	for name, m := range short {
		whole := last(t, m, f, Begin([]float64{1, -2, 3, 0.1}))
		if len(whole) != m.Len() {
			t.Errorf("%s: %d steps, want %d", name, len(whole), m.Len())
		}
		for _, at := range []int{0, 1, 7, len(whole) - 2} {
			text, err := json.Marshal(whole[at])
			if err != nil {
				t.Fatal(err)
			}
			var from Step
			if err := json.Unmarshal(text, &from); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(whole[at+1:], last(t, m, f, from)); diff != "" {
				t.Errorf("%s: resumed after step %d (-whole +resumed):\n%.2000s", name, at+1, diff)
			}
		}
	}
}

// TestStepsStay: steps that were yielded do not change later.
func TestStepsStay(t *testing.T) {
	for name, m := range short {
		var texts []string
		var steps []Step
		for s, err := range Run(t.Context(), m, noisy(functions.Sphere{}.Func, 0.3), Begin([]float64{1, 2})) {
			if err != nil {
				t.Fatal(err)
			}
			text, _ := json.Marshal(s)
			texts, steps = append(texts, string(text)), append(steps, s)
		}
		for i, s := range steps {
			if text, _ := json.Marshal(s); string(text) != texts[i] {
				t.Errorf("%s: step %d changed after it was yielded", name, i+1)
			}
		}
	}
}

// TestCounts: evaluations and games add up, and diversity is that of the group.
func TestCounts(t *testing.T) {
	steps := last(t, short["annealing"], noisy(functions.Sphere{}.Func, 0), Begin([]float64{0, 0}))
	end := steps[len(steps)-1]
	if end.Number != 60 || end.Evaluations != 120 || end.Games != 240 {
		t.Errorf("step %d, %d evaluations, %d games, want 60, 120, 240", end.Number, end.Evaluations, end.Games)
	}
	// The deviations of {1, 3} and of {4, 4} are 1 and 0.
	if got := diversity([][]float64{{1, 4}, {3, 4}}); got != 0.5 {
		t.Errorf("diversity %v, want 0.5", got)
	}
}

// TestRunEnds: settings, objectives and contexts that are no good end it with an error.
func TestRunEnds(t *testing.T) {
	good, start := noisy(functions.Sphere{}.Func, 0), Begin([]float64{1})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	wrong := errors.New("wrong")
	rates := func(values ...float64) Objective {
		return func(context.Context, int, [][]float64) (Ratings, error) { return Ratings{Values: values}, nil }
	}
	half := Step{Number: 1, Start: []float64{1}, Best: []float64{1}}
	for name, test := range map[string]struct {
		ctx  context.Context
		m    Method
		f    Objective
		from Step
		want string
	}{
		"context":      {ended, short["spsa"], good, start, "context canceled"},
		"objective":    {t.Context(), short["spsa"], each(func(context.Context, []float64) (float64, error) { return 0, wrong }), start, "tune: step 1: wrong"},
		"no number":    {t.Context(), short["spsa"], rates(1, math.NaN()), start, "rating of vector 2 is NaN"},
		"few ratings":  {t.Context(), short["spsa"], rates(1), start, "1 ratings for 2 vectors"},
		"no weights":   {t.Context(), short["spsa"], good, Begin(nil), "no weights to start from"},
		"no group":     {t.Context(), short["spsa"], good, half, "step 1 has no group"},
		"other length": {t.Context(), short["spsa"], good, Step{Start: []float64{1}, Best: []float64{1, 2}}, "vector 2 has 2 weights, want 1"},
		"settings":     {t.Context(), SPSA{Steps: 1, Gain: 1}, good, start, "perturbation is 0, want more than 0"},
	} {
		var got error
		for _, err := range Run(test.ctx, test.m, test.f, test.from) {
			got = err
		}
		if got == nil || !strings.Contains(got.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, got, test.want)
		}
	}
}

// TestImpossibleSettings: each is refused by what is wrong with it.
func TestImpossibleSettings(t *testing.T) {
	genetic := func(change func(g *Genetic)) Method {
		g := GeneticOthello
		change(&g)
		return g
	}
	for want, m := range map[string]Method{
		"generations is 0":                 genetic(func(g *Genetic) { g.Generations = 0 }),
		"population is 1":                  genetic(func(g *Genetic) { g.Population = 1 }),
		"survivors are 21, want 1 to 20":   genetic(func(g *Genetic) { g.Survivors = 21 }),
		"elite is 11, want 0 to 10":        genetic(func(g *Genetic) { g.Elite = 11 }),
		"mutation is 1.5":                  genetic(func(g *Genetic) { g.Mutation = 1.5 }),
		"reset rate is NaN":                genetic(func(g *Genetic) { g.ResetRate = math.NaN() }),
		"step size is -1":                  genetic(func(g *Genetic) { g.StepSize = -1 }),
		"scale is +Inf":                    genetic(func(g *Genetic) { g.Scale = math.Inf(1) }),
		"selection is 9, want one of":      genetic(func(g *Genetic) { g.Selection = 9 }),
		"crossover is 7":                   genetic(func(g *Genetic) { g.Crossover = 7 }),
		"final temperature is 2":           Annealing{Steps: 1, First: 1, Final: 2, Scale: 1},
		"first temperature is 0":           Annealing{Steps: 1, Final: 2, Scale: 1},
		"sigma is 0":                       CMAES{Generations: 1},
		"population is 3, want 4 to 10000": CMAES{Generations: 1, Population: 3, Sigma: 1},
		"stability is -1":                  SPSA{Steps: 1, Gain: 1, Perturb: 1, Stability: -1},
	} {
		if err := m.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", m, err, want)
		}
	}
	for _, m := range []Method{GeneticOthello, CassioGenetic, CS181Annealing, DefaultCMAES, DefaultSPSA} {
		if err := m.Check(); err != nil {
			t.Errorf("%+v: %v", m, err)
		}
	}
}

// each returns the objective that rates vectors one by one, whatever the round.
func each(value func(ctx context.Context, x []float64) (float64, error)) Objective {
	return func(ctx context.Context, _ int, group [][]float64) (r Ratings, err error) {
		r.Values = make([]float64, len(group))
		for i, x := range group {
			if r.Values[i], err = value(ctx, x); err != nil {
				return r, err
			}
		}
		return r, nil
	}
}
