package matches

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A live table shows the standings, the pace and the remaining time of a match on a terminal. Without a
// terminal, it prints a plain line every few seconds.
type live struct {
	*cli.Meter
	screen *cli.Screen // nil if stderr is not a terminal
	state  *arena.State
	shown  time.Time

	forfeits int // number of forfeits that were printed
}

const (
	liveInterval  = 200 * time.Millisecond
	plainInterval = 10 * time.Second // between two plain lines
	liveRows      = 20
)

func newLive(a *cli.App, state *arena.State) *live {
	l := &live{Meter: a.Meter("playing", "games", state.Match.Total()), screen: a.Screen(), state: state}
	if l.screen == nil {
		l.shown = time.Now()
	}
	return l
}

// show prints the state of the match from time to time.
func (l *live) show() {
	switch {
	case l.screen == nil:
		l.Set(l.state.Played())
		if line := l.state.Line(); line != "" && time.Since(l.shown) >= plainInterval {
			l.shown = time.Now()
			l.Printf("%s", line)
		}
	case time.Since(l.shown) >= liveInterval:
		l.shown = time.Now()
		l.screen.Draw(l.text())
	}
}

// maxForfeits is the maximum number of forfeits printed during a match. The report has their total.
const maxForfeits = 5

// forfeited prints a game that ended by a forfeit, and the reason.
func (l *live) forfeited(game arena.Result, names []string) {
	if game.Forfeit == nil || l.forfeits == maxForfeits {
		return
	}
	l.forfeits++
	if l.screen != nil {
		l.screen.Clear()
	}
	loser := names[[2]int{engine.Black: game.Black, engine.White: game.White}[game.Forfeit.Color]]
	l.Printf("game %s: %s (%v) forfeits after %s: %v", text.Number(game.Pairing.Game+1), loser,
		game.Forfeit.Color, text.Plural(len(game.Game.Moves), "move"), game.Forfeit.Err)
}

// end removes the table.
func (l *live) end() {
	if l.screen != nil {
		l.screen.Clear()
	}
}

// text returns the table: a line about the progress, then the players by points.
func (l *live) text() string {
	var b strings.Builder
	played, total := l.state.Played(), l.state.Match.Total()
	fmt.Fprintf(&b, "%s of %s%s", text.Number(played), text.Plural(total, "game"), l.Pace(played))
	b.WriteByte('\n')
	if line := l.state.Line(); line != "" {
		fmt.Fprintln(&b, line)
	}
	for _, p := range l.standings() {
		fmt.Fprintf(&b, "  %5.1f %%  +%d =%d -%d  %.40s\n", 100*text.Ratio(float64(p.Wins)+float64(p.Draws)/2,
			p.Games()), p.Wins, p.Draws, p.Losses, l.state.Match.Players[p.A].Name)
	}
	return b.String()
}

// standings returns the records of the best players, by points.
func (l *live) standings() []arena.Pair {
	list := make([]arena.Pair, len(l.state.Match.Players))
	for i := range list {
		list[i] = l.state.Record(i)
	}
	slices.SortStableFunc(list, func(a, b arena.Pair) int { return cmp.Compare(b.Score(), a.Score()) })
	return list[:min(len(list), liveRows)]
}
