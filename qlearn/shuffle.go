package qlearn

import (
	"math/rand/v2"
	"sync"

	"github.com/outflank/outflank/engine"
)

// A shuffle gives 0 to n-1 in an order that is another one in each epoch. The zero value is
// ready for use, always with the same n and seed.
type shuffle struct {
	mu   sync.Mutex // guards what follows
	from [2]int     // epochs whose orders are known: actors may be in two of them at once
	perm [2][]int
}

// at returns number i of all epochs one after the other.
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
