package mcts

import (
	"math"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// choose returns the child of node n to which the simulation continues.
func (t *tree) choose(n int32) int32 {
	nd := &t.nodes[n]
	switch t.opt.Selection {
	case LeastVisited, Flat:
		return nd.first + leastVisited(t.kids(nd))
	case UCB:
		return nd.first + mostUrgent(t.kids(nd), float64(t.opt.C*t.opt.C)*2*portable.Log(float64(nd.visits)))
	}
	return nd.first + mostUrgent(t.kids(nd), t.opt.C*t.opt.C*portable.Log(float64(nd.visits)))
}

// mostUrgent returns the index of the child with the highest mean + √(spread/visits). An unvisited child
// comes first, as if its urgency were infinite. A known loss is never selected.
func mostUrgent(kids []node, spread float64) (best int32) {
	highest := math.Inf(-1)
	for i := range kids {
		k := &kids[i]
		switch {
		case k.visits == 0 && k.known == 0:
			return int32(i)
		case k.known == knownAs(loss):
			continue
		}
		over := 1 / float64(k.visits)
		if u := float64(float64(k.points)*0.5*over) + math.Sqrt(spread*over); u > highest {
			best, highest = int32(i), u
		}
	}
	return best
}

// leastVisited returns the index of the child with the fewest visits that is not a known loss.
func leastVisited(kids []node) (best int32) {
	fewest := uint32(math.MaxUint32)
	for i := range kids {
		if k := &kids[i]; k.visits < fewest && k.known != knownAs(loss) {
			best, fewest = int32(i), k.visits
		}
	}
	return best
}
