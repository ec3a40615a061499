package board

import (
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// A theme is the colours of the squares, by number in the 256-colour palette of xterm. On each
// both black and white discs stand out.
type theme struct {
	name        string
	dark, light int // in turn, as a board without lines
	last        int // the last move
	flipped     int // what it flipped
	best        int // the highest of the values
	cursor      int // where the arrow keys are
}

// themes are those that have colours; the first is the usual one.
var themes = []theme{
	{"green", 29, 35, 172, 67, 179, 44},
	{"blue", 25, 32, 172, 97, 179, 43},
	{"wood", 94, 137, 70, 103, 73, 44},
}

// Mono is the theme without colours.
const Mono = "mono"

// Themes returns the names of all themes, the usual one first.
func Themes() (names []string) {
	for _, t := range themes {
		names = append(names, t.name)
	}
	return append(names, Mono)
}

// ThemeHelp tells what a flag --theme takes.
func ThemeHelp() string {
	return "colours of the board: " + strings.Join(Themes(), ", ") + "; NO_COLOR chooses " + Mono
}

// Themed returns the style with the colours of a theme, those of "" being the usual ones; with [Mono] it has
// none. It fails with misuse for a name that no theme has.
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
