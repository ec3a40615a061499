package engine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// A follower checks that the game it was told leads to the board it is asked about.
type follower struct {
	t     *testing.T
	side  engine.Color
	game  *engine.Game
	asked *int
}

func (f *follower) Follow(g *engine.Game) { f.game = g }

func (f *follower) Choose(_ context.Context, b engine.Board) (engine.Square, error) {
	g, c := f.game.To(b)
	end, err := g.End()
	if err != nil || end.Board != b || c != f.side || g.Start != engine.StandardStart() {
		f.t.Fatalf("after %v: %v, colour %v of %v", g, err, c, f.side)
	}
	*f.asked++
	return b.Moves().First(), nil
}

// TestFollowersAreToldTheGame: in PlayOut the game leads to the board that an agent, also
// a wrapped one, is asked about, with the right colour, after an opening and after passes.
func TestFollowersAreToldTheGame(t *testing.T) {
	opening, err := engine.ParseGame(engine.StandardStart(), "f5d6c3")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	g, err := engine.PlayOut(t.Context(), opening, [2]engine.Agent{
		engine.Black: &follower{t: t, side: engine.Black, asked: &asked},
		engine.White: engine.Perturbed{Agent: &follower{t: t, side: engine.White, asked: &asked},
			Rand: rand.New(rand.NewPCG(1, 1))},
	})
	if err != nil || asked != len(g.Moves)-3 {
		t.Errorf("%v, asked %d times in %d moves", err, asked, len(g.Moves))
	}
}

// TestToOtherBoards: a board that is not the end of the game begins a game of its own.
func TestToOtherBoards(t *testing.T) {
	b := engine.Standard().Play(engine.Standard().Moves().First())
	for _, game := range []*engine.Game{nil, {Start: engine.StandardStart()}} {
		g, c := game.To(b)
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
