package study

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset/chart"
)

// The tables of section 3 of report 003, discs by time limits of 1 to 10 s.
var (
	umeaWhite    = [10]float64{36, 56, 54, 54, 52, 58, 54, 54, 54, 58}
	umeaBlack    = [10]float64{54, 60, 54, 62, 62, 42, 44, 48, 46, 46}
	umeaImproved = [10]float64{60, 60, 60, 42, 42, 36, 36, 36, 44, 44} // as black, with the improved heuristic
)

// timeLimits is the work of these tables: opponents with ten time limits.
type timeLimits struct {
	games, least int      // of each opponent with each limit
	opponents    []player // a %s in their specs is the time limit
	milliseconds int      // that stand for a second
}

// umeaLimits meets three programs that may be called naive.
var umeaLimits = timeLimits{games: 12, least: 2, milliseconds: 10, opponents: []player{
	{"most discs turned", "greedy"}, {"disc counter, depth 3", "flat:plain,depth=3"}, {"disc counter, same time", "flat:plain,time=%s"},
}}

// meeting is that of the program with an opponent, in second s.
func (t timeLimits) meeting(opponent player, s, pairs int) *meeting {
	limit := fmt.Sprintf("%dms", t.milliseconds*s)
	return &meeting{
		A: "umea:plain,start=5,depth=19,time=" + limit, B: strings.ReplaceAll(opponent.spec, "%s", limit),
		Pairs: pairs, Random: 6,
	}
}

func (t timeLimits) Run(ctx context.Context, r *execution) (out outcome, err error) {
	var list []*meeting
	for _, o := range t.opponents {
		for s := range 10 {
			list = append(list, t.meeting(o, s+1, r.Pairs(t.games, t.least)))
		}
	}
	games, err := r.Meet(ctx, "playing", list)
	if err != nil {
		return out, err
	}
	for i, o := range t.opponents {
		rows, plot := limitRows(o.name, games[10*i:][:10])
		out.Rows = append(out.Rows, rows...)
		out.Plots = append(out.Plots, namedPlot{Name: fmt.Sprintf("discs-%d", i+1), Chart: plot})
	}
	return out, nil
}

// limitLabel names the discs with a colour and a time limit.
func limitLabel(opponent, color string, s int) string {
	return fmt.Sprintf("%s: %s, %d s", opponent, color, s)
}

func dropLabel(opponent string) string {
	return opponent + ": as black, above 3 s less up to 3 s"
}

func allLabel(opponent string) string { return opponent + ": all games" }

// limitRows are the rows of an opponent, from the games with each limit.
func limitRows(opponent string, games [][]twoGames) (rows []Row, plot chart.Lines) {
	plot = chart.Lines{X: "time limit in the report, seconds, against " + opponent, Y: "discs at the end",
		Marks: []float64{32}}
	for _, color := range []struct {
		name  string
		count measure
		paper [10]float64
	}{{"as white", discsAsWhite, umeaWhite}, {"as black", discsAsBlack, umeaBlack}} {
		ours, theirs := chart.Series{Name: color.name}, chart.Series{Name: color.name + ", report"}
		for s := range 10 {
			row := color.count.Row(limitLabel(opponent, color.name, s+1), games[s])
			row.Paper, row.Sample = number(color.paper[s]), 1
			rows = append(rows, row)
			addPoint(&ours, float64(s+1), row)
			theirs.X, theirs.Y = append(theirs.X, float64(s+1)), append(theirs.Y, color.paper[s])
		}
		plot.Series = append(plot.Series, ours, theirs)
	}
	return append(rows, points.Row(allLabel(opponent), slices.Concat(games...)), dropRow(opponent, games)), plot
}

// dropRow compares the games as black with more than 3 s with those of less.
func dropRow(opponent string, games [][]twoGames) Row {
	short, long := blackDiscs(slices.Concat(games[:3]...)), blackDiscs(slices.Concat(games[3:]...))
	row := differenceRow(dropLabel(opponent), unitDiscs, long, short)
	row.Paper = number(mean(umeaImproved[3:]) - mean(umeaImproved[:3]))
	return row
}

func blackDiscs(games []twoGames) (list []float64) {
	for _, g := range games {
		x, _ := discsAsBlack.Value(g)
		list = append(list, x)
	}
	return list
}

// claims are the report's, against each opponent.
func (t timeLimits) claims() (list []Claim) {
	for _, o := range t.opponents {
		list = append(list,
			Claim{Says: "no matter the time limit my program beats the naive program, if it is: " + o.name,
				Test: every(func(l string) Test { return above(l, 32) }, limitLabels(o.name)...)},
			Claim{Says: "my program beats the naive program every time, if it is: " + o.name,
				Test: above(allLabel(o.name), 0.95)},
			Claim{Says: "a drop of performances with time limits greater than 3 seconds when my program " +
				"plays the black player, if the naive program is: " + o.name, Test: below(dropLabel(o.name), 0)},
		)
	}
	same := t.opponents[len(t.opponents)-1].name // who differs by the evaluation alone
	return append(list, Claim{Says: "a well balanced and adapted heuristics function will perform way " +
		"better than a naive heuristics function", Test: above(allLabel(same), 0.75)})
}

// limitLabels are the rows of an opponent with both colours and all limits.
func limitLabels(opponent string) (labels []string) {
	for _, color := range []string{"as white", "as black"} {
		for s := range 10 {
			labels = append(labels, limitLabel(opponent, color, s+1))
		}
	}
	return labels
}
