package study

import (
	"strings"
	"testing"
)

// The program deepens from 5 plies on while the depth is below 20, without table and order,
// and no opponent is chosen for how it plays against it: none has its evaluation.
func TestTimeLimitMeetings(t *testing.T) {
	for _, o := range umeaLimits.opponents {
		m := umeaLimits.meeting(o, 3, 4)
		if m.A != "umea:plain,start=5,depth=19,time=30ms" || m.Pairs != 4 {
			t.Errorf("%+v", m)
		}
		if strings.Contains(m.B, "umea") || strings.Contains(m.B, "%") {
			t.Errorf("%s is %s", o.name, m.B)
		}
	}
	if m := umeaLimits.meeting(umeaLimits.opponents[2], 10, 1); m.B != "flat:plain,time=100ms" {
		t.Errorf("the same time is %s", m.B)
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
	list, plot := limitRows("x", games)
	rows := Rows(list)
	for label, want := range map[string]float64{"x: as white, 1 s": 48, "x: as black, 3 s": 60,
		"x: as black, 4 s": 40, "x: as black, above 3 s less up to 3 s": -20, "x: all games": 1} {
		if got := *rows.Row(label).Ours; !near(got, want) {
			t.Errorf("%s: %v, want %v", label, got, want)
		}
	}
	if paper := *rows.Row("x: as black, above 3 s less up to 3 s").Paper; !near(paper, 280./7-60) {
		t.Errorf("the report's drop is %v", paper)
	}
	if len(rows) != 22 || len(plot.Series) != 4 {
		t.Errorf("%d rows, %d curves", len(rows), len(plot.Series))
	}
	all := every(func(l string) Test { return above(l, 32) }, limitLabels("x")...)
	if got := all.judge(rows); got != Holds || !strings.Contains(all.because(rows), "as black, 4 s") {
		t.Errorf("%s: %s", got, all.because(rows))
	}
	games[9][0].Score[0], games[9][1].Score[0], games[9][2].Score[0], games[9][3].Score[0] = -9, -11, -10, -8
	list, _ = limitRows("x", games)
	if got := all.judge(list); got != Refuted {
		t.Errorf("%s: %s", got, all.because(list))
	}
}
