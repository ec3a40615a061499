package play

import (
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/cli/clitest"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/qlearn/agents"
)

// TestChoose: that agents are asked for their searches changes nothing of what they
// play.
func TestChoose(t *testing.T) {
	for _, test := range []struct{ spec, shape string }{
		{"ab:depth=3,exact=6", "8x8"}, {"negascout:nodes=2000", "8x8"}, {"engine:depth=4,exact=8,hash=1M", "8x8"},
		{"minimax:depth=2", "hex"}, {"mtdf:depth=3", "6x6"}, {"greedy", "8x8"}, {"greedy:exact=6", "6x6"},
	} {
		shape, err := engine.ParseShape(test.shape)
		if err != nil {
			t.Fatal(err)
		}
		player, err := agents.ParseOn(test.spec, shape)
		if err != nil {
			t.Fatal(err)
		}
		newAgent := func() engine.Agent { return player.New(rand.New(rand.NewPCG(1, 1))) }
		alone, asked := newAgent(), newAgent()
		for ply := range clitest.RandomGame(t, test.shape).Plies() {
			want, err := alone.Choose(t.Context(), ply.Position.Board)
			if err != nil {
				t.Fatal(err)
			}
			if got := choose(t.Context(), asked, ply.Position); got.move != want || got.err != nil {
				t.Fatalf("%s at %v: %+v, want %v", test.spec, ply.Position, got, want)
			}
		}
	}
}
