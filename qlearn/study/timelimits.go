package study

import (
	"context"
	"fmt"
	"slices"

	"github.com/outflank/outflank/dataset/chart"
)

// The tables of section 3 of report 003, discs by time limits of 1 to 10 s.
var (
	umeaWhite    = [10]float64{36, 56, 54, 54, 52, 58, 54, 54, 54, 58}
	umeaBlack    = [10]float64{54, 60, 54, 62, 62, 42, 44, 48, 46, 46}
	umeaImproved = [10]float64{60, 60, 60, 42, 42, 36, 36, 36, 44, 44} // as black, with the improved heuristic
)

// timeLimits is the work of these tables: a naive program with ten time limits.
type timeLimits struct {
	games, least int // with each limit, half of them with each colour
	reading      Reading
}

// meeting is that of the program with the naive one, in second s.
func (t timeLimits) meeting(s, pairs int) *meeting {
	limit := fmt.Sprintf("nodes=%d", t.reading.integer("second")*s)
	return &meeting{A: "umea:plain,start=5,depth=19," + limit + stable(t.reading), B: naive(t.reading, limit),
		Pairs: pairs, Random: 6}
}

func (t timeLimits) Run(ctx context.Context, r *execution) (out outcome, err error) {
	var list []*meeting
	for s := range 10 {
		list = append(list, t.meeting(s+1, r.Pairs(t.games, t.least)))
	}
	games, err := r.Meet(ctx, "playing", list)
	if err != nil {
		return out, err
	}
	rows, plot := limitRows(games)
	return outcome{Rows: rows, Plots: []namedPlot{{Name: "discs", Chart: plot}}}, nil
}

// The labels of rows: discs with a colour and a time limit, points with a limit, and of all games.
func limitLabel(color string, s int) string { return fmt.Sprintf("discs %s, %d s", color, s) }

func pointsLabel(s int) string { return fmt.Sprintf("points, %d s", s) }

const (
	allLabel        = "points, all games"
	dropLabel       = "discs as black, above 3 s less up to 3 s"
	dropPointsLabel = "points as black, above 3 s less up to 3 s"
)

// limitRows are the rows, from the games with each limit.
func limitRows(games [][]twoGames) (rows []Row, plot chart.Lines) {
	plot = chart.Lines{X: "time limit in the report, seconds", Y: "discs at the end", Marks: []float64{32}}
	for _, color := range []struct {
		name  string
		count measure
		paper [10]float64
	}{{"as white", discsAsWhite, umeaWhite}, {"as black", discsAsBlack, umeaBlack}} {
		ours, theirs := chart.Series{Name: color.name}, chart.Series{Name: color.name + ", report"}
		for s := range 10 {
			row := color.count.Row(limitLabel(color.name, s+1), games[s])
			row.Paper, row.Sample = number(color.paper[s]), 1
			rows = append(rows, row)
			addPoint(&ours, float64(s+1), row)
			theirs.X, theirs.Y = append(theirs.X, float64(s+1)), append(theirs.Y, color.paper[s])
		}
		plot.Series = append(plot.Series, ours, theirs)
	}
	for s := range 10 {
		rows = append(rows, points.Row(pointsLabel(s+1), games[s]))
	}
	discs := dropRow(dropLabel, unitDiscs, games, func(g twoGames) float64 { return float64(64+g.Score[0]) / 2 })
	discs.Paper = number(mean(umeaImproved[3:]) - mean(umeaImproved[:3]))
	return append(rows, points.Row(allLabel, slices.Concat(games...)), discs,
		dropRow(dropPointsLabel, unitFactor, games, func(g twoGames) float64 { return pointsOf(g.Score[0]) })), plot
}

// dropRow compares the games as black with more than 3 s with those of less.
func dropRow(label string, unit Unit, games [][]twoGames, of func(twoGames) float64) Row {
	each := func(games [][]twoGames) (list []float64) {
		for _, g := range slices.Concat(games...) {
			list = append(list, of(g))
		}
		return list
	}
	return differenceRow(label, unit, each(games[3:]), each(games[:3]))
}

// claims are the report's.
func (timeLimits) claims() []Claim {
	var limits []string
	for s := range 10 {
		limits = append(limits, pointsLabel(s+1))
	}
	return []Claim{
		varied("no matter the time limit my program beats the naive program very easily",
			"at each limit it has more than %g of the points",
			func(x float64) Test { return every(func(l string) Test { return above(l, x) }, limits...) }, 0.5, 0.75,
			0.9),
		varied("my program beats the naive program every time", "it has more than %g of the points",
			func(x float64) Test { return above(allLabel, x) }, 0.95, 0.9, 0.99),
		{Says: "a drop of performances with time limits greater than 3 seconds when my program plays the black " + "player", Test: below(dropLabel, 0), Means: "of discs", Else: []Meaning{{"of points", below(dropPointsLabel, 0)}}},
		varied("a well balanced and adapted heuristics function will perform way better than a naive "+
			"heuristics function", "it has more than %g of the points",
			func(x float64) Test { return above(allLabel, x) }, 0.75, 0.65, 0.9),
	}
}
