package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// With as many games as it says a claim is decided, and with fewer it is not, if the
// shares stay what they are.
func TestSoManySettle(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for name, test := range map[string]Test{
		"above": above("a", 0.5), "below": below("a", 0.4), "equal": equal("a", 0.5, 0.1), "more": more("a", "b"),
		"times": moreTimes("a", "b", 1.1), "same": sameAs("a", "b", 0.1),
		"reduced": reduced("a", "b", "c"), "both": both(above("a", 0.45), above("b", 0.45)),
		"rising": rising("a", "b", "c"), "larger change": largerChange("a", "b", "a", "c"),
	} {
		open := 0
		for range 200 {
			shares, n := map[string]float64{}, 100+rng.IntN(400)
			for _, l := range []string{"a", "b", "c"} {
				shares[l] = 0.3 + 0.4*rng.Float64()
			}
			of := func(games int) (rows Rows) {
				for l, x := range shares {
					rows = append(rows, shareRow(l, x*float64(games), games))
				}
				return rows
			}
			if test.judge(of(n)) != verdictOpen {
				continue
			}
			open++
			need := test.settling(of(n))
			times, needed := need.Trials, need.Needed
			if times >= most {
				continue
			}
			if math.Abs(float64(needed)/float64(n)-times) > 1 || test.judge(of(needed+1)) == verdictOpen {
				t.Fatalf("%s: %v is not decided by %d games", name, shares, needed)
			}
			if fewer := int(0.98 * float64(needed)); fewer >= n && test.judge(of(fewer)) != verdictOpen {
				t.Fatalf("%s: %v is decided by %d games already, not only by %d", name, shares, fewer, needed)
			}
		}
		if open < 10 {
			t.Errorf("%s: only %d were open", name, open)
		}
	}
}

// A row of more trials is nearly that of the same numbers several times.
func TestTimes(t *testing.T) {
	same := func(name string, got, want Row) {
		t.Helper()
		low, high, _ := got.interval()
		wantLow, wantHigh, _ := want.interval()
		if near := 0.07 * (wantHigh - wantLow); math.Abs(low-wantLow) > near || math.Abs(high-wantHigh) > near ||
			got.Games != want.Games || *got.Ours != *want.Ours {
			t.Errorf("%s: %s of %d, want %s of %d", name, got.Text(), got.Games, want.Text(), want.Games)
		}
	}
	const k = 4
	var numbers []float64
	for i := range 40 {
		numbers = append(numbers, float64(i%7))
	}
	same("a mean", meanRow("x", unitDiscs, numbers).times(k), meanRow("x", unitDiscs, slices.Repeat(numbers, k)))
	games := played(10, 50)
	same("a share", points.Row("x", games).times(k), points.Row("x", slices.Repeat(games, k)))
	var different, alike [][]twoGames
	for i := range 5 {
		different, alike = append(different, played(40+5*i, 50)), append(alike, played(0, 50))
	}
	same("seeds", points.SeedsRow("x", different).times(k), points.SeedsRow("x", slices.Repeat(different, k)))
	same("seeds that are alike", points.SeedsRow("x", alike).times(k),
		points.SeedsRow("x", slices.Repeat(alike, k)))
}
