package study

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// geneticNames are the players of the report's table.
var geneticNames = [6]string{"Flat", "Wedge", "Grid", "MMNet", "Net (300)", "Net (1000)"}

// geneticTable holds the report's results of black (row) against white (column) of these: B and
// W won, D drew.
var geneticTable = [6]string{"-WWWBW", "B-WBBB", "BW-BBW", "WWW-DW", "WWWW-W", "WWWWD-"}

// asBlack returns the points of a as black against b in the report.
func asBlack(a, b int) float64 { return map[byte]float64{'B': 1, 'D': 0.5}[geneticTable[a][b]] }

// geneticShares are the shares of the points of each player against each other, and of
// white.
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

// besideTwoGames puts the share that the first of two players has of their games in the report
// beside a row.
func besideTwoGames(row Row, first, second string) Row {
	shares, _ := geneticShares()
	row.Paper, row.Sample = shares[slices.Index(geneticNames[:], first)][slices.Index(geneticNames[:], second)],
		2
	return row
}

// geneticSides are the shares of the points that the report's table has for a player as black,
// as white, and for white in all its games.
func geneticSides(a int) (black, white, whiteIn float64) {
	for b := range geneticTable {
		if a != b {
			black += asBlack(a, b) / 5
			white += (1 - asBlack(b, a)) / 5
		}
	}
	return black, white, (1 - black + white) / 2
}

// netTable is the work of the table: evolve the networks with several seeds, then everybody
// meets everybody, and Net meets the MMNet of an evolution that takes as long as Net's.
type netTable struct{ games, least int }

// The evolutions of the networks. MMNet's games are played at depth 2, to save time.
const (
	netSeeds         = 5
	mmnetGenerations = 300
	// mmnetShort is how many generations of MMNet take as long as 1,000 of Net: one of MMNet
	// took 9 to 14 times as long, of 20 individuals on one core.
	mmnetShort = 100
)

// mmnetJobs evolve MMNet.
func mmnetJobs(r *Run) []TuneJob {
	return netJobs("mmnet", TuneJob{Features: "mmnet", Depth: 2, Play: 4}, r.Generations(mmnetGenerations))
}

// netJobs evolve a network with each seed by the report's algorithm, and keep the best of some
// generations.
func netJobs(name string, job TuneJob, keep ...int) (list []TuneJob) {
	job.Method, job.Population, job.Openings, job.Random = "ga002", 20, 1, 4
	job.Keep, job.Generations = keep, keep[len(keep)-1]
	for seed := range netSeeds {
		job.Name, job.Seed = fmt.Sprintf("%s-%d", name, seed+1), uint64(seed)
		list = append(list, job)
	}
	return list
}

// specsOf does jobs and returns what plays, by what was kept and by seed.
func specsOf(ctx context.Context, r *Run, jobs []TuneJob) (specs [][]string, err error) {
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

// Run implements [Work].
func (n netTable) Run(ctx context.Context, r *Run) (out Outcome, err error) {
	mmnet, err := specsOf(ctx, r, mmnetJobs(r))
	if err != nil {
		return out, err
	}
	net, err := specsOf(ctx, r, netJobs("net", TuneJob{Features: "net", Depth: 1}, r.Generations(300),
		r.Generations(1000)))
	if err != nil {
		return out, err
	}
	paper, white := geneticShares()
	table := crossTable{Paper: paper, Sample: 2, Games: n.games, Least: n.least, Random: 6, Sides: true,
		White: &entry{Name: "white", Paper: number(white), Sample: 30}}
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

// addSides puts the report's numbers beside those of the players by colour.
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

// equalTime lets Net meet, seed by seed, the MMNet of an evolution that takes as long.
func (n netTable) equalTime(ctx context.Context, r *Run, net []string) (row Row, err error) {
	short, err := specsOf(ctx, r, netJobs("mmnet-short", TuneJob{Features: "mmnet", Depth: 2, Play: 4},
		r.Generations(mmnetShort)))
	if err != nil {
		return row, err
	}
	table := crossTable{Games: n.games, Least: n.least, Random: 6,
		Players: []entry{{Name: "Net (1000)", Seeds: net},
			{Name: fmt.Sprintf("MMNet (%d)", mmnetShort), Seeds: short[0]}}}
	out, err := table.Run(ctx, r)
	if err != nil {
		return row, err
	}
	return out.Rows[0], nil
}

// ahead tests that a player has more points than each of others.
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

// evenOdds returns the share with which it is as likely as not that k or more of n games are
// won: the median of the beta distribution of k and n-k+1, to three digits.
func evenOdds(k, n int) float64 {
	return math.Round(1000*distuv.Beta{Alpha: float64(k), Beta: float64(n - k + 1)}.Quantile(0.5)) / 1000
}
