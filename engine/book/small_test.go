package book

import (
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// The book that ships knows the start, says how it was made, and its values are the negamax of its
// leaves.
func TestSmall(t *testing.T) {
	b, err := Small()
	if err != nil {
		t.Fatal(err)
	}
	if s := b.Settings; b.Len() < 3000 || len(small) > 150_000 || s.Depth < 10 || s.Learned == 0 || s.MinGames < 2 || !strings.HasPrefix(s.Evaluator, "built-in ") {
		t.Errorf("%d positions in %d bytes, made by %+v", b.Len(), len(small), s)
	}
	plain := map[engine.Board]int{}
	for i := len(b.nodes) - 1; i >= 0; i-- {
		n := b.nodes[i]
		best := -64
		if n.leaf.Square != engine.None {
			best = n.leaf.Score
		}
		for s := range n.board.Moves().All() {
			after := n.board.Play(s)
			if v, ok := plain[after.Least()]; ok {
				best = max(best, -v)
			} else if v, ok := plain[after.Pass().Least()]; ok && after.Moves() == 0 {
				best = max(best, v)
			}
		}
		if plain[n.board] = best; best != n.value {
			t.Fatalf("%v: value %d, want %d", n.board, n.value, best)
		}
	}
	if e, ok := b.Look(engine.Standard()); !ok || len(e.Moves) != 1 || e.Games == 0 {
		t.Errorf("the start: %+v", e)
	}
}
