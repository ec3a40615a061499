package study

import (
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine"
)

// cassio are the experiments of "Cassio: An Artificial Intelligence Machine for
// Othello" (report 000).
var cassio = slices.Concat(cassioMonteCarlo, cassioGenetic, cassioMinimax, cassioBoards)

// What is said of some claims in words is taken as numbers: who wins every match has 99 % of
// the points or more, as 400 games without a loss show, and who consistently beats another
// has three of four.
const (
	everyMatch   = 0.99
	consistently = 0.75
)

// monteCarlo is the spec of the report's Monte Carlo program. It keeps no tree and proves
// nothing: section III.C.1 says neither, and its root “always represents the current board state”.
func monteCarlo(simulations int) string {
	return fmt.Sprintf("ucb:sims=%d,prove=false,reuse=false,memory=256", simulations)
}

// minimax is the spec of the report's minimax program, Algorithm 1 with the evaluation of
// III.D and its brute-force ending, from ten empty squares on. What depth alone does is seen
// without the ending.
func minimax(depth int) string { return fmt.Sprintf("cassio:depth=%d,plain,exact=10", depth) }

// cassioGenetic is the experiment of section IV.C.
var cassioGenetic = []*Experiment{
	{
		Name: "cassio-generations", Seed: "000", Item: "Figs. 8a and 8b",
		Title: "Is strength logarithmic in the generations of the genetic algorithm?",
		Wording: "Often after several generations, the ‘gene pool’ (distribution of evaluation functions) can " +
			"become extremely small, with little variation. … The Minimax approach is heavily reliant on the " +
			"strength of the evaluation function. … The results shown in Figure 8a show a large increase in the " +
			"proportion of wins from 0 generations to 5 generations … However, there is not a strong correlation " +
			"between the number of generations and the number of wins. … There is no distinguishable difference " +
			"between using a population size of 6 or 8, but these matches are only carried out between programs " +
			"using the same population size. When looking at the graph universally, a logarithmic relationship can " +
			"be seen …",
		Result: "a large increase within five generations, then no strong correlation; logarithmic “when " +
			"looking at the graph universally” (points only in the picture)",
		Protocol: "The report's genetic algorithm on the eight weights of our cassio evaluation: populations of " +
			"6 and 8, truncation, 5 % mutation, round robins at depth 2 with four random plies at the start. The " +
			"best of generations 1 (random weights, the report's 0) to 50 of one evolution then meet each other, " +
			"eight random plies; algorithm 3 reads as if each evolved anew. Each population size evolves with five " +
			"seeds (the report does not say how often), which are the trials of all that is said of generations. A " +
			"correlation is strong from 0.5 on, which Cohen calls large; it is taken from generation 5 on, as the " +
			"jump before it is the sentence before. “Logarithmic”: the logarithm explains more of the points (R²) " +
			"than the generations themselves. The best of the two population sizes meet each other as well; a " +
			"difference is distinguishable from 10 % of the points on. “Heavily reliant”: the last generation has " +
			"twice the points of the random weights. “Little variation”: a fifth of the first generation's.",
		work: fixed(generations{populations: []int{6, 8}, at: []int{1, 5, 10, 15, 20, 30, 40, 50}, depth: 2, seeds: 5,
			games: 100, least: 20}),
		Claims: []Claim{
			{Says: "a large increase from the start to 5 generations (half as many again), population of 8", Test: moreTimes("population 8, generation 5", "population 8, generation 1", 1.5)},
			{Says: "the same with a population of 6", Test: moreTimes("population 6, generation 5", "population 6, generation 1", 1.5)},
			{Says: "minimax is heavily reliant on the strength of the evaluation function: generation 50 has twice the points of random weights", Test: both(moreTimes("population 8, generation 50", "population 8, generation 1", 2), moreTimes("population 6, generation 50", "population 6, generation 1", 2))},
			{Says: "there is not a strong correlation between the number of generations and the number of wins", Test: equal("both populations, correlation from generation 5 on", 0, 0.5)},
			{Says: "there is no distinguishable difference between using a population size of 6 or 8", Test: equal("population 8 – population 6, all generations", 0.5, 0.1)},
			{Says: "often after several generations the gene pool can become extremely small, with little variation", Test: below("both populations, diversity of the last generation by that of the first", 0.2)},
			{Says: "when looking at the graph universally, a logarithmic relationship can be seen", Test: both(above("both populations, R² by logarithm less R² by generations", 0), above("both populations, points for a factor of e", 0))},
		},
	},
}

// cassioBoards are the experiments of report 000 on boards with random holes, section IV.E,
// and of other shapes, section VI.
var cassioBoards = []*Experiment{
	{
		Name: "cassio-holes", Seed: "000", Item: "IV.E",
		Title: "Minimax against Monte Carlo on boards with random holes",
		Wording: "… every empty square has an equal probability of becoming unplayable. … When random boards " +
			"are created with the maximum seeding (20% chance per square), the Minimax programs continues to " +
			"consistently beat the Monte Carlo based programs until as before, the Minimax search depth is " +
			"decreased to just 2 or 3 and the number of simulations for the Monte Carlo increased massively … For " +
			"any seed used, the Minimax approach continued to outperform the Monte Carlo approach, showing how the " +
			"use of random boards appears to have a minimal affect on game-play. … Since devising an evaluation " +
			"function for unpredictable boards becomes trickier … a technique that does not rely on the accuracy " +
			"of an evaluation function may give it an edge …",
		Result: "minimax outperforms Monte Carlo on all boards",
		Protocol: "The programs of cassio-mc-minimax, minimax of depth 5, 3 and 2 against 1,000 simulations. " +
			"Each of the 60 empty squares is a hole with this probability, other ones for each opening, which is " +
			"played from both sides. A row has twelve holes on each board instead, which is 20 % of the squares. " +
			"“Consistently” is three points of four; the effect is minimal if it is less than 10 % of the points. " +
			"“Massively” is 20,000 simulations, in fewer games.",
		work: fixed(duels{Games: 200, Least: 6, Duels: holedDuels(),
			Curve: &curve{X: "probability of a hole", Y: "share of the points of minimax",
				Mark: []float64{0.5}}}),
		Claims: []Claim{
			{Says: "minimax of depth 5 consistently beats Monte Carlo at the maximum seeding", Test: above("depth 5, 20 % holes", consistently)},
			{Says: "depth 2 or 3 does not when the simulations are increased massively", Test: both(below("depth 3, 20 % holes, 20000 simulations", consistently), below("depth 2, 20 % holes, 20000 simulations", consistently))},
			{Says: "depth 2 or 3 still does at 1,000 simulations", Test: both(above("depth 3, 20 % holes", consistently), above("depth 2, 20 % holes", consistently))},
			{Says: "for any seed minimax outperforms Monte Carlo", Test: both(above("depth 5, 5 % holes", 0.5), above("depth 5, 10 % holes", 0.5), above("depth 5, 15 % holes", 0.5), above("depth 5, 20 % holes", 0.5))},
			{Says: "random boards have a minimal effect", Test: sameAs("depth 5, 0 % holes", "depth 5, 20 % holes", 0.1)},
			{Says: "where evaluation functions are trickier, Monte Carlo may have an edge: it does better with holes than without", Test: more("depth 5, 0 % holes", "depth 5, 20 % holes")},
			ask("it makes no difference whether the number of holes is fixed",
				sameAs("depth 5, 20 % holes", "depth 5, 12 holes on each board", 0.15)),
		},
	},
	{
		Name: "cassio-hexagonal", Seed: "000", Item: "VI",
		Title: "The same on hexagonal and other boards (future work of the report)",
		Wording: "Given more time an AI could have been produced to play specifically on the hexagonal grid, " +
			"which also could have the additional modification of randomly generated hexagonal grids to see if " +
			"unplayable squares have a larger impact on hexagonal boards than square boards.",
		Result: "future work",
		Protocol: "Alpha-beta of depth 4 with the default evaluator, whose square weights follow from the " +
			"shape, against ucb of 1,000 simulations, without proofs and with a new tree for each move, on the " +
			"hexagonal board, the rhombus, 6×6 and, for comparison, 8×8, where each square is a hole with this " +
			"probability. “Without squares” is the same evaluator without its term of square weights. Two random " +
			"plies at the start.",
		work: fixed(duels{Games: 200, Least: 6, Duels: shapeDuels(), Random: 2,
			Curve: &curve{X: "probability of a hole", Y: "share of the points of minimax",
				Mark: []float64{0.5}}}),
		Claims: []Claim{
			ask("minimax beats Monte Carlo on hexagonal boards too", above("hex, 0 % holes", 0.5)),
			ask("and on the rhombus", above("rhombus, 0 % holes", 0.5)),
			ask("and on 6×6", above("6x6, 0 % holes", 0.5)),
			ask("square weights help on hexagonal boards", more("hex, 0 % holes", "hex without squares, 0 % holes")),
			ask("unplayable squares have a larger effect on hexagonal boards than on square ones",
				largerChange("hex, 0 % holes", "hex, 20 % holes", "8x8, 0 % holes", "8x8, 20 % holes")),
		},
	},
}

// each is the holes of the report: every empty square with that probability.
func each(p float64) engine.Holes { return engine.Holes{Share: p, Each: true} }

func holedDuels() (list []duel) {
	duel := func(depth, simulations int, holes engine.Holes, label string) duel {
		return duel{A: minimax(depth), B: monteCarlo(simulations), Holes: holes, X: holes.Share,
			Series: fmt.Sprintf("depth %d", depth), Counts: []count{{Label: label}}}
	}
	for _, depth := range []int{5, 3, 2} {
		for _, p := range []float64{0, 0.05, 0.1, 0.15, 0.2} {
			list = append(list, duel(depth, 1000, each(p), fmt.Sprintf("depth %d, %.0f %% holes", depth, 100*p)))
		}
	}
	fixed := duel(5, 1000, engine.Holes{Share: 0.2}, "depth 5, 12 holes on each board")
	fixed.Series = "depth 5, fixed number"
	list = append(list, fixed)
	for _, depth := range []int{3, 2} {
		d := duel(depth, 20000, each(0.2), fmt.Sprintf("depth %d, 20 %% holes, 20000 simulations", depth))
		d.Series, d.Games = d.Series+", 20000 simulations", 100
		list = append(list, d)
	}
	return list
}

func shapeDuels() (list []duel) {
	for _, e := range []struct{ name, shape, eval string }{
		{"hex", "hex", "default"}, {"rhombus", "rhombus", "default"}, {"6x6", "6x6", "default"}, {"8x8", "8x8", "default"},
		{"hex without squares", "hex", "squareless"}, {"rhombus without squares", "rhombus", "squareless"}, {"6x6 without squares", "6x6", "squareless"}, {"8x8 without squares", "8x8", "squareless"},
	} {
		holes := []float64{0, 0.1, 0.2}
		if e.eval == "squareless" {
			holes = holes[:1]
		}
		for _, p := range holes {
			list = append(list, duel{
				A: "ab:depth=4,exact=10,eval=" + e.eval, B: monteCarlo(1000), Shape: e.shape, Holes: each(p), X: p,
				Series: e.name,
				Counts: []count{{Label: fmt.Sprintf("%s, %.0f %% holes", e.name, 100*p)}},
			})
		}
	}
	return list
}
