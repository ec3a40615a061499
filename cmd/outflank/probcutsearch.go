package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
)

// The numbers of empty squares that positions for ProbCut have: from the first that
// is worth more than solving, to the last before which games hardly differ.
const (
	probCutLeast = 14
	probCutMost  = 54
)

// gamesToDraw returns the finished games from the ordinary start.
func (a *app) gamesToDraw(ctx context.Context, paths []string, filter dataset.Filter) (games []engine.Game, err error) {
	db, err := a.openDatabase(ctx, paths, filter)
	if err != nil {
		return nil, err
	}
	bar := a.meter("reading", "games", db.count)
	defer bar.end()
	for g, err := range counting(db.games, bar) {
		if err != nil {
			return nil, err
		}
		if g.Status == dataset.Complete && g.Standard() {
			games = append(games, g.Game)
		}
	}
	if len(games) == 0 {
		return nil, badInput(fmt.Errorf("probcut needs finished games from the ordinary start, and there are none"))
	}
	return games, nil
}

// A sampler draws positions from games, the same number for each number of empty
// squares.
type sampler struct {
	games []engine.Game
	each  int
	seed  uint64
}

func (d *sampler) count() int { return d.each * (probCutMost - probCutLeast + 1) }

// draw returns the position of a number below count. Every second one lies two random
// moves off the path of its game: a search meets positions that players avoid.
func (d *sampler) draw(number int) (engine.Board, error) {
	const stream, tries = 1 << 43, 10000 // of random numbers; fit uses lower ones
	rng := rand.New(rand.NewPCG(d.seed, stream+uint64(number)))
	empties, astray := probCutLeast+number/d.each, 2*(number%2)
	for range tries {
		p, ok := positionOf(d.games[rng.IntN(len(d.games))], empties+astray)
		for range astray {
			if moves := p.Board.Moves(); moves != 0 {
				p, _ = p.Play(moves.Nth(rng.IntN(moves.Len())))
			}
		}
		if ok && p.Board.Moves() != 0 && p.Board.Empty().Len() == empties {
			return p.Board, nil
		}
	}
	return engine.Board{}, badInput(fmt.Errorf("no position with %d empty squares and a move in %s drawn", empties, plural(tries, "game")))
}

// positionOf returns the position of a game with so many empty squares, if there is
// one in which a side has a choice.
func positionOf(g engine.Game, empties int) (engine.Position, bool) {
	for ply, err := range g.Plies() {
		if err == nil && ply.Position.Board.Empty().Len() == empties {
			return ply.Position, true
		}
	}
	return engine.Position{}, false
}

// depthValues are what searches say of a position, in discs.
type depthValues struct {
	empties int
	values  []float64 // by depth; that of 0 is the evaluator's, rounded as in a search
	solved  bool
	result  float64 // of best play, if solved
}

// search finds the values of a position. It has engines of its own, so that values do
// not depend on other positions.
func (o *probCutOptions) search(ctx context.Context, b engine.Board) (depthValues, error) {
	s := depthValues{empties: b.Empty().Len(), values: []float64{o.expect(b)}}
	e := deep.New(deep.Options{Depth: o.depth, Level: deep.Exact, TableBytes: 1 << 22, Evaluator: o.evaluator})
	for info := range e.Search(ctx, b) {
		s.values = append(s.values, info.Score())
	}
	if s.solved = s.empties <= o.exact; s.solved {
		e := deep.New(deep.Options{Last: deep.Exact, TableBytes: 1 << 24, Evaluator: o.evaluator})
		info, err := e.Solve(ctx, b)
		if err != nil {
			return s, err
		}
		s.result = info.Score()
	}
	return s, context.Cause(ctx)
}

// expect returns what the evaluator says of a position.
func (o *probCutOptions) expect(b engine.Board) float64 {
	e := o.evaluator()
	e.Reset(uint64(b.Mine), uint64(b.Theirs))
	return math.Round(float64(e.Eval(0, uint64(b.Mine), uint64(b.Theirs))) / deep.Unit)
}
