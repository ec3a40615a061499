package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A live table shows on a terminal how a match stands, with its rate and the time
// left; elsewhere it is a line every few seconds.
type live struct {
	*meter
	r     *matchResult
	known int // games that were not played now
	lines int // on the screen
	shown time.Time
}

const (
	liveInterval = 200 * time.Millisecond
	liveRows     = 20
)

func (a *app) live(r *matchResult) *live {
	l := &live{meter: a.meter("playing", "games", r.total), r: r}
	if l.bar != nil {
		l.bar = nil
		l.next = time.Now().Add(24 * 365 * time.Hour) // no plain lines beside the table
		l.lines = 1
		fmt.Fprintln(a.err)
	}
	return l
}

// show tells what there is to tell, from time to time.
func (l *live) show() {
	if l.lines == 0 {
		l.set(l.r.played)
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
	rate := float64(max(0, r.played-l.known)) / max(l.elapsed().Seconds(), 0.001)
	fmt.Fprintf(&b, "%s of %s, %.1f games/s", number(r.played), plural(r.total, "game"), rate)
	if rate > 0 {
		left := time.Duration(float64(r.total-r.played) / rate * float64(time.Second))
		fmt.Fprintf(&b, ", %v left", left.Round(time.Second))
	}
	if r.test != nil {
		v := r.test.Test(r.cross.Pentanomial(0, 1))
		fmt.Fprintf(&b, ", LLR %.2f (%.2f to %.2f)", v.LLR, v.Lower, v.Upper)
	}
	b.WriteByte('\n')
	order := make([]int, len(r.names))
	for i := range order {
		order[i] = i
	}
	score := func(i int) float64 { return r.cross.Total(i).Score() }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score(b), score(a)) })
	for _, i := range order[:min(len(order), liveRows)] {
		p := r.cross.Total(i)
		fmt.Fprintf(&b, "  %5.1f %%  +%d =%d -%d  %.40s\n", 100*ratio(float64(p.Wins)+float64(p.Draws)/2, p.Games()), p.Wins, p.Draws, p.Losses, r.names[i])
	}
	return b.String()
}
