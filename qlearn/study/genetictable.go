package study

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// geneticNames lists the players of the report's table.
var geneticNames = [6]string{"Flat", "Wedge", "Grid", "MMNet", "Net (300)", "Net (1000)"}

// geneticTable contains the report's results of black (row) against white (column): B or W won, D is a draw.
var geneticTable = [6]string{"-WWWBW", "B-WBBB", "BW-BBW", "WWW-DW", "WWWW-W", "WWWWD-"}

// asBlack returns a's points as black against b, according to the report.
func asBlack(a, b int) float64 { return map[byte]float64{'B': 1, 'D': 0.5}[geneticTable[a][b]] }

// geneticShares returns each player's share of the points against each other player, and white's share.
func geneticShares() (list [][]*float64, white float64) {
	for a := range geneticTable {
		row := make([]*float64, len(geneticTable))
		for b := range geneticTable {
			if a == b {
				continue
			}
			row[b] = number((asBlack(a, b) + 1 - asBlack(b, a)) / 2)
			white += (1 - asBlack(a, b)) / 30
		}
		list = append(list, row)
	}
	return list, white
}

// besideTwoGames adds the first player's share of the report's two games to a row.
func besideTwoGames(row Row, first, second string) Row {
	shares, _ := geneticShares()
	row.Paper, row.Sample = shares[slices.Index(geneticNames[:], first)][slices.Index(geneticNames[:], second)],
		2
	return row
}

// geneticSides returns shares of the points in the report's table: a player's as black and as white, and
// white's in all the player's games.
func geneticSides(a int) (black, white, whiteIn float64) {
	for b := range geneticTable {
		if a != b {
			black += asBlack(a, b) / 5
			white += (1 - asBlack(b, a)) / 5
		}
	}
	return black, white, (1 - black + white) / 2
}

// netTable is the work of the table. It evolves the networks with several seeds and plays a round robin. Net
// also meets an MMNet that has evolved for as long as Net.
type netTable struct {
	games, least int
	reading      Reading
}

// Settings of the networks' evolutions. MMNet's games use depth 2 to save time.
const (
	netSeeds         = 5
	mmnetGenerations = 300
	// mmnetShort is the number of MMNet generations that take as long as 1,000 of Net. One generation of MMNet
	// took 9 to 14 times as long, with 20 individuals on one core.
	mmnetShort = 100
)

// mmnetJobs returns the jobs that evolve MMNet.
func mmnetJobs(r *execution, e evolution) []TuneJob {
	return netJobs(e, "mmnet", TuneJob{Features: "mmnet", Depth: 2, Play: 4}, r.Generations(mmnetGenerations))
}

// netJobs returns jobs that evolve a network with each seed by the report's algorithm and keep the best
// individuals of some generations.
func netJobs(e evolution, name string, job TuneJob, keep ...int) (list []TuneJob) {
	job.Method, job.Population, job.Openings = "ga002", 20, 1
	job.Keep, job.Generations = keep, keep[len(keep)-1]
	for seed := range netSeeds {
		job.Name, job.Seed = fmt.Sprintf("%s-%d", name, seed+1), uint64(seed)
		list = append(list, e.apply(job))
	}
	return list
}

// specsOf runs jobs and returns the specs of the kept agents, by generation and then by seed.
func specsOf(ctx context.Context, r *execution, jobs []TuneJob) (specs [][]string, err error) {
	specs = make([][]string, len(jobs[0].Keep))
	for _, job := range jobs {
		t, err := r.Tune(ctx, job)
		if err != nil {
			return nil, err
		}
		for i, k := range t.Kept {
			specs[i] = append(specs[i], k.Spec)
		}
	}
	return specs, nil
}

// Run implements [work].
func (n netTable) Run(ctx context.Context, r *execution) (out outcome, err error) {
	e := evolutionOf(n.reading)
	mmnet, err := specsOf(ctx, r, mmnetJobs(r, e))
	if err != nil {
		return out, err
	}
	net, err := specsOf(ctx, r, netJobs(e, "net", TuneJob{Features: "net", Depth: 1}, r.Generations(300),
		r.Generations(1000)))
	if err != nil {
		return out, err
	}
	paper, white := geneticShares()
	table := crossTable{Paper: paper, Sample: 2, Games: n.games, Least: n.least, Sides: true,
		White: &entry{Name: "white", Paper: number(white), Sample: 30}}
	table.Random, table.Perturb = variety(n.reading)
	for i, name := range geneticNames {
		e := entry{Name: name, Spec: map[string]string{"Flat": "flat:depth=4", "Wedge": "wedge:depth=4",
			"Grid": "grid:depth=4"}[name]}
		switch name {
		case "MMNet":
			e.Seeds = mmnet[0]
		case "Net (300)", "Net (1000)":
			e.Seeds = net[i-4]
		}
		table.Players = append(table.Players, e)
	}
	if out, err = table.Run(ctx, r); err != nil {
		return out, err
	}
	addSides(out.Rows)
	equal, err := n.equalTime(ctx, r, net[1])
	out.Rows = append(out.Rows, equal)
	out.Notes = append(out.Notes, r.ScaleNote([]int{mmnetShort, 300, 1000}, 2, "generations")...)
	return out, err
}

// addSides adds the report's numbers to the players' rows by colour.
func addSides(rows Rows) {
	for i := range rows {
		for a, name := range geneticNames {
			black, white, whiteIn := geneticSides(a)
			switch r := &rows[i]; r.Label {
			case name + " as black":
				r.Paper, r.Sample = number(black), 5
			case name + " as white":
				r.Paper, r.Sample = number(white), 5
			case whiteLabel(name):
				r.Paper, r.Sample = number(whiteIn), 10
			}
		}
	}
}

// equalTime plays Net, seed by seed, against an MMNet whose evolution takes as long as Net's.
func (n netTable) equalTime(ctx context.Context, r *execution, net []string) (row Row, err error) {
	short, err := specsOf(ctx, r, netJobs(evolutionOf(n.reading), "mmnet-short", TuneJob{Features: "mmnet",
		Depth: 2, Play: 4},
		r.Generations(mmnetShort)))
	if err != nil {
		return row, err
	}
	table := crossTable{Games: n.games, Least: n.least,
		Players: []entry{{Name: "Net (1000)", Seeds: net},
			{Name: fmt.Sprintf("MMNet (%d)", mmnetShort), Seeds: short[0]}}}
	table.Random, table.Perturb = variety(n.reading)
	out, err := table.Run(ctx, r)
	if err != nil {
		return row, err
	}
	return out.Rows[0], nil
}

// mmnetDepths is the work that evolves MMNet at two depths, the report's and that of [netTable], for fewer
// generations.
type mmnetDepths struct{ generations, seeds, games, least int }

// Run implements [work].
func (m mmnetDepths) Run(ctx context.Context, r *execution) (out outcome, err error) {
	evolved := map[int][]string{}
	for _, depth := range []int{2, 4} {
		jobs := netJobs(evolution{Random: 4}, fmt.Sprintf("mmnet-depth%d", depth),
			TuneJob{Features: "mmnet", Depth: depth, Play: 4}, r.Generations(m.generations))
		specs, err := specsOf(ctx, r, jobs[:m.seeds])
		if err != nil {
			return out, err
		}
		evolved[depth] = specs[0]
	}
	meet := func(label string, a, b []string) error {
		var list []*meeting
		for i := range a {
			list = append(list, &meeting{A: a[i], B: b[i%len(b)], Pairs: r.Pairs(m.games, m.least), Random: 6})
		}
		games, err := r.Meet(ctx, "playing "+label, list)
		if err == nil {
			out.Rows = append(out.Rows, points.SeedsRow(label, games))
		}
		return err
	}
	err = errors.Join(meet(mmnetLabel, evolved[4], evolved[2]), meet("depth 4 – Flat", evolved[4],
		[]string{"flat:depth=4"}), meet("depth 4 – Wedge", evolved[4], []string{"wedge:depth=4"}),
		meet("depth 4 – Grid",
			evolved[4], []string{"grid:depth=4"}), meet("depth 2 – Flat", evolved[2], []string{"flat:depth=4"}))
	if err != nil {
		return out, err
	}
	out.Plots = []namedPlot{rowPlot("rows", "MMNet evolved at two depths", out.Rows)}
	out.Notes = r.ScaleNote([]int{m.generations}, 2, "generations")
	return out, nil
}

const mmnetLabel = "evolved at depth 4 – at depth 2"

// ahead tests that a player has more points than each of the others.
func ahead(player string, of ...string) Test {
	var tests []Test
	for _, o := range of {
		tests = append(tests, more(player+", all", o+", all"))
	}
	return both(tests...)
}

// everyWhite tests that each player does better as white.
func everyWhite() Test {
	var tests []Test
	for _, name := range geneticNames {
		tests = append(tests, above(whiteLabel(name), 0.5))
	}
	return both(tests...)
}

// evenOdds returns the winning probability at which a player wins k or more of n games as likely as not. It
// is the median of the beta distribution of k and n-k+1, to three digits.
func evenOdds(k, n int) float64 {
	return math.Round(1000*distuv.Beta{Alpha: float64(k), Beta: float64(n - k + 1)}.Quantile(0.5)) / 1000
}
