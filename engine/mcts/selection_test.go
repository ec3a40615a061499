package mcts

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestUrgency: upper bounds worked out by hand. Two children after 10 visits, with 6
// wins of 8 and 1 win of 2.
func TestUrgency(t *testing.T) {
	kids := []node{{visits: 8, points: 12}, {visits: 2, points: 2}}
	for _, c := range []struct {
		selection Selection
		c         float64
		want      int32
	}{
		{UCT, 0, 0},    // 0.75 and 0.5
		{UCT, 0.4, 0},  // 0.75 + 0.4·0.536 = 0.965, 0.5 + 0.4·1.073 = 0.929
		{UCT, 0.5, 1},  // 0.75 + 0.5·0.536 = 1.018, 0.5 + 0.5·1.073 = 1.036
		{UCB, 0.3, 0},  // 0.75 + 0.3·0.759 = 0.978, 0.5 + 0.3·1.517 = 0.955
		{UCB, 0.35, 1}, // 0.75 + 0.35·0.759 = 1.016, 0.5 + 0.35·1.517 = 1.031
		{LeastVisited, 9, 1},
	} {
		tr := &tree{opt: Options{Selection: c.selection, C: c.c}}
		tr.nodes = append([]node{{visits: 10, first: 1, count: 2}}, kids...)
		if got := tr.choose(0) - 1; got != c.want {
			t.Errorf("selection %d, C = %v: child %d, want %d", c.selection, c.c, got, c.want)
		}
	}
}

// TestUnvisitedFirst: whatever the others have won, and never known losses.
func TestUnvisitedFirst(t *testing.T) {
	kids := []node{{visits: 9, points: 18}, {known: knownAs(loss)}, {}, {}}
	if got := mostUrgent(kids, math.Log(9)); got != 2 {
		t.Errorf("mostUrgent: %d", got)
	}
	if got := leastVisited(kids); got != 2 {
		t.Errorf("leastVisited: %d", got)
	}
	if got := mostUrgent([]node{{visits: 9, known: knownAs(loss), points: 18}, {visits: 9}}, 0); got != 1 {
		t.Errorf("a known loss was entered")
	}
}

// TestEqualVisits: flat and least-visited search take all moves equally often, and
// flat search has no tree below them.
func TestEqualVisits(t *testing.T) {
	for _, sel := range []Selection{Flat, LeastVisited} {
		s := New(rand.New(rand.NewPCG(1, 1)), Options{Selection: sel, Simulations: 1000})
		info := s.Search(t.Context(), engine.Standard())
		for _, m := range info.Moves {
			if m.Visits != 250 {
				t.Errorf("selection %d: %d visits of %v, want 250", sel, m.Visits, m.Move)
			}
		}
		if sel == Flat && info.TreeNodes != 5 {
			t.Errorf("flat search made %d nodes, want 5", info.TreeNodes)
		}
	}
}

// TestConverges: the values of flat search are the mean results of random games.
func TestConverges(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	b, ok := wander(rng, engine.Standard(), 20)
	if !ok {
		t.Fatal("no board")
	}
	few := New(rand.New(rand.NewPCG(6, 6)), Options{Selection: Flat, ByValue: true, Simulations: 200_000}).
		Search(t.Context(), b)
	for _, m := range few.Moves {
		p := newPolicy(rand.NewPCG(7, uint64(m.Move)), Options{})
		const n = 20_000
		sum := 0.0
		for range n {
			sum += float64(p.playout(b.Play(m.Move)).other()) / 2
		}
		if got := sum / n; math.Abs(got-m.Value) > 0.02 {
			t.Errorf("%v: value %.3f, mean of random games %.3f", m.Move, m.Value, got)
		}
	}
}
