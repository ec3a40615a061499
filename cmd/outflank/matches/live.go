package matches

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/engine/tournament"
)

// A live table shows on a terminal how a match stands, with its rate and the time
// left; elsewhere it is a line every few seconds.
type live struct {
	*cli.Meter
	w     io.Writer
	r     *tournament.Result
	start time.Time
	known int // games that were not played now
	lines int // on the screen
	shown time.Time
}

const (
	liveInterval = 200 * time.Millisecond
	liveRows     = 20
)

func newLive(a *cli.App, r *tournament.Result) *live {
	l := &live{Meter: a.Meter("playing", "games", r.Total), w: a.Err, r: r, start: time.Now()}
	if a.ErrTerminal {
		l.lines = 1
		fmt.Fprintln(a.Err)
	}
	return l
}

// show tells what there is to tell, from time to time.
func (l *live) show() {
	if l.lines == 0 {
		l.Set(l.r.Played)
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
	r := l.r
	rate := float64(max(0, r.Played-l.known)) / max(time.Since(l.start).Seconds(), 0.001)
	fmt.Fprintf(&b, "%s of %s, %.1f games/s", report.Number(r.Played), report.Plural(r.Total, "game"), rate)
	if rate > 0 {
		left := time.Duration(float64(r.Total-r.Played) / rate * float64(time.Second))
		fmt.Fprintf(&b, ", %v left", left.Round(time.Second))
	}
	if r.SPRT != nil {
		v := r.SPRT.Test(r.Cross.Pentanomial(0, 1))
		fmt.Fprintf(&b, ", LLR %.2f (%.2f to %.2f)", v.LLR, v.Lower, v.Upper)
	}
	b.WriteByte('\n')
	order := make([]int, len(r.Names))
	for i := range order {
		order[i] = i
	}
	score := func(i int) float64 { return r.Cross.Total(i).Score() }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score(b), score(a)) })
	for _, i := range order[:min(len(order), liveRows)] {
		p := r.Cross.Total(i)
		fmt.Fprintf(&b, "  %5.1f %%  +%d =%d -%d  %.40s\n", 100*report.Ratio(float64(p.Wins)+float64(p.Draws)/2, p.Games()), p.Wins, p.Draws, p.Losses, r.Names[i])
	}
	return b.String()
}
