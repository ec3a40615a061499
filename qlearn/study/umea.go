package study

import "fmt"

// umea are the experiments of "Othello artificial intelligence" (report 003). Its program is
// plain alpha-beta that deepens from 5 plies on while the depth is below 20 (algorithm 3).
var umea = []*Experiment{
	{
		Name: "umea-time-limits", Seed: "003", Item: "3, both tables",
		Title: "Discs against naive programs by time limit", Machine: true,
		Wording: "… a well balanced and adapted heuristics function will perform way better than a naive " +
			"heuristics function. … I made them fight against each other using both possible compositions and time " +
			"limits between 1 and 10 seconds … As we can see with those results, no matter the time limit my " +
			"program beats the naive program very easily. … It was interesting to notice a drop of performances " +
			"with time limits greater than 3 seconds against the naive program when my program plays the black " +
			"player. … my progam beats the naive program every time.",
		Result: "36 to 58 discs as white, 42 to 62 as black in single games; the drop above 3 s is of an " +
			"improved heuristic that is not described",
		Protocol: "Of the naive program the report says no more than its name, that its heuristics are naive, " +
			"and that it is started with the same time limit. So all numbers stand beside three programs that a " +
			"reader might think of, none of which was chosen by its results: the move that turns the most discs; " +
			"alpha-beta of three plies that counts discs; and alpha-beta that counts discs and deepens with the " +
			"same time limit. Algorithm 2 evaluates a board without a move as any other; our searches pass, and " +
			"count a finished game by its result and discs. 10 to 100 ms a move in place of 1 to 10 s, as our " +
			"program takes some milliseconds for the depth of 5 that the report's takes “way under 1 second” for; " +
			"six random plies at the start, so that there are more games than one. Scores are discs at the end, " +
			"empty squares to the winner. A mean of games stands beside the report's single one, which is taken to " +
			"vary as ours do. It beats a program at a time limit if its mean is more than 32 discs, and every time " +
			"if it has more than 95 of 100 points. “Way better” is 75 of 100 points, against discs counted in the " +
			"same time.",
		work:   fixed(umeaLimits),
		Claims: umeaLimits.claims(),
	},
	{
		Name: "umea-depth-times", Seed: "003", Item: "4 and 2.3", Title: "The time that depths 5 and 7 take",
		Machine: true,
		Wording: "… the program was then able to reach a depth of 7 under half a second at any point in the " +
			"game. … The alphaBeta function is initially called with a depth of 5 (since it is always way " +
			"under 1 second).",
		Result: "depth 7 in less than 0.5 s, depth 5 in less than 1 s, in Java; almost 20 s or more for depth " +
			"7 in Python",
		Protocol: "The report's alpha-beta, depth 5 and then each depth up to the one that is reached, on " +
			"boards after 2 to 54 random plies; the longest of all boards' times. “Way under 1 second” is at most " +
			"half a second. The same with order and table stands beside.",
		work: fixed(timing{Lines: []timedLine{
			{Name: "alpha-beta", Spec: "umea:plain,start=5,depth=%d", At: []int{5, 6, 7}}, {Name: "with order and table", Spec: "umea:depth=%d", At: []int{5, 6, 7}},
		}, X: "depth", Plies: evenly(2, 54, 4), Positions: 280, Worst: true,
			Paper: map[string]float64{"alpha-beta, depth 5, longest": 1, "alpha-beta, depth 7, longest": 0.5}}),
		Claims: []Claim{
			{Says: "the program was able to reach a depth of 7 under half a second at any point in the game", Test: atMost("alpha-beta, depth 7, longest", 0.5, 280)},
			{Says: "depth 5 is always way under 1 second", Test: atMost("alpha-beta, depth 5, longest", 0.5, 280)},
		},
	},
	{
		Name: "umea-heuristics", Seed: "003", Item: "2.4", Title: "The evaluation taken apart",
		Wording: "To improve my evaluation function an idea was to consider the possibility of my player " +
			"future mobility versus the opponent future mobility. … The last heuristic that I added to my complete " +
			"evaluation function is the stability evaluation. … Indeed it would be too costly to determine if a " +
			"piece is definitely stable in the game and the results would not be much better anyway.",
		Result: "no number is given",
		Protocol: "alpha-beta of depth 4, with order and table to save time; static weights and what the report " +
			"adds to them against the static weights alone: mobility, the bonus for edge-stable discs of several " +
			"values, and both; and a bonus of 8 for definitely stable discs, as far as they are found without " +
			"search, in place of edge-stable ones. Eight random plies at the start. “The opposite direction” of " +
			"algorithm 4 is read as the neighbour on that side. “Not be much better” is at most 5 points of 100.",
		work: fixed(duels{Games: 400, Least: 12, Random: 8, Duels: []duel{
			overWeights("mobility", "bonus=0"), overWeights("stability, bonus 1", "mobility=0,bonus=1"),
			overWeights("stability, bonus 2", "mobility=0,bonus=2"),
			overWeights("stability, bonus 4", "mobility=0,bonus=4"), overWeights("stability, bonus 8", "mobility=0"),
			overWeights("whole evaluation", ""),
			variants("definite stability – edge stability", "stable=definite", ""),
		}}),
		Claims: []Claim{
			{Says: "mobility improves the evaluation function", Test: above("mobility – static weights", 0.5)},
			{Says: "the stability evaluation, with its bonus of 8, improves it", Test: above("stability, bonus 8 – static weights", 0.5)},
			ask("do both together?", above("whole evaluation – static weights", 0.5)),
			{Says: "if a piece is definitely stable … the results would not be much better anyway", Test: below("definite stability – edge stability", 0.55)},
		},
	},
	{
		Name: "umea-evaluation-times", Seed: "003", Item: "2.4",
		Title: "The time that the parts of the evaluation cost", Machine: true,
		Wording: "However an evaluation function that is too costly can make the Alpha Beta algorithm go less " +
			"deep in the recursion … That kind of stability is called edge stability and it is not very costly to " +
			"compute it. Indeed it would be too costly to determine if a piece is definitely stable in the game.",
		Result: "no number is given",
		Protocol: "The report's alpha-beta to depth 5, at once, with the static weights and what is added to " +
			"them, on boards after 10 to 40 random plies. “Not very costly” is less than twice the time of the " +
			"static weights alone; “too costly” is twice the time of edge stability or more. Definitely stable " +
			"discs are those that are found without search. As another evaluation cuts other branches, these are " +
			"times of a move, not of an evaluation.",
		work: fixed(timing{Lines: []timedLine{
			evaluated("static weights", "bonus=0,mobility=0"), evaluated("with edge stability", "mobility=0"),
			evaluated("with definite stability", "mobility=0,stable=definite"),
			evaluated("whole evaluation", "bonus=8"),
		}, X: "depth", Plies: []int{10, 20, 30, 40}, Positions: 200, Least: 8, Nodes: true}),
		Claims: []Claim{
			{Says: "an evaluation function that is too costly can make the Alpha Beta algorithm go less deep (it takes longer for the same depth)", Test: more("with definite stability, depth 5", "static weights, depth 5")},
			{Says: "edge stability … is not very costly to compute", Test: moreTimes("static weights, depth 5", "with edge stability, depth 5", 0.5)},
			{Says: "it would be too costly to determine if a piece is definitely stable", Test: moreTimes("with definite stability, depth 5", "with edge stability, depth 5", 2)},
		},
	},
	{
		Name: "umea-bonus", Seed: "003", Item: "2.4.3", Title: "The bonus of an edge-stable disc",
		Wording: "The bonus added to the cell value has a value of 8, which is the value that I found gave the " +
			"best results.",
		Result: "8 is the best; no number is given",
		Protocol: "alpha-beta of depth 4, with order and table, and the whole evaluation, which has the bonus " +
			"of 8, against the same with no bonus and with bonuses of 1, 2, 4 and 16; eight random plies at the " +
			"start. It gave the best results if it beats all others.",
		work: fixed(duels{Games: 400, Least: 12, Random: 8,
			Duels: []duel{bonus(0), bonus(1), bonus(2), bonus(4), bonus(16)},
			Curve: &curve{X: "the other bonus", Y: "share of the points of bonus 8", Mark: []float64{0.5}}}),
		Claims: []Claim{
			{Says: "a value of 8, which is the value that I found gave the best results", Test: both(
				above(bonusLabel(0), 0.5), above(bonusLabel(1), 0.5), above(bonusLabel(2), 0.5),
				above(bonusLabel(4), 0.5), above(bonusLabel(16), 0.5))},
		},
	},
	{
		Name: "umea-static-weights", Seed: "003", Item: "2.4.1", Title: "Static weights against naive programs",
		Wording: "Then to evaluate the board I sum the weights values of the cells owned by each player and " +
			"return the difference between the total of my player and the total of the other one. By doing so my " +
			"program could already beat the naive implementation without any problem.",
		Result: "no number is given",
		Protocol: "The report's alpha-beta with the static weights alone, to the depth of 5 that it begins " +
			"with, against the three naive programs of umea-time-limits, the last of them to depth 5 too; eight " +
			"random plies at the start. “Without any problem” is more than 90 of 100 points.",
		work: fixed(duels{Games: 200, Least: 12, Random: 8, Duels: []duel{
			staticWeights("most discs turned", "greedy"), staticWeights("disc counter, depth 3", "flat:plain,depth=3"),
			staticWeights("disc counter, depth 5", "flat:plain,depth=5"),
		}}),
		Claims: []Claim{
			{Says: "could already beat the naive implementation without any problem, if it plays what turns the most discs", Test: above("static weights – most discs turned", 0.9)},
			{Says: "the same, if it counts discs three plies ahead", Test: above("static weights – disc counter, depth 3", 0.9)},
			{Says: "the same, if it counts discs as far ahead", Test: above("static weights – disc counter, depth 5", 0.9)},
		},
	},
}

// variants is a duel of two evaluations of the report's, by what they change of it.
func variants(label, a, b string) duel {
	spec := func(changes string) string {
		if changes != "" {
			changes = "," + changes
		}
		return "umea:depth=4,start=4" + changes
	}
	return duel{A: spec(a), B: spec(b), Counts: []count{{Label: label}}}
}

func overWeights(name, changes string) duel {
	return variants(name+" – static weights", changes, "bonus=0,mobility=0")
}

// evaluated times the report's program with a change of its evaluation.
func evaluated(name, changes string) timedLine {
	return timedLine{Name: name, Spec: "umea:plain,depth=%d," + changes, At: []int{5}}
}

func bonusLabel(other int) string { return fmt.Sprintf("bonus 8 – bonus %d", other) }

func bonus(other int) duel {
	d := variants(bonusLabel(other), "", fmt.Sprintf("bonus=%d", other))
	d.X = float64(other)
	return d
}

func staticWeights(name, spec string) duel {
	return duel{A: "umea:plain,depth=5,bonus=0,mobility=0", B: spec,
		Counts: []count{{Label: "static weights – " + name}}}
}
