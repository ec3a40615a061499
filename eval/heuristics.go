package eval

import (
	"slices"
	"strings"
)

// A Heuristic is a published or hand-made evaluator as a model. Its values are in the author's unit,
// "points"; the default evaluator's values are in discs.
type Heuristic struct {
	Name   string // in agent specs
	About  string
	Source string // publication
	Any    bool   // works on boards of all shapes; others refer to squares of the 8×8 board
	Model  func() *Model
}

// UnitPoints marks models whose values have no common unit. They rank boards but do not predict the final
// score.
const UnitPoints = "points"

// UnitWin marks models whose values are expected results: 1 is a win, -1 a loss.
const UnitWin = "win"

// Heuristics lists all heuristics. If authors define a concept differently, each definition has its own name.
var Heuristics = []Heuristic{
	{"default", "position, mobility, stability and discs, mine minus theirs, and parity; hand-tuned weights", "Outflank, after CS181 Othello AI", true, Default},
	{"cs181", "H(s): position, own mobility, own stable discs and parity; hand-tuned weights", "Bai, Lin and Shan, CS181 Othello AI", true, cs181("own-mobility+own-stability", 8, 16, 12, 1)},
	{"cs181-rule", "cs181 with the report's own rule for stable discs alone", "Bai, Lin and Shan, CS181 Othello AI", true, cs181("own-mobility+own-cs181-stability", 8, 16, 12, 1)},
	{"cs181-differences", "H(s) with mobility and stable discs as differences", "Outflank, after CS181 Othello AI", true, cs181("mobility+stability", 8, 8, 6, 1)},
	{"cs181-rule-differences", "cs181-differences with the report's own rule for stable discs alone", "Outflank, after CS181 Othello AI", true, cs181("mobility+cs181-stability", 8, 8, 6, 1)},
	{"cs181-annealed", "H(s) with weights from simulated annealing, as in the report", "Outflank, after CS181 Othello AI", true, cs181("own-mobility+own-stability", 2.25, 3.35, 5.01, 7.55)},
	{"squareless", "default without square weights", "Outflank", true, linear("mobility+stability+parity+discs", 8, 6, 1, -2)},
	{"flat", "discs", "Hong and Kahn, Genetic Othello", true, linear("discs", 16)},
	{"wedge", "10 evolved square weights", "Hong and Kahn, Genetic Othello", false, weighted(&wedgeSquares)},
	{"grid", "64 evolved square weights", "Hong and Kahn, Genetic Othello", false, weighted(&gridSquares)},
	{"paip", "square rewards, Fig. 4", "Zhang and Chen, Searching Algorithms in Playing Othello; Norvig 1992", false, weighted(&paipSquares)},
	{"umea-squares", "static weights matrix", "Ranvier, Othello artificial intelligence, 2.4.1", false, weighted(&umeaSquares)},
	{"umea", "static weights, edge stability (bonus 8) and mobility", "Ranvier, Othello artificial intelligence", false, func() *Model { return DefaultUmea.Model() }},
	{"cassio", "stable discs of three kinds, mobility, X-squares, discs at the end; hand-tuned weights", "Fennell, Cassio", false, cassio("cassio-stability")},
	{"cassio-one-way", "cassio, but the search for stable discs on edges goes in one direction only", "Fennell, Cassio, Fig. 5d", false, cassio("cassio-one-way")},
	{"swh", "standard weighted heuristic", "Yoshioka, Ishii and Ito 1999", false, weighted(&swhSquares)},
	{"lr06", "square weights from coevolution", "Lucas and Runarsson 2006", false, weighted(&lr06Squares)},
	{"heur", "player HEUR", "van der Ree and Wiering 2013", false, weighted(&heurSquares)},
	{"bench", "player BENCH", "van der Ree and Wiering 2013, after Lucas and Runarsson 2006", false, weighted(&benchSquares)},
}

// FindHeuristic returns the heuristic called name. The prefix "report" is an old form of "cs181".
func FindHeuristic(name string) (Heuristic, bool) {
	if old, ok := strings.CutPrefix(name, "report"); ok {
		name = "cs181" + old
	}
	i := slices.IndexFunc(Heuristics, func(h Heuristic) bool { return h.Name == name })
	if i < 0 {
		return Heuristic{}, false
	}
	return Heuristics[i], true
}

// HeuristicNames returns the names of all heuristics, in the order of [Heuristics].
func HeuristicNames() []string {
	names := make([]string, len(Heuristics))
	for i, h := range Heuristics {
		names[i] = h.Name
	}
	return names
}

// cs181 returns a function that creates the model of the four terms of the CS181 report's evaluation. counts
// selects mobility and stable discs as one-sided counts or differences. The report does not state its
// weights. Except for cs181-annealed, they are the hand-set weights of [Default], doubled for one-sided
// counts, which vary half as much as differences. Counts are in eighths.
func cs181(counts string, position, mobility, stability, parity float64) func() *Model {
	return func() *Model {
		return points("position+"+counts+"+parity", DefaultSquares(), position, mobility, stability,
			parity)
	}
}

// cassio returns a function that creates the model of Fennell's evaluation. The report does not state its
// weights, because a genetic algorithm found them; these are hand-set.
func cassio(stability string) func() *Model {
	return linear(stability+"+mobility+potential+discs+late-discs",
		4*30,  // a corner
		4*8,   // a disc connected to a corner
		4*3,   // another stable disc
		4*-10, // an unstable disc on an X-square
		8*3,   // a move
		16*1,  // an opponent's disc beside an empty square
		16*-0.2,
		16*4,
	)
}

// weighted returns a function that creates the model of square weights: the total weight of the discs of the
// side to move minus the total weight of the opponent's discs.
func weighted(w *[64]float64) func() *Model {
	return func() *Model { return points("position", w[:], 1) }
}

// linear returns a function that creates the model of features without parameters, with the given weights.
func linear(id string, weights ...float64) func() *Model {
	return func() *Model { return points(id, nil, weights...) }
}

func points(id string, params []float64, weights ...float64) *Model {
	f, err := New(id, params)
	if err != nil {
		panic(err) // the ID is a valid constant
	}
	m := NewModel(f)
	copy(m.Weights, weights)
	m.Meta["unit"] = UnitPoints
	return m
}
