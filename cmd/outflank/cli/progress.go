package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A Meter shows how far a long work is: a bar on a terminal, elsewhere a line
// every few seconds, so that logs stay readable.
type Meter struct {
	what  string
	Total int
	W     io.Writer
	Bar   *progressbar.ProgressBar // nil where stderr is no terminal
	Start time.Time
	Next  time.Time // of the next plain line
}

const meterInterval = 5 * time.Second

// Meter returns a meter for total steps that are called unit ("games").
func (a *App) Meter(what, unit string, total int) *Meter {
	now := time.Now()
	m := &Meter{what: what, Total: total, W: a.Err, Start: now, Next: now.Add(meterInterval)}
	if a.ErrTerminal {
		m.Bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(a.Err), progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString(unit),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	}
	return m
}

// Set says that done steps of the total are done.
func (m *Meter) Set(done int) {
	if m.Bar != nil {
		_ = m.Bar.Set(done)
		return
	}
	now := time.Now()
	if now.Before(m.Next) || m.Total == 0 {
		return
	}
	m.Next = now.Add(meterInterval)
	fmt.Fprintf(m.W, "%s: %d of %d%s\n", m.what, done, m.Total, m.left(done, now))
}

// left says how long the rest will take, nothing before something is done.
func (m *Meter) left(done int, now time.Time) string {
	if done <= 0 {
		return ""
	}
	left := time.Duration(float64(now.Sub(m.Start)) * float64(m.Total-done) / float64(done))
	return fmt.Sprintf(", %v left", left.Round(time.Second))
}

// End takes the bar away.
func (m *Meter) End() {
	if m.Bar != nil {
		_ = m.Bar.Finish()
	}
}

// Elapsed is the time since the meter was made.
func (m *Meter) Elapsed() time.Duration { return time.Since(m.Start) }
