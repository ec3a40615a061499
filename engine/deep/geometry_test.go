package deep

import (
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

func TestNeighbours(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 1_000 {
		set := rng.Uint64() & rng.Uint64() & rng.Uint64()
		if got, want := neighbours(set), set|uint64(engine.Set(set).Beside(engine.Orthogonal)); got != want {
			t.Fatalf("%x: %x, want %x", set, got, want)
		}
	}
}
