package explore_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
)

// On the real games an index tells the same whether it holds the positions or passes over the games, and the
// start has the moves that they begin with.
func TestReal(t *testing.T) {
	if os.Getenv("OUTFLANK_LONG") == "" {
		t.Skip("set OUTFLANK_LONG to read 124,326 games")
	}
	x := realIndex(t)
	loaded := load(t, real.games)
	for _, c := range []struct {
		moves  string
		filter explore.Filter
	}{
		{"", explore.Filter{}},
		{"d3c5f6f5e6", explore.Filter{}},
		{"f5d6c3", explore.Filter{Filter: store.Filter{FromYear: 2001, ToYear: 2005, Player: "tamenori"}}},
	} {
		after, err := engine.ParseGame(engine.StandardStart(), c.moves)
		if err != nil {
			t.Fatal(err)
		}
		want, err1 := loaded.Explore(after, c.filter, 2, explore.Strongest)
		got, err2 := x.Explore(after, c.filter, 2, explore.Strongest)
		if diff := cmp.Diff(want, got); err1 != nil || err2 != nil || diff != "" || got.Games == 0 {
			t.Errorf("%s: %v, %v, %d games\n%s", c.moves, err1, err2, got.Games, diff)
		}
	}
	// The tree turns first moves to f5, so that its lines of two moves are the answers after f5.
	tree, _ := stats.Find("tree")
	lines, err := tree.Count(t.Context(), sequence(real.games), nil, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	after, err := engine.ParseGame(engine.StandardStart(), "f5")
	if err != nil {
		t.Fatal(err)
	}
	got, err := x.Explore(after, explore.Filter{}, 0, explore.First)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, m := range got.Moves {
		counts["f5"+m.Move] = m.Games
	}
	for _, line := range lines.(stats.TreeResult).Lines {
		if line.Ply == 2 && counts[line.Moves] != line.Games {
			t.Errorf("%s: %d games, the tree has %d", line.Moves, counts[line.Moves], line.Games)
		}
	}
	if n := x.Positions(); n < 5_000_000 {
		t.Errorf("%d positions", n)
	}
}

// BenchmarkBuild builds the index of 124,326 games that are in memory already.
func BenchmarkBuild(b *testing.B) {
	realIndex(b)
	for b.Loop() {
		build(b, real.games)
	}
}

// places returns places of real games: shallow ones are hot, deep ones cold.
func places(b *testing.B, from, to int) []engine.Game {
	rng := rand.New(rand.NewPCG(3, 4))
	list := make([]engine.Game, 0, 20_000)
	for len(list) < cap(list) {
		g := real.games[rng.IntN(len(real.games))]
		n := from + rng.IntN(to-from+1)
		if n <= len(g.Moves) && g.Status != dataset.Illegal {
			list = append(list, engine.Game{Start: g.Start, Moves: g.Moves[:n]})
		}
	}
	return list
}

// BenchmarkExplore asks for positions: hot ones with thousands of games, whose answers are kept, cold
// ones that were not asked for before, and with filters that were.
func BenchmarkExplore(b *testing.B) {
	x := realIndex(b)
	filter := explore.Filter{Filter: store.Filter{FromYear: 2001, Player: "tamenori"}}
	for _, c := range []struct {
		name     string
		from, to int
		filter   explore.Filter
	}{
		{"hot", 0, 6, explore.Filter{}},
		{"cold", 12, 58, explore.Filter{}},
		{"filtered", 0, 6, filter},
	} {
		b.Run(c.name, func(b *testing.B) {
			list := places(b, c.from, c.to)
			for i := 0; b.Loop(); i++ {
				if _, err := x.Explore(list[i%len(list)], c.filter, 0, explore.First); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	// Every year is a filter that is new, and the start has all games.
	b.Run("new filter at the start", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			f := explore.Filter{Filter: store.Filter{FromYear: 1977 + i%40, ToYear: 3000 + i}}
			if _, err := x.Explore(engine.Game{Start: engine.StandardStart()}, f, 0, explore.First); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkReaching lists twenty games of positions with thousands.
func BenchmarkReaching(b *testing.B) {
	x := realIndex(b)
	list := places(b, 0, 6)
	for i := 0; b.Loop(); i++ {
		p, err := list[i%len(list)].End()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := x.Reaching(p, explore.Filter{}, explore.Newest, 0, 20); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoad answers one question about games that are in memory already.
func BenchmarkLoad(b *testing.B) {
	realIndex(b)
	after, err := engine.ParseGame(engine.StandardStart(), "f5d6c3d3c4")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := load(b, real.games).Explore(after, explore.Filter{}, 3, explore.First); err != nil {
			b.Fatal(err)
		}
	}
}
