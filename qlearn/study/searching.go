package study

import (
	"cmp"
	"fmt"
	"slices"
)

// The players of report 001 as it describes them: Monte Carlo counts only wins and visits; alpha-beta uses
// neither a table nor move ordering.
const (
	paperUCT     = "uct:prove=false"
	paperEpsilon = "epsilon-uct:prove=false"
	paperPlain   = "ab:plain,eval=paip"
	orderedAB    = "ab:eval=paip,exact=0"
)

// Choices that the report leaves open in several experiments.
var (
	uctC = Choice{"c", "the weight c of exploration in UCB", "“arg max (Q(s,a) + c√(ln N(s)/N(s,a)))”, " +
		"without a number",
		[]string{"0.5", "1", "1.4"}}
	uctTree = Choice{"tree", "whether each move starts a new tree or a game keeps one tree",
		"“MCTS generates a part of game tree from the beginning”", []string{"new", "kept"}}
	uctPlays = Choice{"play", "whether UCT plays the move with the highest value or with the most visits",
		"“the algorithm returns the best solution according " +
			"to the highest value or visit count”", []string{"value", "visits"}}
	minimaxEquals = Choice{"equals", "which of equally good moves minimax plays", "“alternatively maximize " +
		"and minimize the rewards”; in Connelly's program, its reference [1], minimax plays the last",
		[]string{"the first", "the last"}}
	uctEpsilon = Choice{"epsilon", "the ε of ε-greedy UCT", "“π_R(s) if u < ϵ”, without a number",
		[]string{"0.1", "0.3", "0.5"}}
)

// rounds is the choice of how games start.
func rounds(plies ...string) Choice {
	return Choice{"start", "the number of random plies at the start",
		"the report says nothing; its closest words are “totally, 100 rounds are played”", plies}
}

// uct returns the spec of UCT, and epsilonUCT the spec of ε-greedy UCT, with the choices of the experiment.
func (r Reading) uct() string { return paperUCT + r.tree() }

func (r Reading) epsilonUCT() string {
	s := paperEpsilon + r.tree()
	if e, ok := r["epsilon"]; ok {
		s += ",epsilon=" + e
	}
	return s
}

func (r Reading) tree() string {
	s := fmt.Sprintf(",reuse=%t", r["tree"] == "kept")
	for _, name := range []string{"c", "play"} {
		if v, ok := r[name]; ok {
			s += "," + name + "=" + v
		}
	}
	return s
}

// searching lists the experiments of "Searching Algorithms in Playing Othello" (report 001): first those of
// its figures and sections, then those of Table I.
var searching = slices.Concat([]*Experiment{
	{
		Name: "search-depth-time", Seed: "001", Item: "Fig. 7",
		Title: "Time and nodes of minimax and alpha-beta by depth", Machine: true,
		Wording: "α-β pruning … is more efficient since it seeks to decrease the number of nodes evaluated in " +
			"its search tree. … α-β pruning cost much less time. … Random and local maximization searching only " +
			"consider current state, so they search fast and have super low time complexity. … Time complexity of " +
			"minimax is O(b^d) … So computation complexity of minimax will increase exponentially. For α-β " +
			"pruning, the time complexity will drop to O(b^(d/2)). … α-β can search deeper within the same time.",
		Result: "both grow exponentially, alpha-beta with half the exponent (given only as points in a figure)",
		Protocol: "The evaluator is the square rewards of the report's Fig. 4. Boards are reached by 10 to 40 " +
			"random plies, and each move is a new search. For each board, a line fitted to the logarithms of its " +
			"times or nodes gives the factor by which one more ply multiplies them. Rows show geometric means of " +
			"the boards' factors. In theory, the logarithm of alpha-beta's factor is 1/2 of minimax's if the best " +
			"move always comes first, and about 3/4 of it if moves come in random order. “Deeper within the same " +
			"time” means one ply deeper: alpha-beta at depth 7 takes less time than minimax at depth 6. " +
			"NegaScout and MTD(f), which the report only names, are shown for comparison.",
		Choices: []Choice{{"order", "the order in which alpha-beta searches moves",
			"“it will stop evaluate a move when it has " +
				"be proved to be worse than a previously examined move”", []string{"a1 to h8", "best first"}}},
		work: func(r Reading) work {
			pruned := map[string]string{"a1 to h8": paperPlain, "best first": orderedAB}[r.text("order")]
			return timing{Lines: []timedLine{
				{Name: "minimax", Spec: "minimax:eval=paip,depth=%d", At: []int{1, 2, 3, 4, 5, 6}},
				{Name: "alpha-beta", Spec: pruned + ",depth=%d", At: []int{1, 2, 3, 4, 5, 6, 7, 8}},
				{Name: "random", Spec: "random", At: []int{0}}, {Name: "local", Spec: "local:eval=paip", At: []int{1}},
				{Name: "NegaScout", Spec: "negascout:eval=paip,exact=0,depth=%d", At: []int{2, 4, 6, 8}},
				{Name: "MTD(f)", Spec: "mtdf:eval=paip,exact=0,depth=%d", At: []int{2, 4, 6, 8}},
			}, X: "depth", Plies: []int{10, 20, 30, 40}, Positions: 60, Least: 8, Nodes: true, Growth: true,
				Ratio: true, Paper: map[string]float64{
					"logarithms of the factors, second line by first":        0.5,
					"logarithms of the factors, second line by first, nodes": 0.5,
				}}
		},
		Claims: []Claim{
			varied("computation complexity of minimax will increase exponentially",
				"the factor of later plies is at least %g of the factor of earlier plies",
				func(x float64) Test { return exponential("minimax", ", nodes", x) }, 0.8, 0.9),
			varied("for α-β pruning, the time complexity will drop to O(b^(d/2))",
				"the ratio of the exponents for nodes is within %g of 1/2",
				func(x float64) Test {
					return equal("logarithms of the factors, second line by first, nodes", 0.5, x)
				}, 0.1, 0.2).orElse("the ratio for time is within 0.1 of 1/2",
				equal("logarithms of the factors, second line by first",
					0.5, 0.1)).
				orElse("the exponent for nodes drops", below("logarithms of the factors, second line by first, nodes",
					1)),
			{Says: "it seeks to decrease the number of nodes evaluated in its search tree", Test: everyDepth(func(a, b string) Test { return more(a+", nodes", b+", nodes") })},
			varied("α-β pruning cost much less time", "minimax takes %g times as long", func(x float64) Test {
				return everyDepth(func(a, b string) Test { return moreTimes(a, b, x) })
			}, 2, 1.5, 5),
			{Says: "α-β can search deeper within the same time", Test: more("minimax, depth 6", "alpha-beta, depth 7")},
			varied("random and local maximization searching … search fast and have super low time complexity",
				"alpha-beta at depth 5 takes %g times as long", func(x float64) Test {
					return both(moreTimes("alpha-beta, depth 5", "random, depth 0", x), moreTimes("alpha-beta, depth 5",
						"local, depth 1", x))
				}, 100, 20),
		},
	},
	{
		Name: "search-iterations-time", Seed: "001", Item: "Fig. 8",
		Title: "The time of UCT and ε-greedy UCT by iterations", Machine: true,
		Wording: "… iteration time is the key parameter. More iterations may lead better move, and the time " +
			"complexity will increase linearly.",
		Result: "time grows linearly with iterations (given only as points in a figure)",
		Protocol: "UCT and ε-greedy UCT play as in the report, without proofs and with a new tree for each " +
			"move, with 100 to 30,000 simulations on boards after 10 to 40 random plies. A power of the number of " +
			"simulations is fitted to the times of each board; an exponent of 1 means linear growth.",
		Choices: []Choice{uctC, uctEpsilon}, Readings: 5,
		work: func(r Reading) work {
			return timing{Lines: []timedLine{
				{Name: "UCT", Spec: r.uct() + ",sims=%d", At: fig8}, {Name: "ε-UCT", Spec: r.epsilonUCT() + ",sims=%d", At: fig8},
			}, X: "simulations", Plies: []int{10, 20, 30, 40}, Positions: 40, Least: 4, Linear: true,
				Paper: map[string]float64{"UCT, exponent": 1, "ε-UCT, exponent": 1}}
		},
		Claims: []Claim{
			varied("the time complexity [of UCT and ε-greedy UCT] will increase linearly",
				"an exponent within %g of 1",
				func(x float64) Test { return both(equal("UCT, exponent", 1, x), equal("ε-UCT, exponent", 1, x)) }, 0.1,
				0.2),
		},
	},
	{
		Name: "search-huge", Seed: "001", Item: "V", Title: "Deep searches and many iterations", Machine: true,
		Wording: "… the time complexity for UCTs is much less than minimax and α-β when the depth and " +
			"iteration is huge.",
		Result: "no number is given",
		Protocol: "The report does not say which depth belongs to which number of iterations. We use depth 7 " +
			"for minimax and a larger depth for the report's alpha-beta. Boards are reached by 10 to 40 random " +
			"plies. Rows show geometric means of the boards' factors.",
		Choices: []Choice{{"iterations", "the number of iterations that counts as huge",
			"“when the depth and iteration is huge”",
			[]string{"30,000", "10,000", "100,000"}}, {"depth", "the depth of alpha-beta that counts as huge",
			"“when the depth and iteration is huge”", []string{"9", "10", "11"}}},
		work: func(r Reading) work {
			percent := r.integer("iterations") / 100
			return timing{Lines: []timedLine{
				{Name: "minimax", Spec: "minimax:eval=paip,depth=%d", At: []int{4, 5, 6, 7}},
				{Name: "alpha-beta", Spec: paperPlain + ",depth=%d", At: []int{5, 6, 7, 8}},
				{Name: "alpha-beta", Spec: paperPlain + ",depth=" + r.text("depth"), At: []int{1}, X: "huge depth"},
				{Name: "UCT", Spec: r.uct() + ",memory=256,sims=%d", At: []int{1, 10, 100}, X: parts, Times: percent},
				{Name: "ε-UCT", Spec: r.epsilonUCT() + ",memory=256,sims=%d", At: []int{1, 10, 100}, X: parts,
					Times: percent},
			}, X: "depth", Plies: []int{10, 20, 30, 40}, Positions: 24, Least: 8, Growth: true, Linear: true}
		},
		Claims: []Claim{
			varied("the time complexity for UCTs is much less than minimax and α-β when the depth and "+
				"iteration is huge",
				"each takes %g times as long as the UCTs", func(x float64) Test {
					return both(hugeThan("minimax, depth 7", x),
						hugeThan("alpha-beta, huge depth 1", x))
				}, 5, 2, 10).
				orElse("minimax alone takes 5 times as long", hugeThan("minimax, depth 7", 5)).
				orElse("time grows exponentially with depth and linearly with iterations (an exponent within 0.1 of 1)",
					both(exponential("minimax", "", 0.8), exponential("alpha-beta", "", 0.8),
						equal("UCT, exponent", 1, 0.1), equal("ε-UCT, exponent", 1, 0.1))),
		},
	},
	{
		Name: "search-branching", Seed: "001", Item: "IV.A", Title: "The branching factor by board size",
		Wording: "Time complexity of minimax is O(b^d), where b is board factor and d is searching depth. " +
			"Bigger board will lead larger b. Usually, b can be seen as a constant.",
		Result: "no number is given",
		Protocol: "The branching factor b is the mean number of legal moves, without passes, on boards of 4×4, " +
			"6×6 and 8×8 squares. One move in five is random, so that greedy players do not repeat their games. " +
			"On 8×8, b counts as constant if it is about the same in plies 21 to 40 as in the whole game.",
		Choices: []Choice{{"players", "the players whose games determine b",
			"“Usually, b can be seen as a constant”",
			[]string{"random", "greedy"}}},
		work: func(r Reading) work {
			p := r.text("players")
			return duels{Games: 400, Least: 20, Perturb: 0.2, Duels: []duel{
				branching(p, "4x4", count{Label: "4×4", Measure: mobilityA}),
				branching(p, "6x6", count{Label: "6×6", Measure: mobilityA}),
				branching(p, "8x8", count{Label: "8×8", Measure: mobilityA},
					count{Label: "8×8, plies 21 to 40", Measure: middleA}),
			}}
		},
		Claims: []Claim{
			{Says: "bigger board will lead larger b", Test: both(more("6×6", "4×4"), more("8×8", "6×6"))},
			varied("usually, b can be seen as a constant", "the means differ by less than %g",
				func(x float64) Test {
					return sameAs(
						"8×8, plies 21 to 40", "8×8", x)
				}, 1, 3),
		},
	},
	{
		Name: "search-same-moves", Seed: "001", Item: "III.D", Title: "Does alpha-beta play the same moves as " +
			"minimax?",
		Wording: "α-β pruning algorithm returns the same moves as minimax would, but prunes the branches that " +
			"cannot affect the final decision.",
		Result: "the same moves",
		Protocol: "Boards come after 4 to 52 random plies and have at least two legal moves. Rows show the " +
			"share of boards on which alpha-beta plays the move of minimax at the same depth, both with the " +
			"square rewards. Among equally good moves, alpha-beta plays the one that it searches first.",
		Choices: []Choice{{"order", "the order in which alpha-beta searches moves",
			"“prunes the branches that cannot affect the " +
				"final decision”", []string{"a1 to h8", "best first"}}, minimaxEquals},
		work: func(r Reading) work {
			w := sameMovesWork
			w.last = r.text("equals") == "the last"
			if r.text("order") == "best first" {
				w.players = []player{{"α-β", orderedAB + ",depth=%d"}, w.players[1]}
			}
			return w
		},
		Claims: []Claim{
			{Says: "α-β pruning algorithm returns the same moves as minimax would", Test: sameMovesWork.every("α-β")},
			ask("does alpha-beta with move ordering, deepening and a table play the same moves, too?",
				sameMovesWork.every("α-β with order and table")),
		},
	},
	{
		Name: "search-convergence", Seed: "001", Item: "III.F and IV.A",
		Title: "How often UCT finds a best move in endings",
		Wording: "UCT is guaranteed to converge to the minimax tree when time and memory is enough … iteration " +
			"time is the key parameter. More iterations may lead better move.",
		Result: "no number is given",
		Protocol: "Endings come from random games. They have few empty squares and at least one move that " +
			"worsens the result of best play (win, draw or loss). UCT and ε-greedy UCT play as in the report: they " +
			"prove " +
			"nothing, and they count wins, draws and losses. “The values of the terminal states” may also mean " +
			"discs, which we do not try.",
		Choices: []Choice{uctC, uctPlays, uctEpsilon, {"empty", "the number of empty squares in the endings",
			"“when time and memory is enough”", []string{"8", "10", "12", "14"}}}, Readings: 10,
		work: func(r Reading) work { return endingsWork(r) },
		Claims: []Claim{
			varied("UCT is guaranteed to converge to the minimax tree when time and memory is enough",
				"with 100,000 simulations, more than %g of the moves are best", func(x float64) Test {
					return above("UCT, 100000 simulations", x)
				}, 0.98, 0.95, 0.9).orElse("no step falls "+
				"significantly", rising(endingsWork(Reading{}).labels("UCT")...)),
			{Says: "more iterations may lead better move", Test: both(more("UCT, 100000 simulations", "UCT, 10 simulations"), more("ε-UCT, 100000 simulations", "ε-UCT, 10 simulations"))},
		},
	},
	{
		Name: "search-lookahead", Seed: "001", Item: "III.B and C",
		Title: "Minimax against local maximization by depth",
		Wording: "Obviously, local maximization algorithm is very short-sighted. Only one further step is " +
			"considered. … A player who can consider the implications of a move several turns in advance would " +
			"have a significant advantage. The minimax algorithm does just that.",
		Result:   "minimax wins all games against local maximization (Table I, at equal time)",
		Protocol: "Minimax at depths 2 to 5 plays local maximization, both with the square rewards.",
		Choices:  []Choice{rounds("8", "4")},
		work: func(r Reading) work {
			return duels{Games: 600, Least: 20, Random: r.integer("start"), Duels: []duel{
				lookahead(2), lookahead(3), lookahead(4), lookahead(5),
			}, Curve: &curve{X: "depth", Y: "share of the points", Mark: []float64{0.5}}}
		},
		Claims: []Claim{
			varied("a player who can consider the implications of a move several turns in advance would "+
				"have a significant advantage",
				"depths 3 to 5 score more than %g", func(x float64) Test { return farAhead(x, 3, 4, 5) }, 0.5,
				0.75).
				orElse("depths 2 to 5 score more than 0.5", farAhead(0.5, 2, 3, 4, 5)),
		},
	},
	{
		Name: "search-equal-depth", Seed: "001", Item: "IV.B",
		Title: "Minimax against alpha-beta of the same depth",
		Wording: "α-β pruning always win compared to minimax searching because α-β can search deeper within the " +
			"same time. If they search the same depth, α-β will always lose, which is proved through our experiment.",
		Result: "alpha-beta loses all games at equal depth",
		Protocol: "Minimax plays alpha-beta at equal depths of one to four plies, both with the square " +
			"rewards. An alpha-beta that also accepts a later move that seems as good as the best so far (≥) " +
			"compares bounds, not values, because it has pruned that move. A soft bound sometimes equals the best " +
			"value; a hard bound always does. From the usual start, two programs without randomness can play only " +
			"two games.",
		Choices: []Choice{
			{"equals", "which of equally good moves alpha-beta plays", "“it will stop evaluate a move when it has be proved to be " +
				"worse than a previously examined move”", []string{"the first", "the first and best moves searched first",
				"the first against minimax with the last", "the last with soft bounds", "the last with hard bounds"}},
			rounds("8", "2", "0"),
		}, Readings: 10, Also: []Reading{{"equals": "the first against minimax with the last", "start": "0"}},
		work: func(r Reading) work { return equalDepths{r.text("equals"), r.integer("start")} },
		Claims: []Claim{
			varied("if they search the same depth, α-β will always lose", "less than %g of the points at each depth",
				loses, 0.05, 0.5).
				orElse("less than 0.5 of the points at depths 2 to 4", every(func(l string) Test {
					return below(l,
						0.5)
				}, equalLabel(2), equalLabel(3), equalLabel(4))),
		},
	},
}, searchingGames)

const parts = "percent of the iterations"

// fig8 lists the numbers of simulations in Fig. 8.
var fig8 = []int{100, 300, 1000, 3000, 10_000, 30_000}

var sameMovesWork = sameMoves{
	model: "minimax:eval=paip,depth=%d",
	players: []player{{"α-β", paperPlain + ",depth=%d"},
		{"α-β with order and table", orderedAB + ",depth=%d"}},
	depths: []int{1, 2, 3, 4, 5}, plies: evenly(4, 52, 4), positions: 3000, least: 400,
}

func endingsWork(r Reading) convergence {
	empty, _ := numberOf(cmp.Or(r["empty"], "8")) // labels do not depend on it
	return convergence{
		players: []player{{"UCT", r.uct() + ",sims=%d"}, {"ε-UCT", r.epsilonUCT() + ",sims=%d"}},
		x:       "simulations", at: []int{10, 100, 1000, 10_000, 100_000}, plies: 60 - int(empty),
		positions: 500, least: 40,
	}
}

func branching(player, shape string, counts ...count) duel {
	return duel{A: player, B: player, Shape: shape, Counts: counts}
}

func lookaheadLabel(depth int) string { return fmt.Sprintf("minimax, depth %d – local", depth) }

func lookahead(depth int) duel {
	return duel{A: fmt.Sprintf("minimax:eval=paip,depth=%d", depth), B: "local:eval=paip",
		X: float64(depth), Counts: []count{{Label: lookaheadLabel(depth)}}}
}

func equalLabel(depth int) string { return fmt.Sprintf("α-β – minimax, depth %d", depth) }

// loses tests that alpha-beta has less than a share x of the points at each equal depth.
func loses(x float64) Test {
	return every(func(l string) Test { return below(l, x) }, equalLabel(1), equalLabel(2), equalLabel(3),
		equalLabel(4))
}

// farAhead tests that minimax has more than a share x of the points against local maximization at some
// depths.
func farAhead(x float64, depths ...int) Test {
	var labels []string
	for _, d := range depths {
		labels = append(labels, lookaheadLabel(d))
	}
	return every(func(l string) Test { return above(l, x) }, labels...)
}

// everyDepth tests minimax against alpha-beta at depths 4 to 6.
func everyDepth(test func(minimax, pruned string) Test) Test {
	var tests []Test
	for d := 4; d <= 6; d++ {
		tests = append(tests, test(fmt.Sprintf("minimax, depth %d", d), fmt.Sprintf("alpha-beta, depth %d", d)))
	}
	return both(tests...)
}

// hugeThan tests that a search takes the given number of times as long as both UCTs, or longer.
func hugeThan(label string, times float64) Test {
	return both(moreTimes(label, "UCT, "+parts+" 100", times), moreTimes(label, "ε-UCT, "+parts+" 100", times))
}
