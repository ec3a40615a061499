package reports

import (
	"fmt"

	"github.com/outflank/outflank/qlearn/study"

	"github.com/outflank/outflank/engine"
)

// cassio are the experiments of "Cassio: An Artificial Intelligence Machine for
// Othello" (report 000).
var cassio = []*study.Experiment{
	{
		Name: "cassio-mc-simulations", Seed: "000", Item: "Fig. 7a", Title: "Does Monte Carlo play better with more simulations?",
		Wording:  "One of the Monte Carlo programs (A) fixes the number of simulations used (200) and the opposing Monte Carlo program (B) uses a varying number of simulations … As the number of simulations for program B increases, program B starts winning a higher proportion of the games … After approximately 2000 simulations, increasing the number of simulations for program B has a reduced affect.",
		Result:   "wins rise with the simulations, and hardly above 2,000 (100 games each; single points only in the picture)",
		Protocol: "ucb:sims=N against ucb:sims=200, from the usual start, both colours; our C is 0.35 (the report does not print its own), and trees are kept from move to move. The numbers of simulations are ours.",
		Work:     study.Duels{Games: 200, Least: 10, Duels: simulationDuels(), Curve: &study.Curve{X: "simulations of B", Y: "share of the points of B", Mark: []float64{0.5}}},
		Claims: []study.Claim{
			{Says: "the performance correlates directly to the number of simulations", Test: study.Rising(simulationLabels()...)},
			{Says: "after approximately 2000 simulations more have a reduced effect", Test: study.Reduced("B with 50", "B with 2000", "B with 4000")},
		},
	},
	{
		Name: "cassio-mc-tournament", Seed: "000", Item: "Fig. 7b", Title: "A round robin of eight Monte Carlo programs",
		Wording:  "A population of 8 Monte Carlo programs is used with each program using a different number of simulations … The strongest program winning 87% of its matches compared to the weakest program winning only 6%. The relationship is not perfectly linear.",
		Result:   "87 % for the most simulations, 6 % for the fewest, 140 games each",
		Protocol: "ucb with 100, 200, 300, 400, 600, 800, 1200 and 1600 simulations (the report's numbers stand only in its picture).",
		Work:     study.CrossTable{Players: simulationPlayers(), Games: 40, Least: 4},
		Claims: []study.Claim{
			{Says: "programs that use more simulations win a much larger proportion of their games", Test: study.Rising(simulationTotals()...)},
		},
	},
	{
		Name: "cassio-generations", Seed: "000", Item: "Figs. 8a and 8b", Title: "Is strength logarithmic in the generations of the genetic algorithm?",
		Wording:  "The results shown in Figure 8a show a large increase in the proportion of wins from 0 generations to 5 generations … There is not a strong correlation between the number of generations and the number of wins. … There is no distinguishable difference between using a population size of 6 or 8 … When looking at the graph universally, a logarithmic relationship can be seen.",
		Result:   "a jump within five generations, then little; logarithmic “when looking at the graph universally” (points only in the picture)",
		Protocol: "The report's genetic algorithm on the eight weights of our cassio evaluation: populations of 6 and 8, truncation, 5 % mutation, round robins at depth 2 with four random plies at the start. The best of generations 1 (random weights) to 50 then meet each other, eight random plies. Each population size evolves with five seeds (the report: once).",
		Work:     generations{populations: []int{6, 8}, at: []int{1, 5, 10, 15, 20, 30, 40, 50}, depth: 2, seeds: 5, games: 100, least: 20},
		Claims: []study.Claim{
			{Says: "a large increase from the start to 5 generations, population of 8", Test: study.More("population 8, generation 5", "population 8, generation 1")},
			{Says: "the same with a population of 6", Test: study.More("population 6, generation 5", "population 6, generation 1")},
			{Says: "after it there is not a strong correlation with the number of generations", Test: study.Same("population 8, generation 10", "population 8, generation 50", 0.15)},
			{Says: "the relation is logarithmic (it rises with the logarithm), population of 8", Test: study.Above("population 8, points for a factor of e", 0)},
		},
	},
	{
		Name: "cassio-depths", Seed: "000", Item: "IV.D", Title: "Minimax of depth 1 to 6 against each other",
		Wording:  "This is tested on depths of 1 to 6 with each program using the same evaluation function … The results are as expected, with the program searching to a deeper depth winning every time.",
		Result:   "the deeper search wins 100 %",
		Protocol: "cassio with depths 1 to 6 and without the perfect ending, so that depth alone differs; eight random plies at the start, each opening from both sides (the report's programs met from the usual start). The weights were set by hand, as the report prints none.",
		Work:     study.CrossTable{Players: depthPlayers(), Paper: deeperWins(6), Games: 200, Least: 6, Random: 8},
		Claims: []study.Claim{
			{Says: "the program searching to a deeper depth wins", Test: study.Rising(depthTotals()...)},
			{Says: "it wins every time: depth 6 against depth 5", Test: study.Below("depth 5 – depth 6", 0.02)},
			{Says: "it wins every time: depth 6 against depth 1", Test: study.Below("depth 1 – depth 6", 0.02)},
		},
	},
	{
		Name: "cassio-depth-times", Seed: "000", Item: "IV.D", Title: "The time for a move of depth 1 to 7", Machine: true,
		Wording:  "The difference in computation time from searching to a depth of 1 does not vary much compared to searching to a depth of 5. Only after searching to a depth of 6 or greater are significant time issues experienced, such that searching to a depth of 7 is infeasible … It also regularly selected moves within a single second when searching to a depth of 5.",
		Result:   "under a second at depth 5, infeasible at depth 7",
		Protocol: "cassio:depth=N,exact=0 on boards after 4 to 52 random plies.",
		Work:     study.Timing{Lines: []study.TimedLine{{Name: "alpha-beta", Spec: "cassio:depth=%d,start=1,exact=0", At: []int{1, 2, 3, 4, 5, 6, 7}}}, X: "depth", Plies: evenly(4, 52, 4), Positions: 130, Growth: true},
		Claims: []study.Claim{
			{Says: "depth 5 selects moves within a second", Test: study.Below("alpha-beta, depth 5", 1)},
			{Says: "searching to a depth of 7 is infeasible (more than 10 s a move)", Test: study.Above("alpha-beta, depth 7", 10)},
		},
	},
	{
		Name: "cassio-mc-minimax", Seed: "000", Item: "IV.D", Title: "Monte Carlo against minimax on the standard board", Machine: true,
		Wording:  "Testing this on the regular 8×8 board results in the Minimax based program winning 100% of the matches when searching to a depth of 5. Even when the Minimax program only searches to a depth of 2 or 3 it still consistently beats the Monte Carlo based program unless impractically large numbers of simulations are used (50,000+). The total time taken to select all moves for Monte Carlo program is in excess of 350 seconds, compared to Minimax taking less than 1 second.",
		Result:   "minimax wins 100 % at depth 5, and at depths 2 and 3 below 50,000 simulations; 350 s a game against less than 1 s",
		Protocol: "cassio:depth=D, with its perfect ending from 10 empty squares on, against ucb:sims=N, four random plies at the start (the report: none), both colours. Times are those of all moves of a game. 50,000 simulations meet fewer games.",
		Work:     study.Duels{Games: 100, Least: 4, Random: 4, Duels: monteCarloDuels()},
		Claims: []study.Claim{
			{Says: "depth 5 wins 100 % of the matches (against 5,000 simulations)", Test: study.Above("depth 5 – 5000 simulations", 0.95)},
			{Says: "depth 2 consistently beats 5,000 simulations", Test: study.Above("depth 2 – 5000 simulations", 0.5)},
			{Says: "depth 3 consistently beats 5,000 simulations", Test: study.Above("depth 3 – 5000 simulations", 0.5)},
			{Says: "depth 3 does not consistently beat 50,000 simulations", Test: study.Below("depth 3 – 50000 simulations", 0.5)},
			{Says: "minimax takes less than a second a game", Test: study.Below("depth 5 – 5000 simulations, seconds of depth 5", 1)},
		},
	},
	{
		Name: "cassio-mobility", Seed: "000", Item: "IV.D", Title: "Moves to choose from, minimax against Monte Carlo",
		Wording:  "After analysing the mobility levels over 100 games using a Minimax search depth of 5, the Minimax program has an average of 10.2 moves available per turn compared to 3.3 of the Monte Carlo program, regardless of the number of simulations used.",
		Result:   "10.2 moves for minimax, 3.3 for Monte Carlo",
		Protocol: "cassio:depth=5 against ucb with 200 and 2,000 simulations, four random plies at the start; turns without a choice but not passes are counted.",
		Work:     study.Duels{Games: 100, Least: 10, Random: 4, Duels: mobilityDuels()},
		Claims: []study.Claim{
			{Says: "minimax has three times as many moves available", Test: study.More("minimax against 200 simulations", "200 simulations")},
			{Says: "regardless of the number of simulations", Test: study.More("minimax against 2000 simulations", "2000 simulations")},
		},
	},
	{
		Name: "cassio-holes", Seed: "000", Item: "IV.E", Title: "Minimax against Monte Carlo on boards with random holes",
		Wording:  "When random boards are created with the maximum seeding (20% chance per square), the Minimax programs continues to consistently beat the Monte Carlo based programs … For any seed used, the Minimax approach continued to outperform the Monte Carlo approach, showing how the use of random boards appears to have a minimal affect on game-play.",
		Result:   "minimax outperforms Monte Carlo on all boards",
		Protocol: "cassio:depth=5 and depth=2 against ucb:sims=1000; that number of the 60 squares are holes, others for each opening, which is played from both sides.",
		Work:     study.Duels{Games: 120, Least: 6, Duels: holeDuels("", "cassio:depth=%d", 5, 2), Curve: &study.Curve{X: "share of holes", Y: "share of the points of minimax", Mark: []float64{0.5}}},
		Claims: []study.Claim{
			{Says: "minimax of depth 5 beats Monte Carlo at the maximum seeding", Test: study.Above("depth 5, 20 % holes", 0.5)},
			{Says: "random boards have a minimal effect", Test: study.Same("depth 5, 0 % holes", "depth 5, 20 % holes", 0.1)},
		},
	},
	{
		Name: "cassio-hexagonal", Seed: "000", Item: "VI", Title: "The same on hexagonal boards (future work of the report)",
		Wording:  "Given more time an AI could have been produced to play specifically on the hexagonal grid, which also could have the additional modification of randomly generated hexagonal grids to see if unplayable squares have a larger impact on hexagonal boards than square boards.",
		Result:   "future work",
		Protocol: "ab with the default evaluator, which takes its square weights from the shape, against ucb:sims=1000, on the hexagonal board and, for comparison, on 8×8, with and without random holes.",
		Work: study.Duels{Games: 80, Least: 6, Duels: append(holeDuels("hex", "ab:depth=%d,exact=10,eval=default", 4), holeDuels("8x8", "ab:depth=%d,exact=10,eval=default", 4)...), Random: 2,
			Curve: &study.Curve{X: "share of holes", Y: "share of the points of minimax", Mark: []float64{0.5}}},
		Claims: []study.Claim{
			study.Ask("minimax beats Monte Carlo on hexagonal boards too", study.Above("hex, depth 4, 0 % holes", 0.5)),
			study.Ask("unplayable squares have a larger effect on hexagonal boards than on square ones", largerEffect(0.2)),
		},
	},
	{
		Name: "cassio-ending", Seed: "000", Item: "III.D", Title: "The value of the brute-force ending",
		Wording:  "Ultimately disc count is the determining factor in deciding the winner, so a brute force approach is taken when it is feasible to evaluate all remaining paths of play, where the only piece of information it considers are the final disc counts.",
		Result:   "no number is given",
		Protocol: "cassio:depth=4 with perfect endings from N empty squares on, against itself without; eight random plies at the start.",
		Work:     study.Duels{Games: 400, Least: 10, Random: 8, Duels: endingDuels(), Curve: &study.Curve{X: "empty squares from which the ending is perfect", Y: "share of the points", Mark: []float64{0.5}}},
		Claims: []study.Claim{
			{Says: "the brute-force ending makes the program stronger", Test: study.Above("exact from 12", 0.5)},
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

func simulationDuels() (list []study.Duel) {
	for i, n := range simulations {
		list = append(list, study.Duel{A: fmt.Sprintf("ucb:sims=%d", n), B: "ucb:sims=200", X: float64(n), Counts: []study.Count{{Label: simulationLabels()[i]}}})
	}
	return list
}

// largerEffect tests that holes change minimax's share of the points more on hexagonal
// boards than on square ones.
func largerEffect(holes float64) study.Test {
	label := func(shape string, holes float64) string {
		return fmt.Sprintf("%s, depth 4, %.0f %% holes", shape, 100*holes)
	}
	return study.LargerChange(label("hex", 0), label("hex", holes), label("8x8", 0), label("8x8", holes))
}

func simulationPlayers() (list []study.Entry) {
	sims := []int{100, 200, 300, 400, 600, 800, 1200, 1600}
	for i, n := range sims {
		e := study.Entry{Name: fmt.Sprintf("%d simulations", n), Spec: fmt.Sprintf("ucb:sims=%d", n)}
		switch i {
		case 0:
			e.Paper, e.Sample = study.Number(0.06), 140
		case len(sims) - 1:
			e.Paper, e.Sample = study.Number(0.87), 140
		}
		list = append(list, e)
	}
	return list
}

func simulationTotals() []string { return totals(simulationPlayers()) }

// totals are the labels of the players' rows.
func totals(players []study.Entry) (list []string) {
	for _, p := range players {
		list = append(list, p.Name+", all")
	}
	return list
}

func depthPlayers() (list []study.Entry) {
	for d := 1; d <= 6; d++ {
		list = append(list, study.Entry{Name: fmt.Sprintf("depth %d", d), Spec: fmt.Sprintf("cassio:depth=%d,exact=0", d)})
	}
	return list
}

func depthTotals() []string { return totals(depthPlayers()) }

// deeperWins is the table in which everybody wins against all who stand before.
func deeperWins(n int) [][]*float64 {
	table := make([][]*float64, n)
	for a := range n {
		table[a] = make([]*float64, n)
		for b := range n {
			switch {
			case b > a:
				table[a][b] = study.Number(0)
			case b < a:
				table[a][b] = study.Number(1)
			}
		}
	}
	return table
}

// evenly returns the numbers from low to high.
func evenly(low, high, by int) (list []int) {
	for x := low; x <= high; x += by {
		list = append(list, x)
	}
	return list
}

func monteCarloDuels() (list []study.Duel) {
	for _, sims := range []int{1000, 5000, 50000} {
		for _, depth := range []int{2, 3, 5} {
			label := fmt.Sprintf("depth %d – %d simulations", depth, sims)
			d := study.Duel{A: fmt.Sprintf("cassio:depth=%d", depth), B: fmt.Sprintf("ucb:sims=%d,memory=256", sims), Counts: []study.Count{{Label: label}}}
			if depth == 5 {
				d.Counts[0].Paper = study.Number(1)
				d.Counts = append(d.Counts, study.Count{Label: label + ", seconds of depth 5", Measure: study.SecondsA}, study.Count{Label: label + ", seconds of Monte Carlo", Measure: study.SecondsB})
			}
			if sims == 50000 {
				d.Games = 20
			}
			list = append(list, d)
		}
	}
	return list
}

func mobilityDuels() (list []study.Duel) {
	for _, n := range []int{200, 2000} {
		list = append(list, study.Duel{A: "cassio:depth=5", B: fmt.Sprintf("ucb:sims=%d", n), Counts: []study.Count{
			{Label: fmt.Sprintf("minimax against %d simulations", n), Measure: study.MobilityA, Paper: study.Number(10.2), Sample: 100},
			{Label: fmt.Sprintf("%d simulations", n), Measure: study.MobilityB, Paper: study.Number(3.3), Sample: 100},
		}})
	}
	return list
}

func holeDuels(shape, spec string, depths ...int) (list []study.Duel) {
	for _, depth := range depths {
		for _, holes := range []float64{0, 0.05, 0.1, 0.2} {
			name := fmt.Sprintf("depth %d", depth)
			if shape != "" {
				name = shape + ", " + name
			}
			list = append(list, study.Duel{
				A: fmt.Sprintf(spec, depth), B: "ucb:sims=1000", Shape: shape, Holes: engine.Holes{Share: holes}, X: holes, Series: name,
				Counts: []study.Count{{Label: fmt.Sprintf("%s, %.0f %% holes", name, 100*holes)}},
			})
		}
	}
	return list
}

func endingDuels() (list []study.Duel) {
	for _, n := range []int{4, 6, 8, 10, 12} {
		list = append(list, study.Duel{A: fmt.Sprintf("cassio:depth=4,exact=%d", n), B: "cassio:depth=4,exact=0", X: float64(n), Counts: []study.Count{{Label: fmt.Sprintf("exact from %d", n)}}})
	}
	return list
}
