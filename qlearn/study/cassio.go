package study

import (
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine"
)

// cassio lists the experiments of "Cassio: An Artificial Intelligence Machine for Othello" (report 000).
var cassio = slices.Concat(cassioMonteCarlo, cassioGenetic, cassioMinimax, cassioFeature, cassioBoards)

// Choices that the report leaves open in several experiments.
var (
	weightC = Choice{"c", "the weight C of exploration in UCB",
		"“C is a tunable parameter, balancing exploitation … vs exploration”", []string{"0.35", "0.7", "1.4"}}
	keptTree = Choice{"tree", "whether each move starts a new tree or a game keeps one tree",
		"“The root of the tree always represents the current board state”", []string{"new", "kept"}}
	brute = Choice{"ending", "the number of empty squares from which minimax plays perfectly",
		"“a brute force approach is taken when it is feasible to evaluate all remaining paths of play”",
		[]string{"10", "0"}}
	weighing = Choice{"weights", "the weights of the evaluation, which the report does not print; evolved " +
		"weights come from one evolution with one seed",
		"“the optimal relative weightings of the evaluation function are unknown, the genetic algorithm is used " +
			"before any Minimax testing took place”", []string{"by hand", "evolved"}}
)

// startFrom is the choice of the number of random plies at the start of games.
func startFrom(plies ...string) Choice {
	return Choice{"start", "the number of random plies at the start; 0 is the usual start",
		"the report says nothing; its closest words are “each program playing a total of 100 games (50 as each " +
			"colour)”", plies}
}

// monteCarlo returns the spec of the report's Monte Carlo program. It does not prove results: section III.C.1
// counts only wins and visits.
func (r Reading) monteCarlo(simulations int) string {
	return monteCarloAs(fmt.Sprint(simulations), r.text("c"), r.text("tree"))
}

func monteCarloAs(simulations, c, tree string) string {
	return fmt.Sprintf("ucb:sims=%s,prove=false,reuse=%t,memory=256,c=%s", simulations, tree == "kept", c)
}

// minimax returns the spec of the report's minimax program: Algorithm 1 with the evaluation of III.D and its
// brute-force ending. Its weights are set by hand, unless [evolvedFirst] has evolved them.
func (r Reading) minimax(depth int) string {
	return withModel(fmt.Sprintf("cassio:depth=%d,plain,exact=%s", depth, r.text("ending")), r["model"])
}

// withModel adds a model to a spec, unless the model is "".
func withModel(spec, model string) string {
	if model == "" {
		return spec
	}
	return spec + ",model=" + model
}

// cassioGenetic contains the experiment of section IV.C.
var cassioGenetic = []*Experiment{
	{
		Name: "cassio-generations", Seed: "000", Item: "Figs. 8a and 8b",
		Title: "Is strength logarithmic in the generations of the genetic algorithm?",
		Wording: "Often after several generations, the ‘gene pool’ (distribution of evaluation functions) can " +
			"become extremely small, with little variation. … The Minimax approach is heavily reliant on the " +
			"strength of the evaluation function. … The results shown in Figure 8a show a large increase in the " +
			"proportion of wins from 0 generations to 5 generations … However, there is not a strong correlation " +
			"between the number of generations and the number of wins. To experience a significant improvement " +
			"after running for several generations it is necessary to use a substantially larger population size … " +
			"There is no distinguishable difference between using a population size of 6 or 8, but these matches " +
			"are only carried out between programs using the same population size. When looking at the graph " +
			"universally, a logarithmic relationship can be seen …",
		Result: "a large increase within five generations, then no strong correlation; logarithmic “when " +
			"looking at the graph universally” (given only as points in a figure)",
		Protocol: "The report's genetic algorithm evolves the eight weights of our cassio evaluation, in " +
			"populations of 6 and of 8. Fitness comes from round robins whose games start with four random plies. " +
			"The better half survives. Each weight of a child comes from one of two parents, and 5 % of the " +
			"child's weights are redrawn. The report does not say whether the 5 % are of children or of weights, " +
			"how far " +
			"weights move, how many individuals survive, or how they are crossed; we try no alternatives. The best " +
			"individuals of generations 1 to 50 then play each other. Our generation 1 stands for the report's " +
			"generation 0, the best of random weights. Each population size evolves with 24 seeds, which are the " +
			"trials of every claim about generations. The report does not say how often it ran. The correlation " +
			"starts at generation 5, because the report's previous sentence describes the increase up to then. " +
			"“Logarithmic” means that the logarithm of the generation explains more of the points (R²) than the " +
			"generation itself. Unlike in the report, the best individuals of the two population sizes also play " +
			"each other. In addition, a search with an evaluation set by hand plays the same search without one.",
		Choices: []Choice{
			{"evolutions", "whether the generations that play each other come from one evolution or from one each",
				"“for i = 0 to G do: Produce evaluation function E_i from a genetic algorithm on G generations”",
				[]string{"one", "each its own"}},
			{"depth", "the depth of the searches", "the report says nothing; its closest words are “compete " +
				"against themselves”",
				[]string{"2", "1"}},
			{"openings", "the number of pairs of games between two individuals", "“Round_Robin_Tournament()”",
				[]string{"1", "3"}},
			startFrom("8", "4"),
		}, Readings: 6,
		work: func(r Reading) work {
			const spec = "cassio:depth=3,plain,exact=10"
			return together{generations{populations: []int{6, 8}, at: generationsThatMeet, seeds: 24,
				games: 400, least: 80, depth: r.integer("depth"), openings: r.integer("openings"),
				random: r.integer("start"), anew: r.text("evolutions") != "one"},
				duels{Games: 200, Least: 20, Random: r.integer("start"), Duels: []duel{
					{A: spec, B: spec + ",eval=flat", Counts: []count{{Label: "with the evaluation – without"}}}}}}
		},
		Claims: []Claim{
			varied("a large increase in the proportion of wins from 0 generations to 5 generations",
				"%g times as many", func(x float64) Test {
					return both(moreTimes("population 8, generation 5", "population 8, generation 1", x),
						moreTimes("population 6, generation 5", "population 6, generation 1", x))
				}, 1.5, 1.2, 2),
			varied("minimax is heavily reliant on the strength of the evaluation function",
				"generation 50 scores %g times the points of generation 1", func(x float64) Test {
					return both(moreTimes("population 8, generation 50", "population 8, generation 1", x),
						moreTimes("population 6, generation 50", "population 6, generation 1", x))
				}, 2, 1.5, 3).orElse("more than 0.75 of the points against the same search without an evaluation",
				above("with the evaluation – without", 0.75)),
			varied("there is not a strong correlation between the number of generations and the number of wins",
				"“strong” means %g or more", func(x float64) Test {
					return equal("both populations, correlation from generation 5 on", 0, x)
				}, 0.5, 0.7, 0.3),
			varied("there is no distinguishable difference between using a population size of 6 or 8",
				"each generation scores the same in populations of 6 and of 8, to within %g", func(x float64) Test {
					var tests []Test
					for _, n := range generationsThatMeet {
						tests = append(tests, sameAs(generationLabel(8, n), generationLabel(6, n), x))
					}
					return both(tests...)
				}, 0.15, 0.2).orElse("in matches between the sizes, each scores half to within 0.15",
				equal("population 8 – population 6, all generations", 0.5, 0.15)),
			varied("to experience a significant improvement after running for several generations it is necessary "+
				"to use a substantially larger population size",
				"from generation 5 to 50, neither size gains more than %g of the points", func(x float64) Test {
					return both(notMore(generationLabel(6, 50), generationLabel(6, 5), x),
						notMore(generationLabel(8, 50), generationLabel(8, 5), x))
				}, 0.1, 0.05, 0.2),
			varied("often after several generations the gene pool can become extremely small, with little variation",
				"at generation 50, less than %g of the first generation's variation", func(x float64) Test {
					return below(diversityLabel(50), x)
				}, 0.2, 0.5, 0.1).orElse("at generation 10, less than 0.2", below(diversityLabel(10), 0.2)).
				orElse("at generation 5, less than 0.2", below(diversityLabel(5), 0.2)),
			{Says: "when looking at the graph universally, a logarithmic relationship can be seen", Test: both(above("both populations, R² by logarithm less R² by generations", 0), above("both populations, points for a factor of e", 0))},
		},
	},
}

// generationsThatMeet lists the generations whose best individuals play each other.
var generationsThatMeet = []int{1, 5, 10, 15, 20, 30, 40, 50}

func generationLabel(population, generation int) string {
	return fmt.Sprintf("population %d, generation %d", population, generation)
}

// cassioBoards lists the experiments of report 000 on boards with random holes (section IV.E) and on boards
// of other shapes (section VI).
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
			"of an evaluation function may give it an edge … this algorithm should adapt extremely well to all " +
			"board designs. … mobility is equally as important and in most cases having control of stable edge " +
			"discs continues to result in winning.",
		Result: "minimax outperforms Monte Carlo on all boards",
		Protocol: "The programs of cassio-mc-minimax play each other, with minimax at depths 5, 3 and 2. Each " +
			"of the 60 empty squares becomes a hole with the given probability. Each opening has different holes " +
			"and is played with both colours. In one row, every board has exactly twelve holes, 20 % of the " +
			"squares. “Massively” means 20,000 simulations. Because the report says “as before”, we also play " +
			"50,000, in fewer games. Minimax at depth 2 also plays itself, from eight random plies. For these " +
			"games, rows show the score of the side with more moves, or with more stable discs on edges, when 20 " +
			"squares are empty.",
		Choices: []Choice{weightC, keptTree, brute, weighing, {"simulations",
			"the number of Monte Carlo simulations",
			"“the Minimax programs continues to consistently beat the Monte Carlo based programs”, with 200 to " +
				"50,000 simulations",
			[]string{"1000", "200"}}}, Readings: 7,
		work: weighed(func(r Reading) work {
			return together{duels{Games: 160, Least: 6, Duels: holedDuels(r),
				Curve: &curve{X: "probability of a hole", Y: "share of the points of minimax", Mark: []float64{0.5}}},
				holedFeatures{r.minimax(2), 1600}}
		}),
		Claims: []Claim{
			consistently("minimax continues to consistently beat Monte Carlo at the maximum seeding",
				"depth 5, 20 % holes"),
			inconsistently("until the depth is decreased to 2 or 3 and the simulations are increased massively",
				"depth 3, 20 % holes, 20000 simulations", "depth 2, 20 % holes, 20000 simulations").
				orElse("less than 0.75 of the points against 50,000 simulations",
					every(func(l string) Test { return below(l, 0.75) },
						"depth 3, 20 % holes, 50000 simulations", "depth 2, 20 % holes, 50000 simulations")),
			ask("depth 2 or 3 still beats Monte Carlo", both(above("depth 3, 20 % holes", 0.5),
				above("depth 2, 20 % holes", 0.5))),
			{Says: "for any seed used, the minimax approach continued to outperform the Monte Carlo approach", Means: "depth 5", Test: every(func(l string) Test { return above(l, 0.5) }, holedLabels(5)...),
				Else: []Meaning{
					{"depths 5, 3 and 2", every(func(l string) Test { return above(l, 0.5) }, slices.Concat(holedLabels(5), holedLabels(3), holedLabels(2))...)}},
			},
			varied("the use of random boards appears to have a minimal effect", "depth 5 scores the same to within %g",
				func(x float64) Test { return sameAs("depth 5, 0 % holes", "depth 5, 20 % holes", x) }, 0.1, 0.15).orElse(
				"depth 5 wins both with and without holes",
				both(above("depth 5, 0 % holes", 0.5), above("depth 5, 20 % holes", 0.5))),
			{Says: "where evaluation functions are trickier, Monte Carlo may have an edge", Means: "against depth 5, Monte Carlo scores more with holes than without", Test: more("depth 5, 0 % holes", "depth 5, 20 % holes"),
				Else: []Meaning{
					{"against depth 3", more("depth 3, 0 % holes", "depth 3, 20 % holes")},
					{"it beats depth 5 with holes", below("depth 5, 20 % holes", 0.5)}},
			},
			varied("mobility is equally as important [on random boards]",
				"the side with more moves scores the same with holes, to within %g", func(x float64) Test {
					return sameAs(holedLabel(moreMoves40, 20), holedLabel(moreMoves40, 0), x)
				}, 0.1, 0.15),
			varied("in most cases having control of stable edge discs continues to result in winning",
				"the side with more of them scores more than %g", aboveFor(holedLabel(moreEdges+after40, 20)), 0.5, 0.6),
			varied("Monte Carlo should adapt extremely well to all board designs",
				"against depths 5 and 3, Monte Carlo scores at most %g less with holes than without",
				func(x float64) Test {
					return both(notMore("depth 5, 20 % holes", "depth 5, 0 % holes", x),
						notMore("depth 3, 20 % holes", "depth 3, 0 % holes", x))
				}, 0.1, 0.15),
			ask("it makes no difference whether the number of holes is fixed",
				sameAs("depth 5, 20 % holes", "depth 5, 12 holes on each board", 0.15)),
		},
	},
	{
		Name: "cassio-hexagonal", Seed: "000", Item: "VI",
		Title: "Minimax against Monte Carlo on hexagonal and other boards (the report's future work)",
		Wording: "Given more time an AI could have been produced to play specifically on the hexagonal grid, " +
			"which also could have the additional modification of randomly generated hexagonal grids to see if " +
			"unplayable squares have a larger impact on hexagonal boards than square boards.",
		Result: "future work",
		Protocol: "Alpha-beta at depth 4 plays Monte Carlo with 1,000 simulations, UCB and no proofs. The " +
			"boards are the hexagon, the rhombus, 6×6 and, for comparison, 8×8. Each square is a hole with the " +
			"given probability. Alpha-beta uses the default evaluator, whose square weights follow from the " +
			"shape, and plays perfectly from 10 empty squares. “Without squares” means the same evaluator without " +
			"its square weights.",
		Choices: []Choice{weightC, keptTree, startFrom("2", "4")}, Readings: 5,
		work: func(r Reading) work {
			return duels{Games: 120, Least: 6, Duels: shapeDuels(r), Random: r.integer("start"),
				Curve: &curve{X: "probability of a hole", Y: "share of the points of minimax", Mark: []float64{0.5}}}
		},
		Claims: []Claim{
			ask("minimax beats Monte Carlo on hexagonal boards too", above("hex, 0 % holes", 0.5)),
			ask("minimax beats Monte Carlo on the rhombus", above("rhombus, 0 % holes", 0.5)),
			ask("minimax beats Monte Carlo on 6×6", above("6x6, 0 % holes", 0.5)),
			ask("square weights help on hexagonal boards", more("hex, 0 % holes", "hex without squares, 0 % holes")),
			ask("unplayable squares have a larger effect on hexagonal boards than on square ones",
				largerChange("hex, 0 % holes", "hex, 20 % holes", "8x8, 0 % holes", "8x8, 20 % holes")),
		},
	},
}

// each makes every empty square a hole with probability p, like the report.
func each(p float64) engine.Holes { return engine.Holes{Share: p, Each: true} }

// consistently claims that the first of two players consistently wins the matches.
func consistently(says string, labels ...string) Claim {
	return varied(says, "more than %g of the points", func(x float64) Test {
		return every(func(l string) Test { return above(l, x) }, labels...)
	}, 0.75, 0.6, 0.9)
}

// inconsistently claims the opposite of consistently.
func inconsistently(says string, labels ...string) Claim {
	return varied(says, "less than %g of the points", func(x float64) Test {
		return every(func(l string) Test { return below(l, x) }, labels...)
	}, 0.75, 0.5)
}

// holedLabels returns the labels of a depth's rows, one for each probability of a hole.
func holedLabels(depth int) (list []string) {
	for _, p := range []int{5, 10, 15, 20} {
		list = append(list, fmt.Sprintf("depth %d, %d %% holes", depth, p))
	}
	return list
}

func holedDuels(r Reading) (list []duel) {
	duel := func(depth, simulations int, holes engine.Holes, label string) duel {
		return duel{A: r.minimax(depth), B: r.monteCarlo(simulations), Holes: holes, X: holes.Share,
			Series: fmt.Sprintf("depth %d", depth), Counts: []count{{Label: label}}}
	}
	for _, depth := range []int{5, 3, 2} {
		for _, p := range []float64{0, 0.05, 0.1, 0.15, 0.2} {
			list = append(list, duel(depth, r.integer("simulations"), each(p),
				fmt.Sprintf("depth %d, %.0f %% holes", depth, 100*p)))
		}
	}
	fixed := duel(5, r.integer("simulations"), engine.Holes{Share: 0.2}, "depth 5, 12 holes on each board")
	fixed.Series = "depth 5, fixed number"
	list = append(list, fixed)
	for _, depth := range []int{3, 2} {
		for _, many := range []struct{ simulations, games int }{{20000, 40}, {50000, 24}} {
			suffix := fmt.Sprintf(", %d simulations", many.simulations)
			d := duel(depth, many.simulations, each(0.2), fmt.Sprintf("depth %d, 20 %% holes", depth)+suffix)
			d.Series, d.Games = d.Series+suffix, many.games
			list = append(list, d)
		}
	}
	return list
}

func shapeDuels(r Reading) (list []duel) {
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
				A: "ab:depth=4,exact=10,eval=" + e.eval, B: r.monteCarlo(1000), Shape: e.shape, Holes: each(p), X: p,
				Series: e.name,
				Counts: []count{{Label: fmt.Sprintf("%s, %.0f %% holes", e.name, 100*p)}},
			})
		}
	}
	return list
}
