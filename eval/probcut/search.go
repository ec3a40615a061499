package probcut

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
)

// The numbers of empty squares that positions for ProbCut have: from the first that
// is worth more than solving, to the last before which games hardly differ.
const (
	Least = 14
	Most  = 54
)

// A Sampler draws positions from games, the same number for each number of empty
// squares.
type Sampler struct {
	Games []engine.Game
	Each  int
	Seed  uint64
}

func (d *Sampler) Count() int { return d.Each * (Most - Least + 1) }

// Draw returns the position of a number below count. Every second one lies two random
// moves off the path of its game: a search meets positions that players avoid.
func (d *Sampler) Draw(number int) (engine.Board, error) {
	const tries = 10000
	rng := rand.New(rand.NewPCG(d.Seed, engine.StreamProbCut+uint64(number)))
	empties, astray := Least+number/d.Each, 2*(number%2)
	for range tries {
		p, ok := positionOf(d.Games[rng.IntN(len(d.Games))], empties+astray)
		for range astray {
			if moves := p.Board.Moves(); moves != 0 {
				p, _ = p.Play(moves.Nth(rng.IntN(moves.Len())))
			}
		}
		if ok && p.Board.Moves() != 0 && p.Board.Empty().Len() == empties {
			return p.Board, nil
		}
	}
	return engine.Board{}, fault.BadInput(fmt.Errorf("no position with %d empty squares and a move in %s drawn", empties, report.Plural(tries, "game")))
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

// DepthValues are what searches say of a position, in discs.
type DepthValues struct {
	empties int
	values  []float64 // by depth; that of 0 is the evaluator's, rounded as in a search
	solved  bool
	result  float64 // of best play, if solved
}

// Search finds the values of a position. It has engines of its own, so that values do
// not depend on other positions.
func (o *Options) Search(ctx context.Context, b engine.Board) (DepthValues, error) {
	s := DepthValues{empties: b.Empty().Len(), values: []float64{o.expect(b)}}
	e := deep.New(deep.Options{Depth: o.Depth, Level: deep.Exact, TableBytes: 1 << 22, Evaluator: o.Evaluator})
	for info := range e.Search(ctx, b) {
		s.values = append(s.values, info.Score())
	}
	if s.solved = s.empties <= o.Exact; s.solved {
		e := deep.New(deep.Options{Last: deep.Exact, TableBytes: 1 << 24, Evaluator: o.Evaluator})
		info, err := e.Solve(ctx, b)
		if err != nil {
			return s, err
		}
		s.result = info.Score()
	}
	return s, context.Cause(ctx)
}

// expect returns what the evaluator says of a position.
func (o *Options) expect(b engine.Board) float64 {
	e := o.Evaluator()
	e.Reset(uint64(b.Mine), uint64(b.Theirs))
	return math.Round(float64(e.Eval(0, uint64(b.Mine), uint64(b.Theirs))) / deep.Unit)
}
