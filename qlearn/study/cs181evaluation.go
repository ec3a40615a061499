package study

// cs181Evaluation are the experiments about the evaluation function of minimax.
var cs181Evaluation = []*Experiment{
	{
		Name: "cs181-weights", Seed: "004", Games: true, Item: "Heuristic functions, W",
		Title: "The square weights W as a board",
		Wording: "… we calculate W by subtracting the frequency of moves made by losing players from those made " +
			"by winners. After considering symmetry, equivalent positions are averaged. The resulting values are " +
			"then normalized to produce the final weight matrix W.",
		Result: "no number is printed",
		Protocol: "Winners' moves minus losers' on each square, averaged over the symmetries, divided by " +
			"the largest. " +
			"“Frequency” is read as the number of moves, as the report divides by nothing before the values that " +
			"result are normalized; this W is our default. Winners make more moves than losers, which lifts every " +
			"square, so beside it stands W from relative frequencies, “by shares”: the square's share of all moves " +
			"of winners less its share of all moves of losers. " +
			"Intervals take the moves of different games as independent.",
		work: fixed(squareWeights{}),
		Claims: []Claim{
			ask("corners have the highest value", cornersHighest("")),
			ask("so they have by shares", cornersHighest(relativePrefix)),
			ask("a move to an X-square is a bad sign, by counts and by shares",
				both(below("squares like b2", 0), below(relativePrefix+"squares like b2", 0))),
			ask("a move to a C-square is a bad sign, by counts", below("squares like b1", 0)),
			ask("and by shares", below(relativePrefix+"squares like b1", 0)),
		},
	},
	{
		Name: "cs181-heuristics", Seed: "004", Games: true, Item: "Heuristic functions",
		Title: "What the four heuristics say of the winner",
		Wording: "… strategic positions outweigh quantity … gaining more maneuverability while restricting your " +
			"opponent's ability to move effectively can significantly contribute to winning the game. … In " +
			"scenarios without skips … black typically has an even number of empty squares, while white has an odd " +
			"number. This gives white a subtle edge, as being the last to move can lead to decisive endgame " +
			"placements. However, this advantage can shift if a player is forced to skip a turn … a higher number " +
			"of stable discs often indicates a higher likelihood of winning. … Our transcript data supports that " +
			"it's common for one player to run out of moves … This anomalous result possibly stems from the " +
			"disparity in the gains provided by mobility across various stages of the game.",
		Result: "no number is printed",
		Protocol: "The recorded games that were finished, as they stood after 20, 30 and 40 plies: what the " +
			"side scores that is ahead by a heuristic, ours less the opponent's; position by the W of the report's " +
			"52,441 games. Parity is what white scores in games without a pass, with an odd and with an even " +
			"number of passes. Common is read as more than half of the games; what mobility gains differs if it " +
			"does by more than 2 % of the points. " +
			"Games are taken as independent.",
		work: fixed(heuristics{}),
		Claims: []Claim{
			{Says: "strategic positions outweigh quantity", Test: both(more("the side with the higher position value after 20 plies", "the side with more discs after 20 plies"), more("the side with the higher position value after 40 plies", "the side with more discs after 40 plies"))},
			ask("a higher position value indicates a higher likelihood of winning",
				above("the side with the higher position value after 40 plies", 0.5)),
			{Says: "more mobility can significantly contribute to winning", Test: both(above("the side with more moves after 20 plies", 0.5), above("the side with more moves after 40 plies", 0.5))},
			{Says: "more stable discs often indicate a higher likelihood of winning", Test: both(above("the side with more stable discs after 30 plies", 0.5), above("the side with more stable discs after 40 plies", 0.5))},
			{Says: "without passes white has a subtle edge", Test: above("white, games without a pass", 0.5)},
			{Says: "this advantage can shift if a player is forced to skip a turn", Test: more("white, games without a pass", "white, games with an odd number of passes")},
			{Says: "it is common for one player to run out of moves", Test: above("games with a pass", 0.5)},
			{Says: "what mobility gains differs across the stages of the game", Test: differ(0.02, "the side with more moves after 20 plies", "the side with more moves after 30 plies", "the side with more moves after 40 plies")},
		},
	},
	{
		Name: "cs181-annealing", Seed: "004", Item: "Fig. 5",
		Title: "Annealing the four weights: is that of mobility negative?",
		Wording: "… it becomes evident that W gradually attains a stable state. It is noteworthy that the " +
			"resulting weight for mobility emerges as a negative value, defying intuitive expectations. This " +
			"anomalous result possibly stems from the disparity in the gains provided by mobility across various " +
			"stages of the game. After experimentation, it has been demonstrated that the new weight assignments " +
			"are capable of outperforming the Minimax Agent utilizing the previous weight configurations.",
		Result: "mobility's weight is negative; the new weights outperform the previous ones",
		Protocol: "H(s) as the report has it: position of both sides, mobility and stable discs of the side to " +
			"move alone (at the leaves of depth 2 and 4 the one that searches), parity. From random weights, T " +
			"falls from 10 discs to 0.1 by the same factor each step; a neighbour lies a normal deviation away " +
			"that shrinks with T; ΔE is the mean difference of discs of 16 games of depth 2 between new and old " +
			"weights, from 8 openings of 8 random plies; 400 steps; the report prints none of these numbers. " +
			"Weights are divided by the largest absolute one of a run, and W's movement is the mean distance of " +
			"steps of these, so that it says how W turns and not how it grows; every second step is looked at. The " +
			"previous weights are those after the first step from the random start, and those of H(s) set by hand. " +
			"Minimax(2) with annealed weights plays Table 1's games, Minimax(1) with the same weights, 5 % of " +
			"moves random. " +
			"H(s) is also annealed with weights of its own in each of three stages of the game. Beside it stands " +
			"what the report does not have: “mobility” and “stability” are the side to move's less the opponent's, " +
			"annealed in the same way and by CMA-ES with about as many games.",
		work: fixed(annealing{steps: 400, seeds: 6, games: 200, least: 10}),
		Claims: []Claim{
			{Says: "W gradually attains a stable state", Test: moreTimes("H(s), movement in the first third", "H(s), movement in the last third", 3)},
			{Says: "the weight for mobility is negative", Test: below("H(s), own-mobility", 0)},
			{Says: "this possibly stems from the gains of mobility across the stages, which differ", Test: differ(0.3, "H(s), own-mobility, stage 0", "H(s), own-mobility, stage 1", "H(s), own-mobility, stage 2")},
			{Says: "the new weights outperform the previous ones: those of the random start", Test: above("H(s) annealed – first weights", 0.5)},
			{Says: "the new weights outperform the previous ones: those set by hand", Test: above("H(s) annealed – set by hand", 0.5)},
			{Says: "Minimax(2) with them wins 100 % against Random", Test: above("H(s) annealed, Minimax(2) – Random", allOfSlow)},
			{Says: "Minimax(2) with them wins 100 % against Minimax(1)", Test: above("H(s) annealed, Minimax(2) – Minimax(1)", allOfSlow)},
			ask("the weights for position, stable discs and parity are positive",
				both(above("H(s), position", 0), above("H(s), own-stability", 0),
					above("H(s), parity", 0))),
			ask("a difference of moves has a negative weight", below("mobility", 0)),
			ask("annealed weights of differences beat those of one side", above("annealed – H(s) annealed", 0.5)),
			ask("annealed weights of differences beat those of their random start",
				above("annealed – first weights", 0.5)),
			ask("a sequential test (SPRT) says so too", sequential("annealed – first weights")),
			ask("CMA-ES finds better weights with as many games", below("annealed – CMA-ES", 0.5)),
			ask("annealed weights of differences beat those set by hand", above("annealed – set by hand", 0.5)),
			ask("a sequential test says that too", sequential("annealed – set by hand")),
		},
	},
}
