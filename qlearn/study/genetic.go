package study

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/outflank/outflank/eval"
)

// alike is the correlation above which two evolutions have found similar weights: one explains about half of
// the other's variance.
const alike = 0.7

// similar is the correlation above which two kinds of weights are similar. Cohen calls it large (Statistical
// Power Analysis for the Behavioral Sciences, 1988, section 3.2).
const similar = 0.5

// genetic lists the experiments of "Genetic Othello" (report 002).
var genetic = []*Experiment{
	{
		Name: "genetic-weights", Seed: "002", Item: "Results, evolved weights",
		Title: "Evolved Wedge and Grid, with several seeds",
		Wording: "The weightings given by Wedge after 300 generations … The weightings given by Grid after 300 " +
			"generations … wedge places very high weight on the corner pieces, lightly positive weight on every " +
			"edge except spaces adjacent to those corners, and negative weight everywhere else … Grid developed a " +
			"similar strategy as wedge, just not to the same efficacy; simpler turned out better … The corner " +
			"spaces of the second-to-outermost layer were given highly negative weight … There is also much more " +
			"asymmetry in the center of the board … it was found able to respond in any of the 3 possible ways …",
		Result: "ten weights of Wedge and 64 of Grid are printed; both beat Flat as black and as white; " +
			"between Wedge and Grid, white won both games",
		Protocol: "The report's genetic algorithm uses 20 individuals, double round robins at depth 4, elitism, " +
			"selection by fitness⁴, uniform crossover, 20 % mutation and 300 generations. We run it with four " +
			"seeds. Weights " +
			"are drawn from −1 to 1; only their ratios matter. Each class of symmetric squares has one weight; " +
			"for Grid it is the mean of the class. Each weight is divided by the sum of the absolute weights of " +
			"the ten classes, so an even share is 0.1. The mean correlation between seeds has a jackknife " +
			"interval, because each seed is in several pairs. The evolved players then play Flat, the printed " +
			"weights and each other at depth 4.",
		Choices:  []Choice{slightlyChoice, startChoice, geneticVariety},
		Readings: 4,
		work: func(r Reading) work {
			return weights{Generations: 300, Seeds: 4, Games: 200, Least: 10, Kinds: [2]evolvedSquares{wedgeKind,
				{"Grid", "grid", squaresOf("grid"), "grid:depth=4"}}, evolution: evolutionOf(r), Reading: r}
		},
		Claims: []Claim{
			{Says: "Wedge and then Grid being the next best performing AIs (evolved here, both beat Flat)", Test: both(above("Wedge evolved – Flat", 0.5), above("Grid evolved – Flat", 0.5))},
			{Says: "genetic optimization performs best in narrower search spaces; simpler turned out better: Wedge is better than Grid", Test: above("Wedge evolved – Grid evolved", 0.5)},
			varied("even Grid did not outperform it", "Wedge scores more than %g",
				func(x float64) Test { return above("Wedge evolved – Grid evolved", x) }, 0.45, 0.4, 0.5),
			varied("wedge places very high weight on the corner pieces", "more than %g times any other",
				func(x float64) Test { return above("Wedge, "+cornerLabel(x), 0) }, cornerTimes...),
			{Says: "lightly positive weight on every edge except spaces adjacent to those corners", Means: "more than 0, but less than an even share of 0.1", Test: both(equal("Wedge, squares like c1", 0.05, 0.05), equal("Wedge, squares like d1", 0.05, 0.05)), Else: []Meaning{{"more than 0, but less than the corners", both(above("Wedge, squares like c1", 0), above("Wedge, squares like d1", 0), more("Wedge, squares like a1", "Wedge, squares like c1"), more("Wedge, squares like a1", "Wedge, squares like d1"))}}},
			{Says: "and negative weight everywhere else", Means: "on each class of squares", Test: every(negative, "Wedge, squares like b1", "Wedge, squares like b2", "Wedge, squares like c2", "Wedge, squares like d2", "Wedge, squares like c3", "Wedge, squares like d3", "Wedge, squares like d4"), Else: []Meaning{{"in total", negative("Wedge, all that is neither corner nor edge, and beside corners")}}},
			{Says: "and avoids spaces that could allow the opponent to get corners", Test: every(negative, "Wedge, squares like b1", "Wedge, squares like b2")},
			{Says: "as well as avoiding any interior spaces", Test: every(negative, "Wedge, squares like c2", "Wedge, squares like d2", "Wedge, squares like c3", "Wedge, squares like d3", "Wedge, squares like d4")},
			varied("Grid developed a similar strategy as wedge", "the weights of the classes correlate by %g or more",
				func(x float64) Test { return above("Wedge and Grid, correlation of the classes", x) }, similar, 0.3,
				alike),
			varied("the corner spaces of the second-to-outermost layer were given highly negative weight",
				"less than %g, where an even share is 0.1",
				func(x float64) Test { return below("Grid, squares like b2", x) }, -0.1, -0.05, -0.15),
			varied("there is also much more asymmetry in the center of the board",
				"more than %g times that of the rest",
				func(x float64) Test { return above("Grid, asymmetry of the centre by that of the rest", x) }, 2, 1, 1.5),
			{Says: "it was found able to respond in any of the 3 possible ways (Grid as printed)", Test: equal("Grid as printed, ways in which it answers the first moves", 3, 0.5)},
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
		Result: "points in ten games against the others: Wedge 9, Grid 8, Net (1000) 4.5, Flat 4, MMNet 3.5, " +
			"Net (300) 1; white scores 70 % of the points",
		Protocol: "Wedge and Grid have the printed weights. The weights of MMNet and Net are not printed, so " +
			"the report's algorithm evolves both here, with five seeds. MMNet evolves in games at depth 2, to " +
			"save time, and then plays at depth 4; genetic-mmnet-depth evolves it at depth 4. Net (300) and Net " +
			"(1000) are generations 300 and 1,000 of one evolution. Games are at depth 4, with both colours. “For " +
			"a comparable evolution time” means that Net after 1,000 generations plays MMNet after 100, because a " +
			"generation of MMNet took about ten times as long as one of Net on one core. At depth 4, MMNet's " +
			"generations would take longer, so this favours MMNet. The report itself compares Net (1000) with " +
			"MMNet after 300 generations. Its totals include games against programs on the web: Flat scores 5 and " +
			"Net (1000) 4.5 of 14 points, although the text says that Net became better. Our totals cover only " +
			"games between the report's own programs. We do not try weights from −10 to 10, which the printed 69.6 " +
			"and " +
			"−20.7 suggest. For the claims about white, the two games of an opening count as one trial.",
		Choices:  []Choice{rangeChoice, geneticVariety},
		Readings: 3,
		work:     func(r Reading) work { return netTable{games: 200, least: 20, reading: r} },
		Claims: []Claim{
			{Says: "Wedge and then Grid being the next best performing AIs", Test: both(ahead("Wedge", "Flat", "Grid", "MMNet", "Net (300)", "Net (1000)"), ahead("Grid", "Flat", "MMNet", "Net (300)", "Net (1000)"))},
			{Says: "the neural net at 300 generations performed the worst", Test: both(ahead("Flat", "Net (300)"), ahead("Wedge", "Net (300)"), ahead("Grid", "Net (300)"), ahead("MMNet", "Net (300)"), ahead("Net (1000)", "Net (300)"))},
			{Says: "but after 1000 generations, the neural net became better than Flat and MMNet", Means: "by points against all players", Test: ahead("Net (1000)", "Flat", "MMNet"), Else: []Meaning{{"in their games against each other", both(below("Flat – Net (1000)", 0.5), below("MMNet – Net (1000)", 0.5))}}},
			ask("does Net become better from 300 to 1,000 generations?", ahead("Net (1000)", "Net (300)")),
			{Says: "Wedge won every time it was on the white side and all but one time it was on the black side", Means: "shares of the points at which this is as likely as not in five games", Test: both(above("Wedge as white", evenOdds(5, 5)), above("Wedge as black", evenOdds(4, 5))), Else: []Meaning{{"it wins most games with either colour", both(above("Wedge as white", 0.5), above("Wedge as black", 0.5))}}},
			{Says: "all of the AIs did better on white side than black side", Test: everyWhite()},
			{Says: "perhaps white has an inherent advantage on the 8x8 board as well", Test: above("white", 0.5)},
			{Says: "simpler is better: the fewer weights to evolve (10, 64, thousands), the stronger", Test: both(ahead("Wedge", "Grid"), ahead("Grid", "MMNet", "Net (300)", "Net (1000)"))},
			{Says: "weight-based AIs typically do better than a neural net", Means: "by points against all players", Test: both(ahead("Wedge", "MMNet", "Net (300)", "Net (1000)"), ahead("Grid", "MMNet", "Net (300)", "Net (1000)")), Else: []Meaning{{"in their games against each other", both(above("Wedge – MMNet", 0.5), above("Wedge – Net (300)", 0.5), above("Wedge – Net (1000)", 0.5), above("Grid – MMNet", 0.5), above("Grid – Net (300)", 0.5), above("Grid – Net (1000)", 0.5))}}},
			{Says: "merely counting the pieces for mini-max (as in Flat) was better than using a neural net " + "evaluator", Means: "by points against all players", Test: ahead("Flat", "MMNet"), Else: []Meaning{{"in their games against each other", above("Flat – MMNet", 0.5)}}},
			varied("some mini-max methods (like Flat) and the neural net were quite comparable to each other",
				"within %g of the points",
				func(x float64) Test { return sameAs("Flat, all", "Net (1000), all", x) }, 0.1, 0.05, 0.2),
			{Says: "for a comparable evolution time, the straight neural net (Net) performs better than the one paired with mini-max (MMNet)", Means: "MMNet after 100 generations, which take as long here", Test: above("Net (1000) – MMNet (100)", 0.5), Else: []Meaning{{"“running overnight for 300 generations, though Net went quickly so was also given a 1000”", below("MMNet – Net (1000)", 0.5)}}},
			varied("when compared based on generation count, the neural net with mini-max performs much better "+
				"than the neural net alone", "more points in total, and more than %g against Net (300)",
				func(x float64) Test { return both(ahead("MMNet", "Net (300)"), above("MMNet – Net (300)", x)) }, 0.6,
				0.5, 0.75),
			{Says: "but worse than other simpler mini-max options", Test: both(ahead("Flat", "MMNet"), ahead("Wedge", "MMNet"), ahead("Grid", "MMNet"))},
		},
	},
	{
		Name: "genetic-mmnet-depth", Seed: "002", Item: "Experimental Set-Up",
		Title: "MMNet evolved at depth 4 and at depth 2",
		Wording: "The basic mini-max algorithm was built with alpha-beta pruning and set to run to depth 4 for " +
			"time's sake. … Moreover, merely counting the pieces for mini-max (as in Flat) was better than using a " +
			"neural net evaluator.",
		Result: "in their two games against each other, Flat and MMNet each won as white; in total Flat scores " +
			"5 of 14 points, MMNet 3.5",
		Protocol: "This experiment has only 20 generations and four seeds, because games at depth 4 take long. " +
			"MMNet evolves in games at depth 4, as in the report, and at depth 2, as in genetic-table. All " +
			"programs play at depth 4, from six random plies.",
		work: fixed(mmnetDepths{generations: 20, seeds: 4, games: 100, least: 8}),
		Claims: []Claim{
			{Says: "merely counting the pieces for mini-max was better than using a neural net evaluator", Test: below("depth 4 – Flat", 0.5)},
			{Says: "worse than other simpler mini-max options", Test: both(below("depth 4 – Flat", 0.5), below("depth 4 – Wedge", 0.5), below("depth 4 – Grid", 0.5))},
			ask("does MMNet evolved at depth 4 score more than 60 % against MMNet evolved at depth 2?",
				above(mmnetLabel,
					0.6)),
		},
	},
	{
		Name: "genetic-depth", Seed: "002", Item: "Results, depth to win",
		Title: "The depth that each program needs to beat a stronger one",
		Wording: "The table below shows the depth needed in each AI's mini-max search to beat the Webversi AI " +
			"online. We did not check for depths above 10 because the computation took too long, and depth 10 is " +
			"just enough to distinguish the power of each … Only Wedge was able to beat Webversi Beginner or " +
			"Hewgill Medium at … depth 4 … Setting the depth farther using the same optimized parameters also " +
			"allowed for increasing the power of these algorithms … adding mini-max just makes any " +
			"approach do better.",
		Result: "depth needed as black and as white: Flat >10, >10; Wedge 6, 3 (2 draws); Grid 7 (6 draws), 6; " +
			"MMNet >10 (10 draws), >10",
		Protocol: "Our default evaluator replaces Webversi, which is not available, so a number that agrees " +
			"with the report's still comes from another opponent. Depths are 1 to 10. A depth wins if it scores " +
			"more than half of the points in games from openings of eight random plies; depths 8 to 10 play fewer " +
			"games because they take longer. The report played one game with each colour from the usual start, " +
			"which we do not try. The report's draws do not count as wins. “11” stands for more than 10. Depth 1, " +
			"which " +
			"evaluates the boards after the program's own moves, stands for no minimax. Each program also plays " +
			"itself at smaller depths, because scores against the opponent are near 0 at small depths. Wedge and " +
			"Grid have the printed weights. MMNet comes from genetic-table, with five seeds.",
		Choices: []Choice{{Name: "opponent", Asks: "at which depth does our evaluator play in place of Webversi " +
			"Beginner?",
			Open:   "“the Beginner level on Webversi”, “a more objective evaluation of our AI's”",
			Values: []string{"depth 4", "depth 2", "depth 3"}}},
		work: func(r Reading) work {
			opponent := "ab:" + strings.Replace(r.text("opponent"), " ", "=", 1) + ",exact=0"
			return depthNeeded{opponent: opponent, games: []int{60, 60, 60, 60, 60, 60, 60, 30, 20, 20}, itself: 100,
				players: []entry{{Name: "Flat", Spec: "flat:depth=4"}, {Name: "Wedge", Spec: "wedge:depth=4"},
					{Name: "Grid", Spec: "grid:depth=4"}}, mmnet: "MMNet",
				paper: map[string]float64{
					"Flat as black, depth needed": 11, "Flat as white, depth needed": 11, "Wedge as black, depth needed": 6,
					"Wedge as white, depth needed": 3,
					"Grid as black, depth needed":  7, "Grid as white, depth needed": 6, "MMNet as black, depth needed": 11,
					"MMNet as white, depth needed": 11,
				}}
		},
		Claims: []Claim{
			{Says: "the depth needed: Flat >10, >10", Test: noDepth("Flat", 10)},
			{Says: "the depth needed: MMNet >10, >10", Test: noDepth("MMNet", 10)},
			{Says: "the depth needed: Wedge 6 and 3, Grid 7 and 6 (Wedge needs less)", Means: "with both colours", Test: lessDepth("Wedge", "Grid"), Else: []Meaning{{"Wedge scores more at depth 4, with both colours", both(more(depthLabel("Wedge", "black", 4), depthLabel("Grid", "black", 4)), more(depthLabel("Wedge", "white", 4), depthLabel("Grid", "white", 4)))}}},
			{Says: "depth 10 is just enough to distinguish the power of each (Grid needs less than Flat and MMNet)", Test: lessDepth("Grid", "Flat", "MMNet")},
			{Says: "only Wedge was able to beat Webversi Beginner … (depth 4 search …)", Test: onlyAt(4, "Wedge", "Flat", "Grid", "MMNet")},
			{Says: "adding mini-max just makes any approach do better", Means: "depth 4 beats depth 1 of the same program", Test: beatsItself(4, 1, "Flat", "Wedge", "Grid", "MMNet"), Else: []Meaning{{"depth 4 scores more than depth 1, as black", deeperIsStronger("black", 4, 1, "Flat", "Wedge", "Grid", "MMNet")}, {"depth 7 scores more than depth 1, as black", deeperIsStronger("black", 7, 1, "Flat", "Wedge", "Grid", "MMNet")}}},
			{Says: "setting the depth farther using the same optimized parameters also allowed for increasing the " + "power", Means: "depth 6 beats depth 4 of the same program", Test: beatsItself(6, 4, "Wedge", "Grid", "MMNet"), Else: []Meaning{{"depth 8 scores more than depth 4, as black", deeperIsStronger("black", 8, 4, "Wedge", "Grid", "MMNet")}, {"depth 8 scores more than depth 4, as white", deeperIsStronger("white", 8, 4, "Wedge", "Grid", "MMNet")}, {"depth 7 scores more than depth 2, as black", deeperIsStronger("black", 7, 2, "Wedge", "Grid", "MMNet")}}},
		},
	},
	{
		Name: "genetic-mobility", Seed: "002", Item: "Notable Features",
		Title: "The mobility of Wedge and its opponents in the midgame",
		Wording: "During mid-game play, it was also noticed that Wedge typically had around 15 available " +
			"moves, whereas its opponent had around 5, because Wedge kept the number of its pieces on the board " +
			"minimized …",
		Result: "around 15 for Wedge, around 5 for its opponent",
		Protocol: "Wedge plays Flat and Grid at depth 4. Rows show the mean numbers of legal moves and of " +
			"discs of the side to move, in plies 21 to 40 unless they say otherwise. The evolved Wedge comes from " +
			"the first seed of genetic-weights.",
		Choices: []Choice{{Name: "wedge", Asks: "which Wedge?",
			Open: "“Wedge typically had around 15 available moves”; the printed weights come from one of “a few” " +
				"evolutions",
			Values: []string{"printed", "evolved"}}, geneticVariety},
		work: func(r Reading) work {
			d := duels{Games: 1600, Least: 10, Duels: []duel{
				{A: "wedge:depth=4", B: "flat:depth=4", Counts: midgame("Flat")},
				{A: "wedge:depth=4", B: "grid:depth=4", Counts: midgame("Grid")},
			}}
			d.Random, d.Perturb = variety(r)
			return ofWedge{d, r.text("wedge") == "evolved"}
		},
		Claims: []Claim{
			{Says: "Wedge typically had around 15 available moves, whereas its opponent had around 5 (it has more)", Test: both(more("Wedge against Flat", "Flat"), more("Wedge against Grid", "Grid"))},
			aroundMoves("Wedge typically had around 15 available moves", 15, 2, "Wedge against Flat",
				"Wedge against Grid"),
			aroundMoves("its opponent had around 5", 5, 1, "Flat", "Grid").orElse("within 1 of it for Flat, in "+
				"plies 21 to 40", equal("Flat", 5, 1)),
			{Says: "Wedge kept the number of its pieces on the board minimized", Means: "it has fewer than either opponent", Test: both(more("Flat, discs", "Wedge, discs against Flat"), more("Grid, discs", "Wedge, discs against Grid")), Else: []Meaning{{"it has fewer than Flat", more("Flat, discs", "Wedge, discs against Flat")}}},
			{Says: "at an arbitrary point in the midgame, roughly 5-15 moves are available", Means: "the mean of each side", Test: every(from5To15, "Wedge against Flat", "Wedge against Grid", "Flat", "Grid"), Else: []Meaning{{"the mean of each side, in the games against Grid", every(from5To15, "Wedge against Grid", "Grid")}}},
		},
	},
	{
		Name: "genetic-stability", Seed: "002", Item: "Othello",
		Title: "Which discs cannot be flipped, and how long games take",
		Wording: "A corner piece, for instance, cannot be flipped, and nor can any piece of the same color " +
			"adjacent " +
			"to such a corner piece. Edge pieces can only be flipped one way (sandwiching along that edge " +
			"direction) " +
			"rather than along any of the 4 usual directions (vertical, horizontal, or either diagonal). … this " +
			"makes the game almost always take just over 60 turns.",
		Result: "no number is given",
		Protocol: "We examine all legal moves on boards after 8 to 56 random plies, and all discs that they " +
			"flip. Games of random players show how long games take; a pass counts as a turn.",
		work: fixed(captureCount{positions: 2000, games: 2000}),
		Claims: []Claim{
			byRules("a corner piece cannot be flipped",
				below("discs on corners that a move can flip", 0.01)),
			{Says: "and nor can any piece of the same color adjacent to such a corner piece", Means: "along the side and diagonally", Test: both(below("discs along the side beside an own corner that a move can flip", 0.01), below("discs diagonally beside an own corner that a move can flip", 0.01)), Else: []Meaning{{"along the side", below("discs along the side beside an own corner that a move can flip", 0.01)}}},
			byRules("edge pieces can only be flipped one way (sandwiching along that edge direction)",
				above("flipped discs on sides, along the side", 0.99)),
			{Says: "rather than along any of the 4 usual directions", Test: atMost(missingLines, 0, 36)},
			varied("the game almost always takes just over 60 turns", "60 to 65 turns in more than %g of the games",
				aboveFor(turnsLabel), 0.95, 0.9).orElse("61 to 65 turns in more than 0.9 of the games",
				above(overSixtyLabel, 0.9)),
		},
	},
}

// Choices that several of these experiments share.
var (
	slightlyChoice = Choice{Name: "slightly",
		Asks: "how large is a small change of a weight at most, as a fraction of the range of initial weights?",
		Open: "“75% of mutations adjusting the value slightly up or down”", Values: []string{"0.2", "0.05"}}
	startChoice = Choice{Name: "start", Asks: "where do games of the evolution start?",
		Open: "the report says nothing; its closest words are “a double round robin tournament, playing once " +
			"on each side”",
		Values: []string{"4 random plies", "the usual start"}}
	rangeChoice = Choice{Name: "range", Asks: "how far from 0 are initial weights at most?",
		Open: "“each randomly parameterized through an array of numbers”", Values: []string{"1", "0.1"}}
	geneticVariety = varietyChoice("“we played each AI strategy against all of the others, first as the "+
		"black player and then as the white player”",
		"6 plies", "5 %")
	wedgeKind = evolvedSquares{"Wedge", "squares", squaresOf("wedge"), "wedge:depth=4"}
)

// negative tests that a weight is below 0.
func negative(label string) Test { return below(label, 0) }

// from5To15 tests that a row lies from 5 to 15.
func from5To15(label string) Test { return equal(label, 10, 5) }

// aroundMoves returns a claim about numbers of moves against Flat and Grid, in the midgame or in the whole
// game.
func aroundMoves(says string, x, within float64, labels ...string) Claim {
	near := func(within float64, suffix string) Test {
		return every(func(l string) Test { return equal(l+suffix, x, within) }, labels...)
	}
	return Claim{Says: says, Means: fmt.Sprintf("within %g of it in plies 21 to 40", within),
		Test: near(within, ""), Else: []Meaning{
			{fmt.Sprintf("within %g of it in the whole game", within), near(within, ", all plies")},
			{fmt.Sprintf("within %.2g of it in plies 21 to 40", x/3), near(x/3, "")},
		}}
}

// ofWedge is a work of Wedge's duels. If the reading asks for it, an evolved Wedge replaces the printed one.
type ofWedge struct {
	duels
	evolved bool
}

// Run implements [work].
func (o ofWedge) Run(ctx context.Context, r *execution) (outcome, error) {
	d := o.duels
	if o.evolved {
		w := weights{evolution: evolution{Random: 4}}
		list, err := r.TuneIn(ctx, "genetic-weights", []TuneJob{w.job(wedgeKind, 0, r.Generations(300))})
		if err != nil {
			return outcome{}, err
		}
		d.Duels = slices.Clone(d.Duels)
		for i := range d.Duels {
			d.Duels[i].A = list[0].Kept[0].Spec
		}
	}
	return d.Run(ctx, r)
}

// midgame returns the counts of Wedge and an opponent in the midgame.
func midgame(opponent string) []count {
	return []count{
		{Label: "Wedge against " + opponent, Measure: middleA, Paper: number(15)}, {Label: opponent, Measure: middleB, Paper: number(5)},
		{Label: "Wedge, discs against " + opponent, Measure: middleDiscsA}, {Label: opponent + ", discs", Measure: middleDiscsB},
		{Label: "Wedge against " + opponent + ", all plies", Measure: mobilityA}, {Label: opponent + ", all plies", Measure: mobilityB},
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
