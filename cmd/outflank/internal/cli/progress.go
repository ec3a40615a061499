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

// A Meter shows the progress of long work: a bar on a terminal, elsewhere a line every few seconds, so that
// logs stay readable. It is safe for concurrent use.
type Meter struct {
	what, unit string
	total      int // 0 = unknown
	hears      func(what string, done int)
	w          io.Writer
	screen     *Screen        // nil where stderr is no terminal
	waits      func() *string // why a fleet that does the work does nothing; nil = it does
	ascii      bool

	mu    sync.Mutex
	start time.Time
	next  time.Time // of the next frame or line
	first int       // what was done at the first step that was told, as by a run before
	since time.Time // when that was; zero = it was not yet
}

// How often a frame and a plain line are written.
const (
	frameInterval = 100 * time.Millisecond
	meterInterval = 5 * time.Second
)

// Meter returns a meter labelled with the work ("importing"), in total steps of a unit ("games"). Its clock
// starts now. A total of 0 is unknown.
func (a *App) Meter(what, unit string, total int) *Meter {
	now := time.Now()
	m := &Meter{what: what, unit: unit, total: total, hears: a.Progress, w: a.Err, screen: a.Screen(),
		ascii: a.ASCII, start: now, waits: a.waiting.Load}
	if m.screen == nil {
		m.next = now.Add(meterInterval)
	}
	return m
}

// Set says that a number of steps of the total is done.
func (m *Meter) Set(done int) {
	if m.hears != nil {
		m.hears(m.what, done)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.set(done, time.Now())
}

// set records the number of finished steps, and shows it from time to time.
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

// frame is the line on a terminal: the text, and a bar where there is room for one.
func (m *Meter) frame(done int, pace string) string {
	count := text.Number(done)
	if m.total > 0 {
		count += " of " + text.Number(m.total)
	}
	page, width := fmt.Sprintf("%s %s %s%s", m.what, count, m.unit, pace), m.screen.width()
	if width > 0 && text.Width(page) >= width { // the least: what and how much
		return fmt.Sprintf("%s %s", m.what, count)
	}
	size := min(40, width-text.Width(page)-barFrame)
	if size < 8 || m.total == 0 {
		return page
	}
	return m.bar(page, size, done)
}

// barFrame is the number of columns of a bar's frame: two spaces, a percentage, a space and two ends.
const barFrame = 11

// bar returns the text followed by a bar of a size. Each frame makes a new bar, because the window may have
// become narrower; the screen decides where it goes and what it replaces.
func (m *Meter) bar(text string, size, done int) string {
	theme := progressbar.ThemeDefault
	if m.ascii {
		theme = progressbar.ThemeASCII
	}
	bar := progressbar.NewOptions(m.total,
		progressbar.OptionSetWriter(io.Discard), progressbar.OptionSetTheme(theme),
		progressbar.OptionSetDescription(text+" "), progressbar.OptionSetWidth(size),
		progressbar.OptionSetElapsedTime(false), progressbar.OptionSetPredictTime(false))
	_ = bar.Set(min(done, m.total)) // to nowhere
	return strings.TrimRight(strings.TrimLeft(bar.String(), "\r"), " \n")
}

// leastPace is how long a work is watched before its pace is told.
const leastPace = time.Second

// Pace returns the speed of the work and the remaining time, ", 210 games/s, 12s left"; why a fleet is idle;
// or nothing, as long as the speed is not known.
func (m *Meter) Pace(done int) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	m.begin(done, now)
	return m.pace(done, now)
}

// begin notes the first step that is told.
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

// rateText writes a rate with three digits or so.
func rateText(rate float64) string {
	switch {
	case rate >= 100:
		return text.Number(int(rate))
	case rate >= 1:
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.2g", rate)
}

// Waiting returns why the fleet that does the work is idle, "" if it is not or there is none.
func (m *Meter) Waiting() string {
	if m.waits != nil {
		if why := m.waits(); why != nil {
			return *why
		}
	}
	return ""
}

// Describe changes the text of the bar; plain lines stay as they are.
func (m *Meter) Describe(what string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.screen != nil {
		m.what = what
	}
}

// Printf writes a line to standard error in the place of the bar, which comes back.
func (m *Meter) Printf(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.screen != nil {
		m.screen.Clear()
	}
	fmt.Fprintf(m.w, format+"\n", args...)
}

// Follow takes all steps of a work while the meter shows how much is done by each, takes the meter away
// and returns the last one, or the error that ended them.
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

// End takes the bar away.
func (m *Meter) End() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.screen != nil {
		m.screen.Clear()
	}
}

// Elapsed is the time since the meter was made.
func (m *Meter) Elapsed() time.Duration { return time.Since(m.start) }

// A Screen is the end of a terminal that is drawn again and again in its place. Lines are cut to the
// width that the window has at the time, as a line that wraps would leave remains of itself.
type Screen struct {
	w     io.Writer
	width func() int // 0 = unknown
	shown []int      // widths of the lines that stand there
}

// Screen returns the end of standard error as a screen, nil where that is no terminal.
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

// Draw shows a text in the place of the one before.
func (s *Screen) Draw(page string) {
	out := s.erased()
	for i, line := range strings.Split(strings.TrimSuffix(page, "\n"), "\n") {
		// the last column would wrap in some terminals
		if width := s.width(); width > 0 && text.Width(line) >= width {
			line = string([]rune(line)[:width-1])
		}
		if i > 0 {
			out += "\n"
		}
		out += line
		s.shown = append(s.shown, text.Width(line))
	}
	_, _ = io.WriteString(s.w, out) // it is for the eye only
}

// Clear erases the screen's lines.
func (s *Screen) Clear() { _, _ = io.WriteString(s.w, s.erased()) }

// erased returns the control sequence that erases the lines. In a window that has become narrower a line
// takes several rows.
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
