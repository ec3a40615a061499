package agents

import (
	"fmt"
	"math/rand/v2"
	"reflect"
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

// Limits of time and nodes set the confidence of the search. A time limit also lets an interrupted step count.
func TestEngineConfidence(t *testing.T) {
	at, err := engine.ParseGame(engine.StandardStart(), "f5d6c3d3c4f4e3f3e6f6g4g3")
	if err != nil {
		t.Fatal(err)
	}
	end, err := at.End()
	if err != nil {
		t.Fatal(err)
	}
	think := func(spec string) engine.Info {
		t.Helper()
		player, err := ParseOn(spec+",hash=1M", engine.Full)
		if err != nil {
			t.Fatal(err)
		}
		_, info, err := Choose(t.Context(), player.New(rand.New(rand.NewPCG(1, 1))), end.Board)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	for spec, level := range map[string]string{
		"engine:nodes=20000":          "50",
		"engine:nodes=20000,time=1h":  "45",
		"engine:nodes=20000,clock=9h": "45",
		"engine:depth=8,time=1h":      "73",
		"engine:depth=8":              "73",
	} {
		if got, want := think(spec), think(spec+",level="+level); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, but with level=%s %+v", spec, got, level, want)
		}
	}
	late := false
	for nodes := 1000; nodes < 100_000 && !late; nodes += nodes / 8 {
		spec := fmt.Sprintf("engine:level=50,nodes=%d", nodes)
		late = !reflect.DeepEqual(think(spec), think(spec+",time=1h"))
	}
	if !late {
		t.Error("an interrupted step never counts")
	}
}
