package qlearn

import (
	"math/rand/v2"
	"sync"

	"github.com/outflank/outflank/engine"
)

// A shuffle orders 0 to n-1 anew in each epoch. The zero value is ready to use; n and seed must not change
// between calls.
type shuffle struct {
	mu   sync.Mutex // guards the fields below
	from [2]int     // epochs whose orders are known; actors may be in two epochs at once
	perm [2][]int
}

// at returns element i of the concatenated orders of all epochs.
func (s *shuffle) at(i, n int, seed uint64) int {
	epoch := i / n
	s.mu.Lock()
	defer s.mu.Unlock()
	k := epoch & 1
	if s.perm[k] == nil || s.from[k] != epoch {
		s.from[k], s.perm[k] = epoch, rand.New(rand.NewPCG(seed, engine.StreamEpochs+uint64(epoch))).Perm(n)
	}
	return s.perm[k][i%n]
}
