package explore

import (
	"context"
	"slices"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
)

// A browser shows the tree of played moves on the whole screen. It handles events and returns the lines to
// draw. Counts come from memory within milliseconds; slower work is a [job].
type browser struct {
	ctx    context.Context
	games  *explore.Index
	filter explore.Filter
	rating ratingFlag
	style  board.Style

	width, height int // of the window when it was last drawn
	left          bool

	game  engine.Game // the moves to the current position
	line  engine.Game // game, continued with the moves taken back or the moves of a listed game
	at    engine.Position
	found explore.Answer

	pane   pane // the list beside the board
	chosen int  // index of its chosen row
	typed  []rune
	list   []explore.Hit // the games of gamesPane
	order  explore.Order
	notice string // an error, or slow work in progress

	book   *book.Book // nil = none
	inBook map[string]int
	depth  int  // of the engine's search
	engine bool // show the engine's values
	values map[string]float64
	failed error // the reason why there are no values
	stop   context.CancelFunc
	search int // number of the last search; answers of earlier searches are dropped
}

// A job is slow work that does not change the browser. It returns a function that handles the outcome in the
// event loop and may return another job.
type job func() (answer func() job)

// A pane is a list that the browser shows beside the board.
type pane int

const (
	movesPane    pane = iota
	gamesPane         // games that reach the position
	openingsPane      // openings whose names match the typed text
	ratingPane        // the moves, while the person types a range of ratings
	keysPane
)

// newBrowser returns a browser without a position; [browser.look] sets one.
func newBrowser(ctx context.Context, games *explore.Index, style board.Style, o *exploreOptions) *browser {
	b := &browser{ctx: ctx, games: games, style: style, order: explore.Newest, book: o.book, depth: o.depth,
		engine: o.depth > 0, stop: func() {}}
	if b.depth == 0 {
		b.depth = usualDepth
	}
	if o.order == explore.Strongest {
		b.order = explore.Strongest
	}
	b.filter.Filter = o.filter
	b.setRating(o.rating)
	return b
}

func (b *browser) setRating(r ratingFlag) {
	b.rating, b.filter.MinRating, b.filter.MaxRating = r, r.low, r.high
}

// look shows the moves played after a game. If the game is a part of the line, look chooses the line's next
// move.
func (b *browser) look(g engine.Game) error {
	at, err := g.End()
	if err != nil {
		return err
	}
	found, err := b.games.Explore(g, b.filter, 0, explore.First)
	if err != nil {
		return err
	}
	inBook, err := bookValues(b.book, g)
	if err != nil {
		return err
	}
	b.game, b.at, b.found, b.inBook = g, at, found, inBook
	b.pane, b.chosen = movesPane, 0
	n := len(g.Moves)
	if b.line.Start != g.Start || len(b.line.Moves) < n || !slices.Equal(b.line.Moves[:n], g.Moves) {
		b.line = g
	}
	if n < len(b.line.Moves) {
		next := b.line.Moves[n].String()
		b.chosen = max(0, slices.IndexFunc(found.Moves, func(m explore.Move) bool {
			return m.Move == next
		}))
	}
	return nil
}

// walk does the same as look and returns a job in which the engine evaluates the moves.
func (b *browser) walk(g engine.Game) job {
	if err := b.look(g); err != nil {
		b.notice = err.Error()
		return nil
	}
	return b.evaluate()
}

// play plays a move.
func (b *browser) play(m engine.Square) job {
	return b.walk(engine.Game{Start: b.game.Start, Moves: append(slices.Clip(b.game.Moves), m)})
}

// back takes moves back until n are left.
func (b *browser) back(n int) job {
	if n < 0 || n >= len(b.game.Moves) {
		return nil
	}
	return b.walk(engine.Game{Start: b.game.Start, Moves: b.game.Moves[:n]})
}

// choose moves the choice down by a number of rows.
func (b *browser) choose(rows int) { b.chosen = max(0, min(b.chosen+rows, b.rows()-1)) }

// chosenMove returns the move of the chosen row, or engine.None if there is none.
func (b *browser) chosenMove() engine.Square {
	if b.chosen >= len(b.found.Moves) || b.pane != movesPane && b.pane != ratingPane {
		return engine.None
	}
	m, err := engine.ParseSquare(b.found.Moves[b.chosen].Move)
	if err != nil {
		return engine.None
	}
	return m
}

// evaluate stops the last search. If the engine's values are shown, it returns a job that evaluates the
// moves.
func (b *browser) evaluate() job {
	b.stop()
	b.search++
	b.values, b.failed = nil, nil
	if !b.engine || b.at.Board.Over() {
		return nil
	}
	ctx, stop := context.WithCancel(b.ctx)
	b.stop = stop
	n, game, depth := b.search, b.game, b.depth
	return func() func() job {
		defer stop()
		values, err := moveValues(ctx, game, depth)
		return func() job {
			if n == b.search { // otherwise the position has changed
				b.values, b.failed = values, err
			}
			return nil
		}
	}
}

// whenRated returns a job that calls then when the ratings are known. The first time, this takes a moment.
func (b *browser) whenRated(then func() job) job {
	b.notice = "rating the players…"
	return func() func() job {
		b.games.Ratings()
		return func() job { b.notice = ""; return then() }
	}
}
