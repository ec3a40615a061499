package study

import (
	"fmt"
	"slices"
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
		Work: generations{populations: []int{6, 8}, at: []int{1, 5, 10, 15, 20, 30, 40, 50}, depth: 2, seeds: 5,
			games: 100, least: 20},
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
