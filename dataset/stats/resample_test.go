package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine"
)

// demoGames are real enough: 1,980 games of programs.
func demoGames(t testing.TB) []dataset.Game {
	t.Helper()
	games, err := transfer.Load(t.Context(), "../../cmd/outflank/internal/cli/demo/WTH_2026.wtb")
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// A naiveMove is a move as naive counts it.
type naiveMove struct {
	phase, square int
	won           bool
}

// movesOf returns the moves of a game, in no order; none of a draw.
func movesOf(g *dataset.Game) (list []naiveMove) {
	var n naive
	n.add(g)
	for phase, sides := range n.phases {
		for side, moves := range sides {
			for s, times := range moves {
				list = append(list, slices.Repeat([]naiveMove{{phase, s, side == 0}}, times)...)
			}
		}
	}
	return list
}

// A drawnGames adds up games that were drawn one by one: whole games, and their phases.
type drawnGames [4]naive

func (d *drawnGames) add(moves []naiveMove) {
	for _, m := range moves {
		for _, part := range []int{0, 1 + m.phase} {
			if m.won {
				d[part].winner[m.square]++
			} else {
				d[part].loser[m.square]++
			}
		}
	}
}

func (d *drawnGames) weights(relative bool) (w [4][64]float64) {
	for i := range d {
		w[i] = d[i].weights()
		if relative {
			w[i] = d[i].relative()
		}
	}
	return w
}

// resample draws the decided games with replacement, literally, and returns W of each replicate.
func resample(games []dataset.Game, times int, relative bool) [][4][64]float64 {
	var each [][]naiveMove
	for i := range games {
		if games[i].Score != 0 {
			each = append(each, movesOf(&games[i]))
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	list := make([][4][64]float64, times)
	for r := range list {
		var d drawnGames
		for range each {
			d.add(each[rng.IntN(len(each))])
		}
		list[r] = d.weights(relative)
	}
	return list
}

// Games that are drawn one by one, on another representation of the board, give the same intervals: of
// many games and of few, by counts and by shares.
func TestIntervalsAgainstResampling(t *testing.T) {
	const times = 1000
	demo := demoGames(t)
	for _, c := range []struct {
		name     string
		games    []dataset.Game
		relative bool
	}{
		{"600 games", demo[:600], false}, {"300 games, shares", demo[:300], true},
		{"60 games", demo[100:160], false}, {"random play", randomGames(300), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var p stats.PhaseWeights
			for i := range c.games {
				p.Add(&c.games[i])
			}
			p.SetRelative(c.relative)
			drawn := resample(c.games, times, c.relative)
			for part, w := range []stats.SquareWeights{p.Total(), p[0], p[1], p[2]} {
				low, high := w.Intervals()
				for _, name := range []string{"a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3"} {
					s := square(t, name)
					values := make([]float64, times)
					for r := range drawn {
						values[r] = drawn[r][part][s]
					}
					slices.Sort(values)
					wantLow := stat.Quantile(0.025, stat.Empirical, values, nil)
					wantHigh := stat.Quantile(0.975, stat.Empirical, values, nil)
					// Quantiles of 1,000 replicates vary by 0.09 standard errors, a fortieth of the width.
					if math.IsNaN(low[s]) {
						if wantLow != 0 || wantHigh != 0 {
							t.Errorf("part %d, %s: unknown, want %.3f to %.3f", part, name, wantLow, wantHigh)
						}
						continue
					}
					most := 0.1*(wantHigh-wantLow) + 1e-9
					if math.Abs(low[s]-wantLow) > most || math.Abs(high[s]-wantHigh) > most {
						t.Errorf("part %d, %s: %.3f to %.3f, want %.3f to %.3f", part, name, low[s], high[s],
							wantLow, wantHigh)
					}
				}
			}
			checkDifferences(t, &p, drawn)
		})
	}
}

// checkDifferences compares the table of differences with replicates.
func checkDifferences(t *testing.T, p *stats.PhaseWeights, drawn [][4][64]float64) {
	t.Helper()
	rows := p.Tables()[1].Rows
	part := map[string]int{"opening": 1, "midgame": 2, "endgame": 3}
	const z27 = 3.1130 // the standard normal quantile of 1 - 0.05/27/2
	for _, row := range rows {
		s, from, to := square(t, row[0].(string)), part[row[1].(string)], part[row[2].(string)]
		values := make([]float64, len(drawn))
		for r := range drawn {
			values[r] = drawn[r][to][s] - drawn[r][from][s]
		}
		difference, low, high := row[3].(float64), row[4].(float64), row[5].(float64)
		want := p[to-1].Weights()[s] - p[from-1].Weights()[s]
		if math.Abs(difference-want) > 1e-12 || math.Abs(low+high-2*want) > 3e-6 {
			t.Errorf("%v: want difference %v in the middle", row, want)
		}
		if row[6].(bool) != (low > 0 || high < 0) {
			t.Errorf("%v: real?", row)
		}
		deviation := stat.StdDev(values, nil)
		// Of a square that is the largest in both phases, and seldom is not, few replicates vary.
		half := (high - low) / 2
		if len(rows) == 27 && difference != 0 && math.Abs(half-z27*deviation) > 0.15*half {
			t.Errorf("%v: half of it is %.4f, want %.4f", row, half, z27*deviation)
		}
	}
}

// By hand: black wins with f5 and c3, white loses with d6, in two of three games; in the third game
// the same moves lose. The sums of drawn games keep their ratio, so W of each replicate is W or -W,
// which is as likely as 1 or no game of the first kind among three.
func TestIntervalsByHand(t *testing.T) {
	won, lost := game(t, "f5d6c3", 10), game(t, "f5d6c3", -10)
	var w stats.SquareWeights
	for range 2 {
		w.Add(&won)
	}
	w.Add(&lost)
	low, high := w.Intervals()
	for name, want := range map[string][2]float64{"c3": {-1, 1}, "f6": {-1, 1}} {
		if s := square(t, name); low[s] != want[0] || high[s] != want[1] {
			t.Errorf("%s: %v to %v, want %v", name, low[s], high[s], want)
		}
	}
	if s := square(t, "a1"); !math.IsNaN(low[s]) || !math.IsNaN(high[s]) {
		t.Errorf("a1, on which no move was made: %v to %v", low[s], high[s])
	}
}

// One game says nothing of how games differ, nor does the same game twice, nor do counts without their
// games: the intervals are unknown, not of width 0.
func TestUnknownIntervals(t *testing.T) {
	g := demoGames(t)[0]
	var one, twice, draw stats.PhaseWeights
	one.Add(&g)
	twice.Add(&g)
	twice.Add(&g)
	g.Score = 0
	draw.Add(&g)
	draw.Add(&g)
	for name, p := range map[string]*stats.PhaseWeights{"one game": &one, "a game twice": &twice, "draws": &draw,
		"none": {}, "counts": {{Games: 9, WinnerMoves: [64]int{3, 4}}, {}, {}}} {
		for _, w := range []stats.SquareWeights{p.Total(), p[0], p[1], p[2]} {
			low, high := w.Intervals()
			for s := range low {
				if !math.IsNaN(low[s]) || !math.IsNaN(high[s]) {
					t.Fatalf("%s: %v is %v to %v", name, engine.Square(s), low[s], high[s])
				}
			}
		}
		if rows := p.Tables()[1].Rows; len(rows) > 0 {
			t.Errorf("%s: differences %v", name, rows)
		}
		if text := asJSON(t, p); !strings.Contains(text, `"weights_low":null,"weights_high":null`) {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// Laws: an interval holds the weight and lies within -1 and 1; it is the same for symmetric squares; and
// the same games four times make it half as wide.
func TestIntervalLaws(t *testing.T) {
	games := demoGames(t)
	for _, n := range []int{40, 200, len(games)} {
		var once, often stats.SquareWeights
		for i := range games[:n] {
			once.Add(&games[i])
			for range 4 {
				often.Add(&games[i])
			}
		}
		low, high := once.Intervals()
		less, more := often.Intervals()
		weights, images := once.Weights(), []string{"b1", "g1", "a2", "h2", "a7", "h7", "b8", "g8"}
		for s := range low {
			if !math.IsNaN(low[s]) && !(-1 <= low[s] && low[s] <= weights[s] && weights[s] <= high[s] &&
				high[s] <= 1) {
				t.Errorf("%d games: %v is %v, %v to %v", n, engine.Square(s), weights[s], low[s], high[s])
			}
		}
		for _, name := range images {
			if s, first := square(t, name), square(t, "b1"); low[s] != low[first] || high[s] != high[first] {
				t.Errorf("%s differs from b1", name)
			}
		}
		s := square(t, "b2")
		if ratio := (high[s] - low[s]) / (more[s] - less[s]); n > 40 && math.Abs(ratio-2) > 0.2 {
			t.Errorf("%d games: four times the games make the interval narrower by %.2f, want 2", n, ratio)
		}
		if more[s]-less[s] >= high[s]-low[s] {
			t.Errorf("%d games: the interval does not shrink", n)
		}
	}
}

// Neither the number of goroutines nor the order of merging changes a byte. Ratings are those of all
// games that were read, not of those that count.
func TestRatedWeights(t *testing.T) {
	games := slices.Repeat(madeGames(300), 30) // more than a batch
	all := add(stats.NewPlayers(), games)
	var first string
	for _, workers := range []int{1, 2, 7} {
		r, err := stats.CountRated(t.Context(), sequence(games), workers, all)
		if err != nil {
			t.Fatal(err)
		}
		text := asJSON(t, r) + asJSON(t, r.Tables())
		if first == "" {
			first = text
		}
		if text != first {
			t.Errorf("%d workers count something else", workers)
		}
	}
	some := games[:100]
	r, err := stats.CountRated(t.Context(), sequence(some), 1, all)
	if err != nil {
		t.Fatal(err)
	}
	want := add(stats.NewBandWeights(), some).By(all.Elo(), []float64{1400, 1600, 1800, 2000})
	if len(r.Bands) != 5 || !slices.EqualFunc(r.Bands, want.Bands, func(a, b stats.Band) bool {
		return a.Name == b.Name && a.Weights == b.Weights
	}) {
		t.Errorf("bands %+v\nwant %+v", r.Bands, want.Bands)
	}
	r.SetRelative(true)
	if !r.Bands[2].Weights.Relative || !r.Total().Relative || len(r.Tables()) != 3 {
		t.Error("SetRelative misses a part, or there are not three tables")
	}
	if none, err := stats.CountRated(t.Context(), sequence(nil), 1, all); err != nil || none.Bands != nil {
		t.Errorf("no games: %+v, %v", none, err)
	}
}

// The products that phases keep are those of whole games.
func TestTotalIntervals(t *testing.T) {
	var p stats.PhaseWeights
	var w stats.SquareWeights
	for _, g := range demoGames(t)[:300] {
		p.Add(&g)
		w.Add(&g)
	}
	if p.Total() != w {
		t.Error("the total of the phases is not what whole games are")
	}
}

// BenchmarkIntervals makes the intervals of whole games and the differences of phases.
func BenchmarkIntervals(b *testing.B) {
	var p stats.PhaseWeights
	for _, g := range randomGames(500) {
		p.Add(&g)
	}
	for b.Loop() {
		p.Total().Intervals()
		p.Tables()
	}
}

// Pictures show how far the farther bound is, none where it is unknown or the square is the largest.
func TestPictureMargins(t *testing.T) {
	games := demoGames(t)
	var w stats.SquareWeights
	for i := range games[:500] {
		w.Add(&games[i])
	}
	low, high := w.Intervals()
	board := stats.WeightsPicture(w, "all")
	a1, b2, d4 := square(t, "a1"), square(t, "b2"), square(t, "d4")
	want := max(high[b2]-board.Values[b2], board.Values[b2]-low[b2])
	if board.Margins[b2] != want || want == 0 || board.Margins[a1] != 0 || board.Margins[d4] != 0 {
		t.Errorf("margins of b2, a1, d4: %v, %v, %v, want %v, 0, 0", board.Margins[b2], board.Margins[a1],
			board.Margins[d4], want)
	}
	bands := add(stats.NewBandWeights(), games).Result(nil)
	grid := stats.PictureOf("bands").Chart(bands.Tables()).(chart.Grid)
	if one := stats.WeightsPicture(bands.Bands[0].Weights, ""); grid.Charts[0].(chart.Board).Margins != one.Margins {
		t.Errorf("the bands' margins are %v, want %v", grid.Charts[0].(chart.Board).Margins, one.Margins)
	}
}

// The sums of products are those of a plain count of each game by phase and class.
func TestProducts(t *testing.T) {
	games := demoGames(t)[:50]
	var p stats.PhaseWeights
	var want [60][60]int
	for i := range games {
		p.Add(&games[i])
		if games[i].Score == 0 {
			continue
		}
		var x [60]int // by phase, side and class
		for _, m := range movesOf(&games[i]) {
			file, rank := min(m.square%8, 7-m.square%8), min(m.square/8, 7-m.square/8)
			low, high := min(file, rank), max(file, rank)
			class := [4]int{0, 4, 7, 9}[low] + high - low // a1 b1 c1 d1 b2 c2 d2 c3 d3 d4
			if !m.won {
				class += 10
			}
			x[20*m.phase+class]++
		}
		for a := range x {
			for b := range x {
				want[a][b] += x[a] * x[b]
			}
		}
	}
	for a := range want {
		for b := range want {
			if got := p.Product(stats.Phase(a/20), stats.Phase(b/20), a%20, b%20); got != want[a][b] {
				t.Fatalf("product of %d and %d is %d, want %d", a, b, got, want[a][b])
			}
		}
	}
}
