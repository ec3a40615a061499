package stats_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
)

// elo has ratings of all players that halfGames names but one.
func elo(games []dataset.Game) map[stats.PlayerID]float64 {
	ratings := map[stats.PlayerID]float64{}
	for i := range games {
		g := &games[i]
		ratings[stats.BlackOf(g)] = 1400 + 37*float64(g.BlackID)
		ratings[stats.WhiteOf(g)] = 1400 + 37*float64(g.WhiteID)
	}
	delete(ratings, stats.BlackOf(&games[0]))
	return ratings
}

func ahead(ratings map[stats.PlayerID]float64, g *dataset.Game, side engine.Color) float64 {
	black, ok1 := ratings[stats.BlackOf(g)]
	white, ok2 := ratings[stats.WhiteOf(g)]
	switch {
	case !ok1 || !ok2:
		return 0
	case side == engine.White:
		return white - black
	}
	return black - white
}

// Second implementation: least squares on all positions of a ply by QR decomposition.
func TestForecastAgainstNaive(t *testing.T) {
	games := halfGames(300)
	ratings := elo(games)
	f := add(stats.NewForecast(discs, ratings), games[:100])
	f.Merge(add(stats.NewForecast(discs, ratings), games[100:]))
	if got := f.Expect(&games[5], 30, engine.Black, 7.25); got != 7.25 {
		t.Errorf("before it is fitted it makes %v of 7.25", got)
	}
	f.Fit()
	var rows, outcomes [60][]float64
	complete := 0
	for p, err := range dataset.Positions(sequence(games)) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Game.Status == dataset.Complete {
			rows[p.Index] = append(rows[p.Index], 1, discs(p.Position.Board), ahead(ratings, p.Game, p.Position.Color))
			outcomes[p.Index] = append(outcomes[p.Index], float64(p.Outcome))
			if p.Index == 0 {
				complete++
			}
		}
	}
	if f.Games() != complete {
		t.Errorf("%d games, want %d", f.Games(), complete)
	}
	for ply := 10; ply < 55; ply++ {
		var x mat.VecDense
		n := len(outcomes[ply])
		if err := x.SolveVec(mat.NewDense(n, 3, rows[ply]), mat.NewVecDense(n, outcomes[ply])); err != nil {
			t.Fatal(err)
		}
		for _, g := range games[:20] {
			got := f.Expect(&g, ply, engine.White, -3.5)
			near(t, "expected result", &got, x.AtVec(0)-3.5*x.AtVec(1)+ahead(ratings, &g, engine.White)*x.AtVec(2))
		}
	}
}

// What games cannot tell is left out.
func TestForecastOfLittle(t *testing.T) {
	games := halfGames(50)
	g := &games[7]
	none := stats.NewForecast(discs, nil)
	none.Fit()
	if got := none.Expect(g, 30, engine.Black, 5); got != 5 {
		t.Errorf("no games make %v of 5", got)
	}
	same := add(stats.NewForecast(func(engine.Board) float64 { return 2 }, elo(games)), games)
	same.Fit()
	if a, b := same.Expect(g, 30, engine.Black, 2), same.Expect(g, 30, engine.Black, 9); a != b ||
		math.IsNaN(a) {
		t.Errorf("where all values were the same 2 is expected to be %v and 9 %v", a, b)
	}
	if a, b := same.Expect(g, 30, engine.Black, 2), same.Expect(g, 30, engine.White, 2); a == b {
		t.Errorf("the stronger and the weaker player are both expected to make %v", a)
	}
	unrated := add(stats.NewForecast(discs, nil), games)
	unrated.Fit()
	if a, b := unrated.Expect(g, 50, engine.Black, 3), unrated.Expect(g, 50, engine.White, 3); a != b {
		t.Errorf("without ratings black is expected to make %v and white %v", a, b)
	}
}

// Judged on the games that it was fitted to, no forecast makes the squared error of any ply larger, nor
// is any ply biased.
func TestCounterThroughForecast(t *testing.T) {
	games := halfGames(200)
	f := add(stats.NewForecast(discs, elo(games)), games)
	f.Fit()
	plain := add(stats.NewCalibration(discs), games).Result()
	through := add(stats.NewCalibration(discs).Through(f), games).Result()
	if plain.Total.Fitted != 0 || through.Total.Fitted != f.Games() {
		t.Errorf("fitted to %d and %d games, want 0 and %d", plain.Total.Fitted, through.Total.Fitted, f.Games())
	}
	for i, row := range through.Plies {
		if *row.RMSE > *plain.Plies[i].RMSE+1e-6 || math.Abs(*row.Bias) > 1e-3 {
			t.Errorf("ply %d: error %v and bias %v, without the forecast %v", row.Ply, *row.RMSE, *row.Bias,
				*plain.Plies[i].RMSE)
		}
	}
}
