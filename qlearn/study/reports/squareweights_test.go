package reports

import (
	"math"
	"testing"

	"github.com/outflank/outflank/qlearn/study"

	"github.com/outflank/outflank/dataset/stats"
)

// Both readings of W are those of package stats.
func TestClassWeights(t *testing.T) {
	var g study.Games
	for s := range g.Winner {
		g.Winner[s], g.Loser[s] = 90+s*s%37, 80+s*5%29
	}
	for _, relative := range []bool{false, true} {
		want := stats.SquareWeights{WinnerMoves: g.Winner, LoserMoves: g.Loser, Relative: relative}.Weights()
		w := classWeights(g, relative)
		for s, x := range want {
			if got := w.mean[classOf(s)]; math.Abs(got-x) > 1e-12 {
				t.Fatalf("relative %v, square %d: %v, want %v", relative, s, got, x)
			}
		}
	}
}
