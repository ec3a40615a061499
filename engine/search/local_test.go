package search

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestLocal holds local maximization against its definition on all kinds of boards,
// with an evaluator that has many equal values.
func TestLocal(t *testing.T) {
	for _, sh := range shapes(t) {
		rng := rand.New(rand.NewPCG(13, uint64(sh.Field.Len())))
		for range 50 {
			b, ok := wander(rng, sh, 1+rng.IntN(sh.Field.Len()-6))
			if !ok {
				continue
			}
			var best engine.Set
			most := -1e9
			for sq := range b.Moves().All() {
				switch v := -(positional{}).Eval(b.Play(sq)); {
				case v > most:
					best, most = sq.Set(), v
				case v == most:
					best |= sq.Set()
				}
			}
			if got, err := (Local{Evaluator: positional{}}).Choose(t.Context(), b); got != best.First() || err != nil {
				t.Fatalf("%v: got %v %v, want the first of %v", engine.Position{Board: b}, got, err, best)
			}
			var drawn engine.Set
			for range 200 {
				got, _ := Local{positional{}, rng}.Choose(t.Context(), b)
				drawn |= got.Set()
			}
			if drawn != best {
				t.Fatalf("%v: drew %v of %v", engine.Position{Board: b}, drawn, best)
			}
		}
	}
	if _, err := (Local{Evaluator: noise{}}).Choose(t.Context(),
		engine.Board{Shape: engine.Full}); !errors.Is(err, engine.ErrNoMove) {
		t.Errorf("no move: %v", err)
	}
}
