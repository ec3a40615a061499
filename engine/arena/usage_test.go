package arena

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/outflank/outflank/engine"
)

// TestUse: moves, time, nodes and crashes are counted for the player who used them,
// also behind wrappers.
func TestUse(t *testing.T) {
	tick := time.Time{}
	m := &Match{
		Players: []Player{{"random", random}, {"counting", func(*rand.Rand) engine.Agent {
			return engine.Perturbed{Agent: counting{}, Rand: rand.New(rand.NewPCG(1, 1))}
		}}},
		Games: 6, Random: 6, Workers: 1, Seed: 2,
		Now: func() time.Time { tick = tick.Add(time.Millisecond); return tick },
	}
	cross := NewTally(2)
	turns := 0
	for _, r := range collect(t, m) {
		cross.Add(r)
		turns += len(r.Game.Moves) - r.Book
		if n := r.Usage[0].Moves + r.Usage[1].Moves; n != len(r.Game.Moves)-r.Book {
			t.Errorf("%d moves counted, %d played", n, len(r.Game.Moves)-r.Book)
		}
	}
	a, b := cross.Stats(0), cross.Stats(1)
	if b.Usage.Nodes != 6000 || b.Usage.Crashes != 6 || a.Usage.Nodes != 0 || a.Games != 6 {
		t.Errorf("%+v\n%+v", a, b)
	}
	if a.Turns+b.Turns != turns || a.Usage.Time != time.Duration(a.Usage.Moves)*time.Millisecond {
		t.Errorf("%d turns of %d, %v for %d moves", a.Turns+b.Turns, turns, a.Usage.Time, a.Usage.Moves)
	}
	phases, mobility := 0, 0
	for _, p := range a.ByPhase {
		phases += p.Turns
		mobility += p.Mobility
	}
	if phases != a.Turns || mobility != a.Mobility || a.Mobility <= a.Turns {
		t.Errorf("phases add up to %d turns and %d moves: %+v", phases, mobility, a)
	}
	m.Perturb = 1
	for _, r := range collect(t, m) {
		if r.Usage[0].Moves+r.Usage[1].Moves != 0 {
			t.Error("random moves are counted as the players'")
		}
	}
}

// TestJudge: games stop where the judge can decide them, and its word counts for the
// side to move.
func TestJudge(t *testing.T) {
	m := three(2)
	m.JudgeAt = 10
	m.Judge = func(_ context.Context, b engine.Board) (int, error) {
		if n := b.Empty().Len(); n > 10 || b.Over() {
			t.Errorf("asked with %d empty squares: %v", n, b)
		}
		return 2, nil
	}
	judged := 0
	for _, r := range collect(t, m) {
		end, err := r.Game.End()
		switch {
		case err != nil:
			t.Fatal(err)
		case !r.Judged:
			if !end.Board.Over() {
				t.Errorf("game %d is neither over nor judged", r.Pairing.Game)
			}
		case end.Board.Empty().Len() > 10 || end.Color == engine.Black != (r.Score == 2):
			t.Errorf("game %d: score %d with %v to move, %d empty", r.Pairing.Game, r.Score, end.Color,
				end.Board.Empty().Len())
		default:
			judged++
		}
	}
	if judged < 20 {
		t.Errorf("%d games judged", judged)
	}
	broken := errors.New("no verdict")
	m.Judge = func(context.Context, engine.Board) (int, error) { return 0, broken }
	for _, err := range m.Run(t.Context()) {
		if err != nil && !errors.Is(err, broken) {
			t.Error(err)
		}
		if err == nil {
			t.Error("a game without a verdict")
		}
	}
}
