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
			"H(s) as differences of the sides with weights by hand, two random plies at the start. The base walks " +
			"over a matrix of squares and judges it there; “pairs of words” is the state aggregation, with each of " +
			"the steps of “Calculating Successors” alone and with all, and with the cache of 150,000 states and " +
			"their successors, empty at the start of each game and begun again when it is full. All play the same " +
			"games, or the experiment fails. " +
			"The report does not say what its optimised episode contains; it is read as all together, and the " +
			"other as none. Its programs are in Python, ours in Go, so times differ, and a step that saves calls " +
			"there need not here.",
		work: fixed(speed{games: 60, least: 3, random: 2}),
		Claims: []Claim{
			{Says: "an optimized episode is 7.88 times as fast", Test: equal(speedLabel("all together"), 7.88, 1)},
			{Says: "all optimizations together bring a significant speedup", Test: above(speedLabel("all together"), 1)},
			{Says: "the cache significantly accelerates the search", Test: above(speedLabel("cache on top of the others"), 1)},
			{Says: "substituting the matrix with a bit-state representation is beneficial", Test: above(speedLabel("state aggregation alone"), 1)},
			{Says: "the mask of neighbours is a rapid legality assessment", Test: above(speedLabel("neighbours' mask alone"), 1)},
			{Says: "querying the table of lines is faster than searching along them", Test: above(speedLabel("line table alone"), 1)},
			{Says: "the dictionary maps swiftly to line features", Test: above(speedLabel("feature extraction alone"), 1)},
			ask("the cache makes a search on the matrix faster", above(speedLabel("cache alone, on the matrix"), 1)),
			ask("our bitboards are faster still", above(speedLabel("our bitboards over all together"), 1)),
		},
	},
})
