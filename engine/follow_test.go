package engine_test

import (
	"context"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestAgentsAreToldTheGame: in PlayOut the context leads to the board that the
// agent is asked about, with the right colour, after an opening and after passes.
func TestAgentsAreToldTheGame(t *testing.T) {
	opening, err := engine.ParseGame(engine.StandardStart(), "f5d6c3")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	watch := func(side engine.Color) engine.Agent {
		return agent(func(ctx context.Context, b engine.Board) (engine.Square, error) {
			g, c := engine.GameOf(ctx, b)
			end, err := g.End()
			if err != nil || end.Board != b || c != side || g.Start != engine.StandardStart() {
				t.Fatalf("after %v: %v, colour %v of %v", g, err, c, side)
			}
			asked++
			return b.Moves().First(), nil
		})
	}
	g, err := engine.PlayOut(t.Context(), opening, [2]engine.Agent{engine.Black: watch(engine.Black), engine.White: watch(engine.White)})
	if err != nil || asked != len(g.Moves)-3 {
		t.Errorf("%v, asked %d times in %d moves", err, asked, len(g.Moves))
	}
}

// TestGameOfOtherBoards: a board that is not the end of the context's game begins a
// game of its own.
func TestGameOfOtherBoards(t *testing.T) {
	b := engine.Standard().Play(engine.Standard().Moves().First())
	told := engine.WithGame(t.Context(), &engine.Game{Start: engine.StandardStart()})
	for _, ctx := range []context.Context{t.Context(), told} {
		g, c := engine.GameOf(ctx, b)
		if g.Start.Board != b || len(g.Moves) != 0 || c != engine.Black {
			t.Errorf("got %v, %v", g, c)
		}
	}
}

func TestAs(t *testing.T) {
	wrapped := engine.Perturbed{Agent: engine.Perturbed{Agent: engine.Greedy{}}, P: 0.5}
	if p, ok := engine.As[engine.Perturbed](wrapped); !ok || p.P != 0.5 {
		t.Errorf("got %v, %v: want the outermost", p, ok)
	}
	if _, ok := engine.As[engine.Greedy](wrapped); !ok {
		t.Error("the innermost agent is not found")
	}
	if _, ok := engine.As[engine.Random](wrapped); ok {
		t.Error("found what is not there")
	}
	if _, ok := engine.As[engine.Greedy](nil); ok {
		t.Error("found something in nothing")
	}
}
