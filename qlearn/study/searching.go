package study

import (
	"fmt"
	"slices"
)

// The players of report 001 as it describes them: Monte Carlo counts wins and visits only and
// begins each move with an empty tree; alpha-beta has neither table nor order.
const (
	paperUCT     = "uct:prove=false,reuse=false"
	paperEpsilon = "epsilon-uct:prove=false,reuse=false"
	paperPlain   = "ab:plain,eval=paip"
)

// searching are the experiments of "Searching Algorithms in Playing Othello" (report
// 001): those of its figures and sections here, and those of Table I.
var searching = slices.Concat([]*Experiment{
	{
		Name: "search-depth-time", Seed: "001", Item: "Fig. 7",
		Title: "The time and the nodes of minimax and of alpha-beta by depth", Machine: true,
		Wording: "α-β pruning … is more efficient since it seeks to decrease the number of nodes evaluated in " +
			"its search tree. … α-β pruning cost much less time. … Random and local maximization searching only " +
			"consider current state, so they search fast and have super low time complexity. … Time complexity of " +
			"minimax is O(b^d) … So computation complexity of minimax will increase exponentially. For α-β " +
			"pruning, the time complexity will drop to O(b^(d/2)). … α-β can search deeper within the same time.",
		Result: "both grow exponentially, alpha-beta with half the exponent (points only in the picture)",
		Protocol: "The square rewards of the report's Fig. 4 as the evaluator; boards after 10 to 40 random " +
			"plies; a fresh search for each move. Alpha-beta is that of section III.D: moves as they come (a1 to " +
			"h8), the full depth at once, no table. Each board gives factors, by a line through the logarithms; " +
			"the rows are their means. The ratio of the exponents is 1/2 where the best move always comes first, " +
			"and about 3/4 where moves come in random order; within 0.1 of 1/2 counts as the report's. Growth is " +
			"exponential where the factor of the higher depths is at least 0.8 of that of the lower ones. “Much " +
			"less time” is less than half, at depths 4 to 6; “super low” is less than a hundredth of alpha-beta of " +
			"depth 5; “deeper within the same time” is one ply more, depth 7 in less time than minimax takes for " +
			"depth 6. Our alpha-beta with order, deepening and table, NegaScout and MTD(f), which the report names " +
			"only, stand beside.",
		work: fixed(timing{Lines: []timedLine{
			{Name: "minimax", Spec: "minimax:eval=paip,depth=%d", At: []int{1, 2, 3, 4, 5, 6}},
			{Name: "alpha-beta", Spec: paperPlain + ",depth=%d", At: []int{1, 2, 3, 4, 5, 6, 7, 8}},
			{Name: "random", Spec: "random", At: []int{0}}, {Name: "local", Spec: "local:eval=paip", At: []int{1}},
			{Name: "alpha-beta with order and table", Spec: "ab:eval=paip,exact=0,depth=%d", At: []int{2, 4, 6, 8}},
			{Name: "NegaScout", Spec: "negascout:eval=paip,exact=0,depth=%d", At: []int{2, 4, 6, 8}},
			{Name: "MTD(f)", Spec: "mtdf:eval=paip,exact=0,depth=%d", At: []int{2, 4, 6, 8}},
		}, X: "depth", Plies: []int{10, 20, 30, 40}, Positions: 60, Least: 8, Nodes: true, Growth: true,
			Ratio: true, Paper: map[string]float64{
				"logarithms of the factors, second line by first":        0.5,
				"logarithms of the factors, second line by first, nodes": 0.5,
			}}),
		Claims: []Claim{
			{Says: "computation complexity of minimax will increase exponentially", Test: both(above("minimax, factor for one more, nodes", 1), above("minimax, later factor by earlier, nodes", 0.8))},
			{Says: "for α-β pruning, the time complexity will drop to O(b^(d/2)): nodes", Test: equal("logarithms of the factors, second line by first, nodes", 0.5, 0.1)},
			{Says: "the same: time", Test: equal("logarithms of the factors, second line by first", 0.5, 0.1)},
			{Says: "it seeks to decrease the number of nodes evaluated in its search tree", Test: both(more("minimax, depth 4, nodes", "alpha-beta, depth 4, nodes"), more("minimax, depth 5, nodes", "alpha-beta, depth 5, nodes"), more("minimax, depth 6, nodes", "alpha-beta, depth 6, nodes"))},
			{Says: "α-β pruning cost much less time", Test: both(moreTimes("minimax, depth 4", "alpha-beta, depth 4", 2), moreTimes("minimax, depth 5", "alpha-beta, depth 5", 2), moreTimes("minimax, depth 6", "alpha-beta, depth 6", 2))},
			{Says: "α-β can search deeper within the same time", Test: more("minimax, depth 6", "alpha-beta, depth 7")},
			{Says: "random and local maximization searching … search fast and have super low time complexity", Test: both(moreTimes("alpha-beta, depth 5", "random, depth 0", 100), moreTimes("alpha-beta, depth 5", "local, depth 1", 100))},
		},
	},
	{
		Name: "search-iterations-time", Seed: "001", Item: "Fig. 8",
		Title: "The time of UCT and ε-greedy UCT by iterations", Machine: true,
		Wording: "… iteration time is the key parameter. More iterations may lead better move, and the time " +
			"complexity will increase linearly.",
		Result: "time grows linearly with iterations (points only in the picture)",
		Protocol: "UCT and ε-UCT as the report has them, without proofs, with 100 to 30,000 simulations on " +
			"boards after 10 to 40 random plies; a fresh tree for each move. The exponent is that of a power " +
			"fitted to each board: linear is 1. Our own, which prove endings, stand beside.",
		work: fixed(timing{Lines: []timedLine{
			{Name: "UCT", Spec: paperUCT + ",sims=%d", At: fig8}, {Name: "ε-UCT", Spec: paperEpsilon + ",sims=%d", At: fig8},
			{Name: "our UCT", Spec: "uct:sims=%d", At: fig8}, {Name: "our ε-UCT", Spec: "epsilon-uct:sims=%d", At: fig8},
		}, X: "simulations", Plies: []int{10, 20, 30, 40}, Positions: 60, Least: 4, Linear: true,
			Paper: map[string]float64{"UCT, exponent": 1, "ε-UCT, exponent": 1}}),
		Claims: []Claim{
			{Says: "the time complexity [of UCT] will increase linearly", Test: equal("UCT, exponent", 1, 0.1)},
			{Says: "and that of ε-greedy UCT", Test: equal("ε-UCT, exponent", 1, 0.1)},
		},
	},
	{
		Name: "search-huge", Seed: "001", Item: "V", Title: "Deep searches and many iterations", Machine: true,
		Wording: "… the time complexity for UCTs is much less than minimax and α-β when the depth and " +
			"iteration is huge.",
		Result: "no number is given",
		Protocol: "The report does not say which depth stands beside which number of iterations. Here it is " +
			"depth 7 of minimax, depth 9 of its alpha-beta and 30,000 simulations, the most of our Fig. 8; “much " +
			"less” is a fifth. Boards after 10 to 40 random plies.",
		work: fixed(timing{Lines: []timedLine{
			{Name: "minimax", Spec: "minimax:eval=paip,depth=%d", At: []int{5, 6, 7}}, {Name: "alpha-beta", Spec: paperPlain + ",depth=%d", At: []int{7, 8, 9}},
			{Name: "UCT", Spec: paperUCT + ",sims=%d", At: []int{3000, 10_000, 30_000}, X: "simulations"}, {Name: "ε-UCT", Spec: paperEpsilon + ",sims=%d", At: []int{3000, 10_000, 30_000}, X: "simulations"},
		}, X: "depth", Plies: []int{10, 20, 30, 40}, Positions: 24, Least: 8}),
		Claims: []Claim{
			{Says: "the time complexity for UCTs is much less than minimax and α-β when the depth and " +
				"iteration is huge", Test: both(
				moreTimes("minimax, depth 7", "UCT, simulations 30000", 5),
				moreTimes("minimax, depth 7", "ε-UCT, simulations 30000", 5),
				moreTimes("alpha-beta, depth 9", "UCT, simulations 30000", 5),
				moreTimes("alpha-beta, depth 9", "ε-UCT, simulations 30000", 5))},
		},
	},
	{
		Name: "search-branching", Seed: "001", Item: "IV.A", Title: "The branching factor by size of the board",
		Wording: "Time complexity of minimax is O(b^d), where b is board factor and d is searching depth. " +
			"Bigger board will lead larger b. Usually, b can be seen as a constant.",
		Result: "no number is given",
		Protocol: "b is the mean of the legal moves, passes not counted, in games between random players on " +
			"boards of 4×4, 6×6 and 8×8 squares. It counts as constant on 8×8 if it is in the middle of the game, " +
			"plies 21 to 40, within one move of what it is in the whole game.",
		work: fixed(duels{Games: 400, Least: 20, Duels: []duel{
			branching("4x4", count{Label: "4×4", Measure: mobilityA}),
			branching("6x6", count{Label: "6×6", Measure: mobilityA}),
			branching("8x8", count{Label: "8×8", Measure: mobilityA},
				count{Label: "8×8, plies 21 to 40", Measure: middleA}),
		}}),
		Claims: []Claim{
			{Says: "bigger board will lead larger b", Test: both(more("6×6", "4×4"), more("8×8", "6×6"))},
			{Says: "usually, b can be seen as a constant", Test: sameAs("8×8, plies 21 to 40", "8×8", 1)},
		},
	},
	{
		Name: "search-same-moves", Seed: "001", Item: "III.D", Title: "The moves of alpha-beta and of minimax",
		Wording: "α-β pruning algorithm returns the same moves as minimax would, but prunes the branches that " +
			"cannot affect the final decision.",
		Result: "the same moves",
		Protocol: "Boards after 4 to 52 random plies on which there is a choice: on how many of them the move " +
			"is that of minimax of the same depth, with the square rewards. Of equally good moves all " +
			"choose the first.",
		work: fixed(sameMovesWork),
		Claims: []Claim{
			{Says: "α-β pruning algorithm returns the same moves as minimax would", Test: sameMovesWork.every("α-β")},
			ask("does alpha-beta with order, deepening and table, too?",
				sameMovesWork.every("α-β with order and table")),
		},
	},
	{
		Name: "search-convergence", Seed: "001", Item: "III.F and IV.A",
		Title: "How often UCT finds a best move in endings",
		Wording: "UCT is guaranteed to converge to the minimax tree when time and memory is enough … iteration " +
			"time is the key parameter. More iterations may lead better move.",
		Result: "no number is given",
		Protocol: "Endings of 8 empty squares from random games, in which not every move keeps the result of " +
			"best play, win, draw or loss. UCT and ε-UCT as the report has them, so that nothing is proven. It " +
			"counts as converged if with 100,000 simulations 98 % of the moves are best.",
		work: fixed(endingsWork),
		Claims: []Claim{
			{Says: "UCT is guaranteed to converge to the minimax tree when time and memory is enough", Test: both(above("UCT, 100000 simulations", 0.98), rising(endingsWork.labels("UCT")...))},
			{Says: "more iterations may lead better move", Test: both(more("UCT, 100000 simulations", "UCT, 10 simulations"), more("ε-UCT, 100000 simulations", "ε-UCT, 10 simulations"))},
		},
	},
	{
		Name: "search-lookahead", Seed: "001", Item: "III.B and C",
		Title: "Minimax against local maximization by depth",
		Wording: "Obviously, local maximization algorithm is very short-sighted. Only one further step is " +
			"considered. … A player who can consider the implications of a move several turns in advance would " +
			"have a significant advantage. The minimax algorithm does just that.",
		Result: "minimax wins all games against local maximization (Table I, at equal time)",
		Protocol: "minimax of two to five plies against local maximization, both with the square rewards; eight " +
			"random plies at the start. “Several turns” are three plies or more.",
		work: fixed(duels{Games: 200, Least: 20, Random: 8, Duels: []duel{
			lookahead(2), lookahead(3), lookahead(4), lookahead(5),
		}, Curve: &curve{X: "depth", Y: "share of the points", Mark: []float64{0.5}}}),
		Claims: []Claim{
			{Says: "a player who can consider the implications of a move several turns in advance would have a significant advantage", Test: both(above(lookaheadLabel(3), 0.5), above(lookaheadLabel(4), 0.5), above(lookaheadLabel(5), 0.5))},
		},
	},
	{
		Name: "search-equal-depth", Seed: "001", Item: "IV.B",
		Title: "Minimax against alpha-beta of the same depth",
		Wording: "α-β pruning always win compared to minimax searching because α-β can search deeper within " +
			"the same time. If they search the same depth, α-β will always lose, which is proved through our " +
			"experiment.",
		Result: "alpha-beta loses all games at equal depth",
		Protocol: "minimax and the report's alpha-beta of equal depth, one to four plies, with the square " +
			"rewards, eight random plies at the start. “Always” is more than 95 of 100 points.",
		work: fixed(duels{Games: 200, Least: 20, Random: 8, Duels: []duel{
			equalDepth(1), equalDepth(2), equalDepth(3), equalDepth(4),
		}}),
		Claims: []Claim{
			{Says: "if they search the same depth, α-β will always lose", Test: both(below(equalLabel(1), 0.05), below(equalLabel(2), 0.05), below(equalLabel(3), 0.05), below(equalLabel(4), 0.05))},
		},
	},
}, searchingGames)

// searchingGames are the experiments of Table I of report 001.
var searchingGames = []*Experiment{
	{
		Name: "search-six-players", Seed: "001", Item: "Table I", Title: "Six players with equal thinking time",
		Machine: true,
		Wording: "For fair case, two players should use similar “thinking time”. For example, two player " +
			"should make a move within 10 seconds … Totally, 100 rounds are played. … The Random players can be " +
			"regarded as a benchmark. It cannot beat more intelligent players in most of the games. The alpha-beta " +
			"can get the highest wining rate among other five players whoever the opponent is. UCT and e-greedy " +
			"UCT were running neck and neck. However when the competition is alpha beta. UCT get lower winning " +
			"rate than e-greedy UCT. α-β pruning always win compared to minimax … The limited testing did not " +
			"reveal the obvious improvement of ϵ-greedty UCT. Thus, ϵ-greedty UCT had no advantage when the other " +
			"player is Random, Local Max and Minimax.",
		Result: "alpha-beta has 60 to 100 % against each of the others, the most in all; random has 10 to 30 %",
		Protocol: "The square rewards of Fig. 4 for local, minimax and alpha-beta; 5 ms a move in place of 10 " +
			"s; two random plies at the start; no perfect endings, but searches count a finished game by its " +
			"result and discs, of which the report says nothing. Minimax and alpha-beta, which is that of section " +
			"III.D without table and order, search to depth 1, 2, 3 and so on and play the move of the last depth " +
			"that they finish. UCT and ε-UCT are as the report has them: no proofs, an empty tree for each move. " +
			"“Always” is more than 95 of 100 points; “neck and neck” is 40 to 60; “no advantage” is at most 5 " +
			"points more; as good as the highest is who has at most 5 points less.",
		work: fixed(crossTable{Players: []entry{
			{Name: "Random", Spec: "random"}, {Name: "Local", Spec: "local:eval=paip"}, {Name: "Minimax", Spec: "minimax:eval=paip,time=5ms"},
			{Name: "α-β", Spec: paperPlain + ",time=5ms"}, {Name: "UCT", Spec: paperUCT + ",time=5ms"}, {Name: "ε-UCT", Spec: paperEpsilon + ",time=5ms"},
		}, Paper: shares([][]float64{
			{-1, 0.19, 0.12, 0.10, 0.20, 0.30},
			{0.81, -1, 0.00, 0.00, 0.64, 0.70},
			{0.88, 1.00, -1, 0.00, 0.75, 0.80},
			{0.90, 1.00, 1.00, -1, 0.90, 0.60},
			{0.80, 0.36, 0.25, 0.10, -1, 0.50},
			{0.70, 0.30, 0.20, 0.40, 0.50, -1},
		}), Sample: 100, Games: 200, Least: 6, Random: 2, Seconds: true}),
		Claims: []Claim{
			{Says: "the alpha-beta can get the highest winning rate among other five players whoever the opponent is", Test: highestOf("α-β", 0.05, sixPlayers...)},
			ask("does alpha-beta have the most points in all?",
				both(more("α-β, all", "Random, all"), more("α-β, all", "Local, all"),
					more("α-β, all", "Minimax, all"), more("α-β, all", "UCT, all"),
					more("α-β, all", "ε-UCT, all"))),
			{Says: "α-β pruning always win compared to minimax", Test: below("Minimax – α-β", 0.05)},
			{Says: "UCT and ε-greedy UCT were running neck and neck", Test: equal("UCT – ε-UCT", 0.5, 0.1)},
			{Says: "when the competition is alpha beta, UCT get lower winning rate than ε-greedy UCT", Test: more("α-β – UCT", "α-β – ε-UCT")},
			{Says: "ε-greedy UCT had no advantage when the other player is Random, Local Max and Minimax",
				Test: both(
					notMore("Random – UCT", "Random – ε-UCT", 0.05), notMore("Local – UCT", "Local – ε-UCT",
						0.05), notMore("Minimax – UCT", "Minimax – ε-UCT", 0.05))},
			{Says: "the limited testing did not reveal the obvious improvement of ε-greedy UCT", Test: notMore("ε-UCT, all", "UCT, all", 0.05)},
			{Says: "(V) it is possible to get better winning rates using improved default policy", Test: more("ε-UCT, all", "UCT, all")},
			{Says: "the random player cannot beat more intelligent players in most of the games", Test: both(
				below("Random – Local", 0.5), below("Random – Minimax", 0.5),
				below("Random – α-β", 0.5), below("Random – UCT", 0.5), below("Random – ε-UCT", 0.5))},
		},
	},
	{
		Name: "search-default-policy", Seed: "001", Item: "III.F",
		Title: "ε-greedy UCT against UCT with as many iterations",
		Wording: "… the drawback of uniform random default policy make general UCT less efficient than the " +
			"algorithm with more intelligent default policy. So UCT is easily to be improved by modifying the " +
			"default policy. The only difference between UCT and ϵ-greedy UCT is the default policy.",
		Result: "50 % at equal time (Table I)",
		Protocol: "ε-UCT with ε = 0.1, which the report does not give, and the square rewards of Fig. 4 against " +
			"UCT, both as the report has them, with 100 to 1,000 simulations a move; eight random plies at the start.",
		work: fixed(duels{Games: 200, Least: 20, Random: 8,
			Duels: []duel{policy(100), policy(300), policy(1000)},
			Curve: &curve{X: "simulations a move", Y: "share of the points of ε-UCT", Mark: []float64{0.5}}}),
		Claims: []Claim{
			{Says: "the uniform random default policy makes general UCT less efficient than a more intelligent default policy", Test: both(above(policyLabel(100), 0.5), above(policyLabel(300), 0.5), above(policyLabel(1000), 0.5))},
		},
	},
	{
		Name: "search-paper-ours", Seed: "001", Item: "Table I",
		Title: "What our players have that the report's do not", Machine: true,
		Wording: "In this project, some basic and improved searching algorithms are implemented, including " +
			"local maximization, minimax, α-β search, UCT.",
		Result: "none of these",
		Protocol: "Alpha-beta with order, deepening and table against the report's; UCT and ε-UCT that prove " +
			"endings and keep the tree against the report's; 5 ms a move, two random plies at the start, no " +
			"perfect endings.",
		work: fixed(duels{Games: 200, Least: 12, Random: 2, Duels: []duel{
			ours("α-β", "ab:eval=paip,exact=0,time=5ms", paperPlain+",time=5ms"), ours("UCT", "uct:time=5ms",
				paperUCT+",time=5ms"), ours("ε-UCT", "epsilon-uct:time=5ms", paperEpsilon+",time=5ms"),
		}}),
		Claims: []Claim{
			ask("do order, deepening and table make alpha-beta stronger?", above("our α-β – the report's", 0.5)),
			ask("do proofs and kept trees make UCT stronger?", above("our UCT – the report's", 0.5)),
			ask("and ε-greedy UCT?", above("our ε-UCT – the report's", 0.5)),
		},
	},
}

// sixPlayers are those of Table I in its order.
var sixPlayers = []string{"Random", "Local", "Minimax", "α-β", "UCT", "ε-UCT"}

// fig8 are the simulations of Fig. 8.
var fig8 = []int{100, 300, 1000, 3000, 10_000, 30_000}

var sameMovesWork = sameMoves{
	model: "minimax:eval=paip,depth=%d",
	players: []player{{"α-β", paperPlain + ",depth=%d"},
		{"α-β with order and table", "ab:eval=paip,exact=0,depth=%d"}},
	depths: []int{1, 2, 3, 4, 5}, plies: evenly(4, 52, 4), positions: 1000, least: 400,
}

var endingsWork = convergence{
	players: []player{{"UCT", paperUCT + ",sims=%d"}, {"ε-UCT", paperEpsilon + ",sims=%d"}},
	x:       "simulations", at: []int{10, 100, 1000, 10_000, 100_000}, plies: 52, positions: 500, least: 40,
}

func branching(shape string, counts ...count) duel {
	return duel{A: "random", B: "random", Shape: shape, Counts: counts}
}

func lookaheadLabel(depth int) string { return fmt.Sprintf("minimax, depth %d – local", depth) }

func lookahead(depth int) duel {
	return duel{A: fmt.Sprintf("minimax:eval=paip,depth=%d", depth), B: "local:eval=paip",
		X: float64(depth), Counts: []count{{Label: lookaheadLabel(depth)}}}
}

func equalLabel(depth int) string { return fmt.Sprintf("α-β – minimax, depth %d", depth) }

func equalDepth(depth int) duel {
	return duel{A: fmt.Sprintf("%s,depth=%d", paperPlain, depth),
		B:      fmt.Sprintf("minimax:eval=paip,depth=%d", depth),
		Counts: []count{{Label: equalLabel(depth), Paper: number(0)}}}
}

func policyLabel(sims int) string { return fmt.Sprintf("ε-UCT – UCT, %d simulations", sims) }

func policy(sims int) duel {
	return duel{A: fmt.Sprintf("%s,sims=%d", paperEpsilon, sims), B: fmt.Sprintf("%s,sims=%d", paperUCT,
		sims), X: float64(sims), Counts: []count{{Label: policyLabel(sims)}}}
}

func ours(name, a, b string) duel {
	return duel{A: a, B: b, Counts: []count{{Label: "our " + name + " – the report's"}}}
}

// shares makes a table of known numbers; -1 is none.
func shares(table [][]float64) [][]*float64 {
	list := make([][]*float64, len(table))
	for a, row := range table {
		list[a] = make([]*float64, len(row))
		for b, x := range row {
			if x >= 0 {
				list[a][b] = number(x)
			}
		}
	}
	return list
}
