package fit

import (
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval/pattern"
)

// TestPlayedPositionsAreSolved solves the last positions of played games again, by
// plain alpha-beta.
func TestPlayedPositionsAreSolved(t *testing.T) {
	p := Play{Depth: 1, Exact: 9, Seed: 3}
	solved := 0
	for game := range 12 {
		g, err := p.game(t.Context(), newSolver(p.Depth, p.Exact, pattern.Default()), game,
			randomOpening(p.random(game, 0)).Board)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range g.samples(0.5) {
			if b := s.board(); b.Empty().Len() <= p.Exact {
				solved++
				if want := naiveValue(b, -64, 64); int(s.target) != want {
					t.Errorf("game %d: %v has the value %d, not %v", game, b, want, s.target)
				}
			}
		}
	}
	if solved < 20 {
		t.Errorf("only %d positions were solved", solved)
	}
}

// naiveValue is the result of perfect play.
func naiveValue(b engine.Board, low, high int) int {
	moves := b.Moves()
	if moves == 0 {
		if b.Over() {
			return b.Score()
		}
		return -naiveValue(b.Pass(), -high, -low)
	}
	for s := range moves.All() {
		if low = max(low, -naiveValue(b.Play(s), -high, -low)); low >= high {
			break
		}
	}
	return low
}

// TestMerged merges images of positions and keeps what they sum up to.
func TestMerged(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	var list []sample
	weight, sum := 0.0, 0.0
	for range 300 {
		b := randomOpening(rng).Board
		for range 1 + rng.IntN(3) {
			s := sampleOf(b.Transform(engine.Symmetry(rng.IntN(engine.Symmetries))), rng.IntN(129)-64)
			s.weight = float32(1 + rng.IntN(3))
			weight, sum = weight+float64(s.weight), sum+float64(s.weight*s.target)
			list = append(list, s)
		}
	}
	seen := map[engine.Board]bool{}
	last := 0
	for _, s := range merged(list) {
		b, _ := s.board().Canonical()
		if seen[b] || s.discs() < last {
			t.Errorf("%v stands twice or is out of order", b)
		}
		seen[b], last = true, s.discs()
		weight, sum = weight-float64(s.weight), sum-float64(s.weight*s.target)
	}
	if weight != 0 || sum > 1e-2 || sum < -1e-2 || len(seen) < 290 {
		t.Errorf("%d positions, weight %v and sum %v too little", len(seen), weight, sum)
	}
}
