package store_test

import (
	"errors"
	"iter"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

func sequence(games ...dataset.Game) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for _, g := range games {
			if !yield(g, nil) {
				return
			}
		}
	}
}

func TestPositions(t *testing.T) {
	won, illegal, last := played(t, wipeout), played(t, "f5a1"), played(t, "f5d6c3")
	won.Score, last.Score = 64, -10
	illegal.Source, illegal.Record = "X.wtb", 7
	type seen struct {
		game    string
		index   int
		color   engine.Color
		outcome int
	}
	var got []seen
	errs := 0
	for p, err := range dataset.Positions(sequence(won, illegal, last)) {
		if err != nil {
			if _, ok := errors.AsType[*engine.IllegalMoveError](err); !ok {
				t.Errorf("got %v, want an illegal move", err)
			}
			if want := `dataset: game 0 (X.wtb, record 8): `; err.Error()[:len(want)] != want {
				t.Errorf("got %v, want it to begin with %s", err, want)
			}
			errs++
			continue
		}
		if !p.Legal.Has(p.Move) {
			t.Errorf("%v at ply %d is not legal", p.Move, p.Index)
		}
		got = append(got, seen{p.Game.String(), p.Index, p.Position.Color, p.Outcome})
	}
	want := []seen{{"f5a1", 0, engine.Black, 62}, {"f5d6c3", 0, engine.Black, -10},
		{"f5d6c3", 1, engine.White, 10}, {"f5d6c3", 2, engine.Black, -10}}
	if errs != 1 || len(got) != 9+len(want) {
		t.Fatalf("%d errors, %d positions; want 1 and %d", errs, len(got), 9+len(want))
	}
	if w := (seen{wipeout, 8, engine.Black, 64}); got[8] != w {
		t.Errorf("position 8: %v, want %v", got[8], w)
	}
	for i := range want {
		if got[9+i] != want[i] {
			t.Errorf("position %d: %v, want %v", 9+i, got[9+i], want[i])
		}
	}
}
