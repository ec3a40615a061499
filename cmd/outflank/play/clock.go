package play

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/outflank/outflank/engine"
)

// A clock measures the time of both sides, and ends it if it is limited.
type clock struct {
	limit clockFlag
	shown bool
	now   func() time.Time

	used  [2]time.Duration // of turns that have ended
	since time.Time        // when the turn began; zero = nobody's turn is measured
	side  engine.Color     // whose turn it is
	bonus [2]time.Duration // what the moves have earned
}

// start begins the turn of side c unless it has begun.
func (k *clock) start(c engine.Color) {
	if !k.since.IsZero() && k.side == c {
		return
	}
	k.halt()
	k.side, k.since = c, k.now()
}

// halt ends the turn and returns how long it was.
func (k *clock) halt() (spent time.Duration) {
	if !k.since.IsZero() {
		spent = k.now().Sub(k.since)
		k.used[k.side] += spent
	}
	k.since = time.Time{}
	return spent
}

// stop ends the turn of side c with a move, and returns how long it was.
func (k *clock) stop(c engine.Color) time.Duration {
	if k.since.IsZero() || k.side != c {
		return 0
	}
	spent := k.halt()
	if !k.fallen(c) {
		k.bonus[c] += k.limit.each
	}
	return spent
}

// spent is the time that side c has used so far.
func (k *clock) spent(c engine.Color) time.Duration {
	spent := k.used[c]
	if !k.since.IsZero() && k.side == c {
		spent += k.now().Sub(k.since)
	}
	return spent
}

// left is the time that side c has left; it means nothing without a limit.
func (k *clock) left(c engine.Color) time.Duration {
	return k.limit.all + k.bonus[c] - k.spent(c)
}

// fallen tells whether side c has no time left.
func (k *clock) fallen(c engine.Color) bool { return k.limit.all > 0 && k.left(c) <= 0 }

// within returns a context that ends with the time of side c.
func (k *clock) within(ctx context.Context, c engine.Color) (context.Context, context.CancelFunc) {
	if k.limit.all == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, k.left(c))
}

// share returns a context that ends when an agent should have moved: with its even
// share of the time that is left, so that those who think for as long as they may do not
// lose on time.
func (k *clock) share(ctx context.Context, p engine.Position) (context.Context, context.CancelFunc) {
	if k.limit.all == 0 {
		return context.WithCancel(ctx)
	}
	moves := p.Board.Empty().Len()/2 + 1
	return context.WithTimeout(ctx, k.left(p.Color)/time.Duration(moves+2))
}

// text shows the time of side c: what is left, or what was used where nothing ends.
func (k *clock) text(c engine.Color) string {
	if k.limit.all > 0 {
		return clockText(max(0, k.left(c)))
	}
	return clockText(k.spent(c))
}

// clockText writes minutes and seconds, and tenths of the last ten.
func clockText(d time.Duration) string {
	if d < 10*time.Second {
		return fmt.Sprintf("0:%04.1f", float64(d/(100*time.Millisecond))/10)
	}
	seconds := int(d / time.Second)
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

// A clockFlag is the time of a side, such as 5m or 3m+2s: in all, and added with each
// move. 0 = without limit.
type clockFlag struct{ all, each time.Duration }

func (f *clockFlag) Type() string { return "time" }

func (f *clockFlag) String() string {
	switch {
	case f.all == 0:
		return ""
	case f.each == 0:
		return f.all.String()
	}
	return f.all.String() + "+" + f.each.String()
}

func (f *clockFlag) Set(text string) (err error) {
	all, each, added := strings.Cut(text, "+")
	if f.all, err = time.ParseDuration(all); err == nil && added {
		f.each, err = time.ParseDuration(each)
	}
	if err != nil || f.all <= 0 || f.each < 0 {
		return fmt.Errorf("want a time such as 5m, or 3m+2s with two seconds for each move")
	}
	return nil
}
