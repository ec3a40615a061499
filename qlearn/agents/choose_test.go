package agents

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// TestChoose: that agents are asked for their searches changes nothing of what they play.
func TestChoose(t *testing.T) {
	for _, test := range []struct{ spec, shape string }{
		{"ab:depth=3,exact=6", "8x8"}, {"negascout:nodes=2000", "8x8"}, {"engine:depth=4,exact=8,hash=1M", "8x8"},
		{"minimax:depth=2", "hex"}, {"mtdf:depth=3", "6x6"}, {"greedy", "8x8"}, {"greedy:exact=6", "6x6"},
	} {
		shape, err := engine.ParseShape(test.shape)
		if err != nil {
			t.Fatal(err)
		}
		player, err := ParseOn(test.spec, shape)
		if err != nil {
			t.Fatal(err)
		}
		start, err := shape.Start()
		if err != nil {
			t.Fatal(err)
		}
		g := engine.Game{Start: start}
		g.Moves, _ = start.RandomMoves(60, rand.New(rand.NewPCG(3, 1)))
		newAgent := func() engine.Agent { return player.New(rand.New(rand.NewPCG(1, 1))) }
		alone, asked := newAgent(), newAgent()
		for ply := range g.Plies() {
			want, err := alone.Choose(t.Context(), ply.Position.Board)
			if err != nil {
				t.Fatal(err)
			}
			got, info, err := Choose(t.Context(), asked, ply.Position.Board)
			if got != want || err != nil || info.PV != nil && info.Move() != got {
				t.Fatalf("%s at %v: %v, %+v, %v, want %v", test.spec, ply.Position, got, info, err, want)
			}
		}
	}
}

// TestSearchOfClock: an engine that divides the time of a game is more than its search, which has no end.
func TestSearchOfClock(t *testing.T) {
	for spec, searches := range map[string]bool{"engine:hash=1M": true, "engine:clock=2s,hash=1M": false} {
		player, err := ParseOn(spec, engine.Full)
		if err != nil {
			t.Fatal(err)
		}
		if s, _ := searchOf(player.New(nil)); (s != nil) != searches {
			t.Errorf("%s: search %v", spec, s)
		}
	}
}

// TestDemands: what agents take is told without opening a file.
func TestDemands(t *testing.T) {
	for spec, want := range map[string]Demands{
		"greedy":                         {Threads: 1},
		"ab:hash=0":                      {Threads: 1},
		"ab:hash=2,book=x":               {Threads: 1, Bytes: 2 << 20, Files: []string{"x"}},
		"engine:threads=4,hash=1G":       {Threads: 4, Bytes: 1 << 30},
		"engine:hash=1G,clock=1m":        {Threads: 1, Bytes: 1 << 30, Clock: true},
		"greedy:time=1ms":                {Threads: 1, Clock: true},
		"uct:memory=3,threads=2":         {Threads: 2, Bytes: 3 << 20},
		"level:novice":                   {Threads: 1, Bytes: 1 << 20},
		"level:full":                     {Threads: 1, Bytes: 64 << 20},
		"q:model=league":                 {Threads: 1},
		"q:model=/etc/passwd":            {Threads: 1, Files: []string{"/etc/passwd"}},
		`net:dna="a,b"`:                  {Threads: 1, Files: []string{"a,b"}},
		"player:file=nothere":            {Threads: 1, Files: []string{"nothere"}},
		`gtp:cmd="sh -c true"`:           {Threads: 1, Command: "sh -c true"},
		"policy:at=host:1":               {Threads: 1, Command: "host:1", Remote: true},
		"policy:cmd=x":                   {Threads: 1, Command: "x"},
		"python:p.py":                    {Threads: 1, Files: []string{"p.py"}, Command: python() + " p.py"},
		"nboard:cmd=edax,book=games.txt": {Threads: 1, Files: []string{"games.txt"}, Command: "edax"},
	} {
		got, err := DemandsOf(spec)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", spec, err, diff)
		}
	}
	for _, spec := range []string{"", "nobody", "ab:hash=-1", "engine:threads=0", "level:nobody",
		"uct:memory=1e9", "greedy:depth=1"} {
		if d, err := DemandsOf(spec); !fault.IsMisuse(err) {
			t.Errorf("%q: %+v, %v", spec, d, err)
		}
	}
}

// TestFileKeys: every parameter that names a file or a command is known as such.
func TestFileKeys(t *testing.T) {
	for _, k := range Kinds() {
		for _, q := range k.allParams() {
			names := strings.Contains(q.About, "file") && q.Key != "seed" || q.Key == "file" ||
				strings.Contains(q.About, "model")
			if names != slices.Contains(fileKeys, q.Key) {
				t.Errorf("%s:%s: %q", k.Name, q.Key, q.About)
			}
			if strings.Contains(q.About, "command that") && q.Key != "cmd" {
				t.Errorf("%s:%s: %q", k.Name, q.Key, q.About)
			}
		}
	}
}
