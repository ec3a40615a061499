package live

import (
	"context"
	"fmt"
	"time"

	"github.com/outflank/outflank/engine"
)

// A Clock measures the time that both sides of a game use, and reports when a side has none left. It starts
// with the first turn.
type Clock struct {
	Limit Limit
	Now   func() time.Time // such as [time.Now]

	used  [2]time.Duration // of finished turns, minus the time that moves have earned
	since time.Time        // when the turn began; zero = the clock is stopped
	side  engine.Color     // the side to move
}

// Start begins the turn of side c, unless it is already running.
func (k *Clock) Start(c engine.Color) {
	if side, runs := k.Running(); runs && side == c {
		return
	}
	k.Halt()
	k.side, k.since = c, k.Now()
}

// Running returns the side whose turn is being measured; ok is false if the clock is stopped.
func (k *Clock) Running() (c engine.Color, ok bool) { return k.side, !k.since.IsZero() }

// Halt ends the turn without a move and returns its length. The time counts, but the side earns no time.
func (k *Clock) Halt() (spent time.Duration) {
	if !k.since.IsZero() {
		spent = k.Now().Sub(k.since)
		k.used[k.side] += spent
	}
	k.since = time.Time{}
	return spent
}

// Stop ends the turn of side c with a move and returns its length. A move after the time has run out earns no
// time.
func (k *Clock) Stop(c engine.Color) time.Duration {
	if side, runs := k.Running(); !runs || side != c {
		return 0
	}
	spent := k.Halt()
	if !k.Fallen(c) {
		k.used[c] -= k.Limit.Each
	}
	return spent
}

// Used returns the time that side c has used so far, minus the time that its moves have earned.
func (k *Clock) Used(c engine.Color) time.Duration {
	used := k.used[c]
	if side, runs := k.Running(); runs && side == c {
		used += k.Now().Sub(k.since)
	}
	return used
}

// Set sets the times that both sides have used, as returned by [Clock.Used], and stops the clock.
func (k *Clock) Set(used [2]time.Duration) { k.used, k.since = used, time.Time{} }

// Left returns the time that side c has left. It is meaningless without a limit.
func (k *Clock) Left(c engine.Color) time.Duration { return k.Limit.All - k.Used(c) }

// Fallen reports whether side c has no time left.
func (k *Clock) Fallen(c engine.Color) bool { return k.Limit.All > 0 && k.Left(c) <= 0 }

// Within returns a context that ends when side c runs out of time.
func (k *Clock) Within(ctx context.Context, c engine.Color) (context.Context, context.CancelFunc) {
	if k.Limit.All == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, k.Left(c))
}

// Share returns a context that ends after an even share of the remaining time. An agent that thinks until
// this context ends does not lose on time.
func (k *Clock) Share(ctx context.Context, p engine.Position) (context.Context, context.CancelFunc) {
	if k.Limit.All == 0 {
		return context.WithCancel(ctx)
	}
	moves := p.Board.Empty().Len()/2 + 1
	return context.WithTimeout(ctx, k.Left(p.Color)/time.Duration(moves+2))
}

// Text shows the remaining time of side c, or the time used if there is no limit.
func (k *Clock) Text(c engine.Color) string {
	if k.Limit.All > 0 {
		return clockText(max(0, k.Left(c)))
	}
	return clockText(k.Used(c))
}

// clockText formats minutes and seconds, with tenths in the last ten seconds.
func clockText(d time.Duration) string {
	if d < 10*time.Second {
		return fmt.Sprintf("0:%04.1f", float64(d/(100*time.Millisecond))/10)
	}
	seconds := int(d / time.Second)
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}
