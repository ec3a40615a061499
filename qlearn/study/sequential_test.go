package study

import (
	"math"
	"slices"
	"testing"
)

// The log-likelihood ratio by hand, and when the test stops.
func TestSequential(t *testing.T) {
	won, lost := twoGames{Score: [2]int{8, 8}}, twoGames{Score: [2]int{-8, -8}}
	even := slices.Repeat([]twoGames{won, lost}, 5)
	// Mean ½; of 10 pairs and 0.1 of each kind the variance is 5.1875/10.5 - ¼ =
	// 0.24405; 20 Elo are 52.8751 % of the points: -10·0.028751²/(2·0.24405).
	if r := sequentialRow("x", even); math.Abs(*r.Ours+0.016936) > 1e-6 || r.Games != 20 {
		t.Errorf("%v after %d games", *r.Ours, r.Games)
	}
	for _, test := range []struct {
		games []twoGames
		want  Verdict
		all   bool // games are needed
	}{
		{slices.Repeat([]twoGames{won}, 200), verdictHolds, false},
		{slices.Repeat([]twoGames{lost}, 200), verdictRefuted, false},
		{even, verdictOpen, true},
		{nil, verdictOpen, true},
	} {
		r := sequentialRow("x", test.games)
		if f := sequential("x").judge(Rows{r}); f != test.want ||
			(r.Games == 2*len(test.games)) != test.all {
			t.Errorf("%d pairs: %+v after %d games, want %v", len(test.games), f, r.Games, test.want)
		}
	}
}

// One of each in turn.
func TestInTurn(t *testing.T) {
	g := func(score int) twoGames { return twoGames{Score: [2]int{score}} }
	var got []int
	for _, x := range inTurn([][]twoGames{{g(1), g(4)}, nil, {g(2), g(5), g(6)}, {g(3)}}) {
		got = append(got, x.Score[0])
	}
	if !slices.Equal(got, []int{1, 2, 3, 4, 5, 6}) {
		t.Error(got)
	}
}
