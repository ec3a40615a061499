package study

import (
	"fmt"
)

// cs181Evaluation lists the experiments with minimax's evaluation function.
var cs181Evaluation = []*Experiment{
	{
		Name: "cs181-weights", Seed: "004", Games: true, Item: "Heuristic functions, W",
		Title: "The square weights W as a board",
		Wording: "… we calculate W by subtracting the frequency of moves made by losing players from those made " +
			"by winners. After considering symmetry, equivalent positions are averaged. The resulting values are " +
			"then normalized to produce the final weight matrix W.",
		Result: "no number is printed",
		Protocol: "The weight W of a square is the number of winners' moves to it minus that of losers' moves, " +
			"averaged " +
			"over the symmetries and normalised. By default we use counts and divide by the largest weight. " +
			"Intervals treat the moves of different games as independent.",
		Choices: []Choice{
			{"frequency", "whether W uses the numbers of moves to a square or their shares of all moves by winners and by losers", "“subtracting the frequency of moves made by losing players from those made by winners”", []string{"counts", "shares"}},
			{"normalised", "whether the mean is shifted to 0 before all weights are divided by the largest", "“The resulting values are then normalized to produce the final weight matrix”", []string{"by the largest", "mean 0"}},
		},
		work: func(r Reading) work {
			return squareWeights{r.text("frequency") == "shares", r.text("normalised") == "mean 0"}
		},
		Claims: []Claim{
			ask("corners have the highest value", cornersHighest),
			ask("X-squares have the lowest value", xSquaresLowest),
			ask("a move to an X-square is a bad sign", below("squares like b2", 0)),
			ask("a move to a C-square is a bad sign", below("squares like b1", 0)),
		},
	},
	{
		Name: "cs181-heuristics", Seed: "004", Games: true, Item: "Heuristic functions",
		Title: "How well the four heuristics predict the winner",
		Wording: "… strategic positions outweigh quantity … gaining more maneuverability while restricting your " +
			"opponent's ability to move effectively can significantly contribute to winning the game. … In " +
			"scenarios without skips … black typically has an even number of empty squares, while white has an odd " +
			"number. This gives white a subtle edge, as being the last to move can lead to decisive endgame " +
			"placements. However, this advantage can shift if a player is forced to skip a turn … a higher number " +
			"of stable discs often indicates a higher likelihood of winning. … Our transcript data supports that " +
			"it's common for one player to run out of moves … This anomalous result possibly stems from the " +
			"disparity in the gains provided by mobility across various stages of the game.",
		Result: "no number is printed",
		Protocol: "Finished recorded games are judged after 20, 30 and 40 plies. Each row is the score of the " +
			"side that a heuristic puts ahead. The parity rows are white's scores in games with no pass, with an " +
			"odd number of passes, and with an even number. A pass counts as a turn. Games are treated as " +
			"independent.",
		Choices: append([]Choice{
			{"squares", "whether position uses W from the report's 52,441 games or W from relative frequencies in our games", "“subtracting the frequency of moves made by losing players from those made by winners”", []string{"counts", "shares"}},
		}, choices("stability")...),
		work: func(r Reading) work {
			return heuristics{full: r.text("stability") != ownRule, shares: r.text("squares") == "shares"}
		},
		Claims: []Claim{
			{Says: "strategic positions outweigh quantity", Means: "the side ahead by position scores more than the side ahead by discs, after each of 20, 30 and 40 plies", Test: both(outweighs(20), outweighs(30), outweighs(40)), Else: []Meaning{{"after 20 plies", outweighs(20)}, {"after 40 plies", outweighs(40)}, {"position predicts the winner better than discs do, in either direction, after 20 plies", saysMore(20)}, {"position predicts the winner better than discs do, in either direction, after 40 plies", saysMore(40)}, {"after 40 plies, and the side ahead by position scores more than half", both(outweighs(40), above("the side with the higher position value after 40 plies", 0.5))}}},
			ask("a higher position value indicates a higher likelihood of winning",
				above("the side with the higher position value after 40 plies", 0.5)),
			varied("more maneuverability can significantly contribute to winning",
				"the side with more moves scores more than %g after at least one of 20, 30 and 40 plies",
				aboveAfter("the side with more moves", either, 20, 30, 40), 0.5, 0.55, 0.6, 0.65).orElse(
				"more than 0.5 after each of them", aboveAfter("the side with more moves", both, 20, 30, 40)(0.5)).orElse(
				"more than 0.6 after each of them", aboveAfter("the side with more moves", both, 20, 30, 40)(0.6)),
			varied("a higher number of stable discs often indicates a higher likelihood of winning",
				"the side with more of them scores more than %g after 30 and 40 plies",
				aboveAfter("the side with more stable discs", both, 30, 40), 0.5, 0.55, 0.6, 0.65),
			byRules("in scenarios without skips black typically has an even number of empty squares",
				above(evenLabel, 0.99)),
			varied("without skips white has a subtle edge", "between 0.5 and %g of the points", func(x float64) Test {
				return both(above("white, games without a pass", 0.5), below("white, games without a pass", x))
			}, 0.55, 0.6, 1),
			{Says: "this advantage can shift if a player is forced to skip a turn", Means: "white scores less with an odd number of passes", Test: more("white, games without a pass", "white, games with an odd number of passes"),
				Else: []Meaning{{"white scores less than half with an odd number of passes",
					below("white, games with an odd number of passes", 0.5)}}},
			varied("it is common for one player to run out of moves", "in more than %g of the games",
				aboveFor("games with a pass"), 0.5, 0.25, 0.1).orElse("in more than 0.05 of the turns",
				above(passesLabel, 0.05)),
			varied("the gains provided by mobility differ across various stages of the game",
				"by more than %g of the points", func(x float64) Test {
					const side = "the side with more moves after "
					return differ(x, side+"20 plies", side+"30 plies", side+"40 plies")
				}, 0.02, 0.01, 0.05),
		},
	},
	{
		Name: "cs181-annealing", Seed: "004", Item: "Fig. 5",
		Title: "Is the annealed weight of mobility negative?",
		Wording: "… it becomes evident that W gradually attains a stable state. It is noteworthy that the " +
			"resulting weight for mobility emerges as a negative value, defying intuitive expectations. This " +
			"anomalous result possibly stems from the disparity in the gains provided by mobility across various " +
			"stages of the game. After experimentation, it has been demonstrated that the new weight assignments " +
			"are capable of outperforming the Minimax Agent utilizing the previous weight configurations.",
		Result: "mobility's weight is negative; the new weights outperform the previous ones",
		Protocol: "Annealing starts with random weights. The temperature T falls by the same factor in each " +
			"step, to a hundredth of T0. A neighbour differs by a normal deviate that shrinks with T. ΔE is the " +
			"mean disc difference between new and old weights in games at depth 2 from openings of 8 random " +
			"plies. The movement of W is the mean distance between successive values of W, each divided by its " +
			"largest weight so that only direction counts. Annealing on noise instead of games also slows down, " +
			"so W counts as stable only if annealing on games slows down more. H(s) is also annealed with " +
			"separate weights in three stages of the game. Beyond the report, weights for differences with full " +
			"lines are annealed with the settings of the first reading, and CMA-ES searches for them with about " +
			"as many games.",
		Choices: append([]Choice{
			{"t0", "the temperature T0", "“initialize the current temperature”; no value is given", []string{"10 discs", "2 discs", "50 discs"}},
			{"steps", "the number of steps", "“over the number of iterations”", []string{"400 steps", "1,600 steps"}},
			{"games", "the number of games in a step", "“the games played by the Minimax Agent under the new and old weights”", []string{"16 games", "2 games"}},
			{"counts", "whether mobility and stable discs are the searching side's or differences between the sides", "“the number of available positions for placing moves within a specific game situation”", []string{"own", "differences"}},
		}, choices("stability", "perturbation", "start")...),
		work: func(r Reading) work {
			counts, steps, games, t0 := r.text("counts"), r.integer("steps"), r.integer("games"), r.number("t0")
			seeds := 44
			if steps > 400 {
				seeds = 12
			}
			r = complete(r)
			return annealing{steps: steps, seeds: seeds, games: 2640 / seeds, least: 10,
				openings: games / 2, first: t0,
				own: counts == "own", full: r.text("stability") != ownRule, test: testGames(r, learning{}),
				slow: layered(r, 2)}
		},
		Claims: []Claim{
			{Says: "W gradually attains a stable state", Means: "it slows down more than in annealing on noise", Test: more("noise, movement in the last third of that in the first", "H(s), movement in the last third of that in the first"),
				Else: []Meaning{{"runs with different seeds agree on W more than they do on noise",
					more("H(s), agreement of seeds", "noise, agreement of seeds")}}},
			{Says: "the resulting weight for mobility emerges as a negative value", Test: below("H(s), mobility", 0)},
			varied("this possibly stems from the disparity in the gains provided by mobility across various stages",
				"weights of two stages differ by more than %g", func(x float64) Test {
					return differ(x, "H(s), mobility, stage 0", "H(s), mobility, stage 1", "H(s), mobility, stage 2")
				}, 0.3, 0.1, 0.5),
			{Says: "the new weight assignments are capable of outperforming the previous weight configurations", Means: "against the random starting weights", Test: above("H(s) annealed – first weights", 0.5),
				Else: []Meaning{{"against weights set by hand", above("H(s) annealed – set by hand", 0.5)}}},
			ask("with the annealed weights, Minimax(2) wins 100 % against Random, as in Table 1",
				above("H(s) annealed, Minimax(2) – Random", allOfSlow)),
			ask("with the annealed weights, Minimax(2) wins 100 % against Minimax(1), as in Table 1",
				above("H(s) annealed, Minimax(2) – Minimax(1)", allOfSlow)),
			ask("the weights for position, stable discs and parity are positive", every(func(l string) Test {
				return above(l, 0)
			}, "H(s), position", "H(s), stable discs", "H(s), parity")),
			ask("the weight of a difference in moves is negative", below("mobility", 0)),
			ask("annealed weights of differences beat those of H(s)", above("annealed – H(s) annealed", 0.5)),
			ask("annealed weights of differences beat those of their random start",
				above("annealed – first weights", 0.5)),
			ask("a sequential test (SPRT) shows that they beat those of their random start",
				sequential("annealed – first weights")),
			ask("CMA-ES finds better weights with as many games", below("annealed – CMA-ES", 0.5)),
			ask("annealed weights of differences beat those set by hand", above("annealed – set by hand", 0.5)),
			ask("a sequential test (SPRT) shows that they beat those set by hand",
				sequential("annealed – set by hand")),
		},
	},
}

// outweighs tests that a higher position value predicts the winner better than more discs.
func outweighs(plies int) Test {
	after := fmt.Sprintf(" after %d plies", plies)
	return more("the side with the higher position value"+after, "the side with more discs"+after)
}

// saysMore is outweighs for predictions in either direction.
func saysMore(plies int) Test {
	t := outweighs(plies)
	t.Holds = fmt.Sprintf("the interval of the distance of “%s” from 0.5 minus the distance of “%s” from 0.5 "+
		"lies above 0",
		t.Rows[0], t.Rows[1])
	t.margin = func(rows Rows) estimate {
		return rows.estimate(t.Rows[0]).Plus(-0.5).Abs().Less(rows.estimate(t.Rows[1]).Plus(-0.5).Abs())
	}
	return t
}

// aboveFor returns a function that creates tests that a row is above a number.
func aboveFor(label string) func(x float64) Test {
	return func(x float64) Test { return above(label, x) }
}

// aboveAfter returns a function that creates tests that a side's share is above a number after some numbers
// of plies: after all of them, or after any, depending on join.
func aboveAfter(side string, join func(...Test) Test, plies ...int) func(x float64) Test {
	return func(x float64) Test {
		var tests []Test
		for _, ply := range plies {
			tests = append(tests, above(fmt.Sprintf("%s after %d plies", side, ply), x))
		}
		return join(tests...)
	}
}
