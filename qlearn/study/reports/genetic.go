package reports

import (
	"context"
	"fmt"

	"github.com/outflank/outflank/qlearn/study"

	"github.com/outflank/outflank/eval"
)

// genetic are the experiments of "Genetic Othello" (report 002).
var genetic = []*study.Experiment{
	{
		Name: "genetic-weights", Seed: "002", Item: "Results, evolved weights", Title: "Wedge and Grid evolved, with several seeds",
		Wording:  "The weightings given by Wedge after 300 generations … The weightings given by Grid after 300 generations … Wedge places very high weight on the corner pieces, lightly positive weight on every edge except spaces adjacent to those corners, and negative weight everywhere else.",
		Result:   "ten and 64 printed weights; Wedge beats Flat and Grid",
		Protocol: "The report's genetic algorithm: 20 individuals, double round robin at depth 4, elitism, fitness⁴, uniform crossover, 20 % mutation, 300 generations; four random plies at the start, others in each generation (the report: none). Five seeds. Weights are divided by the largest; those of Grid are averaged over symmetric squares. The evolved players then meet Flat and the printed weights, depth 4, eight random plies at the start.",
		Work: Weights{Generations: 300, Seeds: 5, Games: 200, Least: 10, Kinds: []EvolvedSquares{
			{"Wedge", "squares", squaresOf("wedge"), "wedge:depth=4"}, {"Grid", "grid", squaresOf("grid"), "grid:depth=4"},
		}},
		Claims: []study.Claim{
			{Says: "evolved Wedge beats Flat", Test: study.Above("Wedge evolved – Flat", 0.5)},
			{Says: "evolved Grid beats Flat", Test: study.Above("Grid evolved – Flat", 0.5)},
			study.Ask("evolved Wedge is as strong as the printed one", study.Above("Wedge evolved – the printed weights", 0.45)),
			{Says: "Wedge puts a very high weight on corners", Test: study.Above("Wedge, squares like a1", 0.9)},
			{Says: "negative weight on the X-squares", Test: study.Below("Wedge, squares like b2", 0)},
			{Says: "negative weight on the C-squares", Test: study.Below("Wedge, squares like b1", 0)},
			{Says: "lightly positive weight on edges", Test: study.Above("Wedge, squares like c1", 0)},
			study.Ask("different seeds find much the same Wedge", study.Above("Wedge, correlation of two seeds", 0.5)),
			study.Ask("different seeds find much the same Grid", study.Above("Grid, correlation of two seeds", 0.5)),
		},
	},
	{
		Name: "genetic-table", Seed: "002", Item: "Results, all against all", Title: "Flat, Wedge, Grid, MMNet and Net against each other, and white against black",
		Wording:  "To compare the performance of our AI's, we played each AI strategy against all of the others, first as the black player and then as the white player … Wedge … won every time it was on the white side and all but one time it was on the black side … all of the AI's did better on white side than black side.",
		Result:   "points of ten games against each other: Wedge 9, Grid 8, Net (1000) 4.5, Flat 4, MMNet 3.5, Net (300) 1; white has 70 % of them",
		Protocol: "Wedge and Grid with the printed weights; MMNet and Net evolved here as their weights are not printed, by the report's algorithm (MMNet's games at depth 2, to save time; it then plays at depth 4); Net after 300 and 1,000 generations of one evolution. Depth 4, six random plies at the start, both colours; the report played one game with each colour.",
		Work:     netTable{games: 200, least: 20, seeds: 5},
		Claims: []study.Claim{
			{Says: "Wedge is the strongest", Test: study.Both(study.More("Wedge, all", "Flat, all"), study.More("Wedge, all", "Grid, all"), study.More("Wedge, all", "MMNet, all"), study.More("Wedge, all", "Net (1000), all"))},
			{Says: "Grid is the next best", Test: study.Both(study.More("Grid, all", "Flat, all"), study.More("Grid, all", "MMNet, all"), study.More("Grid, all", "Net (1000), all"))},
			{Says: "Net becomes better from 300 to 1,000 generations", Test: study.More("Net (1000), all", "Net (300), all")},
			{Says: "Net (1000) is better than Flat and MMNet", Test: study.Both(study.More("Net (1000), all", "Flat, all"), study.More("Net (1000), all", "MMNet, all"))},
			{Says: "counting discs (Flat) is better than MMNet", Test: study.More("Flat, all", "MMNet, all")},
			{Says: "white does better than black", Test: study.Above("white", 0.5)},
		},
	},
	{
		Name: "genetic-depth", Seed: "002", Item: "Results, depth to win", Title: "The depth that each needs to beat a stronger program",
		Wording:  "The table below shows the depth needed in each AI's mini-max search to beat the Webversi AI online. We did not check for depths above 10.",
		Result:   "as black and white: Flat >10, >10; Wedge 6, 3; Grid 7, 6; MMNet >10, >10",
		Protocol: "ab:depth=4,exact=0 with our default evaluator in place of Webversi, which is not to be had; depths 1 to 8; won is half of the points of games from openings of eight random plies. The report played one game with each colour. “9” stands for more than 8. MMNet is left out, as its weights are not printed.",
		Work: depthNeeded{games: 60, least: 4, opponent: "ab:depth=4,exact=0", deepest: 8, players: []study.Entry{{Name: "Flat", Spec: "flat:depth=%d"}, {Name: "Wedge", Spec: "wedge:depth=%d"}, {Name: "Grid", Spec: "grid:depth=%d"}},
			paper: map[string]float64{"Wedge as black, depth needed": 6, "Wedge as white, depth needed": 3, "Grid as black, depth needed": 7, "Grid as white, depth needed": 6}},
		Claims: []study.Claim{
			{Says: "Flat does not beat the stronger program at any depth that was tried", Test: study.Below("Flat as black, depth 8", 0.5)},
			{Says: "Wedge needs less depth than Grid", Test: lessDepth("Wedge", "Grid")},
		},
	},
	{
		Name: "genetic-mobility", Seed: "002", Item: "Notable Features", Title: "Moves that Wedge and its opponents can choose from in the midgame",
		Wording:  "During mid-game play, it was also noticed that Wedge typically had around 15 available moves, whereas its opponent had around 5, because Wedge kept the number of its pieces on the board minimized.",
		Result:   "around 15 for Wedge, around 5 for its opponent",
		Protocol: "wedge (printed weights) against flat and grid, depth 4, six random plies at the start; plies 21 to 40.",
		Work: study.Duels{Games: 200, Least: 10, Random: 6, Duels: []study.Duel{
			{A: "wedge:depth=4", B: "flat:depth=4", Counts: []study.Count{{Label: "Wedge against Flat", Measure: study.MiddleA, Paper: study.Number(15)}, {Label: "Flat", Measure: study.MiddleB, Paper: study.Number(5)}}},
			{A: "wedge:depth=4", B: "grid:depth=4", Counts: []study.Count{{Label: "Wedge against Grid", Measure: study.MiddleA, Paper: study.Number(15)}, {Label: "Grid", Measure: study.MiddleB, Paper: study.Number(5)}}},
		}},
		Claims: []study.Claim{
			{Says: "Wedge has more moves available than Flat", Test: study.More("Wedge against Flat", "Flat")},
			{Says: "and than Grid", Test: study.More("Wedge against Grid", "Grid")},
			{Says: "Wedge had around 15 available moves (within 2)", Test: study.Equal("Wedge against Flat", 15, 2)},
			{Says: "its opponent had around 5 (within 1)", Test: study.Equal("Flat", 5, 1)},
		},
	},
}

// squaresOf returns the printed weights of a heuristic.
func squaresOf(name string) (b [64]float64) {
	h, ok := eval.FindHeuristic(name)
	if !ok {
		panic("no heuristic " + name)
	}
	copy(b[:], h.Model().Features.Params())
	return b
}

// geneticTable holds the report's results of black (row) against white (column): B and W
// won, D drew. The players are Flat, Wedge, Grid, MMNet, Net (300) and Net (1000).
var geneticTable = [6]string{"-WWWBW", "B-WBBB", "BW-BBW", "WWW-DW", "WWWW-W", "WWWWD-"}

// geneticShares are the shares of the points of each player against each other, and of
// white.
func geneticShares() (list [][]*float64, white float64) {
	black := func(a, b int) float64 { return map[byte]float64{'B': 1, 'D': 0.5}[geneticTable[a][b]] }
	for a := range geneticTable {
		row := make([]*float64, len(geneticTable))
		for b := range geneticTable {
			if a == b {
				continue
			}
			share := (black(a, b) + 1 - black(b, a)) / 2
			row[b] = study.Number(share)
			white += (1 - black(a, b)) / 30
		}
		list = append(list, row)
	}
	return list, white
}

// netTable is the work of the table: evolve the networks with several seeds, then everybody
// meets everybody.
type netTable struct{ games, least, seeds int }

// Run implements [study.Work].
func (n netTable) Run(ctx context.Context, r *study.Run) (out study.Outcome, err error) {
	g300, g1000 := r.Generations(300), r.Generations(1000)
	var mmnet, net300, net1000 []string // specs by seed
	for seed := range n.seeds {
		mm, err := r.Tune(ctx, study.TuneJob{Name: fmt.Sprintf("mmnet-%d", seed+1), Method: "ga002", Features: "mmnet", Population: 20, Generations: g300, Keep: []int{g300}, Depth: 2, Play: 4, Openings: 1, Random: 4, Seed: uint64(seed)})
		if err != nil {
			return out, err
		}
		net, err := r.Tune(ctx, study.TuneJob{Name: fmt.Sprintf("net-%d", seed+1), Method: "ga002", Features: "net", Population: 20, Generations: g1000, Keep: []int{g300, g1000}, Depth: 1, Openings: 1, Random: 4, Seed: uint64(seed)})
		if err != nil {
			return out, err
		}
		mmnet, net300, net1000 = append(mmnet, mm.Kept[0].Spec), append(net300, net.Kept[0].Spec), append(net1000, net.Kept[1].Spec)
	}
	paper, white := geneticShares()
	table := study.CrossTable{Paper: paper, Sample: 2, Games: n.games, Least: n.least, Random: 6, White: &study.Entry{Name: "white", Paper: study.Number(white), Sample: 30}}
	table.Players = []study.Entry{
		{Name: "Flat", Spec: "flat:depth=4"}, {Name: "Wedge", Spec: "wedge:depth=4"}, {Name: "Grid", Spec: "grid:depth=4"},
		{Name: "MMNet", Seeds: mmnet}, {Name: "Net (300)", Seeds: net300}, {Name: "Net (1000)", Seeds: net1000},
	}
	if out, err = table.Run(ctx, r); err == nil {
		out.Notes = append(out.Notes, r.ScaleNote([]int{300, 1000}, 2, "generations")...)
	}
	return out, err
}

// depthNeeded is the work of the table of depths.
type depthNeeded struct {
	players      []study.Entry // specs with %d for the depth
	opponent     string
	deepest      int
	games, least int
	paper        map[string]float64
}

func (d depthNeeded) Run(ctx context.Context, r *study.Run) (out study.Outcome, err error) {
	duels := study.Duels{Random: 8, Games: d.games, Least: d.least, Curve: &study.Curve{X: "depth", Y: "share of the points as black", Mark: []float64{0.5}}}
	for _, p := range d.players {
		for depth := 1; depth <= d.deepest; depth++ {
			duels.Duels = append(duels.Duels, study.Duel{A: fmt.Sprintf(p.Spec, depth), B: d.opponent, X: float64(depth), Series: p.Name, Counts: []study.Count{
				{Label: fmt.Sprintf("%s as black, depth %d", p.Name, depth), Measure: study.PointsAsBlack},
				{Label: fmt.Sprintf("%s as white, depth %d", p.Name, depth), Measure: study.PointsAsWhite},
			}})
		}
	}
	if out, err = duels.Run(ctx, r); err != nil {
		return out, err
	}
	var needed []study.Row
	for _, p := range d.players {
		for _, color := range []string{"black", "white"} {
			needed = append(needed, d.needed(out.Rows, p.Name+" as "+color))
		}
	}
	out.Rows = append(needed, out.Rows...)
	return out, nil
}

// needed is the row of the smallest depth that wins half of the points, one more than
// the deepest if none does. Its interval is between depths that surely win and those
// that may.
func (d depthNeeded) needed(rows study.Rows, name string) study.Row {
	none := float64(d.deepest + 1)
	may, does, must := none, none, none
	for depth := d.deepest; depth >= 1; depth-- {
		r := rows.Row(fmt.Sprintf("%s, depth %d", name, depth))
		if *r.High >= 0.5 {
			may = float64(depth)
		}
		if *r.Ours >= 0.5 {
			does = float64(depth)
		}
		if *r.Low >= 0.5 {
			must = float64(depth)
		}
	}
	row := study.Row{Label: name + ", depth needed", Unit: study.Plies, Ours: study.Number(does), Low: study.Number(may), High: study.Number(must), Games: rows.Row(name + ", depth 1").Games}
	if x, ok := d.paper[row.Label]; ok {
		row.Paper = study.Number(x)
	}
	return row
}

// lessDepth tests that one player needs less depth than another, with both colours.
func lessDepth(a, b string) study.Test {
	return study.Both(study.More(b+" as black, depth needed", a+" as black, depth needed"), study.More(b+" as white, depth needed", a+" as white, depth needed"))
}
