package study

import "fmt"

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
		Work: crossTable{Players: []entry{
			{Name: "Random", Spec: "random"}, {Name: "Local", Spec: "local:eval=paip"}, {Name: "Minimax", Spec: "minimax:eval=paip,time=5ms"},
			{Name: "α-β", Spec: paperPlain + ",time=5ms"}, {Name: "UCT", Spec: paperUCT + ",time=5ms"}, {Name: "ε-UCT", Spec: paperEpsilon + ",time=5ms"},
		}, Paper: shares([][]float64{
			{-1, 0.19, 0.12, 0.10, 0.20, 0.30},
			{0.81, -1, 0.00, 0.00, 0.64, 0.70},
			{0.88, 1.00, -1, 0.00, 0.75, 0.80},
			{0.90, 1.00, 1.00, -1, 0.90, 0.60},
			{0.80, 0.36, 0.25, 0.10, -1, 0.50},
			{0.70, 0.30, 0.20, 0.40, 0.50, -1},
		}), Sample: 100, Games: 200, Least: 6, Random: 2, Seconds: true},
		Claims: []Claim{
			{Says: "the alpha-beta can get the highest winning rate among other five players whoever the opponent is", Test: highest("α-β", sixPlayers...)},
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
		Work: duels{Games: 200, Least: 20, Random: 8,
			Duels: []duel{policy(100), policy(300), policy(1000)},
			Curve: &curve{X: "simulations a move", Y: "share of the points of ε-UCT", Mark: []float64{0.5}}},
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
		Work: duels{Games: 200, Least: 12, Random: 2, Duels: []duel{
			ours("α-β", "ab:eval=paip,exact=0,time=5ms", paperPlain+",time=5ms"), ours("UCT", "uct:time=5ms",
				paperUCT+",time=5ms"), ours("ε-UCT", "epsilon-uct:time=5ms", paperEpsilon+",time=5ms"),
		}},
		Claims: []Claim{
			ask("do order, deepening and table make alpha-beta stronger?",
				above("our α-β – the report's", 0.5)),
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
