package study

import "slices"

// cs181 lists the experiments of "CS181 Othello AI" (report 004).
var cs181 = slices.Concat(cs181Learning, cs181Evaluation, []*Experiment{
	{
		Name: "cs181-speed", Seed: "004", Item: "Speed test",
		Title: "How much time each optimisation of the report's board saves", Machine: true,
		Wording: "We conduct a speed test where Minimax(2) competed against Minimax(1). To evaluate the impact " +
			"of cache, we also performed multiple trials. The results indicate that an optimized episode averages " +
			"9.78 seconds to complete, while a non-optimized episode averages 77.05 seconds. This yields a speedup " +
			"ratio of 7.88x, significantly enhancing the efficiency of our trains and tests. … In the Minimax tree " +
			"search, duplicate nodes frequently occur across various steps. Our game framework often requests " +
			"successors for identical state pairs. … During a mid-game two-layers Minimax search, each player’s " +
			"ten-plus possible moves can yield over 10000 successors.",
		Result: "9.78 s against 77.05 s a game, 7.88 times as fast",
		Protocol: "Minimax(2) plays Minimax(1): depth 4 against depth 2, both with alpha-beta and with the " +
			"four terms of H(s) as differences between the sides, with weights set by hand. The slowest version " +
			"walks over a matrix of squares and evaluates the board there. “Pairs of words” is the report's state " +
			"aggregation. We time it alone, with each step of “Calculating Successors”, with all steps or all but " +
			"one, and with the cache of 150,000 states and their successors. A full cache is emptied. All " +
			"versions must play the same games. “Two layers” means two of each kind, as in Minimax(2). " +
			"“Significantly” starts at 1.1 times as fast, which is our choice. The report's programs are in " +
			"Python and ours in Go, so a step that saves function calls there may save nothing here.",
		Choices: []Choice{
			{"cache", "how long the cache is kept", "“Our game framework often requests successors for identical state pairs”", []string{"one game", "all games"}},
			{"start", "the number of random plies at the start, so that games differ", "“we also performed multiple trials”", []string{"2 plies", "0 plies", "8 plies"}},
		},
		Readings: 4,
		work:     func(r Reading) work { return speed{40, 3, r.integer("start"), 200, r["cache"] == "all games"} },
		Claims: []Claim{
			ofItsTime("an optimized episode averages 9.78 seconds, a non-optimized 77.05 seconds: a speedup ratio of "+
				"7.88x", equal(speedLabel("all together"), 7.88, 1)).orElse("the speedup of the cache, on top of the "+
				"other steps",
				equal(speedLabel("cache on top of the others"), 7.88, 1)).orElse("the speedup of the cache, on the "+
				"matrix",
				equal(speedLabel("cache alone, on the matrix"), 7.88, 1)),
			varied("the optimizations are significantly enhancing the efficiency",
				"all together are more than %g times as fast", aboveFor(speedLabel("all together")), 1.1, 1.5, 2),
			varied("the cache significantly accelerates the search",
				"on top of the others, more than %g times as fast",
				aboveFor(speedLabel("cache on top of the others")), 1.1, 1.5).orElse(
				"alone, on the matrix, more than 1.1 times as fast",
				above(speedLabel("cache alone, on the matrix"), 1.1)).orElse(
				"alone, on pairs of words, more than 1.1 times as fast",
				above(speedLabel("cache alone, on pairs of words"), 1.1)),
			varied("duplicate nodes frequently occur across various steps",
				"more than %g of the requests for successors repeat one", aboveFor(repeatsLabel), 0.1, 0.05, 0.25),
			varied("each player's ten-plus possible moves can yield over 10000 successors",
				"four plies later, on more than %g of the midgame boards", aboveFor(successorsLabel), 0.1, 0.5),
			{Says: "substituting the matrix with a bit-state representation of pieces is beneficial", Means: "alone", Test: above(speedLabel("state aggregation alone"), 1),
				Else: []Meaning{
					{"together with the steps of “Calculating Successors”", above(speedLabel("all but the cache"), 1)},
				}},
			faster("a neighbor mask is applied for rapid legality assessment", "neighbours' mask"),
			faster("querying the pre-calculated function table eliminates redundant searches", "line table"),
			faster("the dictionary swiftly maps to line features", "feature extraction"),
			ask("our bitboards are faster still", above(speedLabel("our bitboards over all together"), 1)),
		},
	},
})

// faster claims that a step of “Calculating Successors” saves time.
func faster(says, step string) Claim {
	alone, onTop := above(speedLabel(step+" alone"), 1), above(speedLabel(step+" on top of the others"), 1)
	return Claim{Says: says, Means: "alone, it makes games faster", Test: alone,
		Else: []Meaning{{"on top of the others", onTop}}}
}
