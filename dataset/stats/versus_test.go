package stats_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
)

// named returns a game of two players without ids.
func named(black, white string) dataset.Game {
	return dataset.Game{BlackID: -1, WhiteID: -1, Black: black, White: white, Score: 2}
}

// The very name wins, then the better fit, then who has more games; those that fit as well
// are named.
func TestVersus(t *testing.T) {
	games := []dataset.Game{named("greedy", "x"), named("Greedy", "x"), named("Greedy", "x"),
		named("Kato Ai", "x")}
	for range 3 {
		games = append(games, named("Kato Ken", "x"), named("Katori Jun", "x"))
	}
	p := add(stats.NewPlayers(), games)
	for _, test := range []struct {
		query, want string
		also        []stats.Namesake
	}{
		{"greedy", "greedy", nil},
		{"Greedy", "Greedy", nil},
		{"GREEDY", "Greedy", []stats.Namesake{{PlayerID: -1, Player: "greedy", Games: 1}}},
		{"kato", "Kato Ken", []stats.Namesake{{PlayerID: -1, Player: "Kato Ai", Games: 1}}},
		{"ai kato", "Kato Ai", nil},
		{"kat", "Kato Ken", []stats.Namesake{{PlayerID: -1, Player: "Katori Jun", Games: 3}, {PlayerID: -1, Player: "Kato Ai", Games: 1}}},
	} {
		r, err := p.Versus(test.query, "x")
		if err != nil {
			t.Fatal(err)
		}
		if test.also == nil {
			test.also = []stats.Namesake{}
		}
		if diff := cmp.Diff(test.also, r.AlsoPlayer); r.Player != test.want || diff != "" {
			t.Errorf("%q is %s, want %s; also %s", test.query, r.Player, test.want, diff)
		}
		if turned, err := p.Versus("x", test.query); err != nil || turned.Opponent != test.want ||
			!cmp.Equal(test.also, turned.AlsoOpponent) {
			t.Errorf("%q as the opponent: %+v, %v", test.query, turned, err)
		}
	}
}

// Of the two Suekunis of the database the one with most games is meant.
func TestRealVersus(t *testing.T) {
	_, src := realSources(t, "wthor")
	p, err := stats.Collect(t.Context(), src.Games(t.Context()), 0, stats.NewPlayers)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Versus("Suekuni", "Tamenori Hideshi")
	if err != nil {
		t.Fatal(err)
	}
	if len(r.AlsoPlayer) != 1 || r.Player != "Suekuni Makoto" || r.AlsoPlayer[0].Player != "Suekuni Kazuo" ||
		r.AlsoPlayer[0].Games != 64 {
		t.Errorf("%s, also %+v", r.Player, r.AlsoPlayer)
	}
	if m := p.Search("Suekuni Makoto")[0]; m.Games != 1016 {
		t.Errorf("%s has %d games, want 1,016", m.Name, m.Games)
	}
}
