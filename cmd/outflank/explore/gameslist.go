package explore

import (
	"fmt"

	"github.com/outflank/outflank/cmd/outflank/window"
	"github.com/outflank/outflank/engine/report"
)

// mostListed is how many games of a position are listed.
const mostListed = 500

// listGames lists games that go through the position, in the order of before.
func (b *browser) listGames() job {
	if b.order == orderStrongest {
		return b.whenRated(func() job { return b.listIn(orderStrongest) })
	}
	return b.listIn(orderNewest)
}

// listIn lists the games in an order.
func (b *browser) listIn(order string) job {
	list := b.games.Reaching
	if order == orderStrongest {
		list = b.games.Strongest
	}
	page, err := list(b.game, b.filter, 0, mostListed)
	if err != nil {
		b.notice = err.Error()
		return nil
	}
	b.pane, b.chosen, b.list, b.order = gamesPane, 0, page.Hits, order
	return nil
}

// pressInGames is a key while games are listed.
func (b *browser) pressInGames(key window.Key) job {
	switch key {
	case window.Up, window.WheelUp, 'k':
		b.choose(-1)
	case window.Down, window.WheelDown, 'j':
		b.choose(1)
	case window.PageUp:
		b.choose(-b.page())
	case window.PageDown:
		b.choose(b.page())
	case window.Home:
		b.chosen = 0
	case 'n':
		return b.listIn(orderNewest)
	case 's':
		b.order = orderStrongest
		return b.listGames()
	case window.Escape, window.Left, window.Erase, 'g', 'h':
		b.pane, b.chosen = movesPane, 0
	case 'q', window.EndOfInput:
		return b.leave()
	}
	return nil
}

// gameLines are the games as rows of a width.
func (b *browser) gameLines(width int) (head string, rows []string) {
	head = fmt.Sprintf("year discs players, the %s games first", b.order)
	for _, h := range b.list {
		row := fmt.Sprintf("%4d %5s %s - %s", h.Year, discCounts(h.Result()), h.Black, h.White)
		if h.Tournament != "" && report.Width(row)+len(h.Tournament) < width {
			row += "  " + h.Tournament
		}
		rows = append(rows, row)
	}
	return head, rows
}
