package arena

import (
	"testing"

	"github.com/outflank/outflank/engine/runtime/text"
)

// TestLine: the line of a match by its pairs; where a side has lost none the interval is open.
func TestLine(t *testing.T) {
	llr := &Test{Verdict: Verdict{LLR: 1.2, Lower: -2.944, Upper: 2.944}}
	for _, test := range []struct {
		pairs Pentanomial
		test  *Test
		want  string
	}{
		{Pentanomial{13, 1, 39, 3, 40}, llr, "Elo 104 ± 53, LOS 100.0 %, LLR 1.20 (-2.94, 2.94), Ptnml [13 1 39 3 40]"},
		{Pentanomial{40, 3, 39, 1, 13}, nil, "Elo -104 ± 53, LOS 0.0 %, Ptnml [40 3 39 1 13]"},
		{Pentanomial{5, 5, 5, 5, 5}, nil, "Elo 0 ± 99, LOS 50.0 %, Ptnml [5 5 5 5 5]"},
		{Pentanomial{0, 0, 0, 0, 3}, nil, "Elo +∞ (192 to +∞), LOS 100.0 %, Ptnml [0 0 0 0 3]"},
	} {
		elo, low, high := test.pairs.Elo()
		p := PairSummary{Score: test.pairs.Score(), Pentanomial: test.pairs, Elo: text.Known(elo),
			EloLow: text.Known(low), EloHigh: text.Known(high), Superiority: test.pairs.Superiority()}
		r := Summary{Played: 2 * test.pairs.Pairs(), Players: make([]PlayerSummary, 2), Pairs: []PairSummary{p},
			Test: test.test}
		if got := r.Line(); got != test.want {
			t.Errorf("%v: %s\nwant %s", test.pairs, got, test.want)
		}
		if r.Players = make([]PlayerSummary, 3); r.Line() != "" {
			t.Errorf("three players: %s", r.Line())
		}
	}
}
