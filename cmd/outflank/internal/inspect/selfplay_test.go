package inspect

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/outflank/outflank/eval"
)

// TestPlayItself: boards follow each other, and where the sides take turns the result
// changes its sign.
func TestPlayItself(t *testing.T) {
	sample := playItself(eval.Default(), 20, 3)
	turns, passes := 0, 0
	for i, s := range sample[1:] {
		last := sample[i]
		if (s.board.Mine | s.board.Theirs).Len() == 4 {
			continue // the next game
		}
		turn := false
		for move := range last.board.Moves().All() {
			turn = turn || last.board.Play(move) == s.board
		}
		if turn && s.score != -last.score || !turn && s.score != last.score {
			t.Errorf("%v: %d after %d", s.board, s.score, last.score)
		}
		if turn {
			turns++
		} else {
			passes++
		}
	}
	if turns < 1000 || passes == 0 {
		t.Errorf("%d turns and %d passes", turns, passes)
	}
}

// TestGreatest: ties keep their order, zeros stay out.
func TestGreatest(t *testing.T) {
	weights := []float64{0, 1, -3, 2, 3, 0, -2, 1}
	for n, want := range [][]int{nil, {2}, {2, 4}, {2, 4, 3}, {2, 4, 3, 6}, {2, 4, 3, 6, 1}, {2, 4, 3, 6, 1, 7},
		{2, 4, 3, 6, 1, 7}} {
		if got := greatest(weights, n, nil); !slices.Equal(got, want) {
			t.Errorf("%d: %v, want %v", n, got, want)
		}
	}
	weights = make([]float64, 20_000)
	rng := rand.New(rand.NewPCG(1, 2))
	want := make([]int, len(weights))
	for i := range weights {
		weights[i], want[i] = float64(rng.IntN(2000)-3000), i // many ties
	}
	slices.SortStableFunc(want, func(i, k int) int { return cmp.Compare(math.Abs(weights[k]), math.Abs(weights[i])) })
	for _, n := range []int{1, 7, 900, 19_999} {
		if got := greatest(weights, n, nil); !slices.Equal(got, want[:n]) {
			t.Errorf("%d of many differ", n)
		}
	}
}
