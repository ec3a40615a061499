package study

import "github.com/outflank/outflank/eval"

// alike is the correlation from which on two evolutions have found much the same weights: one
// explains half of the variance of the other.
const alike = 0.7

// similar is the correlation from which on two kinds of weights are similar: a large one by
// Cohen, Statistical Power Analysis for the Behavioral Sciences, 1988, section 3.2.
const similar = 0.5

// genetic are the experiments of "Genetic Othello" (report 002).
var genetic = []*Experiment{
	{
		Name: "genetic-weights", Seed: "002", Item: "Results, evolved weights",
		Title: "Wedge and Grid evolved, with several seeds",
		Wording: "The weightings given by Wedge after 300 generations … The weightings given by Grid after 300 " +
			"generations … wedge places very high weight on the corner pieces, lightly positive weight on every " +
			"edge except spaces adjacent to those corners, and negative weight everywhere else … Grid developed a " +
			"similar strategy as wedge, just not to the same efficacy; simpler turned out better … The corner " +
			"spaces of the second-to-outermost layer were given highly negative weight … There is also much more " +
			"asymmetry in the center of the board … it was found able to respond in any of the 3 possible ways.",
		Result: "ten and 64 printed weights; both beat Flat as black and as white; of Wedge and Grid white " +
			"won both games",
		Protocol: "The report's genetic algorithm: 20 individuals, double round robin at depth 4, elitism, " +
			"fitness⁴, uniform crossover, 20 % mutation, 300 generations. What the report leaves open: weights are " +
			"drawn from -1 to 1, and “slightly up or down” is by up to 0.2; four random plies at the start, others " +
			"in each generation (the report: none). Five seeds. The weight of a class of symmetric squares, for " +
			"Grid their mean, is divided by the sum of the absolute weights of the ten classes, so that an even " +
			"share is 0.1. A weight is called very high if it is three times any other, light if it is less than " +
			"an even share, highly negative if it is more than that below 0. The interval of the mean correlation " +
			"of two seeds is the jackknife's, as each seed is in several pairs. The evolved players then meet " +
			"Flat, the printed weights and each other, depth 4, eight random plies at the start.",
		work: fixed(weights{Generations: 300, Seeds: 5, Games: 200, Least: 10, Kinds: [2]evolvedSquares{
			{"Wedge", "squares", squaresOf("wedge"), "wedge:depth=4"}, {"Grid", "grid", squaresOf("grid"), "grid:depth=4"},
		}}),
		Claims: []Claim{
			{Says: "evolved Wedge beats Flat", Test: above("Wedge evolved – Flat", 0.5)},
			{Says: "evolved Grid beats Flat", Test: above("Grid evolved – Flat", 0.5)},
			{Says: "genetic optimization performs best in narrower search spaces: Wedge is better than Grid", Test: above("Wedge evolved – Grid evolved", 0.5)},
			{Says: "even Grid did not outperform it (by more than 5 points of 100)", Test: above("Wedge evolved – Grid evolved", 0.45)},
			{Says: "Wedge places very high weight on the corner pieces (more than three times any other)", Test: above("Wedge, the corner less three times the next largest", 0)},
			{Says: "lightly positive weight on every edge (more than 0, less than 0.1) except spaces adjacent to " +
				"the corners", Test: both(
				equal("Wedge, squares like c1", 0.05, 0.05), equal("Wedge, squares like d1", 0.05, 0.05))},
			{Says: "negative weight everywhere else, as on the spaces adjacent to the corners", Test: both(below("Wedge, squares like b1", 0), below("Wedge, squares like b2", 0))},
			{Says: "negative weight everywhere else, in the interior", Test: both(
				below("Wedge, squares like c2", 0), below("Wedge, squares like d2", 0),
				below("Wedge, squares like c3", 0),
				below("Wedge, squares like d3", 0), below("Wedge, squares like d4", 0))},
			{Says: "Grid developed a similar strategy as Wedge (a correlation of the classes of 0.5 or more)", Test: above("Wedge and Grid, correlation of the classes", similar)},
			{Says: "Grid: the corner spaces of the second-to-outermost layer were given highly negative weight (less than -0.1)", Test: below("Grid, squares like b2", -0.1)},
			{Says: "Grid: there is much more asymmetry in the center of the board (twice that of the rest)", Test: above("Grid, asymmetry of the centre by that of the rest", 2)},
			{Says: "Grid is able to respond to the first moves in any of the 3 possible ways (most evolved ones are)", Test: above("Grid, evolved ones that answer the first moves in all three ways", 0.5)},
			ask("evolved Wedge is as strong as the printed one", above("Wedge evolved – the printed weights", 0.45)),
			ask("different seeds find much the same Wedge (a correlation of 0.7 or more)",
				above("Wedge, correlation of two seeds", alike)),
			ask("different seeds find much the same Grid (a correlation of 0.7 or more)",
				above("Grid, correlation of two seeds", alike)),
		},
	},
	{
		Name: "genetic-table", Seed: "002", Item: "Results, all against all",
		Title: "Flat, Wedge, Grid, MMNet and Net against each other, and white against black",
		Wording: "To compare the performance of our AI's, we played each AI strategy against all of the " +
			"others, first as the black player and then as the white player … Wedge … won every time it was on the " +
			"white side and all but one time it was on the black side … all of the AI's did better on white side " +
			"than black side … For a comparable evolution time (not generation number, but total time), the " +
			"straight neural net (Net) performs better than the one paired with mini-max (MMNet) … When compared " +
			"based on generation count, however, the neural net with mini-max performs much better than the neural " +
			"net alone, but worse than other simpler mini-max options.",
		Result: "points of ten games against each other: Wedge 9, Grid 8, Net (1000) 4.5, Flat 4, MMNet 3.5, " +
			"Net (300) 1; white has 70 % of them",
		Protocol: "Wedge and Grid with the printed weights; MMNet and Net evolved here, with five seeds, as " +
			"their weights are not printed, by the report's algorithm (MMNet's games at depth 2, to save time; it " +
			"then plays at depth 4); Net after 300 and 1,000 generations of one evolution. Depth 4, six random " +
			"plies at the start, both colours; the report played one game with each colour. For a comparable " +
			"evolution time Net after 1,000 generations meets MMNet after 100, as one of MMNet took about ten " +
			"times as long on one core (at depth 4 it would take longer, so that this is in MMNet's favour). Of " +
			"white's points the two games of an opening count as one trial. “Won every time” of five games is a " +
			"share of the points that makes this as likely as not, 87.1 %, “all but one time” 68.6 %.",
		work: fixed(netTable{games: 200, least: 20}),
		Claims: []Claim{
			{Says: "Wedge is the strongest", Test: ahead("Wedge", "Flat", "Grid", "MMNet", "Net (300)", "Net (1000)")},
			{Says: "Grid is the next best", Test: ahead("Grid", "Flat", "MMNet", "Net (300)", "Net (1000)")},
			{Says: "the neural net at 300 generations performed the worst", Test: both(ahead("Flat", "Net (300)"), ahead("Wedge", "Net (300)"), ahead("Grid", "Net (300)"), ahead("MMNet", "Net (300)"), ahead("Net (1000)", "Net (300)"))},
			{Says: "Net becomes better from 300 to 1,000 generations", Test: ahead("Net (1000)", "Net (300)")},
			{Says: "Net (1000) is better than Flat and MMNet", Test: ahead("Net (1000)", "Flat", "MMNet")},
			{Says: "Wedge won every time it was on the white side", Test: above("Wedge as white", evenOdds(5, 5))},
			{Says: "and all but one time it was on the black side", Test: above("Wedge as black", evenOdds(4, 5))},
			{Says: "all of the AIs did better on white side than black side", Test: everyWhite()},
			{Says: "white perhaps has an inherent advantage on the 8x8 board as well", Test: above("white", 0.5)},
			{Says: "simpler is better: the fewer weights to evolve (10, 64, thousands), the stronger", Test: both(ahead("Wedge", "Grid"), ahead("Grid", "MMNet", "Net (300)", "Net (1000)"))},
			{Says: "weight-based AIs typically do better than a neural net", Test: both(ahead("Wedge", "MMNet", "Net (300)", "Net (1000)"), ahead("Grid", "MMNet", "Net (300)", "Net (1000)"))},
			{Says: "counting discs (Flat) is better than MMNet", Test: ahead("Flat", "MMNet")},
			{Says: "some mini-max methods (like Flat) and the neural net were quite comparable (within 10 % of the points)", Test: sameAs("Flat, all", "Net (1000), all", 0.1)},
			{Says: "for a comparable evolution time Net performs better than MMNet", Test: above("Net (1000) – MMNet (100)", 0.5)},
			{Says: "based on generation count MMNet performs much better than Net (60 % of the points or more)", Test: both(ahead("MMNet", "Net (300)"), above("MMNet – Net (300)", 0.6))},
			{Says: "but worse than other simpler mini-max options", Test: both(ahead("Flat", "MMNet"), ahead("Wedge", "MMNet"), ahead("Grid", "MMNet"))},
		},
	},
	{
		Name: "genetic-depth", Seed: "002", Item: "Results, depth to win",
		Title: "The depth that each needs to beat a stronger program",
		Wording: "The table below shows the depth needed in each AI's mini-max search to beat the Webversi AI " +
			"online. We did not check for depths above 10 because the computation took too long, and depth 10 is " +
			"just enough to distinguish the power of each … Only Wedge was able to beat Webversi Beginner or " +
			"Hewgill Medium at … depth 4 … Setting the depth farther using the same optimized parameters also " +
			"allowed for increasing the power of these algorithms … adding mini-max just makes any " +
			"approach do better.",
		Result: "as black and white: Flat >10, >10; Wedge 6, 3 (2 draws); Grid 7 (6 draws), 6; MMNet >10 (10 " +
			"draws), >10",
		Protocol: "ab:depth=4,exact=0 with our default evaluator in place of Webversi, which is not to be had; " +
			"depths 1 to 10; a depth wins if it has more than half of the points of games from openings of eight " +
			"random plies, at depth 8 to 10 of fewer, as they take longer. The report played one game with each " +
			"colour; its draws are not won. “11” stands for more than 10. Depth 1, which looks at the boards after " +
			"one's own moves, stands for no mini-max. Wedge and Grid with the printed weights; MMNet with five " +
			"seeds as genetic-table evolves it, in whose folder it is kept.",
		work: fixed(depthNeeded{opponent: "ab:depth=4,exact=0", games: []int{60, 60, 60, 60, 60, 60, 60, 30, 20, 10},
			players: []entry{{Name: "Flat", Spec: "flat:depth=4"}, {Name: "Wedge", Spec: "wedge:depth=4"},
				{Name: "Grid", Spec: "grid:depth=4"}}, mmnet: "MMNet",
			paper: map[string]float64{
				"Flat as black, depth needed": 11, "Flat as white, depth needed": 11, "Wedge as black, depth needed": 6,
				"Wedge as white, depth needed": 3,
				"Grid as black, depth needed":  7, "Grid as white, depth needed": 6, "MMNet as black, depth needed": 11,
				"MMNet as white, depth needed": 11,
			}}),
		Claims: []Claim{
			{Says: "Flat does not win up to depth 10", Test: noDepth("Flat", 10)},
			{Says: "MMNet does not win up to depth 10", Test: noDepth("MMNet", 10)},
			{Says: "Wedge needs less depth than Grid", Test: lessDepth("Wedge", "Grid")},
			{Says: "depth 10 is enough to distinguish the power of each: Grid needs less than Flat and MMNet", Test: lessDepth("Grid", "Flat", "MMNet")},
			{Says: "only Wedge was able to beat the stronger program at depth 4", Test: onlyAt(4, "Wedge", "Flat", "Grid", "MMNet")},
			{Says: "adding mini-max just makes any approach do better (depth 4 than 1, as black)", Test: deeperIsStronger(4, 1, "Flat", "Wedge", "Grid", "MMNet")},
			{Says: "more depth with the same parameters increases the power (from 4 to 8, as black)", Test: deeperIsStronger(8, 4, "Wedge", "Grid", "MMNet")},
		},
	},
	{
		Name: "genetic-mobility", Seed: "002", Item: "Notable Features",
		Title: "Moves that Wedge and its opponents can choose from in the midgame",
		Wording: "During mid-game play, it was also noticed that Wedge typically had around 15 available " +
			"moves, whereas its opponent had around 5, because Wedge kept the number of its pieces on the board " +
			"minimized.",
		Result: "around 15 for Wedge, around 5 for its opponent",
		Protocol: "wedge (printed weights) against flat and grid, as the report does not say against whom; " +
			"depth 4, six random plies at the start; plies 21 to 40, in each the moves and discs of who is to move.",
		work: fixed(duels{Games: 200, Least: 10, Random: 6, Duels: []duel{
			{A: "wedge:depth=4", B: "flat:depth=4", Counts: midgame("Flat")},
			{A: "wedge:depth=4", B: "grid:depth=4", Counts: midgame("Grid")},
		}}),
		Claims: []Claim{
			{Says: "Wedge has more moves available than its opponents", Test: both(more("Wedge against Flat", "Flat"), more("Wedge against Grid", "Grid"))},
			{Says: "Wedge had around 15 available moves (within 2)", Test: both(equal("Wedge against Flat", 15, 2), equal("Wedge against Grid", 15, 2))},
			{Says: "its opponent had around 5 (within 1)", Test: both(equal("Flat", 5, 1), equal("Grid", 5, 1))},
			{Says: "Wedge kept the number of its pieces minimized (it has fewer)", Test: both(more("Flat, discs", "Wedge, discs against Flat"), more("Grid, discs", "Wedge, discs against Grid"))},
		},
	},
}

// midgame counts what Wedge and an opponent have in the midgame.
func midgame(opponent string) []count {
	return []count{
		{Label: "Wedge against " + opponent, Measure: middleA, Paper: number(15)}, {Label: opponent, Measure: middleB, Paper: number(5)},
		{Label: "Wedge, discs against " + opponent, Measure: middleDiscsA}, {Label: opponent + ", discs", Measure: middleDiscsB},
	}
}

// squaresOf returns the printed weights of a heuristic.
func squaresOf(name string) (b [64]float64) {
	h, ok := eval.FindHeuristic(name)
	if !ok {
		panic("no heuristic " + name)
	}
	copy(b[:], h.Model().Features.Params())
	return b
}
