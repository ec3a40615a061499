package stats_test

import (
	"strings"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
)

func parse(t testing.TB, transcript string) engine.Game {
	t.Helper()
	g, err := engine.ParseGame(engine.StandardStart(), transcript)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The table: all lines are legal, names and positions differ, each line is its own
// opening in all images of the board.
func TestNamedOpenings(t *testing.T) {
	list := stats.NamedOpenings()
	if len(list) < 60 {
		t.Errorf("%d openings, want 60 or more", len(list))
	}
	names := map[string]bool{}
	for _, o := range list {
		if names[o.Name] || o.Name == "" || !strings.HasPrefix(o.Moves, "f5") {
			t.Errorf("%+v: no name, one that another has, or not from f5", o)
		}
		names[o.Name] = true
		g := parse(t, o.Moves)
		for y := range engine.Symmetry(engine.Symmetries) {
			if engine.Standard().Transform(y) != engine.Standard() {
				continue
			}
			image := engine.Game{Start: g.Start, Moves: make([]engine.Square, len(g.Moves))}
			for i, s := range g.Moves {
				image.Moves[i] = y.Square(s)
			}
			if got, ok := stats.Classify(image); !ok || got != o {
				t.Errorf("%v is %v, want %v", image, got, o)
			}
		}
	}
}

// Names from books and pages about openings.
func TestOpeningsByHand(t *testing.T) {
	for moves, want := range map[string]string{
		"f5d6c3d3c4":           "Tiger",
		"f5d6c4d3c3":           "Tiger", // another order
		"c4e3f6e6f5":           "Tiger", // turned by half
		"d3c5f6f5e6":           "Tiger", // mirrored
		"f5d6c3d3c4f4f6f3":     "Comp'Oth",
		"f5d6c3d3c4f4e6":       "Leader's Tiger",
		"f5d6c5f4e3c6d3f6e6d7": "Flat",
		"f5d6c5f4e3c6d3":       "Rose",
		"f5f6e6f4e3":           "Cow",
		"f5f6e6f4e3d6":         "Chimney",
		"f5f4":                 "Parallel",
		"f5f6":                 "Diagonal",
		"f5d6":                 "Perpendicular",
		"f5f4e3f6d3":           "Parallel", // no name of its own: the last one it passed
		"f5":                   "",
		"":                     "",
	} {
		if got, ok := stats.Classify(parse(t, moves)); got.Name != want || ok != (want != "") {
			t.Errorf("%s is %q, want %q", moves, got.Name, want)
		}
	}
	if o, ok := stats.NameOf(engine.StandardStart()); ok {
		t.Errorf("the start is %v", o)
	}
	illegal := engine.Game{Start: engine.StandardStart(),
		Moves: []engine.Square{square(t, "f5"), square(t, "d6"), square(t, "a1")}}
	if o, _ := stats.Classify(illegal); o.Name != "Perpendicular" {
		t.Errorf("a game with an illegal third move is %v", o)
	}
}

// Each game counts once, under its opening.
func TestOpeningsCount(t *testing.T) {
	games := madeGames(300)
	want := map[string]int{}
	for _, g := range games {
		o, _ := stats.Classify(g.Game)
		want[o.Name]++
	}
	other := games[0]
	other.Start.Color = engine.White
	r := add(stats.NewOpenings(), append(games, other)).Result()
	if r.Games != 300 || r.Skipped != 1 || len(r.Openings) != len(want) {
		t.Errorf("%d games, %d skipped, %d openings", r.Games, r.Skipped, len(r.Openings))
	}
	for _, o := range r.Openings {
		if o.Games != want[o.Name] {
			t.Errorf("%s: %d games, want %d", o.Name, o.Games, want[o.Name])
		}
	}
}

// A tree by hand: two ways to the Tiger, one of them mirrored, and a Cow.
func TestTreeByHand(t *testing.T) {
	var games []dataset.Game
	for i, moves := range []string{"f5d6c3d3c4", "f5d6c4d3c3", "d3c5f6f5e6", "f5f6e6f4e3"} {
		games = append(games, game(t, moves, 2*i-2))
	}
	lines := map[string]stats.TreeRow{}
	for _, row := range add(stats.NewTree(6), games).Result(1).Lines {
		lines[row.Moves] = row
	}
	for moves, want := range map[string]struct {
		games, position int
		name            string
	}{
		"":           {4, 4, ""},
		"f5":         {4, 4, ""},
		"f5d6":       {3, 3, "Perpendicular"},
		"f5d6c3":     {2, 2, ""},
		"f5d6c3d3c4": {2, 3, "Tiger"},
		"f5d6c4d3c3": {1, 3, "Tiger"},
		"f5f6e6f4e3": {1, 1, "Cow"},
	} {
		if got := lines[moves]; got.Games != want.games || got.PositionGames != want.position ||
			got.Name != want.name {
			t.Errorf("%q: %+v, want %+v", moves, got, want)
		}
	}
	near(t, "share of f5d6c3", lines["f5d6c3"].Share, 2.0/3)
	near(t, "mean of the Tiger", lines["f5d6c3d3c4"].MeanDiscDifference, 0)
	if n := len(add(stats.NewTree(6), games).Result(3).Lines); n != 3 {
		t.Errorf("%d lines of 3 games, want 3", n)
	}
}
