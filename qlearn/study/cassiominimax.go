package study

import (
	"context"
	"fmt"
)

// cassioMinimax are the experiments of report 000 on its minimax program, section IV.D.
var cassioMinimax = []*Experiment{
	{
		Name: "cassio-depths", Seed: "000", Item: "IV.D", Title: "Minimax of depth 1 to 6 against each other",
		Wording: "This is tested on depths of 1 to 6 with each program using the same evaluation function … " +
			"The results are as expected, with the program searching to a deeper depth winning every time.",
		Result: "the deeper search wins 100 %",
		Protocol: "cassio with depths 1 to 6, alpha-beta as in the report's Algorithm 1, without the perfect " +
			"ending, so that depth alone differs; eight random plies at the start, each opening from both sides " +
			"(the report mentions no other start than the usual one, which cassio-depths-start has). “Every time” " +
			"is 98 % of the points, as 200 games without a loss show. The weights were set by hand, as the report " +
			"prints none.",
		work: fixed(crossTable{Players: depthPlayers(), Paper: deeperWins(6), Games: 200, Least: 6, Random: 8}),
		Claims: append([]Claim{{Says: "the program searching to a deeper depth wins",
			Test: rising(depthTotals()...)}}, everyPair()...),
	},
	{
		Name: "cassio-depths-start", Seed: "000", Item: "IV.D",
		Title: "The same from the usual start, as in the report",
		Wording: "This is tested on depths of 1 to 6 with each program using the same evaluation function … " +
			"The results are as expected, with the program searching to a deeper depth winning every time.",
		Result: "the deeper search wins 100 %",
		Protocol: "The programs of cassio-depths from the usual start. As they choose nothing at random there " +
			"are two games of each two, one with each colour, and more would be the same again.",
		work: fixed(fromStart{}),
		Claims: []Claim{{Says: "the program searching to a deeper depth wins every time",
			Test: atMost("the lower depths, all games", 0, 30)}},
	},
	{
		Name: "cassio-depth-times", Seed: "000", Item: "III.C.2, IV.D and V",
		Title: "The time for a move of depth 1 to 7", Machine: true,
		Wording: "… the computation required to evaluate all leaf nodes at a larger depth grows exponentially " +
			"… The difference in computation time from searching to a depth of 1 does not vary much compared to " +
			"searching to a depth of 5. Only after searching to a depth of 6 or greater are significant time " +
			"issues experienced, such that searching to a depth of 7 is infeasible … it also regularly selected " +
			"moves within a single second when searching to a depth of 5.",
		Result: "under a second at depth 5, infeasible at depth 7",
		Protocol: "cassio of these depths, alpha-beta as in the report's Algorithm 1 and ours with table and " +
			"order, without the perfect ending, on boards after 4 to 52 random plies. “Not vary much” and " +
			"“significant” are taken as a second. Exponential growth is the same factor for each ply: at larger " +
			"depths at least 0.8 of what it is at smaller ones.",
		work: fixed(timing{Lines: []timedLine{
			{Name: "alpha-beta", Spec: "cassio:depth=%d,plain", At: []int{1, 2, 3, 4, 5, 6, 7}},
			{Name: "with table and order", Spec: "cassio:depth=%d,start=1,exact=0", At: []int{1, 2, 3, 4, 5, 6, 7}},
		}, X: "depth", Plies: evenly(4, 52, 4), Positions: 130, Growth: true}),
		Claims: []Claim{
			{Says: "depth 5 selects moves within a second", Test: below("alpha-beta, depth 5", 1)},
			{Says: "the time does not vary much from depth 1 to depth 5", Test: sameAs("alpha-beta, depth 1", "alpha-beta, depth 5", 1)},
			{Says: "depth 6 has significant time issues", Test: above("alpha-beta, depth 6", 1)},
			{Says: "the computation required at a larger depth grows exponentially", Test: both(above("alpha-beta, factor for one more", 1), above("alpha-beta, later factor by earlier", 0.8))},
			{Says: "searching to a depth of 7 is infeasible (more than 10 s a move)", Test: above("alpha-beta, depth 7", 10)},
		},
	},
	{
		Name: "cassio-mc-minimax", Seed: "000", Item: "IV.D",
		Title: "Monte Carlo against minimax on the standard board", Machine: true,
		Wording: "Testing this on the regular 8×8 board results in the Minimax based program winning 100% of " +
			"the matches when searching to a depth of 5. Even when the Minimax program only searches to a depth of " +
			"2 or 3 it still consistently beats the Monte Carlo based program unless impractically large numbers " +
			"of simulations are used (50,000+). The total time taken to select all moves for Monte Carlo program " +
			"is in excess of 350 seconds, compared to Minimax taking less than 1 second.",
		Result: "minimax wins 100 % at depth 5, and consistently at depths 2 and 3 below 50,000 simulations; " +
			"over 350 s a game against less than 1 s",
		Protocol: "cassio of depth D, alpha-beta as in Algorithm 1, with its perfect ending from 10 empty " +
			"squares on, against ucb of N simulations, without proofs and with a new tree for each move, four " +
			"random plies at the start (the report mentions none), both colours. “100 % of the matches” is 99 % of " +
			"the points, as 400 games without a loss show, “consistently” three points of four. Times are those of " +
			"all moves of a game. 50,000 simulations meet fewer games.",
		work: fixed(duels{Games: 400, Least: 4, Random: 4, Duels: monteCarloDuels()}),
		Claims: []Claim{
			{Says: "depth 5 wins 100 % of the matches (against 1,000 simulations)", Test: above("depth 5 – 1000 simulations", everyMatch)},
			{Says: "the same against 5,000", Test: above("depth 5 – 5000 simulations", everyMatch)},
			{Says: "depth 2 consistently beats 1,000 and 5,000 simulations", Test: both(above("depth 2 – 1000 simulations", consistently), above("depth 2 – 5000 simulations", consistently))},
			{Says: "depth 3 consistently beats 1,000 and 5,000 simulations", Test: both(above("depth 3 – 1000 simulations", consistently), above("depth 3 – 5000 simulations", consistently))},
			{Says: "depth 2 does not consistently beat 50,000 simulations", Test: below("depth 2 – 50000 simulations", consistently)},
			{Says: "depth 3 does not consistently beat 50,000 simulations", Test: below("depth 3 – 50000 simulations", consistently)},
			{Says: "minimax takes less than a second a game", Test: below("depth 5 – 50000 simulations, seconds of depth 5", 1)},
			{Says: "Monte Carlo is in excess of 350 seconds a game (50,000 simulations)", Test: above("depth 5 – 50000 simulations, seconds of Monte Carlo", 350)},
			{Says: "which is 350 times as long as minimax", Test: moreTimes("depth 5 – 50000 simulations, seconds of Monte Carlo", "depth 5 – 50000 simulations, seconds of depth 5", 350)},
		},
	},
	{
		Name: "cassio-mobility", Seed: "000", Item: "IV.D",
		Title: "Moves to choose from, minimax against Monte Carlo",
		Wording: "After analysing the mobility levels over 100 games using a Minimax search depth of 5, the " +
			"Minimax program has an average of 10.2 moves available per turn compared to 3.3 of the Monte Carlo " +
			"program, regardless of the number of simulations used, highlighting the importance of mobility " +
			"throughout the game.",
		Result: "10.2 moves for minimax, 3.3 for Monte Carlo",
		Protocol: "cassio of depth 5 against ucb with 200, 2,000 and 10,000 simulations, as in " +
			"cassio-mc-minimax; turns without a choice but not passes are counted. 10.2 moves are three times 3.3. " +
			"“Regardless”: with 2,000 and 10,000 simulations minimax has within half a move what it has with 200.",
		work: fixed(duels{Games: 200, Least: 10, Random: 4, Duels: mobilityDuels()}),
		Claims: []Claim{
			{Says: "minimax has three times as many moves available (200 simulations)", Test: moreTimes("minimax against 200 simulations", "200 simulations", 3)},
			{Says: "regardless of the number of simulations: three times with 2,000 and 10,000", Test: both(moreTimes("minimax against 2000 simulations", "2000 simulations", 3), moreTimes("minimax against 10000 simulations", "10000 simulations", 3))},
			{Says: "regardless of the number of simulations: as many for minimax", Test: both(sameAs("minimax against 200 simulations", "minimax against 2000 simulations", 0.5), sameAs("minimax against 200 simulations", "minimax against 10000 simulations", 0.5))},
			{Says: "and as many for Monte Carlo", Test: both(sameAs("200 simulations", "2000 simulations", 0.5), sameAs("200 simulations", "10000 simulations", 0.5))},
		},
	},
	{
		Name: "cassio-ending", Seed: "000", Item: "III.D", Title: "The value of the brute-force ending",
		Wording: "Ultimately disc count is the determining factor in deciding the winner, so a brute force " +
			"approach is taken when it is feasible to evaluate all remaining paths of play, where the only piece " +
			"of information it considers are the final disc counts.",
		Result: "no number is given",
		Protocol: "cassio:depth=4 with perfect endings from N empty squares on, against itself without; eight " +
			"random plies at the start.",
		work: fixed(duels{Games: 400, Least: 10, Random: 8, Duels: endingDuels(),
			Curve: &curve{X: "empty squares from which the ending is perfect", Y: "share of the points",
				Mark: []float64{0.5}}}),
		Claims: []Claim{
			ask("the brute-force ending makes the program stronger", above("exact from 12", 0.5)),
		},
	},
}

func depthPlayers() (list []entry) {
	for d := 1; d <= 6; d++ {
		list = append(list, entry{Name: fmt.Sprintf("depth %d", d), Spec: fmt.Sprintf("cassio:depth=%d,plain", d)})
	}
	return list
}

func depthTotals() []string { return totals(depthPlayers()) }

// eachDepthPair calls do for each two of the depths 1 to 6, with the label of their row.
func eachDepthPair(do func(lower, deeper int, label string)) {
	for deeper := 2; deeper <= 6; deeper++ {
		for lower := 1; lower < deeper; lower++ {
			do(lower, deeper, fmt.Sprintf("depth %d – depth %d", lower, deeper))
		}
	}
}

// everyPair are the claims that the deeper of each two wins every time.
func everyPair() (list []Claim) {
	eachDepthPair(func(lower, deeper int, label string) {
		list = append(list, Claim{Says: fmt.Sprintf("it wins every time: depth %d against depth %d", deeper,
			lower), Test: below(label, 0.02)})
	})
	return list
}

func startDuels() (list []duel) {
	players := depthPlayers()
	eachDepthPair(func(lower, deeper int, label string) {
		list = append(list, duel{A: players[lower-1].Spec, B: players[deeper-1].Spec,
			Counts: []count{{Label: label, Paper: number(0)}}})
	})
	return list
}

// fromStart is the work of games that cannot vary: two of each two depths.
type fromStart struct{}

// Run plays the duels and adds up what the lower depths have of all games.
func (fromStart) Run(ctx context.Context, r *execution) (out outcome, err error) {
	if out, err = (duels{Games: 2, Least: 2, Duels: startDuels()}).Run(ctx, r); err != nil {
		return out, err
	}
	points, games := 0.0, 0
	for _, row := range out.Rows {
		points, games = points+*row.Ours*float64(row.Games), games+row.Games
	}
	out.Rows = append(out.Rows, shareRow("the lower depths, all games", points, games))
	return out, nil
}

// deeperWins is the table in which everybody wins against all who stand before.
func deeperWins(n int) [][]*float64 {
	table := make([][]*float64, n)
	for a := range n {
		table[a] = make([]*float64, n)
		for b := range n {
			switch {
			case b > a:
				table[a][b] = number(0)
			case b < a:
				table[a][b] = number(1)
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

func monteCarloDuels() (list []duel) {
	for _, sims := range []int{1000, 5000, 50000} {
		for _, depth := range []int{2, 3, 5} {
			label := fmt.Sprintf("depth %d – %d simulations", depth, sims)
			d := duel{A: minimax(depth), B: monteCarlo(sims), Counts: []count{{Label: label}}}
			if depth == 5 {
				d.Counts[0].Paper = number(1)
				d.Counts = append(d.Counts, count{Label: label + ", seconds of depth 5", Measure: secondsA},
					count{Label: label + ", seconds of Monte Carlo", Measure: secondsB})
			}
			if sims == 50000 {
				d.Games = 60
			}
			list = append(list, d)
		}
	}
	return list
}

func mobilityDuels() (list []duel) {
	for _, n := range []int{200, 2000, 10000} {
		list = append(list, duel{A: minimax(5), B: monteCarlo(n), Counts: []count{
			{Label: fmt.Sprintf("minimax against %d simulations", n), Measure: mobilityA, Paper: number(10.2), Sample: 100},
			{Label: fmt.Sprintf("%d simulations", n), Measure: mobilityB, Paper: number(3.3), Sample: 100},
		}})
	}
	return list
}

func endingDuels() (list []duel) {
	for _, n := range []int{4, 6, 8, 10, 12} {
		list = append(list, duel{A: fmt.Sprintf("cassio:depth=4,exact=%d", n), B: "cassio:depth=4,exact=0",
			X: float64(n), Counts: []count{{Label: fmt.Sprintf("exact from %d", n)}}})
	}
	return list
}
