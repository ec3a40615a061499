package stats_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
)

// What a career says of a colour, a year, an opponent or an opening is what the whole career comes to
// that is counted of these games alone; the opponents are those of Players.
func TestCareer(t *testing.T) {
	games := madeGames(200)
	id := stats.PlayerID{ID: 3}
	r := add(stats.NewCareer(id), games).Result()
	whole := func(keep func(*dataset.Game) bool) stats.Standing {
		part := slices.DeleteFunc(slices.Clone(games), func(g dataset.Game) bool { return !keep(&g) })
		return add(stats.NewCareer(id), part).Result().Colors[0].Standing
	}
	same := func(what string, got, want stats.Standing) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" || got.Games == 0 {
			t.Errorf("%s: %d games\n%s", what, got.Games, diff)
		}
	}
	if r.Player != "Player 3" || r.PlayerID != 3 {
		t.Errorf("%d %q", r.PlayerID, r.Player)
	}
	black := func(g *dataset.Game) bool { return g.BlackID == 3 }
	same("black", r.Colors[1].Standing, whole(black))
	same("white", r.Colors[2].Standing, whole(func(g *dataset.Game) bool { return !black(g) }))
	wins, total := 0, 0
	for _, y := range r.Years {
		same("year", y.Standing, whole(func(g *dataset.Game) bool { return g.Year == y.Year }))
		total += y.Games
	}
	for i := range games {
		if g := &games[i]; !g.NoResult && (g.BlackID == 3 && g.WhiteID != 3 && g.Score > 0 || g.WhiteID == 3 &&
			g.BlackID != 3 && g.Score < 0) {
			wins++
		}
	}
	if r.Colors[0].Wins != wins || r.Colors[0].Games != total {
		t.Errorf("%d wins, want %d; %d games, by year %d", r.Colors[0].Wins, wins, r.Colors[0].Games, total)
	}
	players := add(stats.NewPlayers(), games)
	for i, o := range r.Opponents {
		if i > 0 && o.Games > r.Opponents[i-1].Games {
			t.Errorf("%s is not in order", o.Opponent)
		}
		if o.Opponent != "???" { // whom Players leaves out
			same(o.Opponent, o.Standing, players.HeadToHead(id, stats.PlayerID{ID: o.OpponentID}).Standing)
		}
	}
	for _, o := range r.Openings {
		same("opening "+o.Name, o.Standing, whole(func(g *dataset.Game) bool {
			named, _ := stats.Classify(g.Game)
			return named.Name == o.Name
		}))
	}
	checkTables(t, "career", r.Tables())

	part := add(stats.NewCareer(id), games[:70])
	part.Merge(add(stats.NewCareer(id), games[70:]))
	if diff := cmp.Diff(r, part.Result()); diff != "" {
		t.Error(diff)
	}
	if none := add(stats.NewCareer(stats.PlayerID{ID: 99}), games).Result(); none.Player != "" ||
		none.Colors[0].Games != 0 || len(none.Years) != 0 {
		t.Errorf("nobody has %+v", none)
	}
}
