package workspace

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/run"
)

// A Match is the state of a match or a tournament when it was read.
type Match struct {
	Path    string
	State   string // as for runs; running = being played
	Config  arena.Config
	Result  *arena.Summary // over the games that count, see [arena.View]
	Ended   int            // number of finished games, including those that do not count yet
	Highest int            // highest number of a finished game in the schedule, from 1; 0 = none
	LLR     []arena.LLR    // nil = no test
	Last    *arena.Result  // the game that ended last; nil = none yet
	Problem string         // damage in the file; the data before it was read
	Changed time.Time
	Version int // number of changes observed

	done bool
	view *arena.View // guarded by the lock of its item
	info fs.FileInfo
}

// Match returns the match in the file at a path. The error wraps [fs.ErrNotExist] if there is no such file,
// and is bad input if the file does not contain a match.
func (w *Workspace) Match(at string) (m *Match, err error) {
	err = w.withMatch(at, func(now *Match, _ *os.File) error {
		m = now
		return nil
	})
	return m, err
}

// Games returns the ended games of the match at a path with the numbers from to to-1 in the schedule, counted
// from 0, and the match.
func (w *Workspace) Games(at string, from, to int) (m *Match, games []arena.Result, err error) {
	err = w.withMatch(at, func(now *Match, f *os.File) (err error) {
		m = now
		games, err = now.view.Games(f, from, to)
		return err
	})
	return m, games, err
}

// withMatch calls do with the current state of a match and its file.
func (w *Workspace) withMatch(at string, do func(*Match, *os.File) error) error {
	name, err := w.find(at, KindMatch)
	if err != nil {
		return err
	}
	return w.matches.use(at, func(it *item[Match]) error {
		f, err := w.root.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		next, err := it.value.again(at, f)
		if err != nil {
			return err
		}
		it.value = next
		return do(next, f)
	})
}

// again returns the current state of the match in a file. m is the previous state, or nil.
func (m *Match) again(at string, f *os.File) (*Match, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if m != nil && sameFile(info, m.info) {
		state := run.StateOf(durable.FileInUse(f), m.done)
		if state == m.State || m.State == run.Damaged {
			return m, nil
		}
		next := *m
		next.State = state
		next.Version++
		return &next, nil
	}
	next := &Match{Path: at, Version: 1}
	if m != nil {
		next.Version = m.Version + 1
	}
	if m != nil && os.SameFile(info, m.info) && info.Size() >= m.info.Size() {
		next.view = m.view
	} else if next.view, err = arena.OpenView(at, f); err != nil {
		return nil, err
	}
	next.info, next.Changed = info, info.ModTime()
	if _, err := next.view.Read(f); err != nil {
		if !fault.IsBadInput(err) {
			return nil, err
		}
		next.Problem = fault.Text(err)
	}
	next.Config, next.Result, next.LLR = next.view.Config, next.view.Result(), next.view.LLR()
	next.Ended, next.Highest = next.view.Ended(), next.view.Highest()
	next.done = next.view.Done()
	if last, ok := next.view.Last(); ok {
		next.Last = &last
	}
	next.State = run.StateOf(durable.FileInUse(f), next.done)
	if next.Problem != "" {
		next.State = run.Damaged
	}
	return next, nil
}

// Says describes the state of the match in one line.
func (m *Match) Says() string {
	r := m.Result
	if r.Played == 0 {
		return ""
	}
	if len(m.Config.Agents) > 2 {
		best := slices.MaxFunc(r.Ratings, func(a, b arena.RatingSummary) int { return cmp.Compare(a.Elo, b.Elo) })
		return fmt.Sprintf("%s leads with %s Elo (%s to %s)", best.Name, text.Signed(best.Elo),
			text.Signed(best.Low), text.Signed(best.High))
	}
	p := r.Pairs[0]
	says := []string{fmt.Sprintf("%s (%s)", text.Share(p.Score), text.Interval(p.Low, p.High))}
	if p.Elo != nil && p.EloLow != nil && p.EloHigh != nil {
		says = append(says, fmt.Sprintf("Elo %s (%s to %s)", text.Signed(*p.Elo), text.Signed(*p.EloLow),
			text.Signed(*p.EloHigh)))
	}
	if t := r.Test; t != nil {
		says = append(says, fmt.Sprintf("LLR %.2f (%.2f to %.2f)", t.LLR, t.Lower, t.Upper))
		if t.Accept != "" {
			says = append(says, t.Accept+" accepted")
		}
	}
	return join(says)
}

// A sniffed is the kind of a file according to its first line.
type sniffed struct {
	info    fs.FileInfo
	match   bool
	problem string
}

// sniff reports whether a file contains a match, and describes errors. A match that only grows remains a
// match.
func (w *Workspace) sniff(at string, info fs.FileInfo) sniffed {
	w.mu.Lock()
	s, ok := w.files[at]
	w.mu.Unlock()
	if ok && (sameFile(info, s.info) || s.match && os.SameFile(info, s.info)) {
		return s
	}
	s = sniffed{info: info}
	f, err := w.root.Open(filepath.FromSlash(at))
	if err == nil {
		defer f.Close()
		var format durable.Format
		format, err = durable.FormatOf(io.LimitReader(f, mostSniffed))
		s.match = arena.IsFile(format)
	}
	if err != nil {
		s.problem = fault.Text(err)
	}
	w.mu.Lock()
	w.files[at] = s
	w.mu.Unlock()
	return s
}

// mostSniffed is the maximum length of a file's first line.
const mostSniffed = 1 << 20
