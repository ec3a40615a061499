package study

import (
	"fmt"
	"strings"
)

// umea lists the experiments of "Othello artificial intelligence" (report 003). Its program is plain
// alpha-beta, which deepens from 5 plies while the depth is below 20 (algorithm 3).
var umea = []*Experiment{
	{
		Name: "umea-time-limits", Seed: "003", Item: "3, both tables",
		Title: "Scores against naive programs by time limit",
		Wording: "… a well balanced and adapted heuristics function will perform way better than a naive " +
			"heuristics function. … I made them fight against each other using both possible compositions and time " +
			"limits between 1 and 10 seconds … As we can see with those results, no matter the time limit my " +
			"program beats the naive program very easily. … It was interesting to notice a drop of performances " +
			"with time limits greater than 3 seconds against the naive program when my program plays the black " +
			"player. … my progam beats the naive program every time.",
		Result: "36 to 58 as white and 42 to 62 as black, in single games; as black, the mean above 3 s is 6 " +
			"lower than up to 3 s, and 20 lower with an improved heuristic, which is not described",
		Protocol: "Limits are depths instead of seconds, so that all machines play the same games. Half a " +
			"second stands for depth 7; a choice says how much longer each further ply takes. Alpha-beta starts at " +
			"5 " +
			"plies and uses move ordering and a table, which change no value. Algorithm 2 evaluates a board " +
			"without a legal move like any other; our searches pass, and value a finished game by its result and " +
			"discs. Games start with six random plies, so that they differ, and each limit has different " +
			"openings. The report's scores come from single games; ours are means.",
		Choices: []Choice{naiveChoice, {Name: "ply", Asks: "how many times as long does one more ply take?",
			Open: "“time limits between 1 and 10 seconds”, with “a depth of 7 under half a second at any point " +
				"in the game”",
			Values: []string{"3 times", "5 times"}}, edgeChoice, {Name: "score",
			Asks: "what is a score? On a full board a difference of discs is even, as the report's 30 scores are",
			Open: "“Score as white”, “Score as black”", Values: []string{"difference", "discs"}}},
		Readings: 7,
		work:     func(r Reading) work { return timeLimits{games: 40, least: 2, reading: r} },
		Claims:   timeLimits{}.claims(),
	},
	{
		Name: "umea-depth-times", Seed: "003", Item: "4 and 2.3", Title: "How long depths 5 and 7 take",
		Machine: true,
		Wording: "… the program was incredibly slow, in mid game it was not able to reach a depth of 7 under " +
			"almost 20 seconds. … the program was then able to reach a depth of 7 under half a second at any " +
			"point in the game. … The alphaBeta function is initially called with a depth of 5 (since it is always " +
			"way under 1 second).",
		Result: "depth 7 in less than 0.5 s, depth 5 in less than 1 s, in Java; almost 20 s or more for depth " +
			"7 in Python",
		Protocol: "The report's alpha-beta searches to depth 5 and then to each depth up to that of the row, " +
			"on boards after 2 to 54 random plies. Rows show the longest time of all boards. “Way under 1 second” " +
			"means at most half a second. Rows “with order and table” use move ordering and a transposition " +
			"table. The claims are about Java and Python.",
		work: fixed(timing{Lines: []timedLine{
			{Name: "alpha-beta", Spec: "umea:plain,start=5,depth=%d", At: []int{5, 6, 7}}, {Name: "with order and table", Spec: "umea:depth=%d", At: []int{5, 6, 7}},
		}, X: "depth", Plies: evenly(2, 54, 4), Positions: 280, Worst: true}),
		Claims: []Claim{
			ofItsTime("in Python, in mid game it was not able to reach a depth of 7 under almost 20 seconds",
				above("alpha-beta, depth 7, longest", 20)),
			ofItsTime("in Java it was able to reach a depth of 7 under half a second at any point in the game",
				atMost("alpha-beta, depth 7, longest", 0.5, 280)),
			ofItsTime("the time of a depth of 5 is always way under 1 second", atMost("alpha-beta, depth 5, longest",
				0.5, 280)),
		},
	},
	{
		Name: "umea-heuristics", Seed: "003", Item: "2.4", Title: "How much each part of the evaluation adds",
		Wording: "To improve my evaluation function an idea was to consider the possibility of my player " +
			"future mobility versus the opponent future mobility. … The last heuristic that I added to my complete " +
			"evaluation function is the stability evaluation. … Indeed it would be too costly to determine if a " +
			"piece is definitely stable in the game and the results would not be much better anyway. … the " +
			"stability evaluation is not complete at all in my implementation, it should be possible to improve it …",
		Result: "no number is given",
		Protocol: "All searches are alpha-beta with move ordering and a table, to save time. The static " +
			"weights with each of the report's additions play the static weights alone. The additions are " +
			"mobility, edge-stable discs with several values of the bonus, and both. The bonus of 8 is also added " +
			"to weights and mobility, and a bonus for definitely stable discs replaces the one for edge-stable " +
			"discs. Definitely stable discs are those found without search.",
		Choices:  []Choice{edgeChoice, mobilityChoice, umeaDepth, umeaVariety},
		Readings: 6,
		work: func(r Reading) work {
			return umeaDuels(r, 2400,
				overWeights(r, "mobility", "bonus=0"), overWeights(r, "stability, bonus 1", "mobility=0,bonus=1"),
				overWeights(r, "stability, bonus 2", "mobility=0,bonus=2"),
				overWeights(r, "stability, bonus 4", "mobility=0,bonus=4"),
				overWeights(r, "stability, bonus 8", "mobility=0"), overWeights(r, "whole evaluation", ""),
				variants(r, onTopLabel, "", "bonus=0"),
				variants(r, "definite stability – edge stability", "stable=definite", ""),
				variants(r, "definite stability – edge stability, bonus 1", "stable=definite,bonus=1", "bonus=1"))
		},
		Claims: []Claim{
			{Says: "to improve my evaluation function an idea was to consider … mobility (it does)", Test: above("mobility – static weights", 0.5)},
			{Says: "the last heuristic that I added … is the stability evaluation (it improves what was there)", Test: above(onTopLabel, 0.5), Means: "on top of static weights and mobility, with the bonus of 8", Else: []Meaning{{"on top of the static weights alone, with the bonus of 8", above("stability, bonus 8 – static weights", 0.5)}, {"on top of the static weights alone, with some bonus of 1 to 8", either(above("stability, bonus 1 – static weights", 0.5), above("stability, bonus 2 – static weights", 0.5), above("stability, bonus 4 – static weights", 0.5), above("stability, bonus 8 – static weights", 0.5))}}},
			ask("do both together improve the static weights?", above("whole evaluation – static weights", 0.5)),
			varied("if a piece is definitely stable … the results would not be much better anyway",
				"“much better” is more than %g of the points",
				func(x float64) Test { return below("definite stability – edge stability", x) }, 0.55, 0.6, 0.65).orElse(
				"more than 0.65 of the points, with a bonus of 1", below("definite stability – edge stability, bonus 1",
					0.65)),
			{Says: "the stability evaluation is not complete at all … it should be possible to improve it", Means: "definite stability is stronger at the same depth", Test: above("definite stability – edge stability", 0.5), Else: []Meaning{{"it is stronger with a bonus of 1", above("definite stability – edge stability, bonus 1", 0.5)}}},
		},
	},
	{
		Name: "umea-evaluation-times", Seed: "003", Item: "2.4",
		Title: "How much time the parts of the evaluation cost", Machine: true,
		Wording: "However an evaluation function that is too costly can make the Alpha Beta algorithm go less " +
			"deep in the recursion … That kind of stability is called edge stability and it is not very costly to " +
			"compute it. Indeed it would be too costly to determine if a piece is definitely stable in the game … " +
			"it should be possible to improve it without decreasing the speed of the whole process too much.",
		Result: "no number is given",
		Protocol: "The report's alpha-beta searches to depth 5, without iterative deepening, on boards after 10 " +
			"to 40 random plies. It evaluates with the static weights alone, with one more term of the report, or " +
			"with the whole evaluation. Definitely stable discs are those found without search; finding all would " +
			"require one. A different evaluation prunes different branches, so these times are per move, not per " +
			"evaluation. Two evaluations are compared by the mean logarithm of their times on the same boards.",
		Choices: []Choice{edgeChoice},
		work: func(r Reading) work {
			return timing{Lines: []timedLine{
				evaluated("static weights", "bonus=0,mobility=0"),
				evaluated("with edge stability", "mobility=0"+stable(r)),
				evaluated("with definite stability", "mobility=0,stable=definite"),
				evaluated("whole evaluation", "bonus=8"+stable(r)),
			}, X: "depth", Plies: []int{10, 20, 30, 40}, Positions: 500, Least: 8, Nodes: true,
				Pairs: [][2]int{{1, 0}, {2, 0}, {3, 0}, {2, 1}}}
		},
		Claims: []Claim{
			{Says: "an evaluation function that is too costly can make the Alpha Beta algorithm go less deep (it takes longer for the same depth)", Means: "with definite stability, compared with static weights alone", Test: above(pairLabel("with definite stability", "static weights"), 1), Else: []Meaning{{"with the whole evaluation", above(pairLabel("whole evaluation", "static weights"), 1)}}},
			varied("edge stability … is not very costly to compute",
				"a move takes less than %g times as long as with static weights alone", func(x float64) Test {
					return below(pairLabel("with edge stability", "static weights"), x)
				}, 2, 1.5, 3),
			ask("definitely stable discs found without search cost more time than edge-stable discs",
				above(overEdge, 1)),
			varied("it should be possible to improve it without decreasing the speed of the whole process too much",
				"definite stability takes less than %g times as long as edge stability",
				func(x float64) Test { return below(overEdge, x) }, 1.5, 1.25, 2),
		},
	},
	{
		Name: "umea-bonus", Seed: "003", Item: "2.4.3", Title: "The bonus of an edge-stable disc",
		Wording: "The bonus added to the cell value has a value of 8, which is the value that I found gave the " +
			"best results.",
		Result: "8 is the best; no number is given",
		Protocol: "Alpha-beta with move ordering, a table and the whole evaluation, whose bonus is 8, plays " +
			"the same program with no bonus and with bonuses of 1, 2, 4 and 16. With each of the six bonuses, it " +
			"also plays an alpha-beta of the same depth that counts discs. Points and discs of those games are " +
			"the report's two measures.",
		Choices:  []Choice{edgeChoice, mobilityChoice, umeaDepth, umeaVariety},
		Readings: 6,
		work: func(r Reading) work {
			var list []duel
			for _, b := range bonuses {
				list = append(list, bonus(r, b))
			}
			for _, b := range []int{0, 1, 2, 4, 8, 16} {
				list = append(list, bonusNaive(r, b))
			}
			d := umeaDuels(r, 1000, list...)
			d.Curve = &curve{X: "the opponent's bonus; in games against the disc counter, the player's",
				Y:    "share of the points",
				Mark: []float64{0.5}}
			return d
		},
		Claims: []Claim{
			{Says: "a value of 8, which is the value that I found gave the best results", Means: "it beats all others", Test: overBonuses(func(b int) Test { return above(bonusLabel(b), 0.5) }), Else: []Meaning{{"no other scores more than 55 % against it", overBonuses(func(b int) Test { return above(bonusLabel(b), 0.45) })}, {"against a disc counter, no other scores 2 % more", overBonuses(func(b int) Test { return notMore(naiveBonus(b), naiveBonus(8), 0.02) })}, {"against a disc counter, it has more discs than all others", overBonuses(func(b int) Test { return more(naiveDiscs(8), naiveDiscs(b)) })}, {"against a disc counter, no other has 1 disc more", overBonuses(func(b int) Test { return notMore(naiveDiscs(b), naiveDiscs(8), 1) })}}},
		},
	},
	{
		Name: "umea-static-weights", Seed: "003", Item: "2.4.1", Title: "Static weights against naive programs",
		Wording: "Then to evaluate the board I sum the weights values of the cells owned by each player and " +
			"return the difference between the total of my player and the total of the other one. By doing so my " +
			"program could already beat the naive implementation without any problem.",
		Result: "no number is given",
		Protocol: "The report's alpha-beta with the static weights alone plays a naive program. Alpha-beta " +
			"searches to depth 5, where the report's search starts.",
		Choices: []Choice{naiveChoice, umeaVariety},
		work: func(r Reading) work {
			return umeaDuels(r, 400, duel{A: "umea:plain,depth=5,bonus=0,mobility=0",
				B: naive(r, "plain,depth=5"), Counts: []count{{Label: staticLabel}}})
		},
		Claims: []Claim{
			varied("my program could already beat the naive implementation without any problem",
				"it scores more than %g of the points",
				aboveFor(staticLabel), easily...),
		},
	},
	{
		Name: "umea-squares", Seed: "003", Item: "2.4.1",
		Title: "How discs on corners and sides are captured, and what negative weights do",
		Wording: "… when a player captures a corner that piece cannot be captured back by the other player. The " +
			"pieces on the sides also have a high value because once they are captured by a player they are harder " +
			"to be captured back by the other player since they can only be captured from 2 directions instead of " +
			"8 for the interior pieces. … to capture a corner it is needed that the opponent capture one of those " +
			"pieces, so having negative weights in those places make the program avoid capturing them unless it is " +
			"really worth it.",
		Result: "no number is given",
		Protocol: "We examine all legal moves on boards after 8 to 56 random plies, and all discs that they " +
			"flip. On the same boards, alpha-beta at depth 3 plays by the static weights, and by the same weights " +
			"with those beside corners raised to 0.",
		work: fixed(captureCount{positions: 2000, weights: true}),
		Claims: []Claim{
			byRules("when a player captures a corner that piece cannot be captured back",
				below("discs on corners that a move can flip", 0.01)),
			byRules("they can only be captured from 2 directions",
				above("flipped discs on sides, along the side", 0.99)),
			{Says: "instead of 8 for the interior pieces", Test: atMost(missingDirections, 0, 36)},
			{Says: "once they are captured by a player they are harder to be captured back", Test: more("discs inside that a move can flip", "discs on sides that a move can flip")},
			byRules("to capture a corner it is needed that the opponent capture one of those pieces around it",
				above("moves to corners that flip a disc beside them", 0.99)),
			{Says: "having negative weights in those places make the program avoid capturing them", Test: more(raisedLabel, negativeLabel)},
		},
	},
	{
		Name: "umea-mobility", Seed: "003", Item: "2.4.2, Conclusion",
		Title: "How mobility and discs relate to the result, by phase of the game",
		Wording: "Indeed the more moves are possible to do the more good potential choices will appear for us in " +
			"the future. Another point is that the less moves the opponent can do the easier it will be to beat " +
			"it. … Indeed it is interesting to minimise the number of owned pieces in early game because by doing " +
			"so the opponent will have a very low mobility where our player will have a lot of possibilities. In " +
			"the end game however it is the opposite, since most of the board is filled both players don't have a " +
			"lot of mobility left and at that moment the best thing is to maximize the number of pieces that we own " +
			"to win the game.",
		Result: "no number is given",
		Protocol: "Equal players play pairs of games from openings of four random plies, with both colours. " +
			"The moves and discs of a side in a phase are means over its turns in that phase, in both games of " +
			"the pair. The end game is plies 41 to 60. The result of a game decides whether its choices are good.",
		Choices: []Choice{{Name: "players", Asks: "which players play the games?",
			Open: "the report says nothing; its closest words are “the easier it will be to beat it”",
			Values: []string{"random",
				"static weights", "whole evaluation"}}, {Name: "phase", Asks: "which plies are early?",
			Open: "“in early game”", Values: []string{"plies 1 to 20", "plies 21 to 40"}}},
		work: func(r Reading) work {
			spec := map[string]string{"random": "random", "static weights": "umea:depth=2,start=2,bonus=0,mobility=0",
				"whole evaluation": "umea:depth=2,start=2"}[r.text("players")]
			early := map[string]phase{"plies 1 to 20": earlyPlies, "plies 21 to 40": middlePlies}[r.text("phase")]
			d := duels{Games: 6000, Least: 40, Random: 4, Duels: []duel{{A: spec, B: spec, Counts: []count{
				{Label: "more moves than the opponent: share of the points", Measure: moreMoves, Phase: early},
				{Label: "more moves than the mean: share of the points", Measure: manyMoves, Phase: early},
				{Label: "an opponent with fewer moves than the mean: share of the points", Measure: fewTheirs, Phase: early},
				{Label: "fewer discs: share of the points", Measure: fewerDiscs, Phase: early},
				{Label: "fewer discs: cases with more moves", Measure: discsAndMoves, Phase: early},
				{Label: "fewer discs in the end game: share of the points", Measure: fewerDiscs, Phase: latePlies},
			}}}}
			if spec != "random" {
				d.Perturb = 0.2 // otherwise both games would be equal
			}
			return d
		},
		Claims: []Claim{
			{Says: "the more moves are possible to do the more good potential choices will appear", Means: "a side with more moves than the mean of all sides scores more than half", Test: above("more moves than the mean: share of the points", 0.5)},
			{Says: "the less moves the opponent can do the easier it will be to beat it", Means: "a side whose opponent has fewer moves than the mean of all sides scores more than half", Test: above("an opponent with fewer moves than the mean: share of the points", 0.5), Else: []Meaning{{"a side with more moves than its opponent does", above("more moves than the opponent: share of the points", 0.5)}}},
			{Says: "it is interesting to minimise the number of owned pieces in early game", Test: above("fewer discs: share of the points", 0.5)},
			{Says: "by doing so the opponent will have a very low mobility where our player will have a lot of possibilities", Test: above("fewer discs: cases with more moves", 0.5)},
			{Says: "in the end game however it is the opposite", Means: "the side with fewer discs in plies 41 to 60 loses", Test: below("fewer discs in the end game: share of the points", 0.5)},
		},
	},
}

// Choices that several of these experiments share.
var (
	edgeChoice = Choice{Name: "edge", Asks: "how far away is the cell in the opposite direction?",
		Open: "“there is an enemy or empty cell in the opposite direction”, where line 3 says “the first " +
			"neighbour of the cell in that direction is empty”; “it cannot be captured by the opponent by placing " +
			"a piece adjacent to the cell”; that requires an enemy at the end of the line",
		Values: []string{"adjacent", "line", "enemy on the line"}}
	mobilityChoice = Choice{Name: "mobility", Asks: "how many points does a legal move count?",
		Open: "“The returned value of the function is just the difference between the mobility of the player " +
			"and the mobility of its opponent”; it does not say how the difference is added",
		Values: []string{"1", "4"}}
	umeaDepth = Choice{Name: "depth", Asks: "how deep are the searches?",
		Open: "the report says nothing; its search is “initially called with a depth of 5” and goes deeper as " +
			"time allows",
		Values: []string{"4", "5"}}
	umeaVariety = varietyChoice("the report says nothing; its closest words are “I made them fight against "+
		"each other using both possible compositions”", "8 plies", "5 %")
	naiveChoice = Choice{Name: "naive", Asks: "how does the naive program play?",
		Open:   "“the 'naive' repository that contains the naive code”, “a naive heuristics function”",
		Values: []string{"discs as deep", "discs 3 plies deep", "most discs flipped"}}
)

// varietyChoice is the choice of how games differ between players without randomness.
func varietyChoice(open string, values ...string) Choice {
	return Choice{Name: "variety",
		Asks: "what makes games of the same players differ: random plies at the start, or random moves with " +
			"some probability?", Open: open, Values: values}
}

// variety returns the number of random plies at the start and the probability of random moves.
func variety(r Reading) (plies int, perturb float64) {
	x := r.number("variety")
	if x < 1 {
		return 0, x
	}
	return int(x), 0
}

// stable returns the end of a spec, which selects the reading's definition of edge-stable discs.
func stable(r Reading) string {
	return map[string]string{"line": ",stable=line", "enemy on the line": ",stable=enemy"}[r.text("edge")]
}

// naive returns the spec of the naive program. search is the other program's search.
func naive(r Reading, search string) string {
	return map[string]string{"discs as deep": "flat:" + search, "discs 3 plies deep": "flat:plain,depth=3",
		"most discs flipped": "greedy"}[r.text("naive")]
}

// easily lists shares of the points, chosen by us, above which one program beats another "very easily".
var easily = []float64{0.75, 0.6, 0.9}

func umeaDuels(r Reading, games int, list ...duel) duels {
	d := duels{Games: games, Least: 12, Duels: list}
	d.Random, d.Perturb = variety(r)
	return d
}

// umeaSpec returns the spec of the report's program with changes to its evaluation.
func umeaSpec(r Reading, changes string) string {
	spec := fmt.Sprintf("umea:depth=%[1]d,start=%[1]d", r.integer("depth"))
	if changes != "" {
		spec += "," + changes
	}
	if m := r.text("mobility"); m != "1" && !strings.Contains(changes, "mobility=") {
		spec += ",mobility=" + m
	}
	if !strings.Contains(changes, "stable=") && !strings.Contains(changes, "bonus=0") {
		spec += stable(r)
	}
	return spec
}

// variants returns a duel between two versions of the report's evaluation, given by their changes.
func variants(r Reading, label, a, b string) duel {
	return duel{A: umeaSpec(r, a), B: umeaSpec(r, b), Counts: []count{{Label: label}}}
}

func overWeights(r Reading, name, changes string) duel {
	return variants(r, name+" – static weights", changes, "bonus=0,mobility=0")
}

// evaluated returns the line that times the report's program with changes to its evaluation.
func evaluated(name, changes string) timedLine {
	return timedLine{Name: name, Spec: "umea:plain,depth=%d," + changes, At: []int{5}}
}

// bonuses lists the bonuses that play against a bonus of 8.
var bonuses = []int{0, 1, 2, 4, 16}

func bonusLabel(other int) string { return fmt.Sprintf("bonus 8 – bonus %d", other) }

func naiveBonus(b int) string { return fmt.Sprintf("bonus %d – disc counter", b) }

func naiveDiscs(b int) string { return naiveBonus(b) + ", discs" }

// overBonuses applies a test to each bonus except 8.
func overBonuses(test func(bonus int) Test) Test {
	var tests []Test
	for _, b := range bonuses {
		tests = append(tests, test(b))
	}
	return both(tests...)
}

func bonus(r Reading, other int) duel {
	d := variants(r, bonusLabel(other), "", fmt.Sprintf("bonus=%d", other))
	d.X, d.Series = float64(other), "bonus 8 against it"
	return d
}

func bonusNaive(r Reading, b int) duel {
	d := variants(r, naiveBonus(b), fmt.Sprintf("bonus=%d", b), "")
	d.B, d.X, d.Series = fmt.Sprintf("flat:depth=%d", r.integer("depth")), float64(b), "against a disc counter"
	d.Counts = append(d.Counts, count{Label: naiveDiscs(b), Measure: discsOfBoth})
	return d
}

const staticLabel, onTopLabel = "static weights – naive program", "stability on top of weights and mobility"

var overEdge = pairLabel("with definite stability", "with edge stability")
