package stats_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
)

// someUnknown returns games of which every third has no result, but a score that
// nothing may look at.
func someUnknown(n, score int) []dataset.Game {
	games := madeGames(n)
	for i := range games {
		if i%3 == 0 {
			games[i].NoResult, games[i].Score = true, score
		}
	}
	return games
}

// answers returns what all statistics say, as JSON by name.
func answers(t *testing.T, games []dataset.Game) map[string]string {
	t.Helper()
	all := map[string]string{}
	put := func(name string, v any) {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(text)
	}
	for _, s := range stats.All() {
		r, err := s.Count(t.Context(), sequence(games), nil, 2, 0)
		if err != nil {
			t.Fatal(err)
		}
		put(s.Name, r)
	}
	return all
}

// No statistic looks at the score of a game whose result is unknown.
func TestNoResultHasNoScore(t *testing.T) {
	if diff := cmp.Diff(answers(t, someUnknown(90, 64)), answers(t, someUnknown(90, -2))); diff != "" {
		t.Error(diff)
	}
}

// What is said of results is what the games with a result alone come to, and every
// game is a result or is counted as having none.
func TestNoResultIsNone(t *testing.T) {
	games := someUnknown(90, 64)
	known := slices.DeleteFunc(slices.Clone(games), func(g dataset.Game) bool { return g.NoResult })
	got, want := add(stats.NewResults(), games).Colors(), add(stats.NewResults(), known).Colors()
	if o := got.Total; o.Games != 90 || o.NoResult != 30 || o.BlackWins+o.Draws+o.WhiteWins != 60 {
		t.Errorf("%d games, %d without a result: %+v", o.Games, o.NoResult, o)
	}
	if o, w := got.Total, want.Total; *o.BlackScore != *w.BlackScore || *o.BlackScoreLow != *w.BlackScoreLow ||
		*o.MeanDiscDifference != *w.MeanDiscDifference {
		t.Errorf("results %+v\nwant %+v", o, w)
	}
	for i, c := range got.Colors {
		if c.NoResult != 30 || c.Wins != want.Colors[i].Wins || *c.Score != *want.Colors[i].Score {
			t.Errorf("%+v\nwant %+v", c, want.Colors[i])
		}
	}

	w, v := add(new(stats.SquareWeights), games), add(new(stats.SquareWeights), known)
	if w.NoResult != 30 {
		t.Errorf("weights: %d games without a result, want 30", w.NoResult)
	}
	if w.NoResult = 0; *w != *v {
		t.Errorf("weights %+v\nwant %+v", w, v)
	}
	if diff := cmp.Diff(add(stats.NewPlayers(), known).Elo(), add(stats.NewPlayers(), games).Elo()); diff != "" {
		t.Errorf("Elo: %s", diff)
	}
	if e := add(new(stats.Endings), games).Result(); e.Total.NoResult != 30 {
		t.Errorf("endings: %+v", e.Total)
	}
	if c := add(new(stats.Curves), games).Result(); c.NoResult != 30 || c.Games+c.DrawsExcluded != 60 {
		t.Errorf("curves: %d games, %d draws, %d without a result", c.Games, c.DrawsExcluded, c.NoResult)
	}
	if b := add(stats.NewBandWeights(), games).Result(nil); b.NoResult == 0 ||
		b.Bands[0].Weights.Games+b.NoResult+b.Skipped != 90 {
		t.Errorf("bands: %d skipped, %d without a result, %d counted", b.Skipped, b.NoResult,
			b.Bands[0].Weights.Games)
	}
}

// Of one game without a result nothing is known, not even an interval.
func TestNothingKnown(t *testing.T) {
	g := game(t, "f5d6c3", 60)
	g.NoResult = true
	o := add(stats.NewResults(), []dataset.Game{g}).Colors().Total
	if diff := cmp.Diff(stats.Outcome{Games: 1, NoResult: 1}, o); diff != "" {
		t.Error(diff)
	}
}
