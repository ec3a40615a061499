package study

import (
	"context"
	"fmt"
)

// cassioMonteCarlo lists the experiments of report 000 in which Monte Carlo programs play each other.
var cassioMonteCarlo = []*Experiment{
	{
		Name: "cassio-mc-simulations", Seed: "000", Item: "Fig. 7a",
		Title: "Does Monte Carlo play better with more simulations?",
		Wording: "One of the Monte Carlo programs (A) fixes the number of simulations used (200) and the " +
			"opposing Monte Carlo program (B) uses a varying number of simulations … as the number of simulations " +
			"for program B increases, program B starts winning a higher proportion of the games … After " +
			"approximately 2000 simulations, increasing the number of simulations for program B has a reduced " +
			"affect on the frequency with which B beats A, with the point at which simulations can be terminated " +
			"being dependent on the strength of the opposing player.",
		Result: "wins rise with the number of simulations, but less above about 2,000 (100 games each; given " +
			"only as points in a figure)",
		Protocol: "A Monte Carlo program with N simulations plays one with 200, with both colours. Both use UCB " +
			"and no proofs. The report does not list its numbers of simulations, so we choose ours. Three of them " +
			"also " +
			"play 1,000 simulations, in fewer games.",
		Choices: []Choice{weightC, keptTree, startFrom("0", "4")}, Readings: 5,
		work: func(r Reading) work {
			return duels{Games: 400, Least: 10, Random: r.integer("start"), Duels: simulationDuels(r),
				Curve: &curve{X: "simulations of B", Y: "share of the points of B", Mark: []float64{0.5}}}
		},
		Claims: []Claim{
			{Says: "the level of performance of a Monte Carlo program directly correlates to the number of simulations performed", Means: "no step falls significantly", Test: rising(simulationLabels()...),
				Else: []Meaning{{"the most simulations score more than the fewest", more("B with 4000", "B with 50")}}},
			{Says: "after approximately 2000 simulations, increasing the number of simulations has a reduced effect", Means: "less gain from 2,000 to 4,000 than from 50 to 2,000", Test: reduced("B with 50", "B with 2000", "B with 4000"),
				Else: []Meaning{
					{"less gain than from 400 to 2,000", reduced("B with 400", "B with 2000", "B with 4000")},
					{"less gain than from 800 to 2,000", reduced("B with 800", "B with 2000", "B with 4000")},
					{"less gain than from 1,200 to 2,000", reduced("B with 1200", "B with 2000", "B with 4000")}}},
			{Says: "the point at which simulations can be terminated is dependent on the strength of the opposing player", Means: "from 2,000 to 4,000, B's share changes more against 1,000 than against 200", Test: largerChange("B with 2000 against 1000", "B with 4000 against 1000", "B with 2000", "B with 4000"),
				Else: []Meaning{
					{"from 1,200 to 4,000", largerChange("B with 1200 against 1000", "B with 4000 against 1000", "B with 1200", "B with 4000")}}},
		},
	},
	{
		Name: "cassio-mc-tournament", Seed: "000", Item: "Fig. 7b",
		Title: "A round robin of eight Monte Carlo programs",
		Wording: "A population of 8 Monte Carlo programs is used with each program using a different number of " +
			"simulations … Programs that use a larger number of simulations win a much larger proportions of their " +
			"games, with the strongest program winning 87% of its matches compared to the weakest program winning " +
			"only 6%. The relationship is not perfectly linear which is likely to be a result of only performing " +
			"140 games per result; testing a larger sample of games per result would be expected to produce a set " +
			"of results with less variance and a stronger linear relationship.",
		Result: "87 % for the strongest, 6 % for the weakest, 140 games each",
		Protocol: "Monte Carlo programs with 100, 200, 300, 400, 600, 800, 1,200 and 1,600 simulations play " +
			"each other with UCB and no proofs. Each plays 700 games: five samples of 140, the report's number. " +
			"The report shows its numbers of simulations only in a figure. The share of the strongest program " +
			"depends on our numbers; we try no others.",
		Choices: []Choice{weightC, keptTree, startFrom("0", "4")}, Readings: 5,
		work: func(r Reading) work {
			return linearity{crossTable{Players: simulationPlayers(r), Games: 100, Least: 4,
				Random: r.integer("start")}}
		},
		Claims: []Claim{
			{Says: "programs that use a larger number of simulations win a larger proportion of their games", Means: "no step falls significantly", Test: rising(simulationTotals()...),
				Else: []Meaning{
					{"the strongest scores more than the weakest", more("1600 simulations, all", "100 simulations, all")}},
			},
			varied("… a much larger proportion", "the strongest scores %g times as much as the weakest",
				func(x float64) Test { return moreTimes("1600 simulations, all", "100 simulations, all", x) }, 5, 3, 10).
				orElse("14.5 times, the ratio of 87 % to 6 %", moreTimes("1600 simulations, all", "100 simulations, all",
					14.5)),
			nearLine,
		},
	},
	{
		Name: "cassio-mc-variants", Seed: "000", Item: "III.C.1",
		Title: "Do kept trees and proofs make Monte Carlo stronger?",
		Wording: "The root of the tree always represents the current board state … after a specified number of " +
			"simulations have been processed the algorithm determines which of the available moves it considers " +
			"most desirable. … At the end of the simulation the algorithm selects the child node of the root with " +
			"the highest win rate as the next move.",
		Result: "no number is given; the report does not say whether it keeps the tree",
		Protocol: "Four programs with 400 simulations a move play each other: one with a new tree for each " +
			"move, as in the report; one that keeps its tree from move to move; one that proves results near the " +
			"end; and one that does both, as our program does by default.",
		Choices: []Choice{weightC, startFrom("4", "0")}, Readings: 4,
		work: func(r Reading) work {
			return crossTable{Players: variantPlayers(r.text("c")), Games: 600, Least: 8, Random: r.integer("start")}
		},
		Claims: []Claim{
			ask("a kept tree makes the program stronger with the same number of simulations",
				below("as in the report – tree kept", 0.5)),
			ask("proofs make it stronger", below("as in the report – proofs", 0.5)),
			ask("keeping trees changes its score by less than 10 % of the points",
				equal("as in the report – tree kept", 0.5, 0.1)),
		},
	},
	{
		Name: "cassio-mc-selection", Seed: "000", Item: "III.C.1",
		Title: "Selection by UCB against selection of the least visited child",
		Wording: "There are several different methods for deciding which child node to select, but a very " +
			"basic implementation is to select the node that has been visited the least so far. … However, this is " +
			"a very basic Monte Carlo algorithm and it can be done significantly better. … By reducing this " +
			"problem to the Multi-Armed Bandit Problem, a much more effective selection policy can be employed.",
		Result: "no number is given",
		Protocol: "A program that selects by UCB plays one that selects the least visited child. Both use the " +
			"same number of simulations and no proofs.",
		Choices: []Choice{weightC, keptTree, startFrom("4", "0")}, Readings: 8,
		work: func(r Reading) work {
			return duels{Games: 400, Least: 8, Random: r.integer("start"), Duels: selectionDuels(r)}
		},
		Claims: []Claim{
			{Says: "it can be done significantly better than by selecting the child that was visited least", Test: every(func(l string) Test { return above(l, 0.5) }, selectionLabels...)},
			varied("a much more effective selection policy can be employed", "more than %g of the points",
				func(x float64) Test {
					return every(func(l string) Test { return above(l, x) }, selectionLabels...)
				}, 0.75, 0.6, 0.9).orElse("more than 0.75 of the points at 2,000 simulations",
				above(selectionLabels[len(selectionLabels)-1], 0.75)),
		},
	},
	{
		Name: "cassio-mc-tree", Seed: "000", Item: "III.C.1 and V",
		Title: "The memory that more simulations need, and their effect on the decision",
		Wording: "As more and more simulations are played, there comes a point where running more simulations " +
			"has a negligible effect on the decision made by the AI. However, running more simulations has a cost " +
			"in both time and memory … Running more simulations results in the production of a larger game tree … " +
			"Not only is its performance substantially weaker than that of Minimax, but it also uses significantly " +
			"more memory.",
		Result: "no number is given",
		Protocol: "Boards come after 4 to 52 random plies and have at least two legal moves. The memory of " +
			"Monte Carlo is that of its tree, at 16 bytes a node. Our tree creates the children of a node at its " +
			"second visit, the report's at the first (“produces a child node for each available move”). Rows " +
			"“children made at once” estimate the memory of the report's way, in which a simulation creates as " +
			"many nodes as the board has moves. The memory of alpha-beta is that of the boards on its path, as in " +
			"the report. The " +
			"report's minimax also has nodes, so rows “if it kept every board” show the memory of an alpha-beta " +
			"that keeps every board it visits. Two Monte Carlo searches with the same number of simulations " +
			"differ by chance. We measure the effect of more simulations as the additional share of boards on " +
			"which the move changes.",
		Choices: []Choice{weightC}, Readings: 3,
		work: func(r Reading) work {
			return searchMemory{
				simulations: []int{200, 400, 2000, 4000, 20000, 40000, 50000, 100000}, depths: []int{1, 2, 3, 4, 5, 6},
				plies: evenly(4, 52, 4), positions: 400, again: []int{20000, 50000},
				monteCarlo: monteCarloAs("%d", r.text("c"), "new"),
			}
		},
		Claims: []Claim{
			{Says: "running more simulations results in a larger game tree", Test: rising("Monte Carlo, 200 simulations", "Monte Carlo, 2000 simulations", "Monte Carlo, 20000 simulations", "Monte Carlo, 100000 simulations")},
			{Says: "Monte Carlo uses significantly more memory than minimax", Means: "200 simulations use twice the memory of depth 5", Test: moreTimes("Monte Carlo, 200 simulations", "minimax, depth 5", 2),
				Else: []Meaning{
					{"200 simulations use ten times the memory of depth 5", moreTimes("Monte Carlo, 200 simulations",
						"minimax, depth 5", 10)},
					{"50,000 simulations use twice the memory of a depth 5 that keeps every board", moreTimes("Monte Carlo, 50000 simulations, children made at once", "minimax, depth 5, if it kept every board", 2)},
					{"2,000 simulations use twice that memory", moreTimes("Monte Carlo, 2000 simulations, children made at once", "minimax, depth 5, if it kept every board", 2)},
				}},
			varied("there comes a point where running more simulations has a negligible effect on the decision",
				"doubling 50,000 simulations changes the move on at most %g more of the boards than another seed does",
				func(x float64) Test { return below(moreDiffer(50000), x) }, 0.1, 0.05).
				orElse("doubling 20,000 simulations changes it on at most 0.1 more", below(moreDiffer(20000), 0.1)),
			ask("the more simulations there are, the less often doubling them changes the move",
				rising("the same move with 200 as with 400 simulations",
					"the same move with 2000 as with 4000 simulations", "the same move with 20000 as with 40000 simulations",
					"the same move with 50000 as with 100000 simulations")),
		},
	},
	{
		Name: "cassio-mc-times", Seed: "000", Item: "Abstract and V", Title: "How long Monte Carlo takes for a " +
			"move",
		Machine: true,
		Wording: "Increasing the number of simulations for the Monte Carlo results in a more intelligent AI, " +
			"however, the time cost is significant. … For it to play at a reasonably intelligent level the runtime " +
			"is inordinately large, averaging over 10 seconds per move for programs using 50,000+ simulations.",
		Result: "over 10 seconds a move with 50,000 simulations",
		Protocol: "Monte Carlo with UCB, no proofs and a new tree for each move plays on boards after 4 to 52 " +
			"random plies. The experiment cassio-mc-simulations tests whether more simulations make its play more " +
			"intelligent.",
		Choices: []Choice{weightC},
		work: func(r Reading) work {
			return timing{Lines: []timedLine{{Name: "Monte Carlo", Spec: monteCarloAs("%d", r.text("c"), "new"),
				At: []int{200, 2000, 20000, 50000}}}, X: "simulations", Plies: evenly(4, 52, 4), Positions: 130,
				Linear: true}
		},
		Claims: []Claim{
			varied("the time cost of more simulations is significant", "ten times the simulations take "+
				"%g times as long", func(x float64) Test {
				return both(moreTimes("Monte Carlo, simulations 2000", "Monte Carlo, simulations 200", x),
					moreTimes("Monte Carlo, simulations 20000", "Monte Carlo, simulations 2000", x))
			}, 5, 2),
			ofItsTime("averaging over 10 seconds per move for programs using 50,000+ simulations",
				above("Monte Carlo, simulations 50000", 10)),
		},
	},
}

// nearLine claims that wins are linear except for the small number of games.
var nearLine = varied("that the relationship is not perfectly linear is likely a result of few games: a "+
	"larger sample produces a stronger linear relationship", "each share is within %g of a straight line",
	func(x float64) Test { return onLine(tournamentSimulations(), x, simulationTotals()...) }, 0.1, 0.15).
	orElse("each share is within 0.1 of a line over the logarithm",
		onLine(logs(tournamentSimulations()), 0.1, simulationTotals()...)).
	orElse("each share is within 0.1 of a line over the rank of the programs",
		onLine([]float64{1, 2, 3, 4, 5, 6, 7, 8}, 0.1, simulationTotals()...)).
	orElse("R² is larger in all games than in samples of 140", above(largerSample, 0))

// largerSample labels the row with R² of the line in all games minus R² in samples.
const largerSample = "R² of the line in all games less that in samples of 140 games"

// linearity is the work of a table in which players' points should lie near a line over their simulations. It
// also divides the games into samples.
type linearity struct{ table crossTable }

// Run implements [work].
func (l linearity) Run(ctx context.Context, r *execution) (out outcome, err error) {
	if out, err = l.table.Run(ctx, r); err != nil {
		return out, err
	}
	games, err := r.Meet(ctx, "playing", l.table.meetings(r)) // the games of the table
	if err != nil {
		return out, err
	}
	const samples = 5 // of 140 games each
	out.Rows = append(out.Rows, jackknifeRow(largerSample, unitFactor, len(games[0]), func(but int) float64 {
		all := l.fit(games, func(i int) bool { return i != but })
		for s := range samples {
			all -= l.fit(games, func(i int) bool { return i != but && i%samples == s }) / samples
		}
		return all
	}))
	return out, nil
}

// fit returns R² of the line through the players' points in the games of some openings.
func (l linearity) fit(games [][]twoGames, in func(opening int) bool) float64 {
	points := make([]float64, len(l.table.Players))
	l.table.eachPair(func(pair, a, b int) {
		for i, g := range games[pair] {
			if in(i) {
				x := pointsOf(g.Score[0]) + pointsOf(g.Score[1])
				points[a], points[b] = points[a]+x, points[b]+2-x
			}
		}
	})
	c := correlation(tournamentSimulations(), points)
	return c * c
}

var simulations = []int{50, 100, 200, 400, 800, 1200, 1600, 2000, 3000, 4000}

func simulationLabels() (list []string) {
	for _, n := range simulations {
		list = append(list, fmt.Sprintf("B with %d", n))
	}
	return list
}

func simulationDuels(r Reading) (list []duel) {
	for i, n := range simulations {
		list = append(list, duel{A: r.monteCarlo(n), B: r.monteCarlo(200), X: float64(n),
			Series: "against 200", Counts: []count{{Label: simulationLabels()[i]}}})
	}
	for _, n := range []int{1200, 2000, 4000} {
		list = append(list, duel{A: r.monteCarlo(n), B: r.monteCarlo(1000), X: float64(n), Games: 200,
			Series: "against 1,000", Counts: []count{{Label: fmt.Sprintf("B with %d against 1000", n)}}})
	}
	return list
}

// tournamentSimulations returns the simulations of the players in Fig. 7b.
func tournamentSimulations() []float64 { return []float64{100, 200, 300, 400, 600, 800, 1200, 1600} }

func simulationPlayers(r Reading) (list []entry) {
	for i, n := range tournamentSimulations() {
		e := entry{Name: fmt.Sprintf("%g simulations", n), Spec: r.monteCarlo(int(n))}
		switch i {
		case 0:
			e.Paper, e.Sample = number(0.06), 140
		case len(tournamentSimulations()) - 1:
			e.Paper, e.Sample = number(0.87), 140
		}
		list = append(list, e)
	}
	return list
}

func simulationTotals() (list []string) {
	for _, n := range tournamentSimulations() {
		list = append(list, fmt.Sprintf("%g simulations, all", n))
	}
	return list
}

var selectionLabels = []string{"UCB – least visited, 200 simulations",
	"UCB – least visited, 2000 simulations"}

func selectionDuels(r Reading) (list []duel) {
	for i, n := range []int{200, 2000} {
		list = append(list, duel{A: r.monteCarlo(n), Counts: []count{{Label: selectionLabels[i]}},
			B: fmt.Sprintf("least-visited:sims=%d,prove=false,reuse=%t,memory=256", n, r.text("tree") == "kept")})
	}
	return list
}

func variantPlayers(c string) []entry {
	return []entry{
		{Name: "as in the report", Spec: "ucb:sims=400,prove=false,reuse=false,c=" + c},
		{Name: "tree kept", Spec: "ucb:sims=400,prove=false,reuse=true,c=" + c},
		{Name: "proofs", Spec: "ucb:sims=400,prove=true,reuse=false,c=" + c},
		{Name: "tree kept and proofs", Spec: "ucb:sims=400,prove=true,reuse=true,c=" + c},
	}
}
