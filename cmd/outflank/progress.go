package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A meter shows how far a long work is: a bar on a terminal, elsewhere a line
// every few seconds, so that logs stay readable.
type meter struct {
	what  string
	total int
	w     io.Writer
	bar   *progressbar.ProgressBar // nil where stderr is no terminal
	start time.Time
	next  time.Time // of the next plain line
}

const meterInterval = 5 * time.Second

// meter returns a meter for total steps that are called unit ("games").
func (a *app) meter(what, unit string, total int) *meter {
	now := time.Now()
	m := &meter{what: what, total: total, w: a.err, start: now, next: now.Add(meterInterval)}
	if a.errTerminal {
		m.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(a.err), progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString(unit),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	}
	return m
}

// set says that done steps of the total are done.
func (m *meter) set(done int) {
	if m.bar != nil {
		_ = m.bar.Set(done)
		return
	}
	now := time.Now()
	if now.Before(m.next) || m.total == 0 {
		return
	}
	m.next = now.Add(meterInterval)
	fmt.Fprintf(m.w, "%s: %d of %d%s\n", m.what, done, m.total, m.left(done, now))
}

// left says how long the rest will take, nothing before something is done.
func (m *meter) left(done int, now time.Time) string {
	if done <= 0 {
		return ""
	}
	left := time.Duration(float64(now.Sub(m.start)) * float64(m.total-done) / float64(done))
	return fmt.Sprintf(", %v left", left.Round(time.Second))
}

// end takes the bar away.
func (m *meter) end() {
	if m.bar != nil {
		_ = m.bar.Finish()
	}
}

// elapsed is the time since the meter was made.
func (m *meter) elapsed() time.Duration { return time.Since(m.start) }
