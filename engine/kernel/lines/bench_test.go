package lines_test

import (
	"testing"

	"github.com/outflank/outflank/engine/kernel/lines"
)

// BenchmarkSuccessors finds the successors of boards of random games and their values, with
// each optimisation alone and with all.
func BenchmarkSuccessors(b *testing.B) {
	benchRules(b, "matrix", lines.PlainRules())
	benchRules(b, "matrix-cache", lines.PlainRules().Cached(lines.CacheStates))
	for _, c := range []struct {
		name string
		opt  lines.Options
	}{
		{"pair", lines.Options{}},
		{"pair-neighbours", lines.Options{Neighbours: true}},
		{"pair-table", lines.Options{LineTable: true}},
		{"pair-features", lines.Options{Features: true}},
		{"pair-all", lines.All},
	} {
		benchRules(b, c.name, lines.PairRules(c.opt))
	}
	benchRules(b, "pair-all-cache", lines.PairRules(lines.All).Cached(lines.CacheStates))
}

func benchRules[S comparable](b *testing.B, name string, r lines.Rules[S]) {
	var states []S
	for _, board := range boards(500) {
		states = append(states, r.Of(uint64(board.Mine), uint64(board.Theirs)))
	}
	b.Run(name+"/successors", func(b *testing.B) {
		for i := range b.N {
			r.Successors(states[i%len(states)])
		}
	})
	b.Run(name+"/value", func(b *testing.B) {
		w := &lines.Weights{Position: 8, Mobility: 8, Stability: 6, Parity: 1, Discs: -2}
		for i := range b.N {
			r.Value(states[i%len(states)], w)
		}
	})
}
