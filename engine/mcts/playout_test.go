package mcts

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// FuzzNth: nth is engine.Set.Nth without branches.
func FuzzNth(f *testing.F) {
	for _, set := range []uint64{1, 1 << 63, 0xFF, 0x8100000000000081, math.MaxUint64, 0x0000000810000000} {
		f.Add(set)
	}
	f.Fuzz(func(t *testing.T, set uint64) {
		for n := range bits.OnesCount64(set) {
			if got, want := nth(set, uint(n)), engine.Set(set).Nth(n); got != uint(want) {
				t.Fatalf("nth(%#x, %d) = %d, want %d", set, n, got, want)
			}
		}
	})
}

// TestRandomMovesAreUniform draws from sets of 1 to 20 squares and holds the counts
// against fairness by a χ² test at about five standard deviations.
func TestRandomMovesAreUniform(t *testing.T) {
	p := newPolicy(rand.NewPCG(1, 1), Options{})
	rng := rand.New(rand.NewPCG(2, 2))
	for size := 1; size <= 20; size++ {
		var set uint64
		for bits.OnesCount64(set) < size {
			set |= 1 << rng.IntN(64)
		}
		const each = 2000
		counts := map[uint]int{}
		for range each * size {
			counts[p.choose(set)]++
		}
		chi := 0.0
		for s, n := range counts {
			if set>>s&1 == 0 {
				t.Fatalf("%d is not in %#x", s, set)
			}
			chi += float64((n-each)*(n-each)) / each
		}
		free := float64(size - 1)
		if len(counts) != size || chi > free+5*math.Sqrt(2*free)+5 {
			t.Errorf("%d squares: %v, χ² %.1f", size, counts, chi)
		}
	}
}

// TestRewards: with probability ε any move, else one of the highest reward, all of
// them (Zhang and Chen, equation 2).
func TestRewards(t *testing.T) {
	rewards := make([]float64, 64)
	rewards[5], rewards[9], rewards[11] = 3, 3, -1
	moves := uint64(engine.SetOf(5, 9, 11, 20))
	for _, c := range []struct{ epsilon, best float64 }{{0, 0.5}, {0.4, 0.6/2 + 0.4/4}, {1, 0.25}} {
		p := newPolicy(rand.NewPCG(1, 1), Options{Rewards: rewards, Epsilon: c.epsilon})
		counts := map[uint]int{}
		const n = 20000
		for range n {
			counts[p.choose(moves)]++
		}
		rest := (1 - 2*c.best) / 2
		for s, want := range map[uint]float64{5: c.best, 9: c.best, 11: rest, 20: rest} {
			if got := float64(counts[s]) / n; math.Abs(got-want) > 0.02 {
				t.Errorf("ε = %v: square %d in %.3f of the draws, want %.3f", c.epsilon, s, got, want)
			}
		}
	}
}

// TestPlayoutResult: playouts end with the results that the rules give, on both paths
// for the full board and on the other boards. With one move at most everywhere there
// is nothing random; else the mean over many playouts is compared.
func TestPlayoutResult(t *testing.T) {
	for _, name := range kinds {
		rng := rand.New(rand.NewPCG(3, 3))
		for range 40 {
			b, _ := wander(rng, start(t, name), rng.IntN(4))
			fast, slow := newPolicy(rand.NewPCG(4, 4), Options{}), newPolicy(rand.NewPCG(4, 4), Options{})
			for range 20 {
				if got, want := fast.playout(b), replay(&slow, b); got != want {
					t.Fatalf("%v: %d, want %d", engine.Position{Board: b}, got, want)
				}
			}
		}
	}
}

// replay is playout by the rules of package engine, recursively.
func replay(p *policy, b engine.Board) points {
	switch {
	case b.Over():
		return pointsOf(b.Score())
	case b.Moves() == 0:
		return replay(p, b.Pass()).other()
	}
	return replay(p, b.Play(engine.Square(p.choose(uint64(b.Moves()))))).other()
}
