package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestReaching: of the moves of boards of all shapes the first is found whose result is at
// least a score, and none by a search that is interrupted.
func TestReaching(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for _, sh := range shapes(t) {
		for i := range 24 {
			b, ok := wander(rng, sh, 7+i%2)
			if !ok || b.Moves() == 0 {
				continue
			}
			var moves []engine.Square
			var results []float64
			for m := range b.Moves().All() {
				result, _ := reference(noise{}, b.Play(m), 64)
				moves, results = append(moves, m), append(results, -result)
			}
			s := New(noise{}, Options{Exact: 8})
			for _, score := range []int{int(results[0]), int(results[len(results)-1]) + 1, 65} {
				want := engine.None
				for i := len(moves) - 1; i >= 0; i-- {
					if results[i] >= float64(score) {
						want = moves[i]
					}
				}
				if got := s.Reaching(t.Context(), b, moves, score); got != want {
					t.Fatalf("%v: first move of %v worth %d is %v, want %v", b, moves, score, got, want)
				}
			}
			if got := s.Reaching(stopped, b, moves, -64); b.Empty().Len() > fewEmpties+1 && got != engine.None {
				t.Fatalf("%v: an interrupted search found %v", b, got)
			}
		}
	}
}
