package matches

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/engine/tournament"
)

// A live table shows on a terminal how a match stands, with its rate and the time
// left; elsewhere it is a line every few seconds.
type live struct {
	*cli.Meter
	w     io.Writer
	state *tournament.State
	start time.Time
	lines int // on the screen
	shown time.Time
}

const (
	liveInterval = 200 * time.Millisecond
	liveRows     = 20
)

func newLive(a *cli.App, state *tournament.State) *live {
	l := &live{Meter: a.Meter("playing", "games", state.Match.Total()), w: a.Err, state: state, start: time.Now()}
	if a.ErrTerminal {
		l.lines = 1
		fmt.Fprintln(a.Err)
	}
	return l
}

// show tells what there is to tell, from time to time.
func (l *live) show() {
	if l.lines == 0 {
		l.Set(l.state.Played())
		return
	}
	if time.Since(l.shown) < liveInterval {
		return
	}
	l.shown = time.Now()
	text := l.text()
	fmt.Fprintf(l.w, "\x1b[%dA\x1b[J%s", l.lines, text)
	l.lines = strings.Count(text, "\n")
}

// end takes the table away.
func (l *live) end() {
	if l.lines > 0 {
		fmt.Fprintf(l.w, "\x1b[%dA\x1b[J", l.lines)
		l.lines = 0
	}
}

// text is the table: a line about the progress, then the players by points.
func (l *live) text() string {
	var b strings.Builder
	played, total := l.state.Played(), l.state.Match.Total()
	rate := float64(max(0, played-l.state.Known())) / max(time.Since(l.start).Seconds(), 0.001)
	fmt.Fprintf(&b, "%s of %s, %.1f games/s", report.Number(played), report.Plural(total, "game"), rate)
	if rate > 0 {
		left := time.Duration(float64(total-played) / rate * float64(time.Second))
		fmt.Fprintf(&b, ", %v left", left.Round(time.Second))
	}
	if why := l.Waiting(); why != "" {
		fmt.Fprintf(&b, ", waiting: %s", why)
	}
	if v, ok := l.state.Verdict(); ok {
		fmt.Fprintf(&b, ", LLR %.2f (%.2f to %.2f)", v.LLR, v.Lower, v.Upper)
	}
	b.WriteByte('\n')
	for _, p := range l.standings() {
		fmt.Fprintf(&b, "  %5.1f %%  +%d =%d -%d  %.40s\n", 100*report.Ratio(float64(p.Wins)+float64(p.Draws)/2, p.Games()), p.Wins, p.Draws, p.Losses, l.state.Match.Players[p.A].Name)
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
