package study

import "slices"

// cs181 are the experiments of "CS181 Othello AI" (report 004).
var cs181 = slices.Concat(cs181Learning, cs181Evaluation, []*Experiment{
	{
		Name: "cs181-speed", Seed: "004", Item: "Speed test",
		Title: "What each optimisation of the report's board saves", Machine: true,
		Wording: "We conduct a speed test where Minimax(2) competed against Minimax(1). To evaluate the impact " +
			"of cache, we also performed multiple trials. The results indicate that an optimized episode averages " +
			"9.78 seconds to complete, while a non-optimized episode averages 77.05 seconds. This yields a speedup " +
			"ratio of 7.88x, significantly enhancing the efficiency of our trains and tests.",
		Result: "9.78 s against 77.05 s a game, 7.88 times as fast",
		Protocol: "Minimax(2) against Minimax(1), depth 4 against depth 2 with alpha-beta, the four terms of " +
			"H(s) as differences of the sides with weights by hand. The base walks over a matrix of squares and " +
			"judges it there; “pairs of words” is the state aggregation, with each of the steps of “Calculating " +
			"Successors” alone and with all, and with the cache of 150,000 states and their successors. The cache " +
			"is empty at the start of each game, and emptied when it is full. All kinds must play the same games. " +
			"The report's programs are in Python, ours in Go: a step that saves calls there need not here.",
		Choices: []Choice{
			{"start", "random plies at the start, so that games differ", "“we also performed multiple trials”", []string{"2 plies", "0 plies", "8 plies"}},
		},
		work: func(r Reading) work { return speed{games: 40, least: 3, random: r.integer("start")} },
		Claims: []Claim{
			ofItsTime("an optimized episode averages 9.78 seconds, a non-optimized 77.05 seconds: a speedup ratio of "+
				"7.88x", equal(speedLabel("all together"), 7.88, 1)),
			varied("the optimizations are significantly enhancing the efficiency",
				"all together are more than %g times as fast", aboveFor(speedLabel("all together")), 1, 1.5, 2),
			{Says: "the cache significantly accelerates the search", Means: "on top of the others", Test: above(speedLabel("cache on top of the others"), 1),
				Else: []Meaning{
					{"alone, on the matrix", above(speedLabel("cache alone, on the matrix"), 1)},
					{"alone, on pairs of words", above(speedLabel("cache alone, on pairs of words"), 1)},
				}},
			{Says: "substituting the matrix with a bit-state representation of pieces is beneficial", Means: "alone", Test: above(speedLabel("state aggregation alone"), 1),
				Else: []Meaning{
					{"with the steps of “Calculating Successors”", above(speedLabel("all but the cache"), 1)},
				}},
			{Says: "a neighbor mask is applied for rapid legality assessment", Means: "it is faster than without", Test: above(speedLabel("neighbours' mask alone"), 1)},
			{Says: "querying the pre-calculated function table eliminates redundant searches", Means: "it is faster than searching", Test: above(speedLabel("line table alone"), 1)},
			{Says: "the dictionary swiftly maps to line features", Means: "it is faster than without", Test: above(speedLabel("feature extraction alone"), 1)},
			ask("our bitboards are faster still", above(speedLabel("our bitboards over all together"), 1)),
		},
	},
})
