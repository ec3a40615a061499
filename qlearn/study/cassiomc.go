package study

import "fmt"

// cassioMonteCarlo are the experiments of report 000 on Monte Carlo programs among themselves.
var cassioMonteCarlo = []*Experiment{
	{
		Name: "cassio-mc-simulations", Seed: "000", Item: "Fig. 7a",
		Title: "Does Monte Carlo play better with more simulations?",
		Wording: "One of the Monte Carlo programs (A) fixes the number of simulations used (200) and the " +
			"opposing Monte Carlo program (B) uses a varying number of simulations … as the number of simulations " +
			"for program B increases, program B starts winning a higher proportion of the games … After " +
			"approximately 2000 simulations, increasing the number of simulations for program B has a reduced " +
			"affect …",
		Result: "wins rise with the simulations, above about 2,000 less so (100 games each; single points " +
			"only in the picture)",
		Protocol: "ucb without proofs and with a new tree for each move, N simulations against 200, from the " +
			"usual start, both colours; our C is 0.35 (the report does not print its own). The numbers of " +
			"simulations are ours. “Reduced”: from 2,000 to 4,000 the share of the points gains less than from 50 " +
			"to 2,000, which is about as many simulations more.",
		work: fixed(duels{Games: 400, Least: 10, Duels: simulationDuels(),
			Curve: &curve{X: "simulations of B", Y: "share of the points of B", Mark: []float64{0.5}}}),
		Claims: []Claim{
			{Says: "the performance correlates directly to the number of simulations", Test: rising(simulationLabels()...)},
			{Says: "after approximately 2000 simulations more have a reduced effect", Test: reduced("B with 50", "B with 2000", "B with 4000")},
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
		Protocol: "ucb without proofs and with a new tree for each move, 100, 200, 300, 400, 600, 800, 1200 and " +
			"1600 simulations (the report's numbers stand only in its picture), 1,400 games each. “Linear” is " +
			"taken as within 5 % of the points of a straight line, where games of 140 vary by 8 %.",
		work: fixed(crossTable{Players: simulationPlayers(), Games: 200, Least: 4}),
		Claims: []Claim{
			{Says: "programs that use more simulations win a larger proportion of their games", Test: rising(simulationTotals()...)},
			{Says: "the strongest a much larger one than the weakest (at least five times)", Test: moreTimes("1600 simulations, all", "100 simulations, all", 5)},
			{Says: "that the relationship is not perfectly linear is the result of few games: more make it linear", Test: onLine(tournamentSimulations(), 0.05, simulationTotals()...)},
		},
	},
	{
		Name: "cassio-mc-variants", Seed: "000", Item: "III.C.1",
		Title: "Trees that are kept from move to move, and proofs",
		Wording: "The root of the tree always represents the current board state … after a specified number of " +
			"simulations have been processed the algorithm determines which of the available moves it considers " +
			"most desirable. … At the end of the simulation the algorithm selects the child node of the root with " +
			"the highest win rate as the next move.",
		Result: "no number is given; whether a tree is kept is not said",
		Protocol: "ucb of 400 simulations a move: with a new tree for each move, which is the report's program " +
			"elsewhere; with the tree kept from move to move; with proofs of results near the end; with both, as " +
			"our ucb plays if it is not told otherwise. Four random plies at the start.",
		work: fixed(crossTable{Players: variantPlayers(), Games: 600, Least: 8, Random: 4}),
		Claims: []Claim{
			ask("a kept tree makes the program stronger at equal simulations",
				below("as in the report – tree kept", 0.5)),
			ask("proofs make it stronger", below("as in the report – proofs", 0.5)),
			ask("whether trees are kept changes it by less than 10 % of the points",
				equal("as in the report – tree kept", 0.5, 0.1)),
		},
	},
	{
		Name: "cassio-mc-selection", Seed: "000", Item: "III.C.1",
		Title: "Selection by UCB against that of the child visited least",
		Wording: "There are several different methods for deciding which child node to select, but a very " +
			"basic implementation is to select the node that has been visited the least so far. … However, this is " +
			"a very basic Monte Carlo algorithm and it can be done significantly better. … By reducing this " +
			"problem to the Multi-Armed Bandit Problem, a much more effective selection policy can be employed.",
		Result: "no number is given",
		Protocol: "ucb against least-visited with as many simulations, both without proofs and with a new tree " +
			"for each move, four random plies at the start. “Much more effective” is taken as three of four points.",
		work: fixed(duels{Games: 400, Least: 8, Random: 4, Duels: selectionDuels()}),
		Claims: []Claim{
			{Says: "it can be done significantly better than by selecting the child that was visited least", Test: both(above("UCB – least visited, 200 simulations", 0.5), above("UCB – least visited, 2000 simulations", 0.5))},
			{Says: "a much more effective selection policy can be employed", Test: both(above("UCB – least visited, 200 simulations", consistently), above("UCB – least visited, 2000 simulations", consistently))},
		},
	},
	{
		Name: "cassio-mc-tree", Seed: "000", Item: "III.C.1 and V",
		Title: "What more simulations cost in memory, and whether they change the decision",
		Wording: "As more and more simulations are played, there comes a point where running more simulations " +
			"has a negligible effect on the decision made by the AI. However, running more simulations has a cost " +
			"in both time and memory … Running more simulations results in the production of a larger game tree … " +
			"Not only is its performance substantially weaker than that of Minimax, but it also uses significantly " +
			"more memory.",
		Result: "no number is given",
		Protocol: "Boards after 4 to 52 random plies on which there is a choice. The bytes of Monte Carlo are " +
			"those of its tree, 16 for each node; those of alpha-beta as in the report what it keeps of the boards " +
			"on its way; ours with a transposition table besides. As the report's program has nodes for its " +
			"minimax too, a row says what alpha-beta would use if it kept every board that it visits. " +
			"“Significantly” is taken as twice as much. Two Monte Carlo searches of a board have different seeds; " +
			"the effect of more simulations is negligible when they choose the same move on 95 % of the boards.",
		work: fixed(searchMemory{
			simulations: []int{200, 400, 2000, 4000, 20000, 40000, 50000, 100000}, depths: []int{1, 2, 3, 4, 5, 6},
			plies: evenly(4, 52, 4), positions: 260,
		}),
		Claims: []Claim{
			{Says: "running more simulations results in a larger game tree", Test: rising("Monte Carlo, 200 simulations", "Monte Carlo, 2000 simulations", "Monte Carlo, 20000 simulations", "Monte Carlo, 100000 simulations")},
			{Says: "Monte Carlo uses significantly more memory (200 simulations, minimax of depth 5)", Test: moreTimes("Monte Carlo, 200 simulations", "minimax, depth 5", 2)},
			{Says: "and of 50,000 simulations even if minimax kept every board", Test: moreTimes("Monte Carlo, 50000 simulations", "minimax, depth 5, if it kept every board", 2)},
			ask("of 2,000 simulations too", moreTimes("Monte Carlo, 2000 simulations",
				"minimax, depth 5, if it kept every board", 2)),
			ask("and than minimax with a transposition table",
				moreTimes("Monte Carlo, 2000 simulations", "minimax with a table, depth 5", 2)),
			{Says: "there comes a point where more simulations have a negligible effect on the decision (here 50,000)", Test: above("the same move with 50000 as with 100000 simulations", 0.95)},
			ask("the more simulations, the more often twice as many choose the same move",
				rising("the same move with 200 as with 400 simulations",
					"the same move with 2000 as with 4000 simulations", "the same move with 20000 as with 40000 simulations",
					"the same move with 50000 as with 100000 simulations")),
		},
	},
	{
		Name: "cassio-mc-times", Seed: "000", Item: "Abstract and V", Title: "The time for a move of Monte Carlo",
		Machine: true,
		Wording: "Increasing the number of simulations for the Monte Carlo results in a more intelligent AI, " +
			"however, the time cost is significant. … For it to play at a reasonably intelligent level the runtime " +
			"is inordinately large, averaging over 10 seconds per move for programs using 50,000+ simulations.",
		Result: "over 10 seconds a move with 50,000 simulations",
		Protocol: "ucb without proofs and with a new tree for each move on boards after 4 to 52 random plies. " +
			"That it is more intelligent is cassio-mc-simulations. “Significant”: ten times the simulations take " +
			"more than five times as long.",
		work: fixed(timing{Lines: []timedLine{{Name: "Monte Carlo",
			Spec: "ucb:sims=%d,prove=false,reuse=false,memory=256", At: []int{200, 2000, 20000, 50000}}},
			X: "simulations", Plies: evenly(4, 52, 4), Positions: 130, Linear: true}),
		Claims: []Claim{
			{Says: "the time cost of more simulations is significant", Test: both(moreTimes("Monte Carlo, simulations 2000", "Monte Carlo, simulations 200", 5), moreTimes("Monte Carlo, simulations 20000", "Monte Carlo, simulations 2000", 5))},
			{Says: "over 10 seconds per move for programs using 50,000 simulations", Test: above("Monte Carlo, simulations 50000", 10)},
		},
	},
}

var simulations = []int{50, 100, 200, 400, 800, 1200, 1600, 2000, 3000, 4000}

func simulationLabels() (list []string) {
	for _, n := range simulations {
		list = append(list, fmt.Sprintf("B with %d", n))
	}
	return list
}

func simulationDuels() (list []duel) {
	for i, n := range simulations {
		list = append(list, duel{A: monteCarlo(n), B: monteCarlo(200), X: float64(n),
			Counts: []count{{Label: simulationLabels()[i]}}})
	}
	return list
}

// tournamentSimulations are those of the players of Fig. 7b.
func tournamentSimulations() []float64 { return []float64{100, 200, 300, 400, 600, 800, 1200, 1600} }

func simulationPlayers() (list []entry) {
	for i, n := range tournamentSimulations() {
		e := entry{Name: fmt.Sprintf("%g simulations", n), Spec: monteCarlo(int(n))}
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

func simulationTotals() []string { return totals(simulationPlayers()) }

// totals are the labels of the players' rows.
func totals(players []entry) (list []string) {
	for _, p := range players {
		list = append(list, p.Name+", all")
	}
	return list
}

func selectionDuels() (list []duel) {
	for _, n := range []int{200, 2000} {
		list = append(list, duel{A: monteCarlo(n),
			B:      fmt.Sprintf("least-visited:sims=%d,prove=false,reuse=false,memory=256", n),
			Counts: []count{{Label: fmt.Sprintf("UCB – least visited, %d simulations", n)}}})
	}
	return list
}

func variantPlayers() []entry {
	return []entry{
		{Name: "as in the report", Spec: "ucb:sims=400,prove=false,reuse=false"},
		{Name: "tree kept", Spec: "ucb:sims=400,prove=false,reuse=true"},
		{Name: "proofs", Spec: "ucb:sims=400,prove=true,reuse=false"},
		{Name: "tree kept and proofs", Spec: "ucb:sims=400,prove=true,reuse=true"},
	}
}
