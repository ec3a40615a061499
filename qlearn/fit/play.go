package fit

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/parallel"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
)

// Games begin with a random opening of 12 to 58 plies, as those that the strongest programs learn
// from: positions that players avoid come up in every search.
const (
	shortestOpening = 12
	longestOpening  = 58
)

// nonEmptyRounds returns the number of rounds in which there is something to play.
func (p *Play) nonEmptyRounds() int { return min(p.Rounds, p.Games) }

// part returns the first game of a round and the first one after it.
func (p *Play) part(round int) (from, to int) {
	return round * p.Games / p.Rounds, (round + 1) * p.Games / p.Rounds
}

// playRound lets a model play the games of a round and takes their positions, those of every tenth
// game to stop by.
func (f *fitter) playRound(ctx context.Context, model *eval.Model, round int) error {
	tables, err := pattern.Compile(model)
	if err != nil {
		return fmt.Errorf("the model of the first positions cannot play: %w", err)
	}
	from, to := f.Play.part(round)
	if err := f.report(Progress{Phase: Playing, Total: to - from}); err != nil {
		return err
	}
	p, set, games := newPlayer(f.Play, tables), parallel.Set{}, 1
	if f.Farm != nil {
		dir, err := os.MkdirTemp("", "outflank-fit-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if set, err = p.playSet(model, dir); err != nil {
			return err
		}
		games = stintGames
	}
	game := from
	for lists, err := range parallel.MapOn(ctx, f.Farm, set, f.Workers, stints(from, to, games), p.task()) {
		if err != nil {
			return err
		}
		for _, list := range lists {
			for i := range list {
				list[i].weight = float32(f.Weight)
			}
			f.played.add(list, game%10 == 9)
			game++
		}
		if err := f.report(Progress{Phase: Playing, Done: game - from, Total: to - from}); err != nil {
			return err
		}
	}
	return nil
}

// stints yields the games of a round, some at a time.
func stints(from, to, games int) iter.Seq[stint] {
	return func(yield func(stint) bool) {
		for ; from < to && yield(stint{from, min(from+games, to)}); from += games {
		}
	}
}

// game plays a game and returns its positions. Those before the first that is solved have its
// score; from there on each is solved, and every second move is a random one, so that there are
// bad ones too.
func (p *Play) game(ctx context.Context, e *deep.Engine, number int) (list []sample, err error) {
	rng := rand.New(rand.NewPCG(p.Seed, engine.StreamFit+uint64(number)))
	e.Forget()
	var open []engine.Position // what is not solved yet
	at := randomOpening(rng)
	for !at.Board.Over() {
		info, err := lastInfo(ctx, e, at.Board)
		if err != nil {
			return nil, err
		}
		s := info.Move()
		if open = append(open, at); info.Exact {
			list = settle(list, open, at.Color, int(info.Score))
			open = open[:0]
			if moves := at.Board.Moves(); rng.IntN(2) == 0 {
				s = moves.Nth(rng.IntN(moves.Len()))
			}
		}
		at, _ = at.Play(s)
	}
	return settle(list, open, at.Color, at.Score(at.Color)), nil
}

// settle appends positions in which the side of a colour scores value.
func settle(list []sample, open []engine.Position, color engine.Color, value int) []sample {
	for _, p := range open {
		v := value
		if p.Color != color {
			v = -v
		}
		list = append(list, sampleOf(p.Board, v))
	}
	return list
}

// randomOpening plays random moves from the ordinary start.
func randomOpening(rng *rand.Rand) engine.Position {
	p := engine.StandardStart()
	for range shortestOpening + rng.IntN(longestOpening-shortestOpening+1) {
		moves := p.Board.Moves()
		if moves == 0 {
			break
		}
		p, _ = p.Play(moves.Nth(rng.IntN(moves.Len()))) // one of its moves
	}
	return p
}

// lastInfo returns what a search found in the end.
func lastInfo(ctx context.Context, e *deep.Engine, b engine.Board) (last deep.Info, err error) {
	for last = range e.Search(ctx, b) {
	}
	return last, context.Cause(ctx)
}

// newSolver returns an engine that looks depth plies ahead and solves positions with at most exact
// empty squares. Each part of the work has its own, so that what it finds does not depend on the
// other parts.
func newSolver(depth, exact int, tables *pattern.Tables) *deep.Engine {
	return deep.New(deep.Options{
		Depth: depth, Exact: exact, Level: deep.Exact, Last: deep.Exact, TableBytes: 1 << 20,
		Evaluator: func() deep.Evaluator { return tables.Evaluator() },
	})
}
