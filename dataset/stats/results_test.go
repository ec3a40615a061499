package stats_test

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
)

// By hand: scores 2, -4, 0, 6 for black.
//
//	share of the points (1 + 0 + 1/2 + 1)/4 = 5/8
//	Wilson, z = 1.959964: (5/8 + z²/8 ± z √(15/256 + z²/64)) / (1 + z²/4)
//	mean 1, squared deviations 1 + 25 + 1 + 25 = 52, variance 52/3
//	Student, 3 degrees of freedom: t = 3.182446305, half = t √(52/12)
func TestOutcomeByHand(t *testing.T) {
	var games []dataset.Game
	for _, score := range []int{2, -4, 0, 6} {
		games = append(games, dataset.Game{Score: score, Year: 1999, Theory: 2 * score, TheoryEmpties: 24})
	}
	games[3].TheoryEmpties = 0
	o := add(stats.NewResults(), games).Years().Years[0]
	if o.Year != 1999 || o.Games != 4 || o.BlackWins != 2 || o.Draws != 1 || o.WhiteWins != 1 ||
		o.TheoryGames != 3 {
		t.Errorf("got %+v", o)
	}
	const z = 1.959963984540054
	middle, half, by := 5.0/8+z*z/8, z*math.Sqrt(15.0/256+z*z/64), 1+z*z/4
	near(t, "score", o.BlackScore, 5.0/8)
	near(t, "low", o.BlackScoreLow, (middle-half)/by)
	near(t, "high", o.BlackScoreHigh, (middle+half)/by)
	near(t, "mean", o.MeanDiscDifference, 1)
	near(t, "mean low", o.MeanLow, 1-3.1824463052842629*math.Sqrt(52.0/12))
	near(t, "mean high", o.MeanHigh, 1+3.1824463052842629*math.Sqrt(52.0/12))
	near(t, "theory", o.MeanTheory, -4.0/3)
	one := add(stats.NewResults(), games[:1]).Years().Years[0]
	if one.MeanLow != nil || one.MeanHigh != nil {
		t.Errorf("the interval of one game is known: %+v", one)
	}
	two := add(stats.NewResults(), []dataset.Game{{Score: 64}, {Score: -30}}).Years().Years[0]
	near(t, "no mean is below", two.MeanLow, -64) // Student's interval is 17 ± 597
	near(t, "no mean is above", two.MeanHigh, 64)
}

// The two colours share the games, and years and tournaments part them.
func TestResultsAddUp(t *testing.T) {
	games := madeGames(200)
	r := add(stats.NewResults(), games)
	c := r.Colors()
	black, white := c.Colors[0], c.Colors[1]
	if black.Wins != white.Losses || black.Losses != white.Wins || black.Draws != white.Draws ||
		black.Games != 200 {
		t.Errorf("%+v\n%+v", black, white)
	}
	near(t, "sum of the scores", black.Score, 1-*white.Score)
	near(t, "white's mean", white.MeanDiscDifference, -*black.MeanDiscDifference)
	near(t, "white's bound", white.MeanLow, -*black.MeanHigh)
	byYear, byTournament := map[int]int{}, map[string]int{}
	for _, g := range games {
		byYear[g.Year]++
		byTournament[g.Tournament]++
	}
	for i, y := range r.Years().Years {
		if y.Games != byYear[y.Year] || y.Year != 2000+i {
			t.Errorf("%+v, want %d games", y, byYear[y.Year])
		}
	}
	last := math.MaxInt
	for _, y := range r.Tournaments().Tournaments {
		if y.Games != byTournament[y.Tournament] || y.Games > last {
			t.Errorf("%+v, want %d games", y, byTournament[y.Tournament])
		}
		last = y.Games
	}
}

// reference is what an independent program found in a folder of real games.
type reference struct {
	Totals struct {
		Games       int
		Plies       int
		Passes      int
		BlackWins   int `json:"black_wins_recorded"`
		Draws       int `json:"draws_recorded"`
		WhiteWins   int `json:"white_wins_recorded"`
		SumScore    int `json:"sum_black_recorded_score"`
		SumTheory   int `json:"sum_theoretical_score"`
		TheoryEqual int `json:"theoretical_equals_recorded"`
		Finished    int `json:"terminal_games"`
		Unfinished  int `json:"unfinished_games"`
		Illegal     int `json:"games_with_illegal_move"`
		WithPass    int `json:"games_with_pass"`
		WithEmpties int `json:"terminal_with_empties"`
		Wipeouts    int `json:"wipeouts_replayed"`
	}
	Files []struct {
		Year      int `json:"hdr_game_year"`
		Games     int
		BlackWins int `json:"black_wins_recorded"`
		Draws     int `json:"draws_recorded"`
		WhiteWins int `json:"white_wins_recorded"`
		SumScore  int `json:"sum_black_recorded_score"`
		SumTheory int `json:"sum_theoretical_score"`
	}
	GamesByYear map[int]int    `json:"games_by_year"`
	Plies       map[int]int    `json:"plies_histogram"`
	Unfinished  map[int]int    `json:"plies_histogram_unfinished"`
	Empties     map[int]int    `json:"empties_at_terminal"`
	Passes      map[int]int    `json:"passes_before_ply"`
	Scores      []int          `json:"recorded_score_histogram_0_64"`
	Theory      []int          `json:"theoretical_score_histogram_0_64"`
	One         map[string]int `json:"first_move"`
	Two         map[string]int `json:"first_two_moves"`
	Three       map[string]int `json:"first_three_moves"`
}

func realReference(t *testing.T, folder string) (ref reference, games []dataset.Game) {
	t.Helper()
	path, games := realGames(t, folder)
	readJSON(t, filepath.Join(path, "reference.json"), &ref)
	return ref, games
}

// Every figure that the other program has too is the same.
func TestRealReference(t *testing.T) {
	for _, folder := range []string{"wthor", "wthor-2001-2015"} {
		t.Run(folder, func(t *testing.T) {
			ref, games := realReference(t, folder)
			t.Run("years", func(t *testing.T) { compareYears(t, ref, games) })
			t.Run("endings", func(t *testing.T) { compareEndings(t, ref, games) })
			t.Run("moves", func(t *testing.T) { compareMoves(t, ref, games) })
		})
	}
}

// count runs a statistic of the registry and has it list all there is.
func count[R stats.Result](t testing.TB, name string, games []dataset.Game) R {
	t.Helper()
	s, ok := stats.Find(name)
	if !ok {
		t.Fatalf("no statistic %s", name)
	}
	r, err := s.Count(t.Context(), sequence(games), nil, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return r.(R)
}

// sum returns the sum of black's discs, which the reference has, of a mean
// difference.
func sum(mean *float64, games int) int {
	return (int(math.Round(*mean*float64(games))) + 64*games) / 2
}

func compareYears(t *testing.T, ref reference, games []dataset.Game) {
	total := count[stats.ColorResults](t, "colors", games).Total
	got := ref.Totals
	got.Games, got.BlackWins, got.Draws, got.WhiteWins = total.Games, total.BlackWins, total.Draws,
		total.WhiteWins
	got.SumScore, got.SumTheory = sum(total.MeanDiscDifference, total.Games),
		sum(total.MeanTheory, total.TheoryGames)
	if got != ref.Totals {
		t.Errorf("got  %+v\nwant %+v", got, ref.Totals)
	}
	years := count[stats.YearResults](t, "years", games).Years
	if len(years) != len(ref.GamesByYear) || len(years) != len(ref.Files) {
		t.Fatalf("%d years, want %d", len(years), len(ref.GamesByYear))
	}
	for i, y := range years {
		want := ref.Files[i]
		got := want
		got.Year, got.Games, got.BlackWins, got.Draws, got.WhiteWins = y.Year, y.Games, y.BlackWins, y.Draws,
			y.WhiteWins
		got.SumScore, got.SumTheory = sum(y.MeanDiscDifference, y.Games), sum(y.MeanTheory, y.TheoryGames)
		if got != want || ref.GamesByYear[y.Year] != y.Games {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	}
}

func compareEndings(t *testing.T, ref reference, games []dataset.Game) {
	r := count[stats.EndingResult](t, "endings", games)
	got := ref.Totals
	got.Games, got.Plies, got.Passes = r.Total.Games, r.Total.Plies, r.Total.Passes
	got.Finished, got.Unfinished, got.Illegal = r.Total.Complete, r.Total.Unfinished, r.Total.Illegal
	got.WithPass, got.WithEmpties, got.Wipeouts, got.TheoryEqual = r.Total.GamesWithPass, r.Total.WithEmpties,
		r.Total.Wipeouts, r.Total.TheoryEqual
	if got != ref.Totals {
		t.Errorf("got  %+v\nwant %+v", got, ref.Totals)
	}
	plies, unfinished, empties, passes := map[int]int{}, map[int]int{}, map[int]int{}, map[int]int{}
	scores, theory := make([]int, 65), make([]int, 65)
	for _, row := range r.Plies {
		plies[row.Plies] = row.Games
		if row.Unfinished > 0 {
			unfinished[row.Plies] = row.Unfinished
		}
	}
	for _, row := range r.Empties {
		empties[row.Empties] = row.Games
	}
	for _, row := range r.Passes {
		passes[row.Ply] = row.Passes
	}
	for _, row := range r.Scores {
		scores[(row.Score+64)/2], theory[(row.Score+64)/2] = row.Games, row.TheoryGames
	}
	for _, part := range []struct{ want, got any }{
		{ref.Plies, plies}, {ref.Unfinished, unfinished}, {ref.Empties, empties}, {ref.Passes, passes}, {ref.Scores, scores}, {ref.Theory, theory},
	} {
		if diff := cmp.Diff(part.want, part.got); diff != "" {
			t.Error(diff)
		}
	}
}

func compareMoves(t *testing.T, ref reference, games []dataset.Game) {
	lines := [4]map[string]int{{}, {}, {}, {}}
	for _, row := range add(stats.NewTree(3), games).Result(1).Lines {
		lines[row.Ply][row.Moves] = row.Games
	}
	for i, want := range []map[string]int{{"": len(games)}, ref.One, ref.Two, ref.Three} {
		if diff := cmp.Diff(want, lines[i]); diff != "" {
			t.Errorf("first %d moves: %s", i, diff)
		}
	}
}

// Field names that programs rely on.
func TestJSONNames(t *testing.T) {
	names := map[string][]string{}
	for _, s := range stats.All() {
		r, err := s.Count(t.Context(), sequence(madeGames(50)), nil, 1, s.MinGames)
		if err != nil {
			t.Fatal(err)
		}
		for i, table := range r.Tables() {
			for _, c := range table.Columns {
				key := s.Name + strconv.Itoa(i)
				names[key] = append(names[key], c.Name)
			}
		}
	}
	for key, want := range map[string][]string{
		"years0": {"year", "games", "black_wins", "draws", "white_wins", "black_score", "black_score_low",
			"black_score_high",
			"mean_disc_difference", "mean_disc_difference_low", "mean_disc_difference_high", "theory_games",
			"mean_theory", "no_result"},
		"weights0": {"phase", "games", "draws_excluded", "square", "winner_moves", "loser_moves", "difference", "weight",
			"weight_low", "weight_high", "relative"},
		"weights1": {"square", "from", "to", "difference", "difference_low", "difference_high", "real"},
	} {
		if diff := cmp.Diff(want, names[key]); diff != "" {
			t.Errorf("%s: %s", key, diff)
		}
	}
	text, err := json.Marshal(add(stats.NewResults(), madeGames(1)).Years())
	if err != nil {
		t.Fatal(err)
	}
	var years struct{ Years []map[string]any }
	if err := json.Unmarshal(text, &years); err != nil || len(years.Years[0]) != 14 {
		t.Errorf("JSON is %s, %v", text, err)
	}
}
