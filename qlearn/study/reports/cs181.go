package reports

import "github.com/outflank/outflank/qlearn/study"

// The rules of the learners of [study.TrainJob] besides our defaults: the report's, whose
// features are the count of discs, the action itself and those of minimax (section
// "Approximate Q-learning"), and the same without the action.
const (
	Rule              = "report"
	RuleWithoutAction = "report without the action"
)

// minimax1 is the report's Minimax(1).
const minimax1 = "minimax:depth=2,eval=report"

// cs181 are the experiments of "CS181 Othello AI" (report 004).
var cs181 = []*study.Experiment{
	{
		Name: "cs181-table-1", Seed: "004", Games: true, Item: "Table 1", Title: "Winning rates between different agents",
		Wording:  "We introduce artificial perturbations to both agents, allowing them a low but identical probability of acting randomly. We test different pairs of agents over 200 games, except for Minimax(2) … we limit the testing to 100 games. … The Data-based Q-Learning Agent was trained on transcript data for 20000 epochs, the Minimax-based Q-learning Agent was trained against Minimax(1) for 10000 epochs and Random-based Q-Learning Agent was trained against a Random Agent for 10000 epochs.",
		Result:   "against Random and Minimax(1): Minimax(2) 100 %, 100 %; data-based 94 %, 32 %; minimax-based 85 %, 55 %; random-based 91 %, 24 %",
		Protocol: "5 % of all moves random, the report's “low probability”; minimax(1) is depth 2, minimax(2) depth 4, with the report's four terms and our weights set by hand. Epochs are games. “Report's rule” learns with the report's features and update alone, the others with our defaults. The report's own 200 games are taken for all its numbers.",
		Work: study.Learning{
			Seeds: 5,
			Learners: []study.Learner{
				{Name: "data-based, report's rule", Mode: "data", Rule: Rule, Games: []int{20000}}, {Name: "minimax-based, report's rule", Mode: minimax1, Rule: Rule, Games: []int{10000}}, {Name: "random-based, report's rule", Mode: "random", Rule: Rule, Games: []int{10000}},
				{Name: "data-based", Mode: "data", Games: []int{20000}}, {Name: "minimax-based", Mode: minimax1, Games: []int{10000}}, {Name: "random-based", Mode: "random", Games: []int{10000}},
			},
			Fixed:     []study.Entry{{Name: "Minimax(2)", Spec: "minimax:depth=4,eval=report"}},
			Opponents: []study.Entry{{Name: "Random", Spec: "random"}, {Name: "Minimax(1)", Spec: minimax1}},
			Games:     1000, Least: 40, Perturb: 0.05, Sample: 200,
			Paper: map[string]float64{
				"Minimax(2) – Random": 1, "Minimax(2) – Minimax(1)": 1,
				"data-based, report's rule – Random": 0.94, "data-based, report's rule – Minimax(1)": 0.32,
				"minimax-based, report's rule – Random": 0.85, "minimax-based, report's rule – Minimax(1)": 0.55,
				"random-based, report's rule – Random": 0.91, "random-based, report's rule – Minimax(1)": 0.24,
			},
		},
		Claims: []study.Claim{
			{Says: "Minimax(2) beats Minimax(1) in all games", Test: study.Above("Minimax(2) – Minimax(1)", 0.95)},
			{Says: "every learner beats Random", Test: study.Both(study.Above("data-based, report's rule – Random", 0.5), study.Above("minimax-based, report's rule – Random", 0.5), study.Above("random-based, report's rule – Random", 0.5))},
			{Says: "who learns against Minimax(1) plays better against it than who learns from transcripts", Test: study.More("minimax-based, report's rule – Minimax(1)", "data-based, report's rule – Minimax(1)")},
			{Says: "and who learns against Random plays worse against it", Test: study.More("data-based, report's rule – Minimax(1)", "random-based, report's rule – Minimax(1)")},
			study.Ask("an agent that looks one move ahead can beat Minimax(1)", study.Above("minimax-based – Minimax(1)", 0.5)),
		},
	},
	{
		Name: "cs181-data-curve", Seed: "004", Games: true, Item: "Experiments, data-based", Title: "Learning from transcripts, game by game",
		Wording:  "The Data-based Q-Learning Agent was trained on transcript data for 20000 epochs.",
		Result:   "94 % against Random and 32 % against Minimax(1) after 20,000 games; no curve",
		Protocol: "Models trained from scratch on n games, the report's features and rule, and our defaults; 5 % of all moves random.",
		Work: study.Learning{
			Seeds:     5,
			Learners:  []study.Learner{{Name: "report's rule", Mode: "data", Rule: Rule, Games: []int{100, 1000, 5000, 20000}}, {Name: "our defaults", Mode: "data", Games: []int{100, 1000, 5000, 20000}}},
			Opponents: []study.Entry{{Name: "Random", Spec: "random"}, {Name: "Minimax(1)", Spec: minimax1}},
			Games:     600, Least: 20, Perturb: 0.05, Sample: 200, Curve: true,
			Paper: map[string]float64{"report's rule, 20000 games – Random": 0.94, "report's rule, 20000 games – Minimax(1)": 0.32},
		},
		Claims: []study.Claim{
			study.Ask("with our defaults more games make a stronger agent", study.More("our defaults, 20000 games – Minimax(1)", "our defaults, 100 games – Minimax(1)")),
			study.Ask("with the report's rule more games make a stronger agent", study.More("report's rule, 20000 games – Minimax(1)", "report's rule, 100 games – Minimax(1)")),
			study.Ask("our features and penalty beat the report's", study.More("our defaults, 20000 games – Minimax(1)", "report's rule, 20000 games – Minimax(1)")),
		},
	},
	{
		Name: "cs181-game-curve", Seed: "004", Games: true, Item: "Experiments, game-based", Title: "Learning from played games, game by game",
		Wording:  "The Minimax-based Q-learning Agent was trained against Minimax(1) for 10000 epochs and Random-based Q-Learning Agent was trained against a Random Agent for 10000 epochs.",
		Result:   "85 % and 55 % against Random and Minimax(1) for the minimax-based, 91 % and 24 % for the random-based agent; no curve",
		Protocol: "Models trained from scratch on n games with our defaults; 5 % of all moves random in the test.",
		Work: study.Learning{
			Seeds:     5,
			Learners:  []study.Learner{{Name: "against Minimax(1)", Mode: minimax1, Games: []int{100, 1000, 3000, 10000}}, {Name: "against Random", Mode: "random", Games: []int{100, 1000, 3000, 10000}}},
			Opponents: []study.Entry{{Name: "Random", Spec: "random"}, {Name: "Minimax(1)", Spec: minimax1}},
			Games:     600, Least: 20, Perturb: 0.05, Sample: 200, Curve: true,
			Paper: map[string]float64{
				"against Minimax(1), 10000 games – Random": 0.85, "against Minimax(1), 10000 games – Minimax(1)": 0.55,
				"against Random, 10000 games – Random": 0.91, "against Random, 10000 games – Minimax(1)": 0.24,
			},
		},
		Claims: []study.Claim{
			{Says: "the opponent that one learns against matters: against Minimax(1) who learned against it is better", Test: study.More("against Minimax(1), 10000 games – Minimax(1)", "against Random, 10000 games – Minimax(1)")},
			study.Ask("more games make a stronger agent", study.More("against Minimax(1), 10000 games – Minimax(1)", "against Minimax(1), 100 games – Minimax(1)")),
		},
	},
	{
		Name: "cs181-weights", Seed: "004", Games: true, Item: "Heuristic functions, W", Title: "The square weights W as a board",
		Wording:  "We calculate W by subtracting the frequency of moves made by losing players from those made by winners. After considering symmetry, equivalent positions are averaged. The resulting values are then normalized.",
		Result:   "no number is printed",
		Protocol: "Winners' moves minus losers' on each square, averaged over the symmetries, divided by the largest. Intervals take the moves of different games as independent.",
		Work:     squareWeights{},
		Claims: []study.Claim{
			{Says: "strategic positions outweigh quantity: corners have the highest value", Test: study.Both(study.More("squares like a1", "squares like c1"), study.More("squares like a1", "squares like c3"), study.More("squares like a1", "squares like d1"))},
			study.Ask("a move to an X-square is a bad sign", study.Below("squares like b2", 0)),
			study.Ask("a move to a C-square is a bad sign", study.Below("squares like b1", 0)),
		},
	},
	{
		Name: "cs181-annealing", Seed: "004", Item: "Fig. 5", Title: "Annealing the four weights: is that of mobility negative?",
		Wording:  "It becomes evident that W gradually attains a stable state. It is noteworthy that the resulting weight for mobility emerges as a negative value, defying intuitive expectations. This anomalous result possibly stems from the disparity in the gains provided by mobility across various stages of the game. After experimentation, it has been demonstrated that the new weight assignments are capable of outperforming the Minimax Agent utilizing the previous weight configurations.",
		Result:   "mobility's weight is negative, the others' positive; the new weights beat the old ones",
		Protocol: "position, the moves and the stable discs of the side to move, and parity annealed from random weights by the disc difference of games of depth 2 between old and new weights, with several seeds; again with separate weights for three stages of the game; beside it CMA-ES with as many games, which the report does not have. Weights are divided by the largest absolute one. Mobility and stability as differences between the sides, which the report does not have, are annealed as well.",
		Work:     annealing{steps: 400, seeds: 6, games: 200, least: 10},
		Claims: []study.Claim{
			{Says: "the weight for mobility is negative", Test: study.Below("own-mobility", 0)},
			{Says: "the weight for position is positive", Test: study.Above("position", 0)},
			{Says: "mobility gains differently across the stages of the game", Test: study.Both(study.More("own-mobility, stage 1", "own-mobility, stage 0"))},
			{Says: "the annealed weights beat those of the random start", Test: study.Above("annealed – first weights", 0.5)},
			{Says: "a sequential test (SPRT) says so too", Test: study.Sequential("annealed – first weights")},
			study.Ask("CMA-ES finds better weights with as many games", study.Below("annealed – CMA-ES", 0.5)),
			study.Ask("mobility and stability as differences make a better evaluation", study.Below("annealed – differences", 0.5)),
			study.Ask("they beat the weights set by hand", study.Above("annealed – set by hand", 0.5)),
			study.Ask("a sequential test says so too", study.Sequential("annealed – set by hand")),
		},
	},
	{
		Name: "cs181-speed", Seed: "004", Item: "Speed test", Title: "What a cache of successors saves", Machine: true,
		Wording:  "We conduct a speed test where Minimax(2) competed against Minimax(1). To evaluate the impact of cache, we also performed multiple trials. The results indicate that an optimized episode averages 9.78 seconds to complete, while a non-optimized episode averages 77.05 seconds. This yields a speedup ratio of 7.88x.",
		Result:   "9.78 s against 77.05 s a game, 7.88 times as fast",
		Protocol: "Minimax(2) against Minimax(1), depth 4 against depth 2 with alpha-beta and the report's evaluation, two random plies at the start, with and without the report's cache of 150,000 states and their successors, on our bitboards and on a plain matrix of squares. All four play the same games. The report does not say whether its 7.88 includes the bit-wise rules.",
		Work:     successorCache{games: 60, least: 8},
		Claims: []study.Claim{
			{Says: "the cache makes the search faster on plain rules", Test: study.Above("matrix: without cache, over with", 1)},
			study.Ask("it makes the search faster on bitboards", study.Above("bitboards: without cache, over with", 1)),
			{Says: "all optimisations together bring 7.88 times the speed or more", Test: study.Above("matrix without cache, over bitboards with", 7.88)},
		},
	},
}
