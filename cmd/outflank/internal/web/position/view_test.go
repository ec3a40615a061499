package position_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/engine"
)

// TestViewOf: views of random games on boards of all kinds say what the board says, counted anew. Before the
// end, empty squares count for neither side, and after it no side passes.
func TestViewOf(t *testing.T) {
	for i, shape := range []string{"8x8", "6x6", "4x4", "hex", "8x8-a1c3"} {
		start, err := position.ParseStart(shape)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		g := engine.Game{Start: start}
		for at := start; !at.Board.Over(); {
			moves := at.Board.Moves()
			g.Moves = append(g.Moves, moves.Nth(rng.IntN(moves.Len())))
			at, _ = at.Play(g.Moves[len(g.Moves)-1])
			checkView(t, g, at)
		}
	}
}

func checkView(t *testing.T, g engine.Game, at engine.Position) {
	t.Helper()
	v, err := position.ViewOf(g)
	if err != nil {
		t.Fatal(err)
	}
	black, white := strings.Count(v.Board[:64], "X"), strings.Count(v.Board[:64], "O")
	empties := strings.Count(v.Board[:64], "-")
	score := black - white
	switch over := at.Board.Over(); {
	case over && score > 0:
		score += empties
	case over && score < 0:
		score -= empties
	}
	want := position.View{Start: position.StartText(g.Start), Moves: g.String(), Board: at.String(),
		Shape: v.Shape, Lattice: v.Lattice, Turn: at.Color.String(), Black: black, White: white,
		Empties: empties, Over: at.Board.Over(), Score: score, Legal: v.Legal, Plies: v.Plies}
	if diff := cmp.Diff(want, v); diff != "" {
		t.Fatalf("%v: %s", g, diff)
	}
	if len(v.Legal) != at.Board.Moves().Len() || len(v.Plies) != len(g.Moves) {
		t.Fatalf("%v: %d legal moves, %d plies", g, len(v.Legal), len(v.Plies))
	}
	for i, p := range v.Plies {
		same := i+1 < len(v.Plies) && v.Plies[i+1].Color == p.Color
		if last := i+1 == len(v.Plies); last {
			same = !v.Over && v.Turn == p.Color
		}
		if p.Passes != same {
			t.Fatalf("%v: ply %d by %s, passes %v", g, i+1, p.Color, p.Passes)
		}
	}
}

// TestStarts reads back what StartText writes. Bad starts, moves and holes are errors.
func TestStarts(t *testing.T) {
	for _, text := range []string{"8x8", "hex", "6x6", "8x8-a1c3",
		"---------------------------OX------XO--------------------------- O"} {
		p, err := position.ParseStart(text)
		if err != nil || position.StartText(p) != text {
			t.Errorf("%s: %s, %v", text, position.StartText(p), err)
		}
	}
	for _, p := range []position.Place{{Start: "9x9"}, {Moves: "f5f5"}, {Moves: strings.Repeat("f5", 200)}} {
		if _, _, err := p.End(); err == nil {
			t.Errorf("%+v is a place", p)
		}
	}
	for _, c := range []struct {
		holes string
		fails bool
	}{{"", false}, {"p=0.2", false}, {"p=0.9", true}, {"many", true}} {
		if _, err := position.StartOf("8x8", c.holes, 1); (err != nil) != c.fails {
			t.Errorf("holes %q: %v", c.holes, err)
		}
	}
}
