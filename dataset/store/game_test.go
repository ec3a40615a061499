package store_test

import (
	"errors"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

func TestReplay(t *testing.T) {
	for _, test := range []struct {
		name, moves               string
		status                    dataset.Status
		replayed, passes, empties int
	}{
		// The four discs of the start: a draw by discs, nobody has won the empties.
		{"no move", "", dataset.Unfinished, 0, 0, 60},
		// Black has 4 of 5 discs and would get the 59 empties: 63-1.
		{"one move", "f5", dataset.Unfinished, 62, 0, 59},
		// Black has all 13 discs; the 51 empties are its own as well.
		{"wipe-out", wipeout, dataset.Complete, 64, 0, 51},
		// a1 outflanks nothing; what is told is the position after f5.
		{"illegal move", "f5a1", dataset.Illegal, 62, 0, 59},
		{"move after the end", wipeout + "a1", dataset.Illegal, 64, 0, 51},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := played(t, test.moves)
			if g.Status != test.status || g.Replayed != test.replayed || g.Passes != test.passes ||
				g.Empties != test.empties {
				t.Errorf("got %v, score %+d, %d passes, %d empties; want %v, %+d, %d, %d",
					g.Status, g.Replayed, g.Passes, g.Empties, test.status, test.replayed, test.passes, test.empties)
			}
		})
	}
}

// On a 4×4 board every line of play ends soon and passes are common, so all games
// of one fixed policy are compared with a replay that is written out.
func TestReplayPasses(t *testing.T) {
	shape, err := engine.SquareShape(4)
	if err != nil {
		t.Fatal(err)
	}
	start, err := shape.Start()
	if err != nil {
		t.Fatal(err)
	}
	passed := 0
	for n := range 16 {
		g := dataset.Game{Game: engine.Game{Start: start}}
		p, passes := start, 0
		for i := 0; !p.Board.Over(); i++ {
			legal := p.Board.Moves()
			s := legal.Nth((n >> (i % 4)) % legal.Len())
			g.Moves = append(g.Moves, s)
			var pass bool
			p, pass = p.Play(s)
			if pass {
				passes++
			}
		}
		if err := g.Replay(); err != nil {
			t.Fatal(err)
		}
		if g.Passes != passes || g.Replayed != p.Score(engine.Black) || g.Status != dataset.Complete ||
			g.Empties != p.Board.Empty().Len() {
			t.Errorf("%v: got %d passes, %+d, %v, %d empties; want %d, %+d, complete, %d",
				g, g.Passes, g.Replayed, g.Status, g.Empties, passes, p.Score(engine.Black), p.Board.Empty().Len())
		}
		passed += passes
	}
	if passed == 0 {
		t.Error("no game had a pass: the test tests nothing")
	}
}

func TestReplayError(t *testing.T) {
	g := played(t, "f5a1")
	err := g.Replay()
	illegal, ok := errors.AsType[*engine.IllegalMoveError](err)
	if !ok || illegal.Index != 1 {
		t.Errorf("got %v, want an illegal move with index 1", err)
	}
}

func TestStatusNames(t *testing.T) {
	for s := dataset.Complete; s <= dataset.Illegal; s++ {
		if back, err := dataset.ParseStatus(s.String()); back != s || err != nil {
			t.Errorf("ParseStatus(%q) = %v, %v", s.String(), back, err)
		}
	}
	if _, err := dataset.ParseStatus("over"); err == nil {
		t.Error("ParseStatus accepts over")
	}
	if got := dataset.Status(7).String(); got != "status(7)" {
		t.Errorf("got %s", got)
	}
}
