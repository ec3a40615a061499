package study

import (
	"fmt"
	"strings"
)

// searchingGames lists the experiments of Table I of report 001.
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
		Result: "alpha-beta scores 60 to 100 % against each other player, and the most in total; random scores " +
			"10 to 30 %",
		Protocol: "Local maximization, minimax and alpha-beta use the square rewards of Fig. 4 and no perfect " +
			"endings. They value a finished game by its result and discs, about which the report says nothing. " +
			"Alpha-beta is that of section III.D, without move ordering or a table. Alpha-beta and minimax search " +
			"to depth 1, 2, 3 and so on, and play the move of the last depth that they finish. If the limit is " +
			"only a number of nodes, UCT and ε-greedy UCT get one simulation for every 40 nodes, which takes about " +
			"as " +
			"long in our program. They count wins, draws and losses. “The values of the terminal states” may also " +
			"mean discs, which we do not try.",
		Choices: []Choice{
			{"limit", "the limit for a move", "“two players should use similar ‘thinking time’. For example, two player should make a " +
				"move within 10 seconds”", []string{"2 ms", "5 ms", "20,000 nodes", "2,000 nodes",
				"20,000 nodes or 20 simulations"}},
			uctC, uctPlays, uctEpsilon, rounds("2", "8"),
		}, Readings: 12,
		work: func(r Reading) work {
			return crossTable{Players: r.sixPlayers(), Paper: shares(tableI), Sample: 100, Games: 240, Least: 6,
				Random: r.integer("start"), Seconds: true}
		},
		Claims: []Claim{
			varied("the alpha-beta can get the highest winning rate among other five players whoever the opponent is",
				"against each opponent, alpha-beta scores at most %g less than any other player",
				func(x float64) Test { return highestOf("α-β", x, sixPlayers...) },
				0.05, 0.15).
				orElse("the most points in total", alphaBetaLeads),
			varied("α-β pruning always win compared to minimax because α-β can search deeper within the same time",
				"minimax scores less than %g", func(x float64) Test { return below("Minimax – α-β", x) },
				0.05, 0.25, 0.5),
			varied("UCT and ε-greedy UCT were running neck and neck", "within %g of half of the points",
				func(x float64) Test { return equal("UCT – ε-UCT", 0.5, x) }, 0.15, 0.25),
			{Says: "when the competition is alpha beta, UCT get lower winning rate than ε-greedy UCT", Test: more("α-β – UCT", "α-β – ε-UCT")},
			varied("ε-greedy UCT had no advantage when the other player is Random, Local Max and Minimax",
				"ε-greedy UCT scores at most %g more", func(x float64) Test {
					return both(notMore("Random – UCT", "Random – ε-UCT", x), notMore("Local – UCT", "Local – ε-UCT", x),
						notMore("Minimax – UCT", "Minimax – ε-UCT", x))
				}, 0.15, 0.2),
			varied("the limited testing did not reveal the obvious improvement of ε-greedy UCT",
				"at most %g more in total",
				func(x float64) Test { return notMore("ε-UCT, all", "UCT, all", x) }, 0.1, 0.15),
			{Says: "it is possible to get better winning rates using improved default policy", Means: "in total", Test: more("ε-UCT, all", "UCT, all"),
				Else: []Meaning{
					{"against UCT", below("UCT – ε-UCT", 0.5)},
					{"against α-β", more("α-β – UCT", "α-β – ε-UCT")}},
			},
			{Says: "the random player cannot beat more intelligent players in most of the games", Test: every(func(l string) Test { return below(l, 0.5) },
				"Random – Local", "Random – Minimax", "Random – α-β", "Random – UCT", "Random – ε-UCT")},
		},
	},
	{
		Name: "search-default-policy", Seed: "001", Item: "III.F",
		Title: "ε-greedy UCT against UCT with as many iterations",
		Wording: "… the drawback of uniform random default policy make general UCT less efficient than the " +
			"algorithm with more intelligent default policy. So UCT is easily to be improved by modifying the " +
			"default policy. The only difference between UCT and ϵ-greedy UCT is the default policy.",
		Result: "50 % at equal time (Table I)",
		Protocol: "ε-greedy UCT with the square rewards of Fig. 4 plays UCT, both as in the report, with 100 " +
			"to 1,000 simulations a move. Both count wins, draws and losses, not discs.",
		Choices: []Choice{uctEpsilon, uctC, uctPlays, uctTree, rounds("8", "2")}, Readings: 10,
		work: func(r Reading) work {
			return duels{Games: 200, Least: 20, Random: r.integer("start"),
				Duels: []duel{r.policy(100), r.policy(300), r.policy(1000)},
				Curve: &curve{X: "simulations a move", Y: "share of the points of ε-UCT", Mark: []float64{0.5}}}
		},
		Claims: []Claim{
			{Says: "the drawback of uniform random default policy make general UCT less efficient than the algorithm with more intelligent default policy", Test: both(above(policyLabel(100), 0.5), above(policyLabel(300), 0.5), above(policyLabel(1000), 0.5))},
		},
	},
	{
		Name: "search-paper-ours", Seed: "001", Item: "Table I",
		Title: "How much stronger our players are than the report's", Machine: true,
		Wording: "In this project, some basic and improved searching algorithms are implemented, including " +
			"local maximization, minimax, α-β search, UCT.",
		Result: "the report uses none of our additions",
		Protocol: "Alpha-beta with move ordering, iterative deepening and a table plays the report's " +
			"alpha-beta. UCT and ε-greedy UCT with proofs of endings and kept trees play the report's. No player " +
			"has perfect endings.",
		Choices: []Choice{
			{"limit", "the limit for a move", "“two players should use similar ‘thinking time’”", []string{"5 ms", "20,000 nodes"}},
			rounds("2", "8"),
		},
		work: func(r Reading) work {
			search, sims := r.limits()
			return duels{Games: 200, Least: 12, Random: r.integer("start"), Duels: []duel{
				ours("α-β", orderedAB+search, paperPlain+search), ours("UCT", "uct:prove=true"+sims, r.uct()+sims),
				ours("ε-UCT", "epsilon-uct:prove=true"+sims, r.epsilonUCT()+sims),
			}}
		},
		Claims: []Claim{
			ask("do order, deepening and table make alpha-beta stronger?", above("our α-β – the report's", 0.5)),
			ask("do proofs and kept trees make UCT stronger?", above("our UCT – the report's", 0.5)),
			ask("do proofs and kept trees make ε-greedy UCT stronger?", above("our ε-UCT – the report's", 0.5)),
		},
	},
}

// tableI contains the shares in Table I; -1 = none.
var tableI = [][]float64{
	{-1, 0.19, 0.12, 0.10, 0.20, 0.30},
	{0.81, -1, 0.00, 0.00, 0.64, 0.70},
	{0.88, 1.00, -1, 0.00, 0.75, 0.80},
	{0.90, 1.00, 1.00, -1, 0.90, 0.60},
	{0.80, 0.36, 0.25, 0.10, -1, 0.50},
	{0.70, 0.30, 0.20, 0.40, 0.50, -1},
}

// limits returns the limits of a move in specs of searches and of Monte Carlo agents.
func (r Reading) limits() (search, sims string) {
	limit := r.text("limit")
	if ms, ok := strings.CutSuffix(limit, " ms"); ok {
		return ",time=" + ms + "ms", ",time=" + ms + "ms"
	}
	if nodes, simulations, ok := strings.Cut(limit, " or "); ok { // for agents with slow playouts
		n, _ := numberOf(nodes)
		m, _ := numberOf(simulations)
		return fmt.Sprintf(",nodes=%.0f", n), fmt.Sprintf(",sims=%.0f", m)
	}
	n := r.integer("limit")
	return fmt.Sprintf(",nodes=%d", n), fmt.Sprintf(",sims=%d", n/40)
}

func (r Reading) sixPlayers() []entry {
	search, sims := r.limits()
	return []entry{
		{Name: "Random", Spec: "random"}, {Name: "Local", Spec: "local:eval=paip"}, {Name: "Minimax", Spec: "minimax:eval=paip" + search},
		{Name: "α-β", Spec: paperPlain + search}, {Name: "UCT", Spec: r.uct() + sims}, {Name: "ε-UCT", Spec: r.epsilonUCT() + sims},
	}
}

// alphaBetaLeads tests that alpha-beta has the most points in total.
var alphaBetaLeads = both(more("α-β, all", "Random, all"), more("α-β, all", "Local, all"),
	more("α-β, all", "Minimax, all"), more("α-β, all", "UCT, all"), more("α-β, all", "ε-UCT, all"))

// sixPlayers lists the players of Table I in its order.
var sixPlayers = []string{"Random", "Local", "Minimax", "α-β", "UCT", "ε-UCT"}

func policyLabel(sims int) string { return fmt.Sprintf("ε-UCT – UCT, %d simulations", sims) }

func (r Reading) policy(sims int) duel {
	return duel{A: fmt.Sprintf("%s,sims=%d", r.epsilonUCT(), sims), B: fmt.Sprintf("%s,sims=%d", r.uct(),
		sims), X: float64(sims), Counts: []count{{Label: policyLabel(sims)}}}
}

func ours(name, a, b string) duel {
	return duel{A: a, B: b, Counts: []count{{Label: "our " + name + " – the report's"}}}
}

// shares turns numbers into a table of shares; -1 = unknown.
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
