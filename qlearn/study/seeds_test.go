package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/outflank/outflank/engine/arena"
)

// played returns pairs of games of which A wins so many.
func played(won, pairs int) []twoGames {
	list := make([]twoGames, pairs)
	for i := range 2 * pairs {
		list[i/2].Score[i%2] = -2
		if i < won {
			list[i/2].Score[i%2] = 2
		}
	}
	return list
}

// Intervals by hand: Student's over the seeds, or that of all games where this is wider.
func TestSeedsRow(t *testing.T) {
	wilsonLow, wilsonHigh := arena.Wilson(0.5, 1000)
	for _, test := range []struct {
		name      string
		won       []int // of 200 games of each seed
		want      float64
		low, high float64 // NaN = none
	}{
		{"different", []int{80, 90, 100, 110, 120}, 0.5, 0.5 - 0.098162, 0.5 + 0.098162}, // 2.776445 · 0.0790569 / √5
		{"alike", []int{100, 100, 100, 100, 100}, 0.5, wilsonLow, wilsonHigh},
		{"at the top", []int{200, 200, 150}, 0.916667, 0.558112, 1}, // 4.302653 · 0.1443376 / √3 = 0.358554
		{"one", []int{100}, 0.5, math.NaN(), math.NaN()},
	} {
		var bySeed [][]twoGames
		for _, won := range test.won {
			bySeed = append(bySeed, played(won, 100))
		}
		r := points.SeedsRow("x", bySeed)
		low, high, ok := r.interval()
		if math.Abs(*r.Ours-test.want) > 1e-6 || r.Games != 200*len(test.won) || len(r.Seeds) != len(test.won) ||
			ok == math.IsNaN(test.low) {
			t.Errorf("%s: %s of %d games, seeds %v", test.name, r.Text(), r.Games, r.Seeds)
		}
		if ok && (math.Abs(low-test.low) > 1e-6 || math.Abs(high-test.high) > 1e-6) {
			t.Errorf("%s: %v to %v, want %v to %v", test.name, low, high, test.low, test.high)
		}
	}
}

// Of five seeds whose strength varies, the interval holds the true mean about as often as it says,
// and that of all games as if one had played them does not.
func TestSeedsCover(t *testing.T) {
	const repetitions, seeds, pairs = 2000, 5, 50
	rng := rand.New(rand.NewPCG(1, 1))
	for _, test := range []struct {
		name        string
		alpha, beta float64 // of the seeds' shares
		narrow      bool    // the games alone are not enough
	}{
		{"even", 20, 20, true}, {"weak", 6, 14, true}, {"strong", 16, 4, true}, {"alike", 2e6, 2e6, false},
	} {
		beta, truth := distuv.Beta{Alpha: test.alpha, Beta: test.beta, Src: rng}, test.alpha/(test.alpha+test.beta)
		held, alone := 0, 0
		for range repetitions {
			var bySeed [][]twoGames
			for range seeds {
				p, won := beta.Rand(), 0
				for range 2 * pairs {
					if rng.Float64() < p {
						won++
					}
				}
				bySeed = append(bySeed, played(won, pairs))
			}
			r, one := points.SeedsRow("", bySeed), points.Row("", slices.Concat(bySeed...))
			if *r.Low <= truth && truth <= *r.High {
				held++
			}
			if *one.Low <= truth && truth <= *one.High {
				alone++
			}
			if *r.Low > *one.Low+1e-12 || *r.High < *one.High-1e-12 {
				t.Fatalf("%s: %s is narrower than the games alone, %s", test.name, r.Text(), one.Text())
			}
		}
		if share := float64(held) / repetitions; share < 0.93 {
			t.Errorf("%s: the intervals hold the true mean in %.1f %%", test.name, 100*share)
		}
		if share := float64(alone) / repetitions; share < 0.85 != test.narrow {
			t.Errorf("%s: those of the games alone hold it in %.1f %%", test.name, 100*share)
		}
	}
}

// The report's number of what was learnt once varies as those of our seeds do.
func TestCompareSeeds(t *testing.T) {
	// 0.5 ± 0.098
	row := points.SeedsRow("x", [][]twoGames{played(80, 100), played(90, 100), played(100, 100),
		played(110, 100), played(120, 100)})
	for _, test := range []struct {
		paper  float64
		sample int
		want   string
	}{
		// 0.686 to 0.805 by its games; one seed lies within 2.776 · 0.0791 = 0.2195: from 0.521 on
		{0.75, 200, "agrees"},
		{0.95, 200, "differs"},    // from 0.727 on
		{0.75, 0, "agrees"},       // from 0.530 on, however many games
		{0.85, 0, "inconclusive"}, // from 0.630 on if it is exact, and from 0.588 on of 30 games
		{0.95, 0, "differs"},
	} {
		r := row
		r.Paper, r.Sample = &test.paper, test.sample
		if got := r.Compare(); got != test.want {
			t.Errorf("%s %s, want %s", r.Sentence(), got, test.want)
		}
		r.Seeds = nil
		if got := r.Compare(); test.paper > 0.7 && got == "agrees" {
			t.Errorf("without seeds: %s", r.Sentence())
		}
	}
	row.Paper = number(0.75)
	for sample, want := range map[int]string{
		200: "gives 75.0 % (one seed and 200 games: 52.1 % to 97.6 %); ours",
		0:   "gives 75.0 % (one seed: 53.1 % to 96.9 %); ours",
	} {
		if row.Sample = sample; !strings.Contains(row.Sentence(), want) {
			t.Errorf("%s, want %q", row.Sentence(), want)
		}
	}
}

// Agents that were made with several seeds play games of their own with each: two that play alike, at random,
// have other results. All other agents play the same openings.
func TestSeedsPlayTheirOwnGames(t *testing.T) {
	r, err := (&Runner{Host: &fakeHost{}, Dir: t.TempDir(), Scale: 1, Seed: 1, Workers: 1}).open("x", Settings{},
		func(Progress, error) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	defer r.unlock()
	play := func(a, b string) [][]twoGames {
		games, err := r.Meet(t.Context(), "playing", []*meeting{{A: a, B: "random", Pairs: 20, Perturb: 1},
			{A: b, B: "random", Pairs: 20, Perturb: 1}})
		if err != nil {
			t.Fatal(err)
		}
		return games
	}
	score := func(games []twoGames) (list [][2]int) {
		for _, g := range games {
			list = append(list, g.Score)
		}
		return list
	}
	if made := play("q:model=$DIR/seed-1.model", "q:model=$DIR/seed-2.model"); slices.Equal(score(made[0]), score(made[1])) {
		t.Error("two seeds played the same games")
	}
	if same := play("minimax:depth=1", "minimax:depth=1,eval=flat"); !slices.Equal(score(same[0]), score(same[1])) {
		t.Error("agents that were not made here have openings of their own")
	}
}
