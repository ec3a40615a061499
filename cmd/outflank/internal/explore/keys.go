package explore

import (
	"fmt"
	"slices"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/window"
	"github.com/outflank/outflank/engine"
)

// A binding assigns an action to keys in the tree.
type binding struct {
	keys  []window.Key
	shown string
	about string
	do    func(b *browser) job
}

// bindings returns all key bindings. It is a function because the help lists them.
func bindings() []binding {
	return []binding{
		{[]window.Key{'k'}, "up, down", "choose a move", func(b *browser) job { b.choose(-1); return nil }}, // see scroll
		{[]window.Key{'j'}, "", "", func(b *browser) job { b.choose(1); return nil }},
		{[]window.Key{window.Right, window.Enter, ' ', 'l'}, "right, Enter", "play it; you can also click a square", (*browser).playChosen},
		{[]window.Key{window.Left, window.Erase, 'h'}, "left, Backspace", "take the last move back", func(b *browser) job { return b.back(len(b.game.Moves) - 1) }},
		{[]window.Key{window.Home}, "Home", "take all moves back", func(b *browser) job { return b.back(0) }},
		{[]window.Key{'e'}, "e", "show or hide the engine's value of each move, in discs for the side to move", (*browser).toggleEngine},
		{[]window.Key{'/'}, "/", "go to an opening by its name", (*browser).askOpening},
		{[]window.Key{'g'}, "g", "list the games through the position; then n: newest first, s: strongest first, Enter: follow one", (*browser).listGames},
		{[]window.Key{'r'}, "r", "count only games whose players have a mean rating in a range, such as 1800-2100 or 1800-", (*browser).askRating},
		{[]window.Key{'?'}, "?", "show these keys", func(b *browser) job { b.pane = keysPane; return nil }},
		{[]window.Key{'q', window.EndOfInput}, "q", "quit", (*browser).leave},
	}
}

func (b *browser) leave() job {
	b.left = true
	return nil
}

// keysHelp lists the keys and their actions.
func keysHelp() string {
	var text strings.Builder
	for _, k := range bindings() {
		if k.shown != "" {
			fmt.Fprintf(&text, "  %-16s %s\n", k.shown, k.about)
		}
	}
	return text.String()
}

// press handles a key or a click in the current pane.
func (b *browser) press(e window.Event) job {
	b.notice = ""
	switch {
	case e.Key == window.Click:
		return b.click(e.X, e.Y)
	case b.pane == openingsPane || b.pane == ratingPane:
		return b.pressTyping(e.Key)
	case b.pane == gamesPane:
		return b.pressInGames(e.Key)
	case b.pane == keysPane:
		if b.pane = movesPane; e.Key != 'q' {
			return nil
		}
	}
	if b.scroll(e.Key) {
		return nil
	}
	for _, k := range bindings() {
		if slices.Contains(k.keys, e.Key) {
			return k.do(b)
		}
	}
	return nil
}

// scroll chooses another row if the key is an arrow, a page key or the mouse wheel. It reports whether it is.
func (b *browser) scroll(key window.Key) bool {
	switch key {
	case window.Up, window.WheelUp:
		b.choose(-1)
	case window.Down, window.WheelDown:
		b.choose(1)
	case window.PageUp:
		b.choose(-b.page())
	case window.PageDown:
		b.choose(b.page())
	default:
		return false
	}
	return true
}

func (b *browser) playChosen() job {
	if m := b.chosenMove(); m != engine.None {
		return b.play(m)
	}
	return nil
}

func (b *browser) toggleEngine() job {
	b.engine = !b.engine
	return b.evaluate()
}

// click plays the clicked move on the board, or chooses the clicked row of the list.
func (b *browser) click(x, y int) job {
	l := b.layout()
	if !l.fits || b.pane == keysPane {
		return nil
	}
	at := board.SquareAt(b.at, board.Marks{Last: engine.None}, x-l.boardX, y-l.boardY)
	if b.pane == movesPane && b.at.Board.Moves().Has(at) {
		return b.play(at)
	}
	if row := y - l.listY - 1; x >= l.listX && row >= 0 && row < l.rows {
		if row += b.first(l); row < b.rows() {
			b.chosen = row
		}
	}
	return nil
}
