package study

import (
	"maps"
	"slices"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/eval"
)

// oneSidedTerms are the features of the report's learner with mobility and stable discs of the player who
// moves alone.
const oneSidedTerms = "position+own-mobility+own-stability+parity+discs"

// The step sizes α on transcripts and in played games: the report prints none, and of these two each scores
// more against Random where it is used. With counts of one side longer ones diverge on transcripts.
const (
	alphaTranscripts = 0.0003
	alphaPlayed      = 0.003
	alphaOneSided    = 0.000003
)

// A ruleFor gives the rule of a learner by its mode, see [TrainJob].
type ruleFor func(mode string) Rule

// reported is the report's rule: its features are the count of discs, the action itself and those of minimax.
var reported = reportRule(eval.ReportID, "classes", alphaTranscripts, alphaPlayed)

// reportRule is the report's rule with other features, weights of actions or step sizes on transcripts and
// in played games. ε falls from 0.2 to 0.01.
func reportRule(features, actions string, transcripts, played float64) ruleFor {
	return func(mode string) Rule {
		r := Rule{Features: features, Actions: actions, Alpha: played, Epsilon: 0.2, EpsilonEnd: 0.01}
		if mode == dataBased {
			r.Alpha = transcripts
		}
		return r
	}
}

// constantEpsilon has ε stay what it is.
func constantEpsilon(rule ruleFor) ruleFor {
	return func(mode string) Rule {
		r := rule(mode)
		r.EpsilonEnd = r.Epsilon
		return r
	}
}

// ourDefaults is no rule of the report.
func ourDefaults(string) Rule { return Rule{} }

// The ways to learn of Table 1, and the agents that it is played against.
const (
	dataBased    = "data"
	minimaxBased = "ab:plain," + minimax1
	randomBased  = "random"

	minimax1 = "depth=2,eval=report"
)

var tableOpponents = []entry{{Name: "Random", Spec: "random"},
	{Name: "Minimax(1)", Spec: "ab:plain," + minimax1}}

// protocolOfRule says how the report's learner learns here.
const protocolOfRule = "The report's learner: Q is linear in position, mobility, stable discs and discs " +
	"of the board after the move, each as ours less the opponent's, its parity, and the action, which is the " +
	"class of its square by symmetry. (Mobility and stable discs of the player who moves alone, as H(s) " +
	"counts them, make the values diverge on transcripts with these steps; rows with counts of one side have " +
	"steps of 0.000003 there.) After each game all moves of the learner are learned from, last first, of " +
	"transcripts those of both sides, as neither decides; γ is 1; the maximum is over all legal moves. α is " +
	"not printed; as an exponential moving average has it, it is constant: 0.0003 on transcripts, 0.003 in " +
	"played games, of these two whichever scores more against Random. ε falls exponentially from 0.2 to " +
	"0.01, the opponent's is 0. Epochs are games. "

// learners makes the three learners of Table 1 with a rule.
func learners(suffix string, rule ruleFor) (list []learner) {
	for _, l := range []learner{{Name: "data-based", Mode: dataBased, Games: []int{20000}},
		{Name: "minimax-based", Mode: minimaxBased, Games: []int{10000}},
		{Name: "random-based", Mode: randomBased, Games: []int{10000}}} {
		l.Name, l.Rule = l.Name+suffix, rule(l.Mode)
		list = append(list, l)
	}
	return list
}

// of makes numbers of the report that come from this number of games.
func of(games int, shares map[string]float64) map[string]printedShare {
	printed := map[string]printedShare{}
	for label, x := range shares {
		printed[label] = printedShare{Share: x, Games: games}
	}
	return printed
}

// tableGames are those of each pair in Table 1 but for Minimax(2), which has slowGames.
const tableGames, slowGames = 200, 100

// cs181Learning are the experiments about Q-learning.
var cs181Learning = []*Experiment{
	{
		Name: "cs181-table-1", Seed: "004", Games: true, Item: "Table 1",
		Title: "Winning rates between different agents",
		Wording: "While highly effective, the approach is computationally intensive and its performance " +
			"heavily depends on the depth of the search. … we introduce artificial perturbations to both agents, " +
			"allowing them a low but identical probability of acting randomly. We test different pairs of agents " +
			"over 200 games, except for Minimax(2) … we limit the testing to 100 games … The Data-based Q-Learning " +
			"Agent was trained on transcript data for 20000 epochs, the Minimax-based Q-learning Agent was trained " +
			"against Minimax(1) for 10000 epochs and Random-based Q-Learning Agent was trained against a Random " +
			"Agent for 10000 epochs.",
		Result: "against Random and Minimax(1): Minimax(2) 100 %, 100 %; data-based 94 %, 32 %; minimax-based " +
			"85 %, 55 %; random-based 91 %, 24 %",
		Protocol: protocolOfRule + "In the games 5 % of all moves are random, the report's “low … probability”. " +
			"Minimax(1) is depth 2, Minimax(2) depth 4, with the four terms of H(s) weighted by hand; annealed " +
			"ones are in cs181-annealing. “Heavily” is taken as three points of four. Rows of ours: the learner " +
			"without the action; with the other α; with counts of one side; in played games with ε that does not " +
			"fall; and our defaults.",
		work: fixed(learning{
			Seeds: 5,
			Learners: slices.Concat(learners("", reported),
				learners(", without the action", reportRule(eval.ReportID, "", alphaTranscripts, alphaPlayed)),
				learners(", other α", reportRule(eval.ReportID, "classes", alphaPlayed, alphaTranscripts)),
				learners(", one side", reportRule(oneSidedTerms, "classes", alphaOneSided, alphaPlayed)),
				[]learner{{Name: "random-based, ε constant", Mode: randomBased,
					Rule: constantEpsilon(reported)(randomBased), Games: []int{10000}}},
				learners(", our defaults", ourDefaults)),
			Fixed: []entry{{Name: "Minimax(2)", Spec: "ab:plain,depth=4,eval=report"},
				{Name: "most discs", Spec: "greedy"}},
			Opponents: tableOpponents,
			Games:     1000, Least: 200, Perturb: tablePerturb,
			Paper: merged(of(slowGames, map[string]float64{"Minimax(2) – Random": 1, "Minimax(2) – Minimax(1)": 1}),
				of(tableGames, map[string]float64{
					"data-based – Random": 0.94, "data-based – Minimax(1)": 0.32,
					"minimax-based – Random": 0.85, "minimax-based – Minimax(1)": 0.55,
					"random-based – Random": 0.91, "random-based – Minimax(1)": 0.24,
				})),
		}),
		Claims: []Claim{
			{Says: "Minimax(2) wins 100 % against Random", Test: above("Minimax(2) – Random", allOfSlow)},
			{Says: "Minimax(2) wins 100 % against Minimax(1)", Test: above("Minimax(2) – Minimax(1)", allOfSlow)},
			{Says: "minimax's performance heavily depends on the depth of the search", Test: above("Minimax(2) – Minimax(1)", 0.75)},
			{Says: "every learner beats Random", Test: both(above("data-based – Random", 0.5), above("minimax-based – Random", 0.5), above("random-based – Random", 0.5))},
			{Says: "who learned against Minimax(1) beats it", Test: above("minimax-based – Minimax(1)", 0.5)},
			{Says: "who learned from transcripts loses to it", Test: below("data-based – Minimax(1)", 0.5)},
			{Says: "who learned against Random loses to it", Test: below("random-based – Minimax(1)", 0.5)},
			{Says: "against Minimax(1) minimax-based is better than data-based", Test: more("minimax-based – Minimax(1)", "data-based – Minimax(1)")},
			{Says: "and data-based better than random-based", Test: more("data-based – Minimax(1)", "random-based – Minimax(1)")},
			{Says: "against Random data-based is better than random-based", Test: more("data-based – Random", "random-based – Random")},
			{Says: "and random-based better than minimax-based", Test: more("random-based – Random", "minimax-based – Random")},
			{Says: "the strategy of flipping the most pieces per move is not optimal", Test: below("most discs – Minimax(1)", 0.5)},
			{Says: "ε that decays helps to prevent the agent from deviating from the optimal weights", Test: more("random-based – Random", "random-based, ε constant – Random")},
			ask("the action helps who learns from transcripts against Minimax(1)",
				more("data-based – Minimax(1)", "data-based, without the action – Minimax(1)")),
			ask("differences between the sides are better features than counts of one",
				more("random-based – Random", "random-based, one side – Random")),
			ask("an agent that looks one move ahead can beat Minimax(1)",
				above("minimax-based, our defaults – Minimax(1)", 0.5)),
		},
	},
	{
		Name: "cs181-data-curve", Seed: "004", Games: true, Item: "Experiments, data-based",
		Title:   "Learning from transcripts, game by game",
		Wording: "The Data-based Q-Learning Agent was trained on transcript data for 20000 epochs …",
		Result:  "94 % against Random and 32 % against Minimax(1) after 20,000 games; no curve",
		Protocol: protocolOfRule + "Models trained from scratch on n games, by the report's rule and by our " +
			"defaults; 5 % of all moves random in the test.",
		work: fixed(learning{
			Seeds: 5,
			Learners: []learner{
				{Name: "report's rule", Mode: dataBased, Rule: reported(dataBased), Games: []int{100, 1000, 5000, 20000}},
				{Name: "our defaults", Mode: dataBased, Games: []int{100, 1000, 5000, 20000}}},
			Opponents: tableOpponents,
			Games:     600, Least: 100, Perturb: tablePerturb, Curve: true,
			Paper: of(tableGames, map[string]float64{"report's rule, 20000 games – Random": 0.94,
				"report's rule, 20000 games – Minimax(1)": 0.32}),
		}),
		Claims: []Claim{
			ask("with our defaults more games make a stronger agent",
				more("our defaults, 20000 games – Minimax(1)", "our defaults, 100 games – Minimax(1)")),
			ask("with the report's rule more games make a stronger agent",
				more("report's rule, 20000 games – Minimax(1)", "report's rule, 100 games – Minimax(1)")),
			ask("our features and penalty beat the report's",
				more("our defaults, 20000 games – Minimax(1)", "report's rule, 20000 games – Minimax(1)")),
		},
	},
	{
		Name: "cs181-game-curve", Seed: "004", Games: true, Item: "Experiments, game-based",
		Title: "Learning from played games, game by game",
		Wording: "… the Minimax-based Q-learning Agent was trained against Minimax(1) for 10000 epochs and " +
			"Random-based Q-Learning Agent was trained against a Random Agent for 10000 epochs.",
		Result: "85 % and 55 % against Random and Minimax(1) for the minimax-based, 91 % and 24 % for the " +
			"random-based agent; no curve",
		Protocol: protocolOfRule + "Models trained from scratch on n games, by the report's rule and by our " +
			"defaults; 5 % of all moves random in the test.",
		work: fixed(learning{
			Seeds: 5,
			Learners: []learner{
				{Name: "against Minimax(1)", Mode: minimaxBased, Rule: reported(minimaxBased), Games: playedGames},
				{Name: "against Random", Mode: randomBased, Rule: reported(randomBased), Games: playedGames},
				{Name: "our defaults against Minimax(1)", Mode: minimaxBased, Games: playedGames}, {Name: "our defaults against Random", Mode: randomBased, Games: playedGames},
			},
			Opponents: tableOpponents,
			Games:     600, Least: 100, Perturb: tablePerturb, Curve: true,
			Paper: of(tableGames, map[string]float64{
				"against Minimax(1), 10000 games – Random": 0.85, "against Minimax(1), 10000 games – Minimax(1)": 0.55,
				"against Random, 10000 games – Random": 0.91, "against Random, 10000 games – Minimax(1)": 0.24,
			}),
		}),
		Claims: []Claim{
			{Says: "the opponent that one learns against matters: against Minimax(1) who learned against it is better", Test: more("against Minimax(1), 10000 games – Minimax(1)", "against Random, 10000 games – Minimax(1)")},
			ask("with our defaults too", more("our defaults against Minimax(1), 10000 games – Minimax(1)",
				"our defaults against Random, 10000 games – Minimax(1)")),
			ask("more games make a stronger agent",
				more("against Minimax(1), 10000 games – Minimax(1)", "against Minimax(1), 100 games – Minimax(1)")),
			ask("and with our defaults", more("our defaults against Minimax(1), 10000 games – Minimax(1)",
				"our defaults against Minimax(1), 100 games – Minimax(1)")),
		},
	},
}

// tablePerturb is the report's “low but identical probability of acting randomly”.
const tablePerturb = 0.05

// playedGames are how many games the learners of the curve learn from.
var playedGames = []int{100, 1000, 3000, 10000}

// allOfSlow is what 100 of 100 games won say at least, by Wilson's interval.
var allOfSlow, _ = arena.Wilson(1, slowGames)

func merged(a, b map[string]printedShare) map[string]printedShare {
	maps.Copy(a, b)
	return a
}
