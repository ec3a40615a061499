package study

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// Half a second is depth 7, of which a further ply takes three or five times as long; the limits have other
// openings each, and the naive program is that of the reading.
func TestTimeLimitMeetings(t *testing.T) {
	e := All.Find("umea-time-limits")
	seen, keys := map[string]bool{}, map[string]bool{}
	for _, r := range e.readings() {
		w := e.work(r).(timeLimits)
		for s := range 10 {
			m := w.meeting(s+1, 4)
			seen[fmt.Sprintf("%d s: %s against %s", s+1, m.A, m.B)] = true
			if m.own() != uint64(s+1) || m.Pairs != 4 {
				t.Errorf("%v: %+v", r, m)
			}
			if maps.Equal(r, e.First()) {
				keys[m.key(0)] = true
			}
		}
	}
	if len(keys) != 10 {
		t.Errorf("the limits share games: %v", keys)
	}
	for _, want := range []string{"1 s: umea:depth=7 against flat:start=5,depth=7",
		"2 s: umea:depth=8 against flat:start=5,depth=8", "4 s: umea:depth=8 against flat:start=5,depth=8",
		"5 s: umea:depth=9 against flat:start=5,depth=9", "10 s: umea:depth=9 against flat:plain,depth=3",
		"1 s: umea:depth=7 against greedy", "2 s: umea:depth=7 against flat:start=5,depth=7",
		"10 s: umea:depth=8 against flat:start=5,depth=8", "1 s: umea:depth=7,stable=line against flat:start=5,depth=7",
		"1 s: umea:depth=7,stable=enemy against flat:start=5,depth=7"} {
		if !seen[want] {
			t.Errorf("no reading has %s", want)
		}
	}
}

// Rows of made-up games: 48 discs as white, and as black 60 up to 3 s and 40 above; as differences twice as far
// from the middle.
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
	for difference, wants := range map[bool]map[string]float64{
		false: {"score as white, 1 s": 48, "score as black, 3 s": 60, "score as black, 4 s": 40, dropLabel: -20,
			dropPointsLabel: 0, allLabel: 1, "points, 4 s": 1, scoreLabel: 47},
		true: {"score as white, 1 s": 32, "score as black, 4 s": 16, dropLabel: -40, scoreLabel: 30},
	} {
		list, plot := limitRows(games, difference)
		rows := Rows(list)
		for label, want := range wants {
			if got := *rows.Row(label).Ours; !near(got, want) {
				t.Errorf("%s: %v, want %v", label, got, want)
			}
		}
		if drop, all := *rows.Row(dropLabel).Paper, *rows.Row(scoreLabel).Paper; !near(drop, -6) || !near(all, 52.4) {
			t.Errorf("the report's drop is %v, its mean %v", drop, all)
		}
		if len(rows) != 34 || len(plot.Series) != 4 {
			t.Errorf("%d rows, %d curves", len(rows), len(plot.Series))
		}
	}
}

// A program that wins all games of a cell by the same score beats the other there: the score has no
// variance, but shares of the points have an interval.
func TestBeatenWithoutVariance(t *testing.T) {
	games := make([][]twoGames, 10)
	for s := range games {
		games[s] = slices.Repeat([]twoGames{{Score: [2]int{64, 64}}}, 100)
	}
	rows, _ := limitRows(games, true)
	for _, c := range All.Find("umea-time-limits").Claims[:2] {
		if got := c.Test.judge(rows); got != verdictHolds {
			t.Errorf("“%s”: %s, by %s", c.Says, got, c.Test.because(rows))
		}
	}
	for i := range games[9] {
		games[9][i].Score = [2]int{-4, -2}
	}
	rows, _ = limitRows(games, true)
	if got := All.Find("umea-time-limits").Claims[0].Test.judge(rows); got != verdictRefuted {
		t.Errorf("with a limit at which all is lost: %s", got)
	}
}
