package explore

import (
	"fmt"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/window"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// The screen has a title, the board with the list beside it or below it, a line for the typed text or a
// notice, and a line that lists keys.
const (
	margin    = 2
	listWidth = 36 // least width of a list beside the board
	leastRows = 2  // least height of a list
)

// A layout gives the places of the board and the list in the window.
type layout struct {
	fits           bool
	boardX, boardY int
	listX, listY   int // of the list's head; its rows follow
	listWidth      int
	rows           int // number of rows of the list that fit
	beside         bool
}

func (b *browser) layout() (l layout) {
	lines, width := board.Draw(b.at, board.Marks{Last: engine.None}, b.style)
	l.boardX = margin
	if side := margin + width + 3; b.width >= side+listWidth {
		l.beside, l.boardY = true, 2
		l.listX, l.listY, l.listWidth = side, 2, b.width-side
		l.rows = b.height - l.listY - 3
		l.fits = b.height >= l.boardY+len(lines)+2
		return l
	}
	l.boardY, l.listY, l.listWidth = 1, 1+len(lines), b.width
	l.rows = b.height - l.listY - 3
	l.fits = b.width >= margin+width && l.rows >= leastRows
	return l
}

// frame returns the lines of the window.
func (b *browser) frame(width, height int) []string {
	b.width, b.height = width, height
	l := b.layout()
	lines := make([]string, height)
	switch {
	case !l.fits:
		copy(lines, window.Wrap(b.tooSmall(), width))
	case b.pane == keysPane:
		copy(lines, strings.Split(text.Fold(keysHelp(), width), "\n"))
	default:
		b.drawAll(l, lines)
	}
	for i := range lines {
		if b.style.ASCII {
			lines[i] = text.ASCII(lines[i])
		}
		lines[i] = window.Clip(lines[i], width)
	}
	return lines
}

// tooSmall returns a message with the size that the window needs.
func (b *browser) tooSmall() string {
	lines, width := board.Draw(b.at, board.Marks{Last: engine.None}, b.style)
	return fmt.Sprintf("too small: %d×%d letters, want %d×%d", b.width, b.height, margin+width,
		1+len(lines)+leastRows+3)
}

func (b *browser) drawAll(l layout, lines []string) {
	drawn, width := board.Draw(b.at, b.marks(), b.style)
	pad := strings.Repeat(" ", l.boardX)
	for i, line := range drawn {
		lines[l.boardY+i] = pad + line
	}
	if l.beside {
		b.drawMoves(lines, l.boardY+len(drawn)+1, width)
	}
	head, rows := b.listLines(l.listWidth - 2)
	put := func(y int, page string) {
		gap := max(0, l.listX-text.Width(lines[y]))
		lines[y] += strings.Repeat(" ", gap) + page
	}
	put(l.listY, "  "+b.style.Faint(head))
	first := b.first(l)
	for i := range min(l.rows, len(rows)-first) {
		mark, row := "  ", rows[first+i]
		if first+i == b.chosen {
			mark, row = b.style.Arrow()+" ", b.style.Strong(row)
		}
		put(l.listY+1+i, mark+row)
	}
	lines[0] = b.style.Strong(" " + b.title())
	lines[b.height-2], lines[b.height-1] = " "+b.prompt(), b.style.Faint(" "+b.keys())
}

// drawMoves writes the moves to the current position below the board. If not all fit, it writes the last
// ones.
func (b *browser) drawMoves(lines []string, y, width int) {
	var text []string
	for i := 0; i < len(b.game.Moves); i += 8 { // eight moves fit under a board
		part := b.game.Moves[i:min(i+8, len(b.game.Moves))]
		words := make([]string, len(part))
		for k, m := range part {
			words[k] = m.String()
		}
		text = append(text, window.Clip(strings.Join(words, " "), width))
	}
	room := max(0, b.height-2-y)
	for i, line := range text[max(0, len(text)-room):] {
		lines[y+i] = strings.Repeat(" ", margin+2) + line
	}
}

// marks returns the marks of the board: the legal moves, the last move and the chosen move.
func (b *browser) marks() board.Marks {
	m := board.Marks{Legal: b.at.Board.Moves(), Last: lastMove(b.game)}
	if c := b.chosenMove(); c != engine.None {
		m.Cursor = c.Set()
	}
	return m
}

// title returns the title of the screen, with the range of ratings.
func (b *browser) title() string {
	title := explorerTitle(b.at, b.found)
	if r := b.rating.String(); r != "" {
		title += ", rating " + r
	}
	return title
}

// prompt returns the line with the typed text or the notice.
func (b *browser) prompt() string {
	told := b.notice
	if told != "" {
		told = "  (" + told + ")"
	}
	switch {
	case b.pane == openingsPane:
		return "opening: " + string(b.typed) + b.style.Caret() + told
	case b.pane == ratingPane:
		return "rating: " + string(b.typed) + b.style.Caret() + told
	case b.notice != "":
		return b.notice
	case b.pane == gamesPane && len(b.list) == mostListed:
		return fmt.Sprintf("the first %d games", mostListed)
	case b.failed != nil:
		return b.failed.Error()
	case b.engine && b.values == nil && !b.at.Board.Over():
		return "the engine looks " + text.Plural(b.depth, "move") + " ahead…"
	}
	return ""
}

// keys returns the line of keys for the current pane. In a narrow window, it has only the most important
// keys.
func (b *browser) keys() string {
	all, few := "arrows move  e engine  / opening  g games  r rating  ? keys  q quit",
		"arrows move  ? keys  q quit"
	switch b.pane {
	case openingsPane:
		all, few = "up, down  Enter go there  Esc cancel", "Enter go there  Esc cancel"
	case ratingPane:
		all, few = "such as 1800-2100 or 1800-; empty = all  Enter apply  Esc cancel",
			"1800- or empty  Enter  Esc cancel"
	case gamesPane:
		all, few = "up, down  Enter follow  n newest  s strongest  Esc moves  q quit",
			"Enter follow  n, s order  Esc moves"
	}
	if len(all) < b.width {
		return all
	}
	return few
}

// rows returns the number of rows in the list.
func (b *browser) rows() int {
	switch b.pane {
	case gamesPane:
		return len(b.list)
	case openingsPane:
		return len(b.openings())
	}
	return len(b.found.Moves)
}

// page returns the number of visible rows.
func (b *browser) page() int { return max(1, b.layout().rows) }

// first returns the index of the first visible row. The chosen row is always visible.
func (b *browser) first(l layout) int { return max(0, b.chosen-l.rows+1) }

// listLines returns the head and the rows of the list, for a width.
func (b *browser) listLines(width int) (head string, rows []string) {
	switch b.pane {
	case gamesPane:
		return b.gameLines(width)
	case openingsPane:
		for _, o := range b.openings() {
			rows = append(rows, fmt.Sprintf("%-22s %s", o.Name, o.Moves))
		}
		return "opening                moves", rows
	}
	return b.moveLines(width)
}

// moveLines returns the head and the rows of the list of moves: games, the score of the side to move with a
// draw as half a win, and the values of the engine and of a book. A narrow window drops the least important
// numbers.
func (b *browser) moveLines(width int) (head string, rows []string) {
	room := width - 33 // left over by the other columns and 12 letters of a name
	if b.engine {
		room -= 7
	}
	if b.book != nil {
		room -= 5
	}
	row := func(move, games, share, score, draws, value, known, name string) string {
		text := fmt.Sprintf("%-4s %7s", move, games)
		if room >= 8 {
			text += fmt.Sprintf(" %7s", share)
		}
		text += fmt.Sprintf(" %7s", score)
		if room >= 15 {
			text += fmt.Sprintf(" %6s", draws)
		}
		if b.engine {
			text += fmt.Sprintf(" %6s", value)
		}
		if b.book != nil {
			text += fmt.Sprintf(" %4s", known)
		}
		return text + "  " + name
	}
	for _, m := range b.found.Moves {
		value := ""
		if v, ok := b.values[m.Move]; ok {
			value = board.ValueText(v)
		}
		known := m.Games - m.NoResult
		rows = append(rows, row(m.Move, text.Number(m.Games),
			text.Percent(m.Games, b.found.Games-b.found.GamesOver),
			text.Percent(2*b.wins(m)+m.Draws, 2*known), text.Percent(m.Draws, known), value,
			bookText(b.inBook, m.Move), m.Name))
	}
	return row("move", "games", "share", "score", "draws", "value", "book", "opening"), rows
}

// wins returns the number of games that the side to move won.
func (b *browser) wins(m explore.Move) int {
	if b.at.Color == engine.White {
		return m.WhiteWins
	}
	return m.BlackWins
}
