package stats_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/arena"
)

// ratingOf is what every row of a rated statistic says of a player, and of a year in "ratings".
type ratingOf struct {
	ID      int     `json:"player_id"`
	Year    int     `json:"year"`
	Rank    int     `json:"rank"`
	Elo     float64 `json:"elo"`
	Low     float64 `json:"elo_low"`
	High    float64 `json:"elo_high"`
	Overall float64 `json:"overall_elo"`
	Program bool    `json:"program"`
	Name    string  `json:"player"`
}

func ratingsIn(t *testing.T, r stats.Result) map[ratingOf]bool {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var rows struct{ Players, Ratings []ratingOf }
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	found := map[ratingOf]bool{}
	for _, row := range append(rows.Players, rows.Ratings...) {
		found[row] = true
	}
	return found
}

// A player has one rating, one rank and one interval, whatever games a filter chooses, of made and of real
// games.
func TestRatingsUnderFilters(t *testing.T) {
	test := func(t *testing.T, games []dataset.Game, filters ...store.Filter) {
		all := stats.NewPlayers()
		for i := range games {
			all.Add(&games[i])
		}
		for _, name := range []string{"players", "ratings"} {
			s, _ := stats.Find(name)
			whole, err := s.Count(t.Context(), sequence(games), nil, 0, 1)
			if err != nil {
				t.Fatal(err)
			}
			want := ratingsIn(t, whole)
			for _, f := range filters {
				r, err := s.Count(t.Context(), f.Apply(sequence(games)), all, 0, 1)
				if err != nil {
					t.Fatal(err)
				}
				got := ratingsIn(t, stats.OnlyPlayer(r, f.Player))
				if len(got) == 0 || len(got) >= len(want) {
					t.Errorf("%s, %+v: %d of %d rows", name, f, len(got), len(want))
				}
				for row := range got {
					if !want[row] {
						t.Errorf("%s, %+v: other without the filter: %+v", name, f, row)
					}
				}
			}
		}
	}
	t.Run("made", func(t *testing.T) {
		test(t, madeGames(200), store.Filter{Player: "player 3"}, store.Filter{FromYear: 2001, ToYear: 2001, Black: "2"},
			store.Filter{Player: "robot", Kind: dataset.Programs})
	})
	t.Run("real", func(t *testing.T) {
		_, games := realGames(t, "wthor-2001-2015")
		test(t, games, store.Filter{Player: "Seeley Ben"}, store.Filter{FromYear: 2005, ToYear: 2006},
			store.Filter{Kind: dataset.Humans, Tournament: "world"})
	})
}

// The rating of a year solves the equation of its definition: 3 of 4 points against an opponent of
// rating o, and two virtual draws against the player's own rating r.
//
//	3 - 4/(1+e^(o-x)) + 2(1/2 - 1/(1+e^(r-x))) = 0
func TestYearRatingByHand(t *testing.T) {
	games := []dataset.Game{met(2, 3, 2), met(3, 2, -2), met(2, 3, 0), met(2, 3, 0), met(2, 3, -2), met(2, 3, -2)}
	for i := range games {
		games[i].Year = 2000 + i/4
	}
	p := add(stats.NewPlayers(), games)
	s, _ := stats.Find("ratings")
	r, err := s.Count(t.Context(), sequence(games), nil, 1, 3)
	if err != nil {
		t.Fatal(err)
	}
	rows := ratingsIn(t, r)
	if len(rows) != 2 {
		t.Fatalf("got %+v, want the year 2000 of both players", rows)
	}
	elo := p.Elo()
	own, other := elo[stats.PlayerID{ID: 2}], elo[stats.PlayerID{ID: 3}]
	for row := range rows {
		if row.ID != 2 {
			continue
		}
		a := 1 / (1 + math.Exp((other-row.Elo)/arena.Scale))
		b := 1 / (1 + math.Exp((own-row.Elo)/arena.Scale))
		if slope := 3 - 4*a + 2*(0.5-b); math.Abs(slope) > 1e-8 || row.Year != 2000 {
			t.Errorf("slope %v of %+v", slope, row)
		}
		half := 1.959963984540054 / math.Sqrt(4*a*(1-a)+2*b*(1-b)) * arena.Scale
		near(t, "upper bound", &row.High, row.Elo+half)
		near(t, "lower bound", &row.Low, row.Elo-half)
	}
}

// Programs come after people, with ranks of their own and a table of their own.
func TestProgramsApart(t *testing.T) {
	r := add(stats.NewPlayers(), madeGames(300)).Result(1)
	tables := r.Tables()
	if len(tables) != 2 || len(tables[1].Rows) != 1 || len(tables[0].Rows)+1 != len(r.Players) {
		t.Fatalf("got %d tables of %d players", len(tables), len(r.Players))
	}
	last := r.Players[len(r.Players)-1]
	if !last.Program || last.Rank != 1 || slices.ContainsFunc(tables[0].Rows, func(row []any) bool {
		return slices.Contains(row, any(last.Name))
	}) {
		t.Errorf("got %+v", last)
	}
}
