package qlearn

import (
	"math/rand/v2"
	"sync"
)

// streamShuffle is the first stream of random numbers for the orders of games; game n
// draws from stream n.
const streamShuffle = 1 << 40

// A shuffle gives 0 to n-1 in an order that is another one in each epoch.
type shuffle struct {
	n    int
	seed uint64
	mu   sync.Mutex // guards what follows
	from [2]int     // epochs whose orders are known: actors may be in two of them at once
	perm [2][]int
}

func newShuffle(n int, seed uint64) *shuffle {
	return &shuffle{n: n, seed: seed, from: [2]int{-1, -1}}
}

// at returns number i of all epochs one after the other.
func (s *shuffle) at(i int) int {
	epoch := i / s.n
	s.mu.Lock()
	defer s.mu.Unlock()
	k := epoch & 1
	if s.from[k] != epoch {
		s.from[k], s.perm[k] = epoch, rand.New(rand.NewPCG(s.seed, streamShuffle+uint64(epoch))).Perm(s.n)
	}
	return s.perm[k][i%s.n]
}
