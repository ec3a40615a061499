package fit

import (
	"context"
	"iter"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/eval/pattern"
)

// Games is what fit takes from a database.
type Games struct {
	Samples     Samples
	Games       int    // finished ones of the splits train and validation
	Fingerprint string // SHA-256 of their transcripts
}

// A fitPart is a run of games that are judged together.
type fitPart struct {
	Games   []dataset.Game
	err     error      // that ended the games
	Samples [][]Sample // by game
}

const fitPartGames = 64

// Parts yields the games to learn from and to stop by, in parts.
func Parts(games iter.Seq2[dataset.Game, error]) iter.Seq[fitPart] {
	return func(yield func(fitPart) bool) {
		var part fitPart
		for g, err := range games {
			if err != nil {
				yield(fitPart{err: err})
				return
			}
			if g.Status != dataset.Complete || !g.Standard() || (dataset.Shares{}).Of(g.Game) == dataset.Test {
				continue
			}
			if part.Games = append(part.Games, g); len(part.Games) == fitPartGames {
				if !yield(part) {
					return
				}
				part = fitPart{}
			}
		}
		if len(part.Games) > 0 {
			yield(part)
		}
	}
}

// Judge makes samples of the positions of a part.
func (o *Options) Judge(ctx context.Context, part fitPart) (fitPart, error) {
	if part.err != nil {
		return part, part.err
	}
	solver := NewSolver(1, o.Solve, pattern.Default())
	for i := range part.Games {
		list, err := o.judgeGame(ctx, &part.Games[i], solver)
		if err != nil {
			return part, err
		}
		part.Samples = append(part.Samples, list)
	}
	return part, nil
}

// judgeGame returns the positions of a game in which a side chose a move. What they
// are worth is solved near the end; before the position that the base knows the
// theoretical result of it is that, for the players' mistakes come later; in between
// it is the result.
func (o *Options) judgeGame(ctx context.Context, g *dataset.Game, solver *deep.Engine) (list []Sample, err error) {
	for ply, err := range g.Plies() {
		if err != nil {
			return nil, err // no complete game has illegal moves
		}
		b := ply.Position.Board
		empties, value := b.Empty().Len(), g.Score
		if g.TheoryEmpties > 0 && empties >= g.TheoryEmpties {
			value = g.Theory
		}
		if ply.Position.Color == engine.White {
			value = -value
		}
		if empties <= o.Solve {
			info, err := solver.Solve(ctx, b)
			if err != nil {
				return nil, err
			}
			value = int(info.Score())
		}
		list = append(list, sampleOf(b, value))
	}
	return list, nil
}
