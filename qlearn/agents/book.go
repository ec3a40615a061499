package agents

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
)

// A gamesBook counts how often boards occur in games. Symmetric boards count as equal. Boards are stored
// after a move and before a pass, from the view of the side to move.
type gamesBook map[engine.Board]int

// readGamesBook reads games in any text format, such as one transcript per line.
func readGamesBook(path string) (gamesBook, error) {
	b := gamesBook{}
	return b, book.EachOpening(path, "game", b.add)
}

// follower returns a function that makes agents follow the spec's book, if it names one. Agents follow an
// opening book by value, and any other file by its games.
func (p *params) follower() (func(engine.Agent, *rand.Rand) engine.Agent, error) {
	path, drop := p.text("book"), p.integer("book-drop", 0, 128)
	if path == "" {
		return func(a engine.Agent, _ *rand.Rand) engine.Agent { return a }, nil
	}
	values, err := book.Open(path)
	if !errors.Is(err, book.ErrOther) {
		return func(a engine.Agent, rng *rand.Rand) engine.Agent {
			return &valued{wrapped{a}, values, drop, rng}
		}, err
	}
	games, err := readGamesBook(path)
	return func(a engine.Agent, rng *rand.Rand) engine.Agent { return &booked{wrapped{a}, games, rng} }, err
}

// add counts the boards of a game.
func (b gamesBook) add(g engine.Game) error {
	for ply, err := range g.Plies() {
		if err != nil {
			return err
		}
		b[ply.Position.Board.Play(ply.Move).Least()]++
	}
	return nil
}

// A booked agent plays from its book while it can. It draws moves in proportion to how often the book's games
// reach the resulting boards.
type booked struct {
	wrapped
	book gamesBook
	rng  *rand.Rand
}

// Choose returns a move from the book, or asks the inner agent.
func (a *booked) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	best, sum := engine.None, 0
	for s := range b.Moves().All() {
		if n := a.book[b.Play(s).Least()]; n > 0 {
			if sum += n; a.rng.IntN(sum) < n {
				best = s
			}
		}
	}
	if best != engine.None {
		return best, nil
	}
	return a.Agent.Choose(ctx, b)
}

// A valued agent plays by the values of a book while it can. It chooses at random among the moves that lose
// at most drop discs.
type valued struct {
	wrapped
	book *book.Book
	drop int // discs that a move may lose; 0 = only the best moves
	rng  *rand.Rand
}

// Choose returns a move from the book, or asks the inner agent.
func (a *valued) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	e, _, err := a.book.Look(b)
	if err != nil {
		return engine.None, err
	}
	best, n := engine.None, 0
	for _, m := range e.Moves {
		if m.AtMost || m.Drop > a.drop {
			continue
		}
		if n++; a.rng.IntN(n) == 0 {
			best = m.Square
		}
	}
	if best != engine.None {
		return best, nil
	}
	return a.Agent.Choose(ctx, b)
}
