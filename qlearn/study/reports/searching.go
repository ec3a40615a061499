package reports

import "github.com/outflank/outflank/qlearn/study"

// searching are the experiments of "Searching Algorithms in Playing Othello" (report
// 001).
var searching = []*study.Experiment{
	{
		Name: "search-depth-time", Seed: "001", Item: "Fig. 7", Title: "The time of minimax and of alpha-beta by depth", Machine: true,
		Wording:  "Computation complexity of minimax will increase exponentially. For α-β pruning, the time complexity will drop to O(b^(d/2)).",
		Result:   "both grow exponentially, alpha-beta with half the exponent (points only in the picture)",
		Protocol: "The square rewards of the report's Fig. 4 as the evaluator; boards after 10 to 40 random plies; a fresh search for each move. The factors are those of fitted lines through the logarithms of the mean times. NegaScout and MTD(f), which the report names only, stand beside.",
		Work: study.Timing{Lines: []study.TimedLine{
			{Name: "minimax", Spec: "minimax:eval=paip,depth=%d", At: []int{1, 2, 3, 4, 5, 6}},
			{Name: "alpha-beta", Spec: "ab:eval=paip,exact=0,depth=%d", At: []int{1, 2, 3, 4, 5, 6, 7, 8}},
			{Name: "NegaScout", Spec: "negascout:eval=paip,exact=0,depth=%d", At: []int{1, 2, 3, 4, 5, 6, 7, 8}},
			{Name: "MTD(f)", Spec: "mtdf:eval=paip,exact=0,depth=%d", At: []int{1, 2, 3, 4, 5, 6, 7, 8}},
		}, X: "depth", Plies: []int{10, 20, 30, 40}, Positions: 60, Least: 8, Growth: true, Ratio: true, Paper: map[string]float64{"logarithms of the factors, second line by first": 0.5}},
		Claims: []study.Claim{
			{Says: "the time of minimax grows exponentially, more than that of alpha-beta", Test: study.More("minimax, factor for one more", "alpha-beta, factor for one more")},
			{Says: "alpha-beta costs much less time", Test: study.More("minimax, depth 5", "alpha-beta, depth 5")},
		},
	},
	{
		Name: "search-iterations-time", Seed: "001", Item: "Fig. 8", Title: "The time of UCT and ε-greedy UCT by iterations", Machine: true,
		Wording:  "Iteration time is the key parameter. More iterations may lead better move, and the time complexity will increase linearly.",
		Result:   "time grows linearly with iterations (points only in the picture)",
		Protocol: "uct and epsilon-uct with 100 to 30,000 simulations on boards after 10 to 40 random plies; a fresh tree for each move. The exponent is that of a fitted power: linear is 1.",
		Work: study.Timing{Lines: []study.TimedLine{
			{Name: "UCT", Spec: "uct:sims=%d", At: []int{100, 300, 1000, 3000, 10000, 30000}},
			{Name: "ε-UCT", Spec: "epsilon-uct:sims=%d", At: []int{100, 300, 1000, 3000, 10000, 30000}},
		}, X: "simulations", Plies: []int{10, 20, 30, 40}, Positions: 60, Least: 4, Linear: true, Paper: map[string]float64{"UCT, exponent": 1, "ε-UCT, exponent": 1}},
		Claims: []study.Claim{
			{Says: "the time of UCT increases linearly", Test: study.Equal("UCT, exponent", 1, 0.1)},
			{Says: "the time of ε-UCT increases linearly", Test: study.Equal("ε-UCT, exponent", 1, 0.1)},
		},
	},
	{
		Name: "search-six-players", Seed: "001", Item: "Table I", Title: "Six players with equal thinking time", Machine: true,
		Wording:  "For fair case, two players should use similar “thinking time”. For example, two player should make a move within 10 seconds … Totally, 100 rounds are played.",
		Result:   "alpha-beta is on top with 60 to 100 % against each of the others; random wins 10 to 30 %",
		Protocol: "The square rewards of Fig. 4 for local, minimax and alpha-beta; 5 ms a move in place of 10 s; two random plies at the start; no perfect endings. The report says 100 rounds.",
		Work: study.CrossTable{Players: []study.Entry{
			{Name: "Random", Spec: "random"}, {Name: "Local", Spec: "local:eval=paip"}, {Name: "Minimax", Spec: "minimax:eval=paip,time=5ms"},
			{Name: "α-β", Spec: "ab:eval=paip,exact=0,time=5ms"}, {Name: "UCT", Spec: "uct:time=5ms"}, {Name: "ε-UCT", Spec: "epsilon-uct:time=5ms"},
		}, Paper: shares([][]float64{
			{-1, 0.19, 0.12, 0.10, 0.20, 0.30},
			{0.81, -1, 0.00, 0.00, 0.64, 0.70},
			{0.88, 1.00, -1, 0.00, 0.75, 0.80},
			{0.90, 1.00, 1.00, -1, 0.90, 0.60},
			{0.80, 0.36, 0.25, 0.10, -1, 0.50},
			{0.70, 0.30, 0.20, 0.40, 0.50, -1},
		}), Sample: 100, Games: 100, Least: 6, Random: 2, Seconds: true},
		Claims: []study.Claim{
			{Says: "alpha-beta has the highest winning rate", Test: study.Both(study.More("α-β, all", "Minimax, all"), study.More("α-β, all", "UCT, all"), study.More("α-β, all", "ε-UCT, all"))},
			{Says: "alpha-beta always wins compared to minimax, because it searches deeper", Test: study.Below("Minimax – α-β", 0.1)},
			{Says: "UCT and ε-UCT run neck and neck", Test: study.Equal("UCT – ε-UCT", 0.5, 0.15)},
			{Says: "against alpha-beta, UCT wins less than ε-UCT", Test: study.More("α-β – UCT", "α-β – ε-UCT")},
			{Says: "the random player cannot beat more intelligent players in most of the games", Test: study.Below("Random, all", 0.5)},
		},
	},
	{
		Name: "search-equal-depth", Seed: "001", Item: "IV.B", Title: "Minimax against alpha-beta of the same depth",
		Wording:  "α-β pruning always win compared to minimax searching because α-β can search deeper within the same time. If they search the same depth, α-β will always lose, which is proved through our experiment.",
		Result:   "alpha-beta loses all games at equal depth",
		Protocol: "minimax and alpha-beta of equal depth with the square rewards, eight random plies at the start. Both compute the same values, so only the choice between equal moves could differ; ours choose alike.",
		Work: study.Duels{Games: 400, Least: 20, Random: 8, Duels: []study.Duel{
			{A: "ab:eval=paip,exact=0,depth=2", B: "minimax:eval=paip,depth=2", Counts: []study.Count{{Label: "α-β – minimax, depth 2", Paper: study.Number(0)}}},
			{A: "ab:eval=paip,exact=0,depth=3", B: "minimax:eval=paip,depth=3", Counts: []study.Count{{Label: "α-β – minimax, depth 3", Paper: study.Number(0)}}},
		}},
		Claims: []study.Claim{
			{Says: "at equal depth alpha-beta always loses", Test: study.Below("α-β – minimax, depth 3", 0.05)},
			{Says: "(section III.D) alpha-beta returns the same moves as minimax would", Test: study.Equal("α-β – minimax, depth 3", 0.5, 0.1)},
		},
	},
}

// shares makes a table of known numbers; -1 is none.
func shares(table [][]float64) [][]*float64 {
	list := make([][]*float64, len(table))
	for a, row := range table {
		list[a] = make([]*float64, len(row))
		for b, x := range row {
			if x >= 0 {
				list[a][b] = study.Number(x)
			}
		}
	}
	return list
}
