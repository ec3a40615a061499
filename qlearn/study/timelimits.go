package study

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine/arena"
)

// Scores by time limit, 1 to 10 s, from the first table of section 3 of report 003.
var (
	umeaWhite = [10]float64{36, 56, 54, 54, 52, 58, 54, 54, 54, 58}
	umeaBlack = [10]float64{54, 60, 54, 62, 62, 42, 44, 48, 46, 46}
)

// timeLimits is the work of both tables: a program against the naive one, with ten time limits.
type timeLimits struct {
	games, least int // per limit, half of them with each colour
	reading      Reading
}

// depth returns the depth reached in s seconds if half a second is enough for depth 7.
func (t timeLimits) depth(s int) int {
	return 7 + int(math.Log(2*float64(s))/math.Log(t.reading.number("ply")))
}

// meeting returns the meeting of the program with the naive one at a limit of s seconds.
func (t timeLimits) meeting(s, pairs int) *meeting {
	return &meeting{A: fmt.Sprintf("umea:depth=%d", t.depth(s)) + stable(t.reading),
		B: naive(t.reading, fmt.Sprintf("start=5,depth=%d", t.depth(s))), Pairs: pairs, Random: 6, Own: uint64(s)}
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
	rows, plot := limitRows(games, t.reading["score"] == "difference")
	return outcome{Rows: rows, Plots: []namedPlot{{Name: "scores", Chart: plot}}}, nil
}

// pointsLabel returns the label of the row with the points in the games with a limit of s seconds.
func pointsLabel(s int) string { return fmt.Sprintf("points, %d s", s) }

const (
	allLabel        = "points, all games"
	scoreLabel      = "score, mean of all games"
	dropLabel       = "score as black, above 3 s less up to 3 s"
	dropPointsLabel = "points as black, above 3 s less up to 3 s"
)

// limitRows returns rows for the games with each limit. A score is a disc difference or a number of discs.
func limitRows(games [][]twoGames, difference bool) (rows []Row, plot chart.Lines) {
	score := func(score int) float64 {
		if difference {
			return float64(score)
		}
		return float64(64+score) / 2
	}
	each := func(games [][]twoGames, of ...func(twoGames) float64) (list []float64) {
		for _, g := range slices.Concat(games...) {
			for _, of := range of {
				list = append(list, of(g))
			}
		}
		return list
	}
	white := func(g twoGames) float64 { return score(g.Score[1]) }
	black := func(g twoGames) float64 { return score(g.Score[0]) }
	plot = chart.Lines{X: "time limit in the report, seconds", Y: "score at the end", Marks: []float64{score(0)}}
	for _, color := range []struct {
		name  string
		of    func(twoGames) float64
		paper [10]float64
	}{{"as white", white, umeaWhite}, {"as black", black, umeaBlack}} {
		ours, theirs := chart.Series{Name: color.name}, chart.Series{Name: color.name + ", report"}
		for s := range 10 {
			row := meanRow(fmt.Sprintf("score %s, %d s", color.name, s+1), unitDiscs,
				each(games[s:s+1], color.of))
			rows = append(rows, row)
			addPoint(&ours, float64(s+1), row)
			theirs.X, theirs.Y = append(theirs.X, float64(s+1)), append(theirs.Y, color.paper[s])
		}
		plot.Series = append(plot.Series, ours, theirs)
	}
	all := meanRow(scoreLabel, unitDiscs, each(games, white, black))
	all.Paper, all.Sample = number(mean(slices.Concat(umeaWhite[:], umeaBlack[:]))), 20
	for s := range 10 {
		rows = append(rows, points.Row(pointsLabel(s+1), games[s]))
	}
	drop := func(label string, unit Unit, of func(twoGames) float64) Row {
		return differenceRow(label, unit, each(games[3:], of), each(games[:3], of))
	}
	discs := drop(dropLabel, unitDiscs, black)
	discs.Paper, discs.Sample = number(mean(umeaBlack[3:])-mean(umeaBlack[:3])), 10
	return append(rows, all, points.Row(allLabel, slices.Concat(games...)), discs,
		drop(dropPointsLabel, unitFactor, func(g twoGames) float64 { return pointsOf(g.Score[0]) })), plot
}

// claims returns the report's claims.
func (timeLimits) claims() []Claim {
	var limits []string
	for s := range 10 {
		limits = append(limits, pointsLabel(s+1))
	}
	atEach := every(func(l string) Test { return above(l, 0.5) }, limits...)
	return []Claim{
		varied("no matter the time limit my program beats the naive program very easily",
			"it scores more than half of the points at each limit, and more than %g in total",
			func(x float64) Test { return both(atEach, above(allLabel, x)) }, easily...),
		varied("my program beats the naive program every time", "it scores more than %.3g of the points; "+
			"winning 20 of 20 games, as in the report, shows at least 0.839", aboveFor(allLabel), allOfTwenty, 0.95,
			0.9),
		{Says: "a drop of performances with time limits greater than 3 seconds when my program plays the black " + "player", Test: below(dropLabel, 0), Means: "of the mean score", Else: []Meaning{{"of the share of points", below(dropPointsLabel, 0)}}},
		varied("a well balanced and adapted heuristics function will perform way better than a naive "+
			"heuristics function", "it scores more than %g of the points", aboveFor(allLabel), easily...),
	}
}

// allOfTwenty is the lower bound of Wilson's interval for 20 wins in 20 games.
var allOfTwenty, _ = arena.Wilson(1, 20)
