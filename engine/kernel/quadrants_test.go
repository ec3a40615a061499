package kernel_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine/kernel"
)

func TestOddQuadrants(t *testing.T) {
	const a1 = 0x0F0F0F0F
	rng := rand.New(rand.NewPCG(1, 0))
	for range 1_000 {
		empty, want := rng.Uint64()&rng.Uint64(), uint64(0)
		for _, quarter := range [4]uint64{a1, a1 << 4, a1 << 32, a1 << 36} {
			if bits.OnesCount64(empty&quarter)%2 != 0 {
				want |= quarter
			}
		}
		if got := kernel.OddQuadrants(empty); got != want {
			t.Fatalf("%x: %x, want %x", empty, got, want)
		}
	}
}
