package agents

import (
	"context"
	"io"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// SmallBook names the shipped opening book.
const SmallBook = "small"

// ReadBook reads an opening book, or the shipped one if the path is [SmallBook].
func ReadBook(path string) (*book.Book, error) {
	if path == SmallBook {
		return book.Small()
	}
	return book.Read(path)
}

// holdsValues reports whether the file is an opening book that ReadBook can read, not a file of games.
func holdsValues(path string) (bool, error) {
	if path == SmallBook {
		return true, nil
	}
	f, err := durable.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	head := make([]byte, 8)
	n, err := io.ReadFull(f, head)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return book.IsBook(head[:n]), err
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
	if e, ok := a.book.Look(b); ok {
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
	}
	return a.Agent.Choose(ctx, b)
}
