package reports

import (
	"context"
	"fmt"
	"slices"

	"github.com/outflank/outflank/qlearn/study"

	"github.com/outflank/outflank/dataset/chart"
)

// umea are the experiments of "Othello artificial intelligence" (report 003).
var umea = []*study.Experiment{
	{
		Name: "umea-time-limits", Seed: "003", Item: "3, both tables", Title: "Discs against the naive program by time limit", Machine: true,
		Wording:  "I made them fight against each other using both possible compositions and time limits between 1 and 10 seconds … As we can see with those results, no matter the time limit my program beats the naive program very easily. … It was interesting to notice a drop of performances with time limits greater than 3 seconds against the naive program when my program plays the black player.",
		Result:   "36 to 58 discs as white, 42 to 62 as black in single games; the drop above 3 s is of an improved heuristic that is not described",
		Protocol: "umea against static weights of depth 3 in place of the naive program, which is not published: of the simple players that were tried it loses by about as many discs as the report says. 5 to 50 ms a move in place of 1 to 10 s; two random plies at the start, so that there are more games than one. Scores are discs at the end, empty squares to the winner. A mean of games stands beside the report's single one, which is taken to vary as ours do.",
		Work:     timeLimits{games: 60, least: 8, opponent: "ab:eval=umea-squares,depth=3,exact=0", milliseconds: 5},
		Claims: []study.Claim{
			{Says: "no matter the time limit, the program beats the naive program as white", Test: everyAbove("as white, %d s", 32)},
			{Says: "and as black", Test: everyAbove("as black, %d s", 32)},
			{Says: "performance as black drops with time limits greater than 3 s", Test: study.Below("as black, above 3 s less up to 3 s", 0)},
		},
	},
	{
		Name: "umea-depth-times", Seed: "003", Item: "4 and 2.3", Title: "The time that depths 5 and 7 take", Machine: true,
		Wording:  "The program was then able to reach a depth of 7 under half a second at any point in the game. … The alphaBeta function is initially called with a depth of 5 (since it is always way under 1 second).",
		Result:   "depth 7 in less than 0.5 s, depth 5 in less than 1 s, in Java; more than 20 s for depth 7 in Python",
		Protocol: "umea searched to these depths at once, without deepening from below, on boards after 2 to 54 random plies; the longest of all times.",
		Work: study.Timing{Lines: []study.TimedLine{{Name: "alpha-beta", Spec: "umea:depth=%[1]d,start=%[1]d", At: []int{3, 4, 5, 6, 7}}}, X: "depth", Plies: evenly(2, 54, 4), Positions: 280, Worst: true,
			Paper: map[string]float64{"alpha-beta, depth 5, longest": 1, "alpha-beta, depth 7, longest": 0.5}},
		Claims: []study.Claim{
			{Says: "depth 7 is reached under half a second at any point in the game", Test: study.AtMost("alpha-beta, depth 7, longest", 0.5, 280)},
			{Says: "depth 5 is always way under 1 second", Test: study.AtMost("alpha-beta, depth 5, longest", 0.5, 280)},
		},
	},
	{
		Name: "umea-heuristics", Seed: "003", Item: "2.4", Title: "What mobility and edge stability add to the static weights",
		Wording:  "By doing so [static weights alone] my program could already beat the naive implementation without any problem. … To improve my evaluation function an idea was to consider the possibility of my player future mobility … The bonus added to the cell value has a value of 8, which is the value that I found gave the best results.",
		Result:   "no number is given",
		Protocol: "alpha-beta of depth 5 with the whole evaluation against the same with the static weights alone, and both against the counter of discs of depth 4; eight random plies at the start. “The opposite direction” of algorithm 4 is read as the neighbour on that side.",
		Work: study.Duels{Games: 400, Least: 12, Random: 8, Duels: []study.Duel{
			{A: "ab:eval=umea,depth=5,exact=0", B: "ab:eval=umea-squares,depth=5,exact=0", Counts: []study.Count{{Label: "whole evaluation – static weights"}}},
			{A: "ab:eval=umea-squares,depth=5,exact=0", B: "flat:depth=4", Counts: []study.Count{{Label: "static weights – disc counter"}}},
			{A: "ab:eval=umea,depth=5,exact=0", B: "flat:depth=4", Counts: []study.Count{{Label: "whole evaluation – disc counter"}}},
		}},
		Claims: []study.Claim{
			{Says: "static weights alone beat the naive program", Test: study.Above("static weights – disc counter", 0.5)},
			{Says: "mobility and stability improve the evaluation", Test: study.Above("whole evaluation – static weights", 0.5)},
		},
	},
}

// The tables of section 3, discs by time limits of 1 to 10 s.
var (
	umeaWhite    = [10]float64{36, 56, 54, 54, 52, 58, 54, 54, 54, 58}
	umeaBlack    = [10]float64{54, 60, 54, 62, 62, 42, 44, 48, 46, 46}
	umeaImproved = [10]float64{60, 60, 60, 42, 42, 36, 36, 36, 44, 44} // as black, with the improved heuristic
)

// timeLimits is the work of the two tables: the same opponent with ten time limits.
type timeLimits struct {
	games, least int
	opponent     string
	milliseconds int // that stand for a second
}

func (t timeLimits) Run(ctx context.Context, r *study.Run) (out study.Outcome, err error) {
	var list []*study.Meeting
	for s := range 10 {
		spec := fmt.Sprintf("umea:time=%dms", t.milliseconds*(s+1))
		list = append(list, &study.Meeting{A: spec, B: t.opponent, Pairs: r.Pairs(t.games, t.least), Random: 2})
	}
	games, err := r.Meet(ctx, "playing", list)
	if err != nil {
		return out, err
	}
	plot := chart.Lines{X: "time limit in the report, seconds", Y: "discs at the end", Marks: []float64{32}}
	for _, color := range []struct {
		name  string
		count study.Measure
		paper [10]float64
	}{{"as white", study.DiscsAsWhite, umeaWhite}, {"as black", study.DiscsAsBlack, umeaBlack}} {
		ours, theirs := chart.Series{Name: color.name}, chart.Series{Name: color.name + ", report"}
		for s := range 10 {
			row := color.count.Row(fmt.Sprintf("%s, %d s", color.name, s+1), games[s])
			row.Paper, row.Sample = study.Number(color.paper[s]), 1
			out.Rows = append(out.Rows, row)
			study.AddPoint(&ours, float64(s+1), row)
			theirs.X, theirs.Y = append(theirs.X, float64(s+1)), append(theirs.Y, color.paper[s])
		}
		plot.Series = append(plot.Series, ours, theirs)
	}
	out.Rows = append(out.Rows, t.drop(games))
	out.Plots = []study.Plot{{Name: "discs", Chart: plot}}
	return out, nil
}

// drop compares the games as black with more than 3 s with those of less.
func (t timeLimits) drop(games [][]study.TwoGames) study.Row {
	short, long := blackDiscs(slices.Concat(games[:3]...)), blackDiscs(slices.Concat(games[3:]...))
	row := study.DifferenceRow("as black, above 3 s less up to 3 s", study.Discs, long, short)
	row.Paper = study.Number(study.Mean(umeaImproved[3:]) - study.Mean(umeaImproved[:3]))
	return row
}

func blackDiscs(games []study.TwoGames) (list []float64) {
	for _, g := range games {
		x, _ := study.DiscsAsBlack.Value(g)
		list = append(list, x)
	}
	return list
}

// everyAbove tests that rows for 1 to 10 are more than x.
func everyAbove(format string, x float64) study.Test {
	var tests []study.Test
	for s := 1; s <= 10; s++ {
		tests = append(tests, study.Above(fmt.Sprintf(format, s), x))
	}
	every := study.Both(tests...)
	every.Holds = fmt.Sprintf("the intervals of all ten, “%s” to “%s”, lie above %g", every.Rows[0], every.Rows[9], x)
	every.Refuted = fmt.Sprintf("that of one does not reach above %g", x)
	judge := every.Judge
	every.Judge = func(rows study.Rows) study.Finding {
		f, least := judge(rows), rows.Row(every.Rows[0])
		for _, label := range every.Rows {
			if r := rows.Row(label); r.Ours != nil && *r.Ours < *least.Ours {
				least = r
			}
		}
		f.Because = fmt.Sprintf("the least is %s: %s", least.Label, least.Text())
		return f
	}
	return every
}
