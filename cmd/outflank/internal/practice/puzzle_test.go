package practice

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// TestJudge: each of several equally good moves is right. A move without a value is wrong.
func TestJudge(t *testing.T) {
	p := notation.Problem{Moves: []notation.Scored{{Move: 3, Score: -2}, {Move: 5, Score: 4}, {Move: 9, Score: 4},
		{Move: 7, Score: 3}}}
	for move, want := range map[engine.Square]float64{3: 6, 5: 0, 9: 0, 7: 1, 8: math.Inf(1),
		engine.None: math.Inf(1)} {
		if best, loss := Judge(p, move); loss != want || best.Move != 5 {
			t.Errorf("%v loses %g against %v, want %g", move, loss, best.Move, want)
		}
	}
}

// TestRate: by Elo's formula, worked out by hand.
func TestRate(t *testing.T) {
	for _, tt := range []struct {
		rating, puzzle int
		solved         bool
		want           int
	}{
		{1500, 1500, true, 1516}, {1500, 1500, false, 1484},
		{1500, 1900, true, 1529}, {1500, 1900, false, 1497}, // 1/11 is expected
		{1900, 1500, true, 1903}, {1900, 1500, false, 1871},
		{1500, 5000, false, 1500},
	} {
		if got := Rate(tt.rating, tt.puzzle, tt.solved); got != tt.want {
			t.Errorf("%+v: %d", tt, got)
		}
	}
}

// Law: the next puzzle is one that is not skipped, and no such puzzle is nearer or as near and before it.
func TestNext(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		list, skipped := make([]notation.Problem, rng.IntN(8)), map[int]bool{}
		for i := range list {
			if list[i].Comment = fmt.Sprintf("rating %d; Ann - Bob", 1000+rng.IntN(9)*100); rng.IntN(4) == 0 {
				list[i].Comment = "Ann - Bob" // 1500
			}
			skipped[i] = rng.IntN(3) == 0
		}
		rating := 900 + rng.IntN(1200)
		far := func(i int) float64 { return math.Abs(float64(RatingOf(list[i]) - rating)) }
		got := Next(list, rating, func(i int) bool { return skipped[i] })
		if got >= 0 && skipped[got] {
			t.Fatalf("%d is skipped", got)
		}
		for i := range list {
			if !skipped[i] && (got < 0 || far(i) < far(got) || far(i) == far(got) && i < got) {
				t.Fatalf("%d is next at %d, but %d is nearer", got, rating, i)
			}
		}
	}
}
