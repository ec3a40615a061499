package board

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Style determines how boards look on a terminal: with discs or letters, with or without colours.
type Style struct {
	color bool // use the 256 ANSI colours
	ASCII bool // use letters instead of discs
	theme int  // index in themes
}

// NewStyle returns a style for --color auto, always or never. It uses letters if ascii is set or if the
// locale is not UTF-8. getenv is os.Getenv.
func NewStyle(color string, ascii, terminal bool, getenv func(string) string) (Style, error) {
	style := Style{ASCII: ascii || !SpeaksUTF8(getenv)}
	switch color {
	case "auto":
		style.color = HasColors(terminal, getenv)
	case "always":
		style.color = true
	case "never":
	default:
		return style, fault.Misusef("--color %s: want auto, always or never", color)
	}
	return style, nil
}

// HasColors reports whether output has colours by default: it is a terminal, and neither NO_COLOR nor
// TERM=dumb forbids them.
func HasColors(terminal bool, getenv func(string) string) bool {
	return terminal && getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
}

// SpeaksUTF8 reports whether the locale's character set is UTF-8. On Windows, locale variables are usually
// unset and terminals use UTF-8.
func SpeaksUTF8(getenv func(string) string) bool {
	for _, name := range [...]string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(getenv(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return runtime.GOOS == "windows"
}

// The colours, as numbers in xterm's 256-colour palette.
const (
	inkBlack = 16
	inkWhite = 231
	inkLegal = 228
	inkFaint = 245
	feltHole = 236
)

// A squareLook describes how a square looks apart from its disc.
type squareLook struct {
	dark          bool // use the darker of the two colours
	last, flipped bool
	cursor        bool
}

// felt returns the background colour of a square.
func (s Style) felt(l squareLook) int {
	t := themes[s.theme]
	switch {
	case l.cursor:
		return t.cursor
	case l.last:
		return t.last
	case l.flipped:
		return t.flipped
	case l.dark:
		return t.dark
	}
	return t.light
}

// Disc returns a disc as drawn on a board, three columns wide.
func (s Style) Disc(c engine.Color) string { return s.disc(c, squareLook{dark: true}, 3) }

// disc returns a disc in the middle of width columns.
func (s Style) disc(c engine.Color, look squareLook, width int) string {
	if s.color {
		ink := inkBlack
		if c == engine.White {
			ink = inkWhite
		}
		glyph := "●"
		if s.ASCII {
			glyph = s.glyph(c)
		}
		return paint(centred(glyph, width), ink, s.felt(look))
	}
	text := []rune(centred(s.glyph(c), width))
	middle := width / 2
	switch {
	case look.last:
		text[middle-1], text[middle+1] = '[', ']'
	case look.flipped:
		text[middle-1], text[middle+1] = '(', ')'
	}
	return string(text)
}

// glyph returns the sign of a side for output without colours.
func (s Style) glyph(c engine.Color) string {
	if s.ASCII {
		return [...]string{"X", "O"}[c]
	}
	return [...]string{"●", "○"}[c]
}

func (s Style) legal(look squareLook, width int) string {
	switch {
	case s.color && s.ASCII:
		return paint(centred("+", width), inkLegal, s.felt(look))
	case s.color:
		return paint(centred("•", width), inkLegal, s.felt(look))
	}
	return centred("+", width)
}

func (s Style) empty(look squareLook, width int) string {
	switch {
	case s.color:
		return paint(strings.Repeat(" ", width), inkLegal, s.felt(look))
	case s.ASCII:
		return centred(".", width)
	}
	return centred("·", width)
}

func (s Style) value(text string, best bool, look squareLook, width int) string {
	if !s.color {
		if best {
			text += "*"
		}
		return fmt.Sprintf("%*s", width, text)
	}
	felt := s.felt(look)
	if best && !look.cursor {
		felt = themes[s.theme].best
	}
	return paint(centred(text, width), inkBlack, felt)
}

func (s Style) hole(width int) string {
	if s.color {
		return paint(strings.Repeat(" ", width), inkLegal, feltHole)
	}
	return centred("#", width)
}

// pointed marks the cell under the cursor with < and > if there are no colours. It replaces only spaces and
// the marks of the last move and its flips.
func (s Style) pointed(cell string, look squareLook) string {
	if s.color || !look.cursor {
		return cell
	}
	text := []rune(cell)
	last := len(text) - 1
	if strings.ContainsRune(" [(", text[0]) {
		text[0] = '<'
	}
	if strings.ContainsRune(" ])", text[last]) {
		text[last] = '>'
	}
	return string(text)
}

// Faint returns text in grey.
func (s Style) Faint(text string) string {
	if s.color {
		return fmt.Sprintf("\x1b[38;5;%dm%s\x1b[0m", inkFaint, text)
	}
	return text
}

// Strong returns text in bold.
func (s Style) Strong(text string) string {
	if s.color {
		return "\x1b[1m" + text + "\x1b[0m"
	}
	return text
}

// Caret returns a mark for the place of the next letter.
func (s Style) Caret() string {
	if s.color {
		return "\x1b[7m \x1b[0m"
	}
	return "_"
}

// paint returns text in the colour ink on the background felt.
func paint(text string, ink, felt int) string {
	return fmt.Sprintf("\x1b[38;5;%d;48;5;%dm%s\x1b[0m", ink, felt, text)
}

// centred puts text in the middle of width columns, one for each letter.
func centred(text string, width int) string {
	n := len([]rune(text))
	left := max(width-n, 0) / 2
	return strings.Repeat(" ", left) + text + strings.Repeat(" ", max(width-n-left, 0))
}

// Arrow returns the mark of the side to move.
func (s Style) Arrow() string {
	if s.ASCII {
		return ">"
	}
	return "▶"
}

// A theme contains the colours of the squares, as numbers in xterm's 256-colour palette. Both black and white
// discs stand out on each colour.
type theme struct {
	name        string
	dark, light int // alternate like the squares of a chessboard
	last        int // the last move
	flipped     int // the discs that it flipped
	best        int // the square with the highest value
	cursor      int // the square of the keyboard cursor
}

// themes are the themes with colours, the default first.
var themes = []theme{
	{"green", 29, 35, 172, 67, 179, 44},
	{"blue", 25, 32, 172, 97, 179, 43},
	{"wood", 94, 137, 70, 103, 73, 44},
}

// Mono is the theme without colours.
const Mono = "mono"

// Themes returns the names of all themes, the default first.
func Themes() (names []string) {
	for _, t := range themes {
		names = append(names, t.name)
	}
	return append(names, Mono)
}

// ThemeHelp returns the help text of the flag --theme.
func ThemeHelp() string {
	return "colours of the board: " + strings.Join(Themes(), ", ") + "; NO_COLOR chooses " + Mono
}

// Themed returns the style with the colours of a theme; "" = the default theme. With [Mono], the style has no
// colours. An unknown name is a misuse error.
func (s Style) Themed(name string) (Style, error) {
	at := slices.IndexFunc(themes, func(t theme) bool { return t.name == name })
	switch {
	case name == Mono:
		s.color = false
	case name == "":
		s.theme = 0
	case at < 0:
		return s, fault.Misusef("--theme %s: want %s", name, strings.Join(Themes(), ", "))
	default:
		s.theme = at
	}
	return s, nil
}

// ResultBar returns a bar of twenty columns that shows the shares of black's wins, draws and white's wins.
func (s Style) ResultBar(black, draws, white int) string {
	const width = 20
	total := max(1, black+draws+white)
	b, w := (black*width+total/2)/total, (white*width+total/2)/total
	w = min(w, width-b)
	d := width - b - w
	switch {
	case s.color:
		return paint(strings.Repeat(" ", b), 0, barBlack) +
			paint(strings.Repeat(" ", d), 0, inkFaint) +
			paint(strings.Repeat(" ", w), 0, inkWhite)
	case s.ASCII:
		return strings.Repeat("X", b) + strings.Repeat("=", d) + strings.Repeat("O", w)
	}
	return strings.Repeat("█", b) + strings.Repeat("▒", d) + strings.Repeat("░", w)
}

// barBlack is a grey that stands out on a black terminal.
const barBlack = 238
