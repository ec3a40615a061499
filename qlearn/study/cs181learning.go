package study

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/arena"
)

// cs181Choices are the choices that the report leaves open about its learner, minimax and the test games.
var cs181Choices = []Choice{
	{"alpha", "the step size α in played games", "“applies an exponential moving average, makes recent moves more important”", []string{"0.003", "0.001", "0.0003", "0.0001"}},
	{"alpha-transcripts", "the step size α on transcripts", "“applies an exponential moving average, makes recent moves more important”", []string{"0.0003", "0.003", "0.001", "0.0001"}},
	{"epochs", "the number of games in 20,000 epochs on transcripts: one an epoch, or more, closer to passes over all games", "“was trained on transcript data for 20000 epochs”", []string{"20,000 games", "100,000 games"}},
	{"features", "whether mobility and stable discs are differences or the mover's own counts (with a hundredth of α on transcripts)", "“the number of available positions for placing moves within a specific game situation”, “the count of stable discs”", []string{"differences", "own counts"}},
	{"actions", "whether the action has a weight for each class of symmetric squares or for each square", "“the action itself”", []string{"classes", "squares"}},
	{"gamma", "the discount γ", "the report says nothing; its closest words are “The weight update formula is given by”", []string{"1", "0.9"}},
	{"epsilon", "the ε at which the decay ends", "“started with an epsilon value of 0.2 and allowed it to decay exponentially over time”", []string{"0.01", "0.1", "0.001"}},
	{"stability", "whether stable discs follow the report's rule alone or include discs on lines without empty squares", "“Stable discs refer to those discs that cannot be flipped anymore”; these are more discs than “A disc is deemed stable if” covers", []string{ownRule, "with full lines"}},
	{"weights", "the weights of minimax", "“through iterative refinement during experiments, arrive at the following evaluation function”", []string{"by hand", "annealed"}},
	{"depth", "the depths of Minimax(1) and Minimax(2) in plies: the root move is the first max layer, or precedes it", "“one min layer and one max layer”", []string{"2 and 4", "3 and 5"}},
	{"perturbation", "the probability of a random move", "“a low but identical probability of acting randomly”", []string{"5 %", "0.5 %", "1 %", "2 %"}},
	{"start", "the number of additional random plies at the start of games", "“the entire game process is deterministic from the start”", []string{"0 plies", "2 plies", "8 plies"}},
	{"terms", "whether minimax counts the searching side's mobility and stable discs or differences between the sides", "“gaining more maneuverability while restricting your opponent's ability”, where H_m(s) is “the number of available positions”", []string{"own", "differences"}},
	{"random", "whether both players also make random moves in games against Random", "“except for experiments involving Random Agents, we face the challenge of not being able to conduct repeated tests”", []string{"perturbed", "not perturbed"}},
	{"draws", "how a draw counts in a winning rate", "“the game is considered a draw”", []string{"half a win",
		"no win"}},
}

// ownRule is the report's own rule for stable discs.
const ownRule = "the report's rule"

// choices returns the choices with these names.
func choices(names ...string) (list []Choice) {
	for _, name := range names {
		i := slices.IndexFunc(cs181Choices, func(c Choice) bool { return c.Name == name })
		list = append(list, cs181Choices[i])
	}
	return list
}

// complete returns a reading in which each missing choice has its first value.
func complete(r Reading) Reading {
	full := (&Experiment{Choices: cs181Choices}).First()
	maps.Copy(full, r)
	return full
}

// layered returns the spec of Minimax(n), which has n min layers and n max layers.
func layered(r Reading, n int) string {
	depth, name := 2*n, "report"
	if r.text("depth") == "3 and 5" {
		depth++
	}
	switch {
	case r.text("weights") == "annealed":
		name += "-annealed"
	case r.text("stability") == ownRule:
		name += "-rule"
	}
	if r.text("terms") == "differences" && r.text("weights") != "annealed" {
		name += "-differences"
	}
	return fmt.Sprintf("ab:plain,depth=%d,eval=%s", depth, name)
}

// The learning modes, see [TrainJob]. The reading defines Minimax(1).
const dataBased, randomBased = "data", "random"

// rule returns the rule of the report's learner.
func rule(r Reading, mode string) Rule {
	stable := "stability"
	if r.text("stability") == ownRule {
		stable = "cs181-stability"
	}
	own := ""
	if r.text("features") == "own counts" {
		own = "own-"
	}
	rule := Rule{Features: fmt.Sprintf("position+%smobility+%s%s+parity+discs", own, own, stable),
		Actions: r.text("actions"), Alpha: r.number("alpha"), Gamma: r.number("gamma"), Epsilon: 0.2,
		EpsilonEnd: r.number("epsilon")}
	if mode == dataBased {
		rule.Alpha = r.number("alpha-transcripts")
		if own != "" {
			rule.Alpha /= 100
		}
	}
	return rule
}

// oneSided returns the rule of the report's learner with one-sided counts.
func oneSided(r Reading, mode string) Rule {
	own := maps.Clone(r)
	own["features"] = "own counts"
	return rule(own, mode)
}

// testGames returns the test games of learners in a reading.
func testGames(r Reading, l learning) learning {
	l.Opponents = []entry{{Name: "Random", Spec: "random"}, {Name: "Minimax(1)", Spec: layered(r, 1)}}
	l.Perturb, l.Start, l.Score = r.number("perturbation"), r.integer("start"), points
	if r.text("random") == "not perturbed" {
		l.Calm = "Random"
	}
	if r.text("draws") == "no win" {
		l.Score = won
	}
	return l
}

// protocolOfRule describes our version of the report's learner.
const protocolOfRule = "In the report's learner, Q is linear in position, mobility, stable discs and " +
	"discs of the board after the move, its parity, and the action. After each game, the learner updates Q " +
	"for all its moves, starting with the last. From transcripts it learns the moves of both sides, because " +
	"it chose the moves of neither. The maximum is over all legal moves. α is constant. The opponent does " +
	"not explore. A learner " +
	"that diverges plays with the weights it has at that point."

// seedsFor returns the number of seeds of each learner in Table 1. It is larger if agents with different
// seeds differ more.
func seedsFor(r Reading) int {
	if r.text("actions") == "classes" || r.text("features") == "differences" {
		return 16
	}
	return 32
}

// of turns the report's shares into numbers from this number of games.
func of(games int, shares map[string]float64) map[string]printedShare {
	printed := map[string]printedShare{}
	for label, x := range shares {
		printed[label] = printedShare{Share: x, Games: games}
	}
	return printed
}

// tableGames is the number of games per pair in Table 1. Pairs with Minimax(2) play slowGames.
const tableGames, slowGames = 200, 100

// cs181Learning lists the experiments with Q-learning.
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
		Protocol: protocolOfRule +
			" Minimax uses the four terms of H(s) and W from counts; we do not try W from shares. We add a player " +
			"that flips the most pieces, because the report has none. Each learner has 16 seeds, or 32 if each " +
			"square has a weight and the learner counts its own mobility and stable discs, because such learners " +
			"differ more between seeds.",
		Choices: cs181Choices, Readings: 34, alone: []string{"terms", "random"}, Also: []Reading{
			{"depth": "3 and 5", "perturbation": "0.5 %"}, {"terms": "differences", "perturbation": "1 %"},
			{"terms": "differences", "perturbation": "0.5 %"}},
		work: func(r Reading) work {
			seeds := seedsFor(r)
			return testGames(r, learning{
				Seeds: seeds,
				Learners: []learner{
					{"data-based", dataBased, rule(r, dataBased), []int{r.integer("epochs")}},
					{"minimax-based", layered(r, 1), rule(r, ""), []int{10000}},
					{"random-based", randomBased, rule(r, randomBased), []int{10000}},
				},
				Fixed: []entry{{Name: "Minimax(2)", Spec: layered(r, 2)}, {Name: "most discs", Spec: "greedy"}},
				Games: 125 * seeds, Least: 25 * seeds,
				Paper: merged(of(slowGames, map[string]float64{"Minimax(2) – Random": 1, "Minimax(2) – Minimax(1)": 1}),
					of(tableGames, map[string]float64{
						"data-based – Random": 0.94, "data-based – Minimax(1)": 0.32,
						"minimax-based – Random": 0.85, "minimax-based – Minimax(1)": 0.55,
						"random-based – Random": 0.91, "random-based – Minimax(1)": 0.24,
					})),
			})
		},
		Claims: []Claim{
			{Says: "Minimax(2) wins 100 % against Random", Test: above("Minimax(2) – Random", allOfSlow)},
			{Says: "Minimax(2) wins 100 % against Minimax(1)", Test: above("Minimax(2) – Minimax(1)", allOfSlow)},
			varied("its performance heavily depends on the depth of the search",
				"Minimax(2) scores more than %g against Minimax(1)", aboveFor("Minimax(2) – Minimax(1)"), 0.75, 0.6, 0.9),
			{Table: true, Says: "each learner wins most games against Random (94, 85 and 91 %)", Test: every(func(l string) Test { return above(l, 0.5) }, "data-based – Random", "minimax-based – Random", "random-based – Random")},
			{Table: true, Says: "the minimax-based agent wins 55 % against Minimax(1)", Means: "it wins more than half", Test: above("minimax-based – Minimax(1)", 0.5)},
			{Table: true, Says: "the data-based agent wins 32 % against Minimax(1)", Means: "it wins less than half", Test: below("data-based – Minimax(1)", 0.5)},
			{Table: true, Says: "the random-based agent wins 24 % against Minimax(1)", Means: "it wins less than half", Test: below("random-based – Minimax(1)", 0.5)},
			{Table: true, Says: "against Minimax(1) the minimax-based agent (55 %) is better than the data-based (32 %)", Test: more("minimax-based – Minimax(1)", "data-based – Minimax(1)")},
			{Table: true, Says: "against Minimax(1) the minimax-based agent (55 %) is better than the random-based (24 %)", Test: more("minimax-based – Minimax(1)", "random-based – Minimax(1)")},
			{Table: true, Says: "against Minimax(1) the data-based agent (32 %) is better than the random-based (24 %)", Test: more("data-based – Minimax(1)", "random-based – Minimax(1)")},
			{Table: true, Says: "against Random the data-based agent (94 %) is better than the random-based (91 %)", Test: more("data-based – Random", "random-based – Random")},
			{Table: true, Says: "against Random the random-based agent (91 %) is better than the minimax-based (85 %)", Test: more("random-based – Random", "minimax-based – Random")},
			{Says: "the strategy of flipping the most pieces per move is not optimal", Means: "Minimax(1) beats it", Test: below("most discs – Minimax(1)", 0.5)},
		},
	},
	{
		Name: "cs181-data-curve", Seed: "004", Games: true, Item: "Experiments, data-based",
		Title: "Learning from transcripts, by number of games",
		Wording: "After various attempts, we have selected some effective features, including the count of " +
			"discs, " +
			"the action itself, and features previously used in the Minimax algorithm. … The Data-based Q-Learning " +
			"Agent was trained on transcript data for 20000 epochs …",
		Result: "94 % against Random and 32 % against Minimax(1) after 20,000 games; the report shows no curve",
		Protocol: protocolOfRule +
			" Models learn from scratch from n recorded games: by the report's rule, by the rule without one of " +
			"the features, by the rule with the mover's own mobility and stable discs (and a hundredth of α), and " +
			"by our defaults.",
		Choices:  choices("alpha-transcripts", "actions", "gamma", "stability", "perturbation"),
		Readings: 10,
		work: func(r Reading) work {
			r = complete(r)
			full := rule(r, dataBased)
			noAction, noDiscs := full, full
			noAction.Actions, noDiscs.Features = "", strings.TrimSuffix(full.Features, "+discs")
			return testGames(r, learning{
				Seeds: 60,
				Learners: []learner{
					{"report's rule", dataBased, full, transcripts}, {"without the action", dataBased, noAction, transcripts[3:]},
					{"without the count of discs", dataBased, noDiscs, transcripts[3:]}, {"own counts", dataBased, oneSided(r, dataBased), transcripts[3:]},
					{"our defaults", dataBased, Rule{}, transcripts},
				},
				Games: 2400, Least: 400, Curve: true,
				Paper: of(tableGames, map[string]float64{"report's rule, 20000 games – Random": 0.94,
					"report's rule, 20000 games – Minimax(1)": 0.32}),
			})
		},
		Claims: []Claim{
			effective("the count of discs is an effective feature", "without the count of discs"),
			effective("the action itself is an effective feature", "without the action"),
			ask("differences between the sides are better features than counts of one side",
				more("report's rule, 20000 games – Minimax(1)", "own counts – Minimax(1)")),
			ask("with our defaults, more games make a stronger agent",
				more("our defaults, 20000 games – Minimax(1)", "our defaults, 100 games – Minimax(1)")),
			ask("with the report's rule, more games make a stronger agent",
				more("report's rule, 20000 games – Minimax(1)", "report's rule, 100 games – Minimax(1)")),
			ask("our features and penalty beat the report's",
				more("our defaults, 20000 games – Minimax(1)", "report's rule, 20000 games – Minimax(1)")),
		},
	},
	{
		Name: "cs181-game-curve", Seed: "004", Games: true, Item: "Experiments, game-based",
		Title: "Learning from played games, by number of games",
		Wording: "We started with an epsilon value of 0.2 and allowed it to decay exponentially over time. This " +
			"strategy helps to prevent agent to deviate from the optimal combination of weights due to the " +
			"penalties " +
			"of random exploration in later training stages. … the Minimax-based Q-learning Agent was trained " +
			"against " +
			"Minimax(1) for 10000 epochs and Random-based Q-Learning Agent was trained against a Random Agent for " +
			"10000 epochs.",
		Result: "against Random and Minimax(1): minimax-based 85 %, 55 %; random-based 91 %, 24 %; the report " +
			"shows no curve",
		Protocol: protocolOfRule +
			" Models learn from scratch from n played games: by the report's rule, by the rule with a constant ε " +
			"of 0.2, by the rule with the mover's own mobility and stable discs, and by our defaults.",
		Choices:  choices("alpha", "actions", "gamma", "epsilon", "stability", "weights", "perturbation"),
		Readings: 14,
		work: func(r Reading) work {
			r = complete(r)
			full, one, constant := rule(r, ""), oneSided(r, ""), rule(r, "")
			constant.EpsilonEnd = constant.Epsilon
			last, teacher := playedGames[3:], layered(r, 1)
			return testGames(r, learning{
				Seeds: 16,
				Learners: []learner{
					{"against Minimax(1)", teacher, full, playedGames}, {"against Random", randomBased, full, playedGames},
					{"against Minimax(1), ε constant", teacher, constant, last}, {"against Random, ε constant", randomBased, constant, last},
					{"against Minimax(1), own counts", teacher, one, last}, {"against Random, own counts", randomBased, one, last},
					{"our defaults against Minimax(1)", teacher, Rule{}, playedGames}, {"our defaults against Random", randomBased, Rule{}, playedGames},
				},
				Games: 1920, Least: 320, Curve: true,
				Paper: of(tableGames, map[string]float64{
					"against Minimax(1), 10000 games – Random": 0.85, "against Minimax(1), 10000 games – Minimax(1)": 0.55,
					"against Random, 10000 games – Random": 0.91, "against Random, 10000 games – Minimax(1)": 0.24,
				}),
			})
		},
		Claims: []Claim{
			{Says: "ε that decays helps to prevent the agent from deviating from the optimal combination of weights", Means: "the agent that learns against Random scores more against Random than with a constant ε",
				Test: more("against Random, 10000 games – Random", "against Random, ε constant – Random"),
				Else: []Meaning{
					{"it scores more against Minimax(1)", more("against Random, 10000 games – Minimax(1)", "against Random, ε constant – Minimax(1)")},
					{"the agent that learns against Minimax(1) scores more against Minimax(1)", more("against Minimax(1), 10000 games – Minimax(1)", "against Minimax(1), ε constant – Minimax(1)")},
				}},
			ask("with our defaults, an agent that learns against Minimax(1) scores more against it than one that "+
				"learns against Random", more("our defaults against Minimax(1), 10000 games – Minimax(1)",
				"our defaults against Random, 10000 games – Minimax(1)")),
			ask("differences between the sides are better features than counts of one side",
				more("against Random, 10000 games – Random", "against Random, own counts – Random")),
			ask("more games make a stronger agent",
				more("against Minimax(1), 10000 games – Minimax(1)", "against Minimax(1), 100 games – Minimax(1)")),
			ask("with our defaults, more games make a stronger agent", more("our defaults against Minimax(1), "+
				"10000 games – Minimax(1)",
				"our defaults against Minimax(1), 100 games – Minimax(1)")),
			ask("an agent that looks one move ahead can beat Minimax(1)",
				above("our defaults against Minimax(1), 10000 games – Minimax(1)", 0.5)),
		},
	},
}

// effective claims that the learner is better with a feature than without it.
func effective(says, without string) Claim {
	better := func(opponent string) Test {
		return more("report's rule, 20000 games – "+opponent, without+" – "+opponent)
	}
	return Claim{Says: says, Means: "with it the learner scores more against Minimax(1)",
		Test: better("Minimax(1)"), Else: []Meaning{{"more against Random", better("Random")}}}
}

// transcripts lists how many recorded games the learners of the curve learn from.
var transcripts = []int{100, 1000, 5000, 20000}

// playedGames lists how many played games the learners of the curve learn from.
var playedGames = []int{100, 1000, 3000, 10000}

// allOfSlow is the lower bound of Wilson's interval for 100 wins in 100 games.
var allOfSlow, _ = arena.Wilson(1, slowGames)

func merged(a, b map[string]printedShare) map[string]printedShare {
	maps.Copy(a, b)
	return a
}
