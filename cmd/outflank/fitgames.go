package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/parallel"
	"github.com/outflank/outflank/eval/pattern"
)

// fitGames is what fit takes from a database.
type fitGames struct {
	samples     sampleSet
	games       int    // finished ones of the splits train and validation
	fingerprint string // SHA-256 of their transcripts
}

// readFitGames returns the positions of the finished games, those of the split train
// to learn from, those of the split validation to stop by, and solves the last ones.
func (a *app) readFitGames(ctx context.Context, paths []string, o *fitOptions) (fitGames, error) {
	data := fitGames{samples: sampleSet{name: "games"}}
	db, err := a.openDatabase(ctx, paths, o.filter)
	if err != nil {
		return data, err
	}
	bar := a.meter("reading", "games", db.count)
	defer bar.end()
	sum := sha256.New()
	for part, err := range parallel.Map(ctx, o.workers, 2*o.workers, fitParts(counting(db.games, bar)), o.judge) {
		if err != nil {
			return data, err
		}
		for i := range part.games {
			data.games++
			fmt.Fprintln(sum, part.games[i].Game)
			data.samples.add(part.samples[i], dataset.Shares{}.Of(part.games[i].Game) == dataset.Validation)
		}
	}
	if data.games == 0 {
		return data, badInput(fmt.Errorf("fit needs finished games from the ordinary start, and there are none"))
	}
	data.fingerprint = hex.EncodeToString(sum.Sum(nil))
	return data, nil
}

// A fitPart is a run of games that are judged together.
type fitPart struct {
	games   []dataset.Game
	err     error      // that ended the games
	samples [][]sample // by game
}

const fitPartGames = 64

// fitParts yields the games to learn from and to stop by, in parts.
func fitParts(games iter.Seq2[dataset.Game, error]) iter.Seq[fitPart] {
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
			if part.games = append(part.games, g); len(part.games) == fitPartGames {
				if !yield(part) {
					return
				}
				part = fitPart{}
			}
		}
		if len(part.games) > 0 {
			yield(part)
		}
	}
}

// judge makes samples of the positions of a part.
func (o *fitOptions) judge(ctx context.Context, part fitPart) (fitPart, error) {
	if part.err != nil {
		return part, part.err
	}
	solver := newSolver(1, o.Solve, pattern.Default())
	for i := range part.games {
		list, err := o.judgeGame(ctx, &part.games[i], solver)
		if err != nil {
			return part, err
		}
		part.samples = append(part.samples, list)
	}
	return part, nil
}

// judgeGame returns the positions of a game in which a side chose a move. What they
// are worth is solved near the end; before the position that the base knows the
// theoretical result of it is that, for the players' mistakes come later; in between
// it is the result.
func (o *fitOptions) judgeGame(ctx context.Context, g *dataset.Game, solver *deep.Engine) (list []sample, err error) {
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
