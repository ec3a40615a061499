package arena_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/arena"
)

// players knows random, greedy, which flips the most discs, and perfect.
type players struct{}

func (players) Players(specs []string) (list []arena.Player, err error) {
	for _, spec := range specs {
		p := arena.Player{Name: spec}
		switch spec {
		case "random":
			p.New = func(rng *rand.Rand) engine.Agent { return engine.Random{Rand: rng} }
		case "greedy":
			p.New = func(*rand.Rand) engine.Agent { return engine.Greedy{} }
		case "perfect":
			p.New = func(*rand.Rand) engine.Agent { return solver{} }
		default:
			return nil, fmt.Errorf("no agent %q", spec)
		}
		list = append(list, p)
	}
	return list, nil
}

func (players) CheckOn(string, engine.Shape) error                { return nil }
func (players) Param(string, string) (has, given bool, err error) { return false, false, nil }
func (players) WithParam(spec, key, value string) string          { return spec }
func (players) Traits(string) (program, repeats bool, err error)  { return false, true, nil }

func (players) WithFiles(spec string, name func(string) (string, error)) (string, error) {
	return spec, nil
}

// result returns the result of best play for the side to move, by trying everything.
func result(b engine.Board) int {
	if b.Over() {
		return b.Score()
	}
	if b.Moves() == 0 {
		return -result(b.Pass())
	}
	best := -64
	for s := range b.Moves().All() {
		best = max(best, -result(b.Play(s)))
	}
	return best
}

// A solver plays perfectly, and is a searcher that knows results alone.
type solver struct{}

func (solver) Choose(_ context.Context, b engine.Board) (engine.Square, error) {
	for s := range b.Moves().All() {
		if -result(b.Play(s)) == result(b) {
			return s, nil
		}
	}
	return engine.None, engine.ErrNoMove
}

func (s solver) Search(ctx context.Context, b engine.Board) iter.Seq[engine.Info] {
	m, _ := s.Choose(ctx, b)
	return s.SearchMove(ctx, b, m)
}

func (solver) SearchMove(_ context.Context, b engine.Board, m engine.Square) iter.Seq[engine.Info] {
	return func(yield func(engine.Info) bool) {
		yield(engine.Info{Depth: b.Empty().Len(), Score: -float64(result(b.Play(m))), Exact: true,
			PV: []engine.Square{m}})
	}
}

// perfectJudge is an analyst that knows results.
func perfectJudge(engine.Shape) *analysis.Analyst {
	return &analysis.Analyst{Name: "perfect", New: func(int) analysis.Searcher {
		return solver{}
	}, Depth: 12, Exact: 12}
}
