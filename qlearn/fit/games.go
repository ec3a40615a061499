package fit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval/pattern"
)

// A gamesPart is a batch of games that are evaluated together.
type gamesPart struct {
	games   []dataset.Game
	err     error      // error that ended the input
	samples [][]sample // by game
}

// partGames is the number of games in a part.
const partGames = 64

// read turns recorded games into samples. Those of the split train are for the regression; those of the split
// validation decide when to stop.
func (f *fitter) read(ctx context.Context, games iter.Seq2[dataset.Game, error]) error {
	if err := f.report(Progress{Phase: Reading}); err != nil {
		return err
	}
	team, err := judgeKind.Team(ctx, f.Farm, f.Solve, f.Workers, f.judge, checkSamples)
	if err != nil {
		return err
	}
	judge := func(ctx context.Context, p gamesPart) (gamesPart, error) { return p.judge(ctx, team.Do) }
	sum := sha256.New()
	for part, err := range parallel.MapBy(ctx, team, partsOf(games), judge) {
		if err != nil {
			return err
		}
		for i := range part.games {
			g := &part.games[i].Game
			f.games++
			fmt.Fprintln(sum, *g)
			f.weigh(part.samples[i])
			f.recorded.add(part.samples[i], dataset.Shares{}.Of(*g) == dataset.Validation)
		}
		if err := f.report(Progress{Phase: Reading, Done: f.games}); err != nil {
			return err
		}
	}
	if f.games == 0 {
		return fault.BadInput(errors.New("fit needs finished games from the ordinary start, and there are none"))
	}
	f.fingerprint = hex.EncodeToString(sum.Sum(nil))
	return nil
}

// partsOf yields the games that a fit uses, in parts.
func partsOf(games iter.Seq2[dataset.Game, error]) iter.Seq[gamesPart] {
	return func(yield func(gamesPart) bool) {
		var part gamesPart
		for g, err := range games {
			if err != nil {
				yield(gamesPart{err: err})
				return
			}
			if g.Status != dataset.Complete || g.NoResult || !g.Standard() ||
				(dataset.Shares{}).Of(g.Game) == dataset.Test {
				continue
			}
			if part.games = append(part.games, g); len(part.games) == partGames {
				if !yield(part) {
					return
				}
				part = gamesPart{}
			}
		}
		if len(part.games) > 0 {
			yield(part)
		}
	}
}

// weigh sets the weight of unsolved positions of a recorded game to Results.
func (f *fitter) weigh(list []sample) {
	for i := range list {
		if 64-list[i].discs() > f.Solve {
			list[i].weight = float32(f.Results)
		}
	}
}

// judge makes samples of a part's positions with do. Each sample has weight 1.
func (p gamesPart) judge(ctx context.Context,
	do parallel.Func[[]judgedGame, []judgedSample]) (gamesPart, error) {
	if p.err != nil {
		return p, p.err
	}
	var list []judgedGame
	for i := range p.games {
		g := &p.games[i]
		list = append(list, judgedGame{g.Game, g.Score, g.Theory, g.TheoryEmpties})
	}
	samples, err := do(ctx, list)
	if err != nil {
		return p, err
	}
	p.samples = make([][]sample, len(p.games))
	for _, s := range samples {
		p.samples[s.Game] = append(p.samples[s.Game], sample{s.Mine, s.Theirs, s.Target, 1})
	}
	return p, nil
}

// judge makes samples of games.
func (f *fitter) judge(ctx context.Context, games []judgedGame) (list []judgedSample, err error) {
	solver := newSolver(1, f.Solve, pattern.Default())
	for i := range games {
		samples, err := f.judgeGame(ctx, &games[i], solver)
		if err != nil {
			return nil, err
		}
		for _, s := range samples {
			list = append(list, judgedSample{uint32(i), s.target, s.mine, s.theirs})
		}
	}
	return list, nil
}

// judgeGame returns the positions before the moves of a game. Near the end, the target is the solved value.
// Up to the position whose theoretical result the database contains, the target is that result, because the
// players' later mistakes do not count. In between, it is the result of the game.
func (f *fitter) judgeGame(ctx context.Context, g *judgedGame,
	solver *deep.Engine) (list []sample, err error) {
	for ply, err := range g.Game.Plies() {
		if err != nil {
			return nil, err // complete games have no illegal moves
		}
		b := ply.Position.Board
		empties, target := b.Empty().Len(), g.Score
		if g.TheoryEmpties > 0 && empties >= g.TheoryEmpties {
			target = g.Theory
		}
		if ply.Position.Color == engine.White {
			target = -target
		}
		if empties <= f.Solve {
			info, err := solver.Solve(ctx, b)
			if err != nil {
				return nil, err
			}
			target = int(info.Score)
		}
		list = append(list, sampleOf(b, target))
	}
	return list, nil
}
