package qlearn

import (
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestTablesOnOtherBoards: on boards of other shapes patterns read squares that do not
// exist as empty, stages go by the number of squares there are, and on a hexagonal
// lattice moves turn other discs.
func TestTablesOnOtherBoards(t *testing.T) {
	for _, shape := range []string{"4x4", "6x6", "8x8-a1", "hex", "rhombus"} {
		for _, id := range []string{"all2", "all2@3"} {
			t.Run(shape+"/"+id, func(t *testing.T) {
				p := newPair(t, randomModel(t, id), Optimizer{Normalise: true})
				for _, g := range append(randomGames(t, start(t, shape), 5), engine.Game{Start: engine.StandardStart()}) {
					p.same(t, g)
				}
			})
		}
	}
}
