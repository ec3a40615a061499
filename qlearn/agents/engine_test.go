package agents

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/outflank/outflank/engine"
)

// An agent takes over the memory of one whose game is over, and nothing that is in it.
func TestEngineMemory(t *testing.T) {
	player, err := ParseOn("engine:depth=5,exact=10,hash=64M", engine.Full)
	if err != nil {
		t.Fatal(err)
	}
	// play returns how many positions a few moves take, and how many bytes.
	play := func() (nodes, bytes uint64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		agent := player.New(rand.New(rand.NewPCG(1, 1)))
		at, err := engine.Full.Start()
		if err != nil {
			t.Fatal(err)
		}
		for range 12 {
			s, err := agent.Choose(t.Context(), at.Board)
			if err != nil {
				t.Fatal(err)
			}
			at, _ = at.Play(s)
		}
		nodes = agent.(interface{ Nodes() uint64 }).Nodes()
		if err := Close(agent); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return nodes, after.TotalAlloc - before.TotalAlloc
	}
	nodes, least := play()
	for range 10 { // the collector may take what is idle
		again, bytes := play()
		if again != nodes {
			t.Fatalf("%d positions, the first time %d", again, nodes)
		}
		least = min(least, bytes)
	}
	if least > 1<<20 {
		t.Errorf("every agent takes at least %d bytes", least)
	}
}
