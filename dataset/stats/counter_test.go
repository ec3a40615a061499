package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
)

// discs is an evaluator: the disc difference, in quarters so that the cells are exact.
func discs(b engine.Board) float64 { return 0.25 * float64(b.Mine.Len()-b.Theirs.Len()) }

// An observation is a value and an outcome for the side to move.
type observation struct {
	ply            int
	value, outcome float64
}

func observations(games []dataset.Game) (list []observation) {
	for p, err := range dataset.Positions(sequence(games)) {
		if err != nil {
			panic(err)
		}
		if p.Game.Status == dataset.Complete {
			list = append(list, observation{p.Index, discs(p.Position.Board), float64(p.Outcome)})
		}
	}
	return list
}

// Second implementation: all values in a list, sums in floating point.
func TestCounterAgainstNaive(t *testing.T) {
	games := halfGames(120)
	list := observations(games)
	r := add(stats.NewCalibration(discs), games).Result()
	if r.Total.Positions != len(list) || r.Total.Games+r.Total.Skipped != 120 || r.Total.NaN != 0 {
		t.Fatalf("got %+v, want %d positions", r.Total, len(list))
	}
	for _, row := range r.Plies {
		n, abs, squares, bias, mean, spread, right, decided := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
		for _, o := range list {
			if o.ply == row.Ply || row.Ply < 0 {
				d := o.value - o.outcome
				n, abs, squares, bias, mean = n+1, abs+math.Abs(d), squares+d*d, bias+d, mean+o.outcome
				decided += min(1, math.Abs(o.outcome))
				if o.value*o.outcome > 0 {
					right++
				}
			}
		}
		for _, o := range list {
			if o.ply == row.Ply || row.Ply < 0 {
				spread += (o.outcome - mean/n) * (o.outcome - mean/n)
			}
		}
		near(t, "MAE", row.MAE, abs/n)
		near(t, "RMSE", row.RMSE, math.Sqrt(squares/n))
		near(t, "bias", row.Bias, bias/n)
		near(t, "mean outcome", row.Mean, mean/n)
		near(t, "R²", row.R2, 1-squares/spread)
		if decided > 0 {
			near(t, "winner", row.Winner, right/decided)
		}
	}
	brier, points := 0.0, 0.0
	for _, o := range list {
		won := 0.5
		if o.outcome != 0 {
			won = (1 + o.outcome/math.Abs(o.outcome)) / 2
		}
		d := 1/(1+math.Exp(-o.value / *r.Total.Scale)) - won
		brier += d * d
		points += won
	}
	near(t, "Brier", r.Total.Brier, brier/float64(len(list)))
	n, total := 0, 0.0
	for _, row := range r.Reliability {
		n += row.Positions
		total += float64(row.Positions) * *row.Score
		if *row.Predicted < row.From || *row.Predicted > row.To || *row.Low > *row.Score || *row.High < *row.Score {
			t.Errorf("got %+v", row)
		}
	}
	if n != len(list) || math.Abs(total-points) > 1e-6 {
		t.Errorf("%d positions with %v points, want %d with %v", n, total, len(list), points)
	}
}

// The scale is the likeliest: other ones explain the outcomes less well.
func TestCounterScale(t *testing.T) {
	games := halfGames(120)
	list := observations(games)
	likelihood := func(scale float64) (sum float64) {
		for _, o := range list {
			p := 1 / (1 + math.Exp(-o.value/scale))
			switch {
			case o.outcome > 0:
				sum += math.Log(p)
			case o.outcome < 0:
				sum += math.Log(1 - p)
			default:
				sum += (math.Log(p) + math.Log(1-p)) / 2
			}
		}
		return sum
	}
	r := add(stats.NewCalibration(discs), games).Result()
	s := *r.Total.Scale
	if s <= 1.0/64*1.01 || s >= 1024*0.99 {
		t.Skipf("scale %v at its bound says nothing", s)
	}
	if best := likelihood(s); best < likelihood(s*1.02) || best < likelihood(s/1.02) {
		t.Errorf("scale %v is not the likeliest: %v, %v, %v", s, likelihood(s/1.02), best, likelihood(s*1.02))
	}
}

// Who knows the outcome has no error; who says nothing has R² 0 at most, and NaN is
// counted apart.
func TestCounterExtremes(t *testing.T) {
	moves, err := engine.ParseMoves("e6f4e3f6g5d6e7f5c5")
	if err != nil {
		t.Fatal(err)
	}
	g := dataset.Game{Game: engine.Game{Start: engine.StandardStart(), Moves: moves}, Score: 64}
	_ = g.Replay()
	side := 1.0
	r := add(stats.NewCalibration(func(engine.Board) float64 {
		side = -side
		return -64 * side
	}), []dataset.Game{g}).Result()
	near(t, "MAE", r.Total.MAE, 0)
	near(t, "R²", r.Total.R2, 1)
	if *r.Total.Brier > 1e-9 {
		t.Errorf("Brier %v", *r.Total.Brier)
	}
	r = add(stats.NewCalibration(func(engine.Board) float64 { return math.NaN() }), []dataset.Game{g}).Result()
	if r.Total.NaN != 9 || r.Total.Positions != 0 || r.Total.MAE != nil || r.Total.Scale != nil {
		t.Errorf("got %+v", r.Total)
	}
	r = add(stats.NewCalibration(func(engine.Board) float64 { return math.Inf(1) }), []dataset.Game{g}).Result()
	near(t, "mean value of infinity", r.Plies[0].MeanValue, 64)
}

// Merged parts are the whole.
func TestCounterMerge(t *testing.T) {
	games := halfGames(100)
	whole := add(stats.NewCalibration(discs), games)
	part := add(stats.NewCalibration(discs), games[:37])
	part.Merge(add(stats.NewCalibration(discs), games[37:]))
	if a, b := asJSON(t, whole.Result()), asJSON(t, part.Result()); a != b {
		t.Errorf("%s\n%s", a, b)
	}
	if tables := whole.Result().Tables(); len(tables) != 3 || tables[0].Name != "calibration" {
		t.Errorf("tables %+v", tables)
	}
}

// No position of a game without a result is judged.
func TestCounterWithoutResults(t *testing.T) {
	games := halfGames(60)
	for i := range games {
		games[i].NoResult = i%3 == 0
	}
	some := slices.DeleteFunc(slices.Clone(games), func(g dataset.Game) bool { return g.NoResult })
	all, less := add(stats.NewCalibration(discs), games).Result(),
		add(stats.NewCalibration(discs), some).Result()
	if all.Total.Skipped -= 20; asJSON(t, all) != asJSON(t, less) {
		t.Errorf("%s\n%s", asJSON(t, all), asJSON(t, less))
	}
}

// BenchmarkCounter judges some 100,000 positions by their disc difference.
func BenchmarkCounter(b *testing.B) {
	games := halfGames(2000)
	for b.Loop() {
		c, err := stats.Collect(b.Context(), sequence(games), 0, func() *stats.Calibration {
			return stats.NewCalibration(discs)
		})
		if err != nil {
			b.Fatal(err)
		}
		c.Result()
	}
}
