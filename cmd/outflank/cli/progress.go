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
	total int // 0 = unknown
	hears func(what string, done int)
	w     io.Writer
	bar   *progressbar.ProgressBar // nil where stderr is no terminal
	start time.Time
	next  time.Time      // of the next plain line
	waits func() *string // why a fleet that does the work does nothing; nil = it does
}

// meterInterval is how often a plain line is written.
const meterInterval = 5 * time.Second

// Meter returns a meter of what is done ("importing"), in total steps that are called unit
// ("games"). Its clock starts now. A total of 0 is unknown.
func (a *App) Meter(what, unit string, total int) *Meter {
	now := time.Now()
	m := &Meter{what: what, total: total, hears: a.Progress, w: a.Err, start: now, next: now.Add(meterInterval), waits: a.waiting.Load}
	if a.ErrTerminal {
		m.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(a.Err), progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString(unit),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	}
	return m
}

// Set says that a number of steps of the total is done.
func (m *Meter) Set(done int) {
	if m.hears != nil {
		m.hears(m.what, done)
	}
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
func (m *Meter) left(done int, now time.Time) string {
	if why := m.Waiting(); why != "" {
		return ", waiting: " + why
	}
	if done <= 0 {
		return ""
	}
	left := time.Duration(float64(now.Sub(m.start)) * float64(m.total-done) / float64(done))
	return fmt.Sprintf(", %v left", left.Round(time.Second))
}

// Waiting says why the fleet that does the work does nothing, "" where it does or there is none.
func (m *Meter) Waiting() string {
	if m.waits != nil {
		if why := m.waits(); why != nil {
			return *why
		}
	}
	return ""
}

// Describe changes what the bar says is done; plain lines stay as they are.
func (m *Meter) Describe(what string) {
	if m.bar != nil {
		m.bar.Describe(what)
	}
}

// Printf writes a line to standard error in the place of the bar, which comes back.
func (m *Meter) Printf(format string, args ...any) {
	if m.bar != nil {
		_ = m.bar.Clear()
	}
	fmt.Fprintf(m.w, format+"\n", args...)
}

// End takes the bar away.
func (m *Meter) End() {
	if m.bar != nil {
		_ = m.bar.Finish()
	}
}

// Elapsed is the time since the meter was made.
func (m *Meter) Elapsed() time.Duration { return time.Since(m.start) }
