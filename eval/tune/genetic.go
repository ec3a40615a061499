package tune

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Genetic is a genetic algorithm. In each generation, the Elite and others chosen by the Selection survive
// unchanged. Children of two survivors, which may be the same vector, replace the rest. [GeneticOthello] and
// [CassioGenetic] are two papers' configurations.
type Genetic struct {
	Generations int       `json:"generations"`
	Population  int       `json:"population"`
	Survivors   int       `json:"survivors"` // number per generation, including the elite
	Elite       int       `json:"elite"`     // the best Elite vectors always survive
	Selection   Selection `json:"selection"`
	Crossover   Crossover `json:"crossover"`
	Mutation    float64   `json:"mutation"`   // probability that a child's weight mutates, 0 to 1
	ResetRate   float64   `json:"reset_rate"` // probability that a mutated weight is redrawn, 0 to 1; other mutated weights change slightly
	StepSize    float64   `json:"step_size"`  // maximum slight change of a weight, in units of Scale
	Scale       float64   `json:"scale"`      // weights are drawn within this distance of the start
	Seed        uint64    `json:"seed"`
}

// GeneticOthello is the algorithm of Hong and Kahn ("Genetic Othello", Experimental Set-Up). The best of 20
// vectors survives with 9 others, drawn in proportion to the fourth power of their fitness. They have 10
// children by uniform crossover. Of the children's weights, 20 % mutate, three quarters of them "slightly up
// or down". The report leaves the size and the distribution of these changes open; here they are uniform, up
// to a fifth of the range.
var GeneticOthello = Genetic{
	Generations: 300, Population: 20, Survivors: 10, Elite: 1, Selection: RouletteFourth, Crossover: Uniform,
	Mutation: 0.2, ResetRate: 0.25, StepSize: 0.2, Scale: 1, Seed: 1,
}

// CassioGenetic is the algorithm of Fennell ("Cassio", III.E, algorithm 2): the better half of 8 vectors
// survives, with 5 % mutation. The report does not describe crossover and mutation; here crossover is
// uniform, and mutation redraws a weight. The report mentions the selection Roulette as future work.
var CassioGenetic = Genetic{
	Generations: 50, Population: 8, Survivors: 4, Selection: Truncation, Crossover: Uniform,
	Mutation: 0.05, ResetRate: 1, Scale: 1, Seed: 1,
}

// Check returns an error for invalid settings.
func (g Genetic) Check() error {
	err := errors.Join(
		between("generations", g.Generations, 1, maxSteps), between("population", g.Population, 2, maxPopulation),
		selectionNames.check("selection", g.Selection), crossoverNames.check("crossover", g.Crossover),
		probability("mutation", g.Mutation), probability("reset rate", g.ResetRate), positive("scale", g.Scale),
	)
	switch {
	case err != nil:
		return err
	case g.Survivors < 1 || g.Survivors > g.Population:
		return fmt.Errorf("survivors are %d, want 1 to %d, the population", g.Survivors, g.Population)
	case g.Elite < 0 || g.Elite > g.Survivors:
		return fmt.Errorf("elite is %d, want 0 to %d, the survivors", g.Elite, g.Survivors)
	case !(g.StepSize >= 0 && g.StepSize <= 1e6):
		return fmt.Errorf("step size is %v, want 0 or more", g.StepSize)
	}
	return nil
}

func probability(name string, p float64) error {
	if !(p >= 0 && p <= 1) {
		return fmt.Errorf("%s is %v, want 0 to 1", name, p)
	}
	return nil
}

// Len returns the number of generations.
func (g Genetic) Len() int { return g.Generations }

// Ask returns the next generation. The first one is random.
func (g Genetic) Ask(s Step) [][]float64 {
	rng := stream(g.Seed, forAsk, s.Number)
	if s.Number == 0 {
		return g.first(rng, s.Start)
	}
	return g.breed(rng, s.Start, s.Group, s.Ratings.Values)
}

// Tell stores the best vector of the generation.
func (g Genetic) Tell(s *Step) { s.Best = slices.Clone(s.Group[s.Ratings.best()]) }

func (g Genetic) first(rng *rand.Rand, start []float64) [][]float64 {
	group := make([][]float64, g.Population)
	for i := range group {
		group[i] = around(rng, start, g.Scale)
	}
	return group
}

// breed returns the survivors, best first, and their children.
func (g Genetic) breed(rng *rand.Rand, start []float64, parents [][]float64, fitness []float64) [][]float64 {
	var next [][]float64
	for _, i := range g.survivors(rng, fitness) {
		next = append(next, slices.Clone(parents[i]))
	}
	alive := len(next)
	for len(next) < g.Population {
		child := g.Crossover.cross(rng, next[rng.IntN(alive)], next[rng.IntN(alive)])
		g.mutate(rng, child, start)
		next = append(next, child)
	}
	return next
}

// survivors returns the indices of the elite and of the others that the selection chooses.
func (g Genetic) survivors(rng *rand.Rand, fitness []float64) []int {
	order := ranked(fitness)
	others := order[g.Elite:]
	chosen := g.Selection.choose(rng, fitness, others, g.Survivors-g.Elite)
	return slices.Concat(order[:g.Elite:g.Elite], chosen)
}

// mutate changes some of a child's weights.
func (g Genetic) mutate(rng *rand.Rand, child, start []float64) {
	for i := range child {
		switch {
		case rng.Float64() >= g.Mutation:
		case rng.Float64() < g.ResetRate:
			child[i] = start[i] + within(rng, g.Scale)
		default:
			child[i] += within(rng, g.StepSize*g.Scale)
		}
	}
}
