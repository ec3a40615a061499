package fit

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
)

// Games start with a random opening of 10 to 40 plies, as in the training of the strongest programs, because
// every search meets positions that players avoid. Other games start beside a recorded game: after a random
// move from one of its positions with at least fewestEmpties empty squares.
const (
	shortestOpening = 10
	longestOpening  = 40
	fewestEmpties   = 24
)

// nonEmptyRounds returns the number of rounds with games.
func (p *Play) nonEmptyRounds() int { return min(p.Rounds, p.Games) }

// part returns the range of games, from to to-1, of a round.
func (p *Play) part(round int) (from, to int) {
	return round * p.Games / p.Rounds, (round + 1) * p.Games / p.Rounds
}

// playRound plays the games of a round with a model and uses their positions; those of every tenth game
// decide when to stop. Stored games are not played again.
func (f *fitter) playRound(ctx context.Context, model *eval.Model, round int) error {
	tables, err := pattern.Compile(model)
	if err != nil {
		return fmt.Errorf("the model of the first positions cannot play: %w", err)
	}
	from, to := f.Play.part(round)
	if err := f.report(Progress{Phase: Playing, Total: to - from}); err != nil {
		return err
	}
	kept, err := f.openKept(round, model)
	if err != nil {
		return err
	}
	defer kept.close()
	game := from
	take := func(list []playedGame) error {
		for _, g := range list {
			f.played.add(g.samples(f.Lambda), game%10 == 9)
			game++
		}
		return f.report(Progress{Phase: Playing, Done: game - from, Total: to - from})
	}
	if err := kept.games(to-from, take); err != nil {
		return err
	}
	settings, games := playSettings{Play: f.Play}, 1
	if f.Farm != nil {
		dir, err := os.MkdirTemp("", "outflank-fit-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		settings.Model, games = filepath.Join(dir, "player.model"), stintGames
		write := func(w io.Writer) error { return eval.WriteModel(w, model) }
		if err := durable.Replace(settings.Model, write); err != nil {
			return err
		}
	}
	team, err := playKind.Team(ctx, f.Farm, settings, f.Workers, newPlayer(f.Play, tables).play,
		checkGames)
	if err != nil {
		return err
	}
	play := func(ctx context.Context, s stint) ([]playedGame, error) {
		data, err := team.Do(ctx, s)
		if err != nil {
			return nil, err
		}
		return decodeGames(data, len(s.Starts))
	}
	for list, err := range parallel.MapBy(ctx, team, f.stints(game, to, games), play) {
		if err != nil {
			return err
		}
		if err := kept.add(list); err != nil {
			return err
		}
		if err := take(list); err != nil {
			return err
		}
	}
	return kept.sync()
}

// A player plays the games of a round.
type player struct {
	Play
	engines sync.Pool
}

func newPlayer(p Play, tables *pattern.Tables) *player {
	return &player{Play: p, engines: sync.Pool{New: func() any { return newSolver(p.Depth, p.Exact, tables) }}}
}

// play plays the games of a stint.
func (p *player) play(ctx context.Context, s stint) ([]byte, error) {
	e := p.engines.Get().(*deep.Engine)
	defer p.engines.Put(e)
	var games []playedGame
	for i, start := range s.Starts {
		g, err := p.game(ctx, e, s.From+i, start.board())
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return encodeGames(games), nil
}

// stints yields the games of a round in groups of at most games.
func (f *fitter) stints(from, to, games int) iter.Seq[stint] {
	return func(yield func(stint) bool) {
		for from < to {
			s := stint{From: from}
			for ; from < to && len(s.Starts) < games; from++ {
				s.Starts = append(s.Starts, f.start(from))
			}
			if !yield(s) {
				return
			}
		}
	}
}

// start draws the starting position of a game, from the view of the side to move.
func (f *fitter) start(number int) start {
	rng := f.Play.random(number, 0)
	b := randomOpening(rng).Board
	if rng.Float64() < f.Play.Beside {
		b = f.beside(rng, b)
	}
	return start{uint64(b.Mine), uint64(b.Theirs)}
}

// beside returns a position beside a recorded game, or b if a hundred tries find none.
func (f *fitter) beside(rng *rand.Rand, b engine.Board) engine.Board {
	const tries = 100
	for range min(tries, tries*len(f.recorded.train)) {
		at := engine.Position{Board: f.recorded.train[rng.IntN(len(f.recorded.train))].board(), Color: engine.Black}
		if moves := at.Board.Moves(); at.Board.Empty().Len() >= fewestEmpties && moves.Len() > 1 {
			at, _ = at.Play(moves.Nth(rng.IntN(moves.Len()))) // a legal move
			return at.Board
		}
	}
	return b
}

// random returns the generator of a game for one of two uses.
func (p *Play) random(number, use int) *rand.Rand {
	return rand.New(rand.NewPCG(p.Seed, engine.StreamFit+uint64(2*number+use)))
}

// game plays a game from a board and returns the values of its searches. In positions with exact values, it
// plays random moves half the time, to include bad positions.
func (p *Play) game(ctx context.Context, e *deep.Engine, number int,
	b engine.Board) (g playedGame, err error) {
	rng := p.random(number, 1)
	e.Forget()
	at := engine.Position{Board: b, Color: engine.Black}
	for !at.Board.Over() {
		info, err := lastInfo(ctx, e, at.Board)
		if err != nil {
			return nil, err
		}
		v := visit{mine: uint64(at.Board.Mine), theirs: uint64(at.Board.Theirs), value: int8(info.Score)}
		s := info.Move()
		if info.Exact {
			v.flags |= exact
			if moves := at.Board.Moves(); rng.IntN(2) == 0 {
				s = moves.Nth(rng.IntN(moves.Len()))
			}
		}
		next, _ := at.Play(s)
		if next.Color == at.Color {
			v.flags |= again
		}
		g = append(g, v)
		at = next
	}
	return append(g, visit{uint64(at.Board.Mine), uint64(at.Board.Theirs), int8(at.Board.Score()), exact}), nil
}

// randomOpening plays random moves from the ordinary start.
func randomOpening(rng *rand.Rand) engine.Position {
	p := engine.StandardStart()
	for range shortestOpening + rng.IntN(longestOpening-shortestOpening+1) {
		moves := p.Board.Moves()
		if moves == 0 {
			break
		}
		p, _ = p.Play(moves.Nth(rng.IntN(moves.Len()))) // a legal move
	}
	return p
}

// lastInfo returns the last result of a search.
func lastInfo(ctx context.Context, e *deep.Engine, b engine.Board) (last deep.Info, err error) {
	for last = range e.Search(ctx, b) {
	}
	return last, context.Cause(ctx)
}

// newSolver returns an engine that searches depth plies and solves positions with at most exact empty
// squares. Each part of the work uses a separate engine, so its results do not depend on other parts.
func newSolver(depth, exact int, tables *pattern.Tables) *deep.Engine {
	return deep.New(deep.Options{
		Depth: depth, Exact: exact, Level: deep.Exact, Last: deep.Exact, TableBytes: 1 << 20,
		Evaluator: func() deep.Evaluator { return tables.Evaluator() },
	})
}
