package cli

import (
	"fmt"
	"io"
	"iter"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/outflank/outflank/engine/runtime/text"
)

// A Meter shows the progress of long work: on a terminal as a bar, elsewhere as a line every few seconds, so
// that logs stay readable. It is safe for concurrent use.
type Meter struct {
	what, unit string
	total      int // 0 = unknown
	hears      func(what string, done int)
	w          io.Writer
	screen     *Screen        // nil if stderr is not a terminal
	waits      func() *string // why the fleet that does the work is idle; nil = it is working
	ascii      bool

	mu    sync.Mutex
	start time.Time
	next  time.Time // time of the next frame or line
	first int       // steps finished before the first report, for example by an earlier run
	since time.Time // time of the first report; zero = none yet
}

// Intervals between frames and between plain lines.
const (
	frameInterval = 100 * time.Millisecond
	meterInterval = 5 * time.Second
)

// Meter returns a meter for work such as "importing", with the number of steps (0 = unknown) and their unit,
// such as "games". Its clock starts now.
func (a *App) Meter(what, unit string, total int) *Meter {
	now := time.Now()
	m := &Meter{what: what, unit: unit, total: total, hears: a.Progress, w: a.Err, screen: a.Screen(),
		ascii: a.ASCII, start: now, waits: a.waiting.Load}
	if m.screen == nil {
		m.next = now.Add(meterInterval)
	}
	return m
}

// Set reports the number of finished steps.
func (m *Meter) Set(done int) {
	if m.hears != nil {
		m.hears(m.what, done)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.set(done, time.Now())
}

// set records the number of finished steps, and shows it when the next frame is due.
func (m *Meter) set(done int, now time.Time) {
	m.begin(done, now)
	switch {
	case now.Before(m.next):
	case m.screen != nil:
		m.next = now.Add(frameInterval)
		m.screen.Draw(m.frame(done, m.pace(done, now)))
	case m.total > 0:
		m.next = now.Add(meterInterval)
		fmt.Fprintf(m.w, "%s: %d of %d%s\n", m.what, done, m.total, m.pace(done, now))
	}
}

// frame returns the line for a terminal: the text, and a bar if there is room for one.
func (m *Meter) frame(done int, pace string) string {
	count := text.Number(done)
	if m.total > 0 {
		count += " of " + text.Number(m.total)
	}
	page, width := fmt.Sprintf("%s %s %s%s", m.what, count, m.unit, pace), m.screen.width()
	if width > 0 && text.Width(page) >= width { // show only the work and the finished steps
		return fmt.Sprintf("%s %s", m.what, count)
	}
	size := min(40, width-text.Width(page)-barFrame)
	if size < 8 || m.total == 0 {
		return page
	}
	return m.bar(page, size, done)
}

// barFrame is the number of columns beside a bar: two spaces, a percentage, a space and both ends of the bar.
const barFrame = 11

// bar returns the text followed by a bar of size columns. Each frame creates a new bar, because the window
// may have become narrower. The screen draws the bar in place of the previous one.
func (m *Meter) bar(text string, size, done int) string {
	theme := progressbar.ThemeDefault
	if m.ascii {
		theme = progressbar.ThemeASCII
	}
	bar := progressbar.NewOptions(m.total,
		progressbar.OptionSetWriter(io.Discard), progressbar.OptionSetTheme(theme),
		progressbar.OptionSetDescription(text+" "), progressbar.OptionSetWidth(size),
		progressbar.OptionSetElapsedTime(false), progressbar.OptionSetPredictTime(false))
	_ = bar.Set(min(done, m.total)) // it writes to io.Discard, so there is no error
	return strings.TrimRight(strings.TrimLeft(bar.String(), "\r"), " \n")
}

// leastPace is the minimum time before a meter shows a pace.
const leastPace = time.Second

// Pace returns the speed of the work and the remaining time, such as ", 210 games/s, 12s left". If a fleet is
// idle, Pace returns the reason. It returns "" while the speed is unknown.
func (m *Meter) Pace(done int) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	m.begin(done, now)
	return m.pace(done, now)
}

// begin records the first reported step.
func (m *Meter) begin(done int, now time.Time) {
	if m.since.IsZero() {
		m.first, m.since = done, now
	}
}

func (m *Meter) pace(done int, now time.Time) string {
	if why := m.Waiting(); why != "" {
		return ", waiting: " + why
	}
	spent := now.Sub(m.since)
	if done <= m.first || spent < leastPace {
		return ""
	}
	rate := float64(done-m.first) / spent.Seconds()
	text := fmt.Sprintf(", %s %s/s", rateText(rate), m.unit)
	if m.total > 0 {
		left := time.Duration(float64(m.total-done) / rate * float64(time.Second))
		text += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return text
}

// rateText formats a rate with about three digits.
func rateText(rate float64) string {
	switch {
	case rate >= 100:
		return text.Number(int(rate))
	case rate >= 1:
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.2g", rate)
}

// Waiting returns the reason why the fleet that does the work is idle. It returns "" if the fleet is working
// or if there is none.
func (m *Meter) Waiting() string {
	if m.waits != nil {
		if why := m.waits(); why != nil {
			return *why
		}
	}
	return ""
}

// Describe changes the name of the work in the bar, but not in plain lines.
func (m *Meter) Describe(what string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.screen != nil {
		m.what = what
	}
}

// Printf writes a line to standard error in place of the bar. The bar reappears with the next frame.
func (m *Meter) Printf(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.screen != nil {
		m.screen.Clear()
	}
	fmt.Fprintf(m.w, format+"\n", args...)
}

// Follow ranges over all steps; done returns the number that the meter shows for a step. At the end, Follow
// removes the meter and returns the last step, with the error that ended the steps if there was one.
func Follow[S any](m *Meter, steps iter.Seq2[S, error], done func(S) int) (last S, err error) {
	defer m.End()
	for step, err := range steps {
		if err != nil {
			return last, err
		}
		last = step
		m.Set(done(step))
	}
	return last, nil
}

// End removes the bar.
func (m *Meter) End() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.screen != nil {
		m.screen.Clear()
	}
}

// Elapsed returns the time since the meter was created.
func (m *Meter) Elapsed() time.Duration { return time.Since(m.start) }

// A Screen redraws the last lines of a terminal in place. Lines are cut to the current width of the window,
// because parts of a wrapped line would stay on the screen.
type Screen struct {
	w     io.Writer
	width func() int // 0 = unknown
	shown []int      // widths of the lines that are on the screen
}

// Screen returns a screen on standard error, or nil if standard error is not a terminal.
func (a *App) Screen() *Screen {
	if !a.ErrTerminal {
		return nil
	}
	width := a.errWidth
	if width == nil {
		width = func() int { return a.Width }
	}
	return &Screen{w: a.Err, width: width}
}

// Draw shows a text in place of the previous one.
func (s *Screen) Draw(page string) {
	out := s.erased()
	for i, line := range strings.Split(strings.TrimSuffix(page, "\n"), "\n") {
		// In the last column, some terminals would wrap the line.
		if width := s.width(); width > 0 && text.Width(line) >= width {
			line = string([]rune(line)[:width-1])
		}
		if i > 0 {
			out += "\n"
		}
		out += line
		s.shown = append(s.shown, text.Width(line))
	}
	_, _ = io.WriteString(s.w, out) // a write error is harmless
}

// Clear erases the screen's lines.
func (s *Screen) Clear() { _, _ = io.WriteString(s.w, s.erased()) }

// erased returns the control sequence that erases the lines. If the window has become narrower, a line may
// take several rows.
func (s *Screen) erased() string {
	if s.shown == nil {
		return ""
	}
	rows, width := 0, s.width()
	for _, n := range s.shown {
		rows++
		if width > 0 {
			rows += max(0, n-1) / width
		}
	}
	s.shown = nil
	if rows == 1 {
		return "\r\x1b[J"
	}
	return fmt.Sprintf("\x1b[%dA\r\x1b[J", rows-1)
}
