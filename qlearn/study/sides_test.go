package study

import (
	"slices"
	"testing"

	"github.com/outflank/outflank/engine/arena"
)

// Games by hand: a beats b with both colours; c draws once as black and wins once with a, and
// loses twice as black and wins twice as white with b. The evolved one, c, has two seeds.
func TestSides(t *testing.T) {
	two := func(asBlack, asWhite int) twoGames { return twoGames{Score: [2]int{asBlack, asWhite}} }
	table := crossTable{Sides: true, Players: []entry{{Name: "a", Spec: "a"}, {Name: "b", Spec: "b"},
		{Name: "c", Seeds: []string{"c1", "c2"}}}}
	rows := Rows(table.outcome([][]twoGames{
		{two(10, 4)},               // a – b
		{two(2, 0)}, {two(6, -20)}, // a – c, by seed
		{two(-2, 8)}, {two(-4, 6)}, // b – c
	}).Rows)
	for _, test := range []struct {
		label string
		want  float64
		games int
	}{
		{"a as black", 1, 3}, {"a as white", (1 + 0.5/2) / 2, 3}, {whiteLabel("a"), (0.5 + (0.25+0)/2) / 2, 6},
		{"b as black", 0, 3}, {"b as white", 0.5, 3},
		{"c as black", 0.75 / 2, 4}, {"c as white", 0.5, 4},
		{"c, all", (0.25 + 0.5 + 0.5 + 0.5) / 4, 8},
	} {
		if row := rows.Row(test.label); !near(*row.Ours, test.want) || row.Games != test.games {
			t.Errorf("%s: %v of %d games, want %v of %d", test.label, *row.Ours, row.Games, test.want, test.games)
		}
	}
	if n := len(rows.Row("c as white").Seeds); n != 2 {
		t.Errorf("%d seeds of c, want 2", n)
	}
}

// White wins both games of each of ten openings, or black does: as each opening decides both,
// the interval is that of ten trials.
func TestWhiteIsOfOpenings(t *testing.T) {
	var games []twoGames
	for i := range 10 {
		score := 2 - 4*(i%2)
		games = append(games, twoGames{Score: [2]int{score, -score}})
	}
	row := whitePoints.Row("white", games)
	low, high := arena.Wilson(0.5, 10)
	if *row.Low != low || *row.High != high || row.Games != 20 {
		t.Errorf("white: %s of %d games, want %v to %v of 20", row.Text(), row.Games, low, high)
	}
	if more, want := row.times(4), whitePoints.Row("white", slices.Repeat(games, 4)); !near(*more.Low,
		*want.Low) || more.Games != 80 {
		t.Errorf("of four times as many games %s, want %s", more.Text(), want.Text())
	}
}
