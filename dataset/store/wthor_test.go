package store_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/wthor"
)

func TestFromWthor(t *testing.T) {
	r := record(t, "f5d6")
	r.Tournament, r.Black, r.White, r.Score, r.Theory = 1, 0, 3, 40, 31
	got := dataset.FromWthor(nil, r, wthor.Header{Year: 1996}, []string{"Ann", "Bob"}, []string{"?", "Open"})
	want := dataset.Game{
		Game: engine.Game{Start: engine.StandardStart(), Moves: []engine.Square{37, 43}},
		Year: 1996, TournamentID: 1, BlackID: 0, WhiteID: 3,
		Tournament: "Open", Black: "Ann", White: "#3",
		Score:  40 - 24,
		Theory: 31 - 33, TheoryEmpties: 22, // a depth of 0 in the header means 22
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Law: Wthor undoes FromWthor for every record that a Writer of wthor accepts.
func TestWthorInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := wthor.Game{
			Tournament: rapid.Uint16().Draw(t, "tournament"),
			Black:      rapid.Uint16().Draw(t, "black"),
			White:      rapid.Uint16().Draw(t, "white"),
			Score:      rapid.Uint8Range(0, 64).Draw(t, "score"),
			Theory:     rapid.Uint8Range(0, 64).Draw(t, "theory"),
		}
		if err := r.SetSquares(rapid.SliceOfN(rapid.Uint8Range(0, 63), 0, 60).Draw(t, "squares")); err != nil {
			t.Fatal(err)
		}
		g := dataset.FromWthor(nil, r, wthor.Header{P3: rapid.Byte().Draw(t, "P3")}, nil, nil)
		back, err := g.Wthor()
		if err != nil || back != r {
			t.Errorf("got %v, %v, want %v", back, err, r)
		}
	})
}

func TestWthorErrors(t *testing.T) {
	for _, test := range []struct {
		name, want string
		change     func(*dataset.Game)
	}{
		{"start", "start position", func(g *dataset.Game) { g.Start.Color = engine.White }},
		{"no tournament", "tournament id is -1", func(g *dataset.Game) { g.TournamentID = -1 }},
		{"black id", "black player id is 65536", func(g *dataset.Game) { g.BlackID = 65536 }},
		{"odd score", "score is +1", func(g *dataset.Game) { g.Score = 1 }},
		{"large theory", "theoretical score is -66", func(g *dataset.Game) { g.TheoryEmpties, g.Theory = 24, -66 }},
		{"61 moves", "61 squares", func(g *dataset.Game) { g.Moves = make([]engine.Square, 61) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := played(t, wipeout)
			g.TournamentID, g.BlackID, g.WhiteID = 0, 0, 0
			test.change(&g)
			if _, err := g.Wthor(); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
}

// Without a theoretical score the record gets the actual one.
func TestWthorUnknownTheory(t *testing.T) {
	g := played(t, wipeout)
	g.TournamentID, g.BlackID, g.WhiteID = 0, 0, 0
	if r, err := g.Wthor(); err != nil || r.Score != 64 || r.Theory != 64 {
		t.Errorf("got %d, %d, %v; want 64, 64", r.Score, r.Theory, err)
	}
}
