package explore

import (
	"fmt"
	"slices"

	"github.com/outflank/outflank/cmd/outflank/internal/window"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// mostListed is the largest number of games in the list.
const mostListed = 500

// listGames lists the games that reach the position, in the order chosen last.
func (b *browser) listGames() job {
	if b.order == explore.Strongest {
		return b.whenRated(func() job { return b.listIn(explore.Strongest) })
	}
	return b.listIn(explore.Newest)
}

// listIn lists the games in the given order.
func (b *browser) listIn(order explore.Order) job {
	page, err := b.games.Reaching(b.at, b.filter, order, 0, mostListed)
	if err != nil {
		b.notice = err.Error()
		return nil
	}
	b.pane, b.chosen, b.list, b.order = gamesPane, 0, page.Hits, order
	return nil
}

// pressInGames handles a key in the list of games.
func (b *browser) pressInGames(key window.Key) job {
	if b.scroll(key) {
		return nil
	}
	switch key {
	case 'k':
		b.choose(-1)
	case 'j':
		b.choose(1)
	case window.Home:
		b.chosen = 0
	case 'n':
		return b.listIn(explore.Newest)
	case 's':
		b.order = explore.Strongest
		return b.listGames()
	case window.Right, window.Enter, 'l':
		return b.follow()
	case window.Escape, window.Left, window.Erase, 'g', 'h':
		b.pane, b.chosen = movesPane, 0
	case 'q', window.EndOfInput:
		return b.leave()
	}
	return nil
}

// follow makes the chosen game the line. It turns the game so that its position matches the board.
func (b *browser) follow() job {
	if b.chosen >= len(b.list) {
		return nil
	}
	h := b.list[b.chosen]
	for y := range engine.Symmetry(engine.Symmetries) {
		if !h.Start.Board.Shape.Lattice.Keeps(y) {
			continue
		}
		g := h.Game.Game.Transform(y)
		if at, err := (engine.Game{Start: g.Start, Moves: g.Moves[:h.Ply]}).End(); err != nil || at != b.at {
			continue
		}
		b.line = engine.Game{Start: b.game.Start, Moves: slices.Concat(b.game.Moves, g.Moves[h.Ply:])}
		b.notice = fmt.Sprintf("right follows %s - %s, %d", h.Black, h.White, h.Year)
		if err := b.look(b.game); err != nil {
			b.notice = err.Error()
		}
		break
	}
	return nil
}

// gameLines returns the head and the rows of the list of games, for a width.
func (b *browser) gameLines(width int) (head string, rows []string) {
	head = fmt.Sprintf("year discs players, %s games first", b.order)
	for _, h := range b.list {
		row := fmt.Sprintf("%4d %5s %s - %s", h.Year, discCounts(h.Result()), h.Black, h.White)
		if h.Tournament != "" && text.Width(row)+len(h.Tournament) < width {
			row += "  " + h.Tournament
		}
		rows = append(rows, row)
	}
	return head, rows
}
