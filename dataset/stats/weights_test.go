package stats_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// game returns a game with the given moves and recorded score.
func game(t testing.TB, transcript string, score int) dataset.Game {
	t.Helper()
	moves, err := engine.ParseMoves(transcript)
	if err != nil {
		t.Fatal(err)
	}
	return dataset.Game{Game: engine.Game{Start: engine.StandardStart(), Moves: moves}, Score: score}
}

func square(t testing.TB, name string) engine.Square {
	t.Helper()
	s, err := engine.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// By hand: black wins with f5 and c3, white loses with d6; in the second game white
// wins with f4, and the same f5 and d3 of black are now a loser's.
//
//	f5  1 - 1 = 0    c3  1    d6 -1    f4  1    d3 -1
//
// The symmetric images of d3 are c4 c5 d6 e3 e6 f4 f5, whose sum is 0-1+1-1 = -1,
// so each of these eight has -1/8. c3 has c6 f3 f6, four squares that each count
// twice among the eight images: 2/8. The largest is 1/4.
func TestByHand(t *testing.T) {
	var w stats.SquareWeights
	for _, g := range []dataset.Game{
		game(t, "f5d6c3", 10),
		game(t, "f5f4d3", -2),
		game(t, "f5d6", 0), // a draw
	} {
		w.Add(&g)
	}
	if w.Games != 3 || w.DrawsExcluded != 1 || w.Skipped != 0 {
		t.Errorf("%d games, %d draws, %d skipped; want 3, 1, 0", w.Games, w.DrawsExcluded, w.Skipped)
	}
	d := w.Difference()
	for name, want := range map[string]int{"f5": 0, "c3": 1, "d6": -1, "f4": 1, "d3": -1, "a1": 0} {
		if got := d[square(t, name)]; got != want {
			t.Errorf("difference of %s is %d, want %d", name, got, want)
		}
	}
	weights := w.Weights()
	for name, want := range map[string]float64{"d3": -0.5, "c4": -0.5, "f5": -0.5, "c3": 1, "f6": 1, "a1": 0} {
		if got := weights[square(t, name)]; got != want {
			t.Errorf("weight of %s is %v, want %v", name, got, want)
		}
	}
}

// Where losers play and winners do not the weight is -1, and all others are shares of that.
func TestLosersOnly(t *testing.T) {
	var w stats.SquareWeights
	w.LoserMoves[square(t, "a1")], w.WinnerMoves[square(t, "d4")] = 4, 1
	weights := w.Weights()
	for name, want := range map[string]float64{"a1": -1, "h8": -1, "d4": 0.25, "b2": 0} {
		if got := weights[square(t, name)]; got != want {
			t.Errorf("weight of %s is %v, want %v", name, got, want)
		}
	}
}

// Shares leave no trace of who moves more often: winners that play as losers do, only
// twice as often, have no weights, and against nobody's moves there is nothing to compare.
func TestRelativeByHand(t *testing.T) {
	w := stats.SquareWeights{Relative: true}
	for s := range 3 {
		w.WinnerMoves[s], w.LoserMoves[s] = 2*(s+1), s+1
	}
	if w.Weights() != [64]float64{} {
		t.Errorf("equal shares: %v", w.Weights())
	}
	// Of 18 moves of winners and 6 of losers, a1 has 8 and 1, shares of 4/9 and 1/6, which
	// is 5/18 over four corners; b1 has 4 and 2, -1/9 over eight squares, c1 6 and 3, -1/6 over eight.
	w.WinnerMoves[0] = 8
	got := w.Averaged()
	for name, want := range map[string]float64{"a1": 5. / 72, "h8": 5. / 72, "b1": -1. / 72, "g8": -1. / 72,
		"c1": -1. / 48, "d1": 0} {
		if s := square(t, name); math.Abs(got[s]-want) > 1e-15 {
			t.Errorf("%s is %v, want %v", name, got[s], want)
		}
	}
	w.LoserMoves = [64]int{}
	if w.Weights() != [64]float64{} {
		t.Errorf("no move of losers: %v", w.Weights())
	}
}

// In the report's games counts and relative frequencies differ by the sign of the
// C-squares; the shares are those of another program's counts.
func TestRealRelativeWeights(t *testing.T) {
	path, src := realSources(t, "wthor-2001-2015")
	var ref struct {
		All struct {
			Winner [64]int `json:"winner_moves_a1_to_h8"`
			Loser  [64]int `json:"loser_moves_a1_to_h8"`
		} `json:"W_all"`
	}
	readJSON(t, filepath.Join(path, "reference.json"), &ref)
	p, err := stats.CountSquares(src.Games(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	p.SetRelative(true)
	got := p.Total()
	n := naive{winner: ref.All.Winner, loser: ref.All.Loser}
	if diff := cmp.Diff(n.relative(), got.Weights(), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
	if winners, losers := got.Moves(); winners-losers != 57568 {
		t.Errorf("winners made %d moves, losers %d", winners, losers)
	}
	for name, want := range map[string]float64{"a1": 1, "b1": -0.035, "b2": -0.64, "c1": 0.005} {
		if w := got.Weights()[square(t, name)]; math.Abs(w-want) > 0.005 {
			t.Errorf("%s is %.3f, want about %.3f", name, w, want)
		}
	}
}

func TestNothingCounted(t *testing.T) {
	var w stats.SquareWeights
	if w.Weights() != [64]float64{} {
		t.Errorf("weights of no game: %v", w.Weights())
	}
}

// Other starts are skipped; of an illegal game the moves before count.
func TestSkippedAndIllegal(t *testing.T) {
	other := game(t, "f5", 2)
	other.Start.Color = engine.White
	illegal := game(t, "f5a1", 2)
	var w stats.SquareWeights
	w.Add(&other)
	w.Add(&illegal)
	sum := 0
	for s := range w.WinnerMoves {
		sum += w.WinnerMoves[s] + w.LoserMoves[s]
	}
	if w.Games != 1 || w.Skipped != 1 || sum != 1 {
		t.Errorf("%d games, %d skipped, %d moves; want 1, 1, 1", w.Games, w.Skipped, sum)
	}
}

// randomGames plays n games with random legal moves, some of them cut short.
func randomGames(n int) []dataset.Game {
	rng := rand.New(rand.NewPCG(5, 6))
	games := make([]dataset.Game, n)
	for i := range games {
		p := engine.StandardStart()
		g := dataset.Game{Game: engine.Game{Start: p}}
		for !p.Board.Over() && (i%5 > 0 || len(g.Moves) < 30) {
			legal := p.Board.Moves()
			s := legal.Nth(rng.IntN(legal.Len()))
			g.Moves = append(g.Moves, s)
			p, _ = p.Play(s)
		}
		g.Score = p.Score(engine.Black)
		if i%5 == 0 {
			g.Score = 2*rng.IntN(65) - 64 // what the record of an unfinished game says is free
		}
		games[i] = g
	}
	return games
}

func TestAgainstNaive(t *testing.T) {
	var n naive
	var w stats.SquareWeights
	var p stats.PhaseWeights
	for _, g := range randomGames(300) {
		n.add(&g)
		w.Add(&g)
		p.Add(&g)
	}
	if w.Games != n.games || w.DrawsExcluded != n.draws || w.WinnerMoves != n.winner ||
		w.LoserMoves != n.loser || w.Weights() != n.weights() {
		t.Errorf("got %+v\nwant %+v", w, n)
	}
	for i := range p {
		if p[i].WinnerMoves != n.phases[i][0] || p[i].LoserMoves != n.phases[i][1] {
			t.Errorf("%v: got %+v\nwant %+v", stats.Phase(i), p[i], n.phases[i])
		}
	}
	w.Relative = true
	p.SetRelative(true)
	if diff := cmp.Diff(n.relative(), w.Weights(), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("relative: %s", diff)
	}
	// The phases together are the whole.
	if total := p.Total(); total != w {
		t.Errorf("total of the phases %+v\nwant %+v", total, w)
	}
}

// Laws: games counted in two parts and merged are games counted at once, and
// symmetric squares weigh the same.
func TestMergeAndSymmetry(t *testing.T) {
	var whole, a, b stats.PhaseWeights
	for i, g := range randomGames(100) {
		whole.Add(&g)
		part := &a
		if i%3 == 0 {
			part = &b
		}
		part.Add(&g)
	}
	a.Merge(&b)
	if a != whole {
		t.Error("merged parts differ from the whole")
	}
	for i, w := range whole {
		weights := w.Weights()
		for s := range engine.Square(64) {
			for y := range engine.Symmetry(8) {
				if weights[s] != weights[y.Square(s)] {
					t.Fatalf("%v: %v weighs %v and its image %v weighs %v", stats.Phase(i), s, weights[s], y.Square(s),
						weights[y.Square(s)])
				}
			}
		}
	}
}

func TestCountStopsAtError(t *testing.T) {
	bad := errors.New("bad")
	g := game(t, "f5", 2)
	_, err := stats.CountSquares(func(yield func(dataset.Game, error) bool) {
		_ = yield(g, nil) && yield(g, bad) && yield(g, nil)
	})
	if !errors.Is(err, bad) {
		t.Errorf("got %v", err)
	}
}

// realSources returns the sources of a folder with real games and skips the test
// if there is none. The large base is for OUTFLANK_LONG=1 and benchmarks.
func realSources(t testing.TB, folder string) (path string, src transfer.Sources) {
	t.Helper()
	if _, test := t.(*testing.T); test && folder == "wthor" && os.Getenv("OUTFLANK_LONG") == "" {
		t.Skip("set OUTFLANK_LONG to read the large base")
	}
	root := os.Getenv("OUTFLANK_DATA")
	if root == "" {
		root = "../../../shared"
	}
	path = filepath.Join(root, folder)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no real games: %v (set OUTFLANK_DATA to the folder that holds wthor/)", err)
	}
	src, err := transfer.FindSources(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, src
}

// Counts and weights are exactly those of an independent program, also for the
// 52,441 games of the report.
func TestRealWeights(t *testing.T) {
	type weights struct {
		Games         int
		DrawsExcluded int         `json:"draws_excluded"`
		Winner        [64]int     `json:"winner_moves_a1_to_h8"`
		Loser         [64]int     `json:"loser_moves_a1_to_h8"`
		Difference    [64]int     `json:"winner_minus_loser"`
		Averaged      [64]float64 `json:"winner_minus_loser_averaged_over_8_symmetries_a1_to_h8"`
		Weights       [64]float64 `json:"same_divided_by_max_abs"`
		WinnerTotal   int         `json:"winner_moves_total"`
		LoserTotal    int         `json:"loser_moves_total"`
	}
	for _, folder := range []string{"wthor", "wthor-2001-2015"} {
		if raceEnabled && folder == "wthor" {
			continue
		}
		path, src := realSources(t, folder)
		var ref struct {
			All   weights `json:"W_all"`
			Years weights `json:"W_2001_2015"`
		}
		readJSON(t, filepath.Join(path, "reference.json"), &ref)
		for _, part := range []struct {
			want   weights
			filter store.Filter
		}{{ref.All, store.Filter{}}, {ref.Years, store.Filter{FromYear: 2001, ToYear: 2015}}} {
			p, err := stats.CountSquares(part.filter.Apply(src.Games(t.Context())))
			if err != nil {
				t.Fatal(err)
			}
			w := p.Total()
			got := weights{w.Games, w.DrawsExcluded, w.WinnerMoves, w.LoserMoves, w.Difference(), w.Averaged(),
				w.Weights(), 0, 0}
			for s := range 64 {
				got.WinnerTotal += w.WinnerMoves[s]
				got.LoserTotal += w.LoserMoves[s]
			}
			if diff := cmp.Diff(part.want, got); diff != "" {
				t.Errorf("%s, %+v:\n%s", folder, part.filter, diff)
			}
		}
	}
}
