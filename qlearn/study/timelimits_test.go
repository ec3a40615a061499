package study

import (
	"slices"
	"strings"
	"testing"
)

// The program deepens from 5 plies on while the depth is below 20, without table and order,
// limited by nodes and not by a clock; the naive program is that of the reading, without its evaluation.
func TestTimeLimitMeetings(t *testing.T) {
	e := All.Find("umea-time-limits")
	seen := map[string]bool{}
	for _, r := range e.readings() {
		m := e.work(r).(timeLimits).meeting(3, 4)
		seen[m.A], seen[m.B] = true, true
		if m.Pairs != 4 || strings.Contains(m.A+m.B, "time=") || strings.Contains(m.B, "umea") {
			t.Errorf("%v: %+v", r, m)
		}
	}
	for _, spec := range []string{"umea:plain,start=5,depth=19,nodes=12000", "flat:plain,nodes=12000", "greedy",
		"umea:plain,start=5,depth=19,nodes=36000", "umea:plain,start=5,depth=19,nodes=12000,stable=line",
		"flat:plain,depth=3"} {
		if !seen[spec] {
			t.Errorf("no reading has %s", spec)
		}
	}
}

// Rows of made-up games: 48 discs as white, and as black 60 up to 3 s and 40 above.
func TestLimitRows(t *testing.T) {
	games := make([][]twoGames, 10)
	for s := range games {
		black := 56
		if s >= 3 {
			black = 16
		}
		for i := range 4 {
			games[s] = append(games[s], twoGames{Score: [2]int{black + 2*i - 3, 32 + 2*i - 3}})
		}
	}
	list, plot := limitRows(games)
	rows := Rows(list)
	for label, want := range map[string]float64{"discs as white, 1 s": 48, "discs as black, 3 s": 60,
		"discs as black, 4 s": 40, dropLabel: -20, dropPointsLabel: 0, allLabel: 1, "points, 4 s": 1} {
		if got := *rows.Row(label).Ours; !near(got, want) {
			t.Errorf("%s: %v, want %v", label, got, want)
		}
	}
	if paper := *rows.Row(dropLabel).Paper; !near(paper, 280./7-60) {
		t.Errorf("the report's drop is %v", paper)
	}
	if len(rows) != 33 || len(plot.Series) != 4 {
		t.Errorf("%d rows, %d curves", len(rows), len(plot.Series))
	}
}

// A program that wins all games of a cell by the same score beats the other there: the score has no
// variance, but shares of the points have an interval.
func TestBeatenWithoutVariance(t *testing.T) {
	games := make([][]twoGames, 10)
	for s := range games {
		games[s] = slices.Repeat([]twoGames{{Score: [2]int{64, 64}}}, 100)
	}
	rows, _ := limitRows(games)
	for _, c := range All.Find("umea-time-limits").Claims[:2] {
		if got := c.Test.judge(rows); got != verdictHolds {
			t.Errorf("“%s”: %s, by %s", c.Says, got, c.Test.because(rows))
		}
	}
	for i := range games[9] {
		games[9][i].Score = [2]int{-4, -2}
	}
	rows, _ = limitRows(games)
	if got := All.Find("umea-time-limits").Claims[0].Test.judge(rows); got != verdictRefuted {
		t.Errorf("with a limit at which all is lost: %s", got)
	}
}
