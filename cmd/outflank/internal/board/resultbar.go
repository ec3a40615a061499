package board

import (
	"strings"
)

// ResultBar shows the shares of wins of black, draws and wins of white in twenty columns.
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
