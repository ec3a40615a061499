package study

import (
	"context"
	"fmt"
)

// cassioMinimax lists the experiments of report 000 with its minimax program (section IV.D).
var cassioMinimax = []*Experiment{
	{
		Name: "cassio-depths", Seed: "000", Item: "IV.D", Title: "Minimax at depths 1 to 6 against each other",
		Wording: "This is tested on depths of 1 to 6 with each program using the same evaluation function … " +
			"The results are as expected, with the program searching to a deeper depth winning every time.",
		Result: "the deeper search wins 100 %",
		Protocol: "Cassio at depths 1 to 6, with alpha-beta as in the report's Algorithm 1, plays each opening " +
			"with both colours. From the usual start, two depths can play only two different games, one with each " +
			"colour, because the programs play no random moves.",
		Choices: []Choice{
			weighing,
			{brute.Name, brute.Asks, brute.Open, []string{"0", "10"}},
			startFrom("8", "4"),
		}, Readings: 6,
		work: weighed(func(r Reading) work {
			players := r.depthPlayers()
			return depthGames{
				crossTable{Players: players, Paper: deeperWins(6), Games: 200, Least: 6, Random: r.integer("start")},
				duels{Games: 2, Least: 2, Duels: startDuels(players)},
			}
		}),
		Claims: []Claim{
			{Says: "the program searching to a deeper depth winning every time", Means: "more than 96 % of the points between any two depths; 200 games without a loss would show that",
				Test: every(func(l string) Test { return below(l, 0.04) }, depthPairs()...), Else: []Meaning{
					{"the deeper search wins all games from the usual start", atMost(lowerDepths, 0, 30)},
					{"more than half of the points between any two depths", every(func(l string) Test { return below(l, 0.5) }, depthPairs()...)},
					{"the totals in the tournament rise with depth", rising(depthTotals()...)},
				}},
		},
	},
	{
		Name: "cassio-depth-times", Seed: "000", Item: "III.C.2, IV.D and V",
		Title: "Time and nodes for a move at depths 1 to 7", Machine: true,
		Wording: "… the computation required to evaluate all leaf nodes at a larger depth grows exponentially … " +
			"The addition of α−β pruning aims to minimise the number of nodes that require evaluating. … The " +
			"difference in computation time from searching to a depth of 1 does not vary much compared to " +
			"searching to a depth of 5. Only after searching to a depth of 6 or greater are significant time " +
			"issues experienced, such that searching to a depth of 7 is infeasible … the room for improvement on " +
			"the Minimax approach is larger than for the Monte Carlo approach. … it also regularly selected moves " +
			"within a single second when searching to a depth of 5.",
		Result: "under a second at depth 5, infeasible at depth 7",
		Protocol: "Cassio, without its perfect ending, searches boards after 4 to 52 random plies in three " +
			"ways: without pruning, with alpha-beta as in the report's Algorithm 1, and with our move ordering " +
			"and transposition table. “Not vary much” means by less than a second, and “significant” means more " +
			"than a second. At 5 ms a move, our minimax also plays Algorithm 1, and our Monte Carlo with kept " +
			"trees and proofs plays the report's.",
		work: fixed(together{timing{Lines: []timedLine{
			{Name: "alpha-beta", Spec: "cassio:depth=%d,plain", At: []int{1, 2, 3, 4, 5, 6, 7}},
			{Name: "without pruning", Spec: "minimax:depth=%d,eval=cassio", At: []int{1, 2, 3, 4, 5}},
			{Name: "with table and order", Spec: "cassio:depth=%d,start=1,exact=0", At: []int{1, 2, 3, 4, 5, 6, 7}},
		}, X: "depth", Plies: evenly(4, 52, 4), Positions: 130, Growth: true, Nodes: true},
			duels{Games: 200, Least: 12, Random: 8, Duels: []duel{
				{A: "cassio:start=1,exact=0,time=5ms", B: "cassio:plain,exact=0,time=5ms", Counts: []count{{Label: "our minimax – the report's"}}},
				{A: "ucb:prove=true,reuse=true,memory=256,c=0.35,time=5ms", B: "ucb:prove=false,reuse=false,memory=256,c=0.35,time=5ms", Counts: []count{{Label: "our Monte Carlo – the report's"}}},
			}}}),
		Claims: []Claim{
			{Says: "the computation required to evaluate all leaf nodes at a larger depth grows exponentially", Means: "nodes without pruning: the factor of later plies is at least 0.8 of the factor of earlier plies", Test: exponential("without pruning", ", nodes", 0.8),
				Else: []Meaning{
					{"nodes with pruning", exponential("alpha-beta", ", nodes", 0.8)},
					{"time with pruning", exponential("alpha-beta", "", 0.8)},
					{"nodes without pruning: at least 0.9 of it", exponential("without pruning", ", nodes", 0.9)},
				}},
			{Says: "the addition of α−β pruning aims to minimise the number of nodes that require evaluating", Test: both(more("without pruning, depth 4, nodes", "alpha-beta, depth 4, nodes"), more("without pruning, depth 5, nodes", "alpha-beta, depth 5, nodes"))},
			{Says: "the room for improvement on the Minimax approach is larger than for the Monte Carlo approach", Means: "at equal time, our minimax gains more on the report's than our Monte Carlo does", Test: more("our minimax – the report's", "our Monte Carlo – the report's")},
			ofItsTime("it also regularly selected moves within a single second when searching to a depth of 5",
				below("alpha-beta, depth 5", 1)),
			ofItsTime("the difference in computation time from searching to a depth of 1 does not vary "+
				"much compared to a depth of 5", sameAs("alpha-beta, depth 1", "alpha-beta, depth 5", 1)),
			ofItsTime("only after searching to a depth of 6 or greater are significant time issues experienced",
				above("alpha-beta, depth 6", 1)),
			ofItsTime("searching to a depth of 7 is infeasible (more than 10 s a move)", above("alpha-beta, depth 7",
				10)),
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
		Protocol: "Cassio at depth D, with alpha-beta as in Algorithm 1, plays Monte Carlo with N simulations, " +
			"UCB and no proofs. Each opening is played with both colours. Times are for all moves of a game. " +
			"Matches with more " +
			"simulations have fewer games.",
		Choices: []Choice{weightC, keptTree, brute, weighing, startFrom("4", "0")}, Readings: 7,
		work: weighed(func(r Reading) work {
			return duels{Games: 400, Least: 2, Random: r.integer("start"), Duels: monteCarloDuels(r)}
		}),
		Claims: []Claim{
			{Says: "the minimax based program winning 100% of the matches when searching to a depth of 5", Means: "more than 98 % of the points against 1,000 simulations; 400 games without a loss would show that", Test: above("depth 5 – 1000 simulations", 0.98),
				Else: []Meaning{
					{"more than 90 % against 1,000", above("depth 5 – 1000 simulations", 0.9)},
					{"more than 95 % against 200", above("depth 5 – 200 simulations", 0.95)},
					{"more than 90 % against 5,000", above("depth 5 – 5000 simulations", 0.9)},
					{"not a point lost in 60 games, against 50,000", allPoints("depth 5 – 50000 simulations", 60)},
					{"more than 75 % against 50,000", above("depth 5 – 50000 simulations", 0.75)}},
			},
			consistently("even when minimax only searches to a depth of 2 or 3 it still consistently "+
				"beats Monte Carlo", modestMatches...).
				orElse("against 200 simulations, more than half of the points",
					every(func(l string) Test { return above(l, 0.5) }, modestMatches[:2]...)),
			inconsistently("unless impractically large numbers of simulations are used (50,000+)",
				"depth 2 – 50000 simulations", "depth 3 – 50000 simulations"),
			ofItsTime("the total time taken to select all moves for the Monte Carlo program is in excess "+
				"of 350 seconds (50,000 simulations)", above("depth 5 – 50000 simulations, seconds of Monte Carlo", 350)),
			ofItsTime("compared to minimax taking less than 1 second", below("depth 5 – 50000 simulations, "+
				"seconds of depth 5", 1)),
			ofItsTime("which is 350 times as long", moreTimes("depth 5 – 50000 simulations, seconds of Monte Carlo",
				"depth 5 – 50000 simulations, seconds of depth 5", 350)),
		},
	},
	{
		Name: "cassio-mobility", Seed: "000", Item: "III.C.2 and IV.D",
		Title: "Mobility of minimax and of Monte Carlo",
		Wording: "After analysing the mobility levels over 100 games using a Minimax search depth of 5, the " +
			"Minimax program has an average of 10.2 moves available per turn compared to 3.3 of the Monte Carlo " +
			"program, regardless of the number of simulations used, highlighting the importance of mobility " +
			"throughout the game. … On a regular 8×8 board, Othello has an average branching factor of 9.9 …",
		Result: "10.2 moves for minimax, 3.3 for Monte Carlo",
		Protocol: "Cassio at depth 5 plays Monte Carlo with 200, 2,000 and 10,000 simulations, as in " +
			"cassio-mc-minimax. Turns with one legal move count. Separate rows count passes as turns without " +
			"moves. The report takes its branching factor from another paper.",
		Choices: []Choice{weightC, keptTree, brute, weighing, startFrom("4", "0")}, Readings: 7,
		work: weighed(func(r Reading) work {
			return duels{Games: 400, Least: 6, Random: r.integer("start"), Duels: mobilityDuels(r)}
		}),
		Claims: []Claim{
			varied("minimax has more moves available per turn than Monte Carlo, regardless of the number "+
				"of simulations used",
				"%g times as many", func(x float64) Test { return moreMobile(x, "") }, 1.5, 1, 2).
				orElse("3.1 times, the ratio of 10.2 to 3.3", moreMobile(3.1, "")).
				orElse("3.1 times, with passes as turns", moreMobile(3.1, passesCounted)),
			varied("regardless of the number of simulations used: both have as many with each",
				"the means differ by less than %g",
				func(x float64) Test {
					return both(sameAs("minimax against 200 simulations", "minimax against 2000 simulations", x),
						sameAs("minimax against 200 simulations", "minimax against 10000 simulations", x),
						sameAs("200 simulations", "2000 simulations", x), sameAs("200 simulations", "10000 simulations", x))
				}, 1, 0.75, 1.5),
			varied("on a regular 8×8 board, Othello has an average branching factor of 9.9",
				"within %g, between random players",
				func(x float64) Test { return equal("random players", 9.9, x) }, 1, 2).
				orElse("within 1, between minimax and 2,000 simulations", equal("both, 2000 simulations", 9.9, 1)),
		},
	},
	{
		Name: "cassio-ending", Seed: "000", Item: "III.D", Title: "The value of the brute-force ending",
		Wording: "Ultimately disc count is the determining factor in deciding the winner, so a brute force " +
			"approach is taken when it is feasible to evaluate all remaining paths of play, where the only piece " +
			"of information it considers are the final disc counts.",
		Result:   "no number is given",
		Protocol: "Cassio with perfect endings from N empty squares plays cassio without them.",
		Choices: []Choice{
			{"depth", "the depth of the search before the ending", "“it is feasible to evaluate all remaining paths of play”", []string{"4", "2", "5"}},
			startFrom("8", "4"),
		}, Readings: 4,
		work: func(r Reading) work {
			return duels{Games: 400, Least: 10, Random: r.integer("start"), Duels: endingDuels(r.text("depth")),
				Curve: &curve{X: "empty squares from which the ending is perfect", Y: "share of the points",
					Mark: []float64{0.5}}}
		},
		Claims: []Claim{
			ask("the brute-force ending makes the program stronger", above("exact from 12", 0.5)),
		},
	},
}

// modestMatches are the rows of depths 2 and 3 against practical numbers of simulations.
var modestMatches = []string{"depth 2 – 200 simulations", "depth 3 – 200 simulations",
	"depth 2 – 1000 simulations",
	"depth 3 – 1000 simulations", "depth 2 – 5000 simulations", "depth 3 – 5000 simulations"}

// exponential tests that a quantity grows by a factor above 1, and that the factor of later plies is almost
// as large as that of earlier plies.
func exponential(line, suffix string, almost float64) Test {
	return both(above(line+", factor for one more"+suffix, 1), above(line+", later factor by earlier"+suffix,
		almost))
}

// moreMobile tests that minimax has at least the given multiple of Monte Carlo's legal moves, at each number
// of simulations.
func moreMobile(times float64, passes string) Test {
	var tests []Test
	for _, n := range mobilitySimulations {
		a, b := fmt.Sprintf("minimax against %d simulations", n)+passes, fmt.Sprintf("%d simulations", n)+passes
		tests = append(tests, moreTimes(a, b, times))
	}
	return both(tests...)
}

func (r Reading) depthPlayers() (list []entry) {
	for d := 1; d <= 6; d++ {
		list = append(list, entry{Name: fmt.Sprintf("depth %d", d), Spec: r.minimax(d)})
	}
	return list
}

func depthTotals() (list []string) {
	for d := 1; d <= 6; d++ {
		list = append(list, fmt.Sprintf("depth %d, all", d))
	}
	return list
}

// eachDepthPair calls do for each pair of depths from 1 to 6, with the label of its row.
func eachDepthPair(do func(lower, deeper int, label string)) {
	for deeper := 2; deeper <= 6; deeper++ {
		for lower := 1; lower < deeper; lower++ {
			do(lower, deeper, fmt.Sprintf("depth %d – depth %d", lower, deeper))
		}
	}
}

func depthPairs() (list []string) {
	eachDepthPair(func(_, _ int, label string) { list = append(list, label) })
	return list
}

func startDuels(players []entry) (list []duel) {
	eachDepthPair(func(lower, deeper int, label string) {
		list = append(list, duel{A: players[lower-1].Spec, B: players[deeper-1].Spec,
			Counts: []count{{Label: label + ", usual start", Paper: number(0)}}})
	})
	return list
}

// depthGames is the work of games between depths: a table, and two games of each pair from the usual start,
// which cannot vary.
type depthGames struct {
	table crossTable
	start duels
}

const lowerDepths = "the lower depths, all games from the usual start"

// Run plays both parts, and adds up the points of the lower depths in all games from the usual start.
func (d depthGames) Run(ctx context.Context, r *execution) (out outcome, err error) {
	if out, err = d.table.Run(ctx, r); err != nil {
		return out, err
	}
	start, err := d.start.Run(ctx, r)
	points, games := 0.0, 0
	for _, row := range start.Rows {
		points, games = points+*row.Ours*float64(row.Games), games+row.Games
	}
	out.Rows = append(append(out.Rows, start.Rows...), shareRow(lowerDepths, points, games))
	return out, err
}

// deeperWins returns a table in which each player beats all players before it.
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

// evenly returns the numbers from low to high in steps of by.
func evenly(low, high, by int) (list []int) {
	for x := low; x <= high; x += by {
		list = append(list, x)
	}
	return list
}

func monteCarloDuels(r Reading) (list []duel) {
	games := map[int]int{200: 400, 1000: 400, 5000: 100, 50000: 24} // by simulations
	for _, sims := range []int{200, 1000, 5000, 50000} {
		for _, depth := range []int{2, 3, 5} {
			label := fmt.Sprintf("depth %d – %d simulations", depth, sims)
			d := duel{A: r.minimax(depth), B: r.monteCarlo(sims), Counts: []count{{Label: label}}, Games: games[sims]}
			if depth == 5 && sims == 50000 {
				d.Games = 60
			}
			if depth == 5 {
				d.Counts[0].Paper = number(1)
				d.Counts = append(d.Counts, count{Label: label + ", seconds of depth 5", Measure: secondsA},
					count{Label: label + ", seconds of Monte Carlo", Measure: secondsB})
			} else if sims < 5000 {
				d.Games = 150
			}
			list = append(list, d)
		}
	}
	return list
}

const passesCounted = ", passes counted"

var mobilitySimulations = []int{200, 2000, 10000}

func mobilityDuels(r Reading) (list []duel) {
	for _, n := range mobilitySimulations {
		games := 400
		if n == 10000 {
			games = 80
		}
		list = append(list, duel{A: r.minimax(5), B: r.monteCarlo(n), Games: games, Counts: []count{
			{Label: fmt.Sprintf("minimax against %d simulations", n), Measure: mobilityA, Paper: number(10.2), Sample: 100},
			{Label: fmt.Sprintf("%d simulations", n), Measure: mobilityB, Paper: number(3.3), Sample: 100},
			{Label: fmt.Sprintf("minimax against %d simulations", n) + passesCounted, Measure: allMobilityA},
			{Label: fmt.Sprintf("%d simulations", n) + passesCounted, Measure: allMobilityB},
			{Label: fmt.Sprintf("both, %d simulations", n), Measure: mobilityBoth},
		}})
	}
	return append(list, duel{A: "random", B: "random", Counts: []count{{Label: "random players",
		Measure: mobilityA}}})
}

func endingDuels(depth string) (list []duel) {
	for _, n := range []int{4, 6, 8, 10, 12} {
		list = append(list, duel{A: fmt.Sprintf("cassio:depth=%s,exact=%d", depth, n),
			B: fmt.Sprintf("cassio:depth=%s,exact=0", depth),
			X: float64(n), Counts: []count{{Label: fmt.Sprintf("exact from %d", n)}}})
	}
	return list
}
