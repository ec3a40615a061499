package arena

import (
	"fmt"
	"io"
	"iter"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// A Follower reads the games of a journal in the order in which they ended, while another process
// may be playing the match. It takes no lock, and needs neither the players nor the openings. It is
// used by one goroutine.
type Follower struct{ tail *durable.Tail }

// IsJournal tells whether a file of that format is a journal, perhaps one of another version.
func IsJournal(f durable.Format) bool { return f.Name == journalFormat.Name }

// NewFollower returns a follower that has read nothing. Errors name the journal as name does.
func NewFollower(name string) *Follower {
	return &Follower{durable.NewTail(name, journalFormat)}
}

// Settings reads the settings of in, the journal, into v as [durable.Strict] does.
func (f *Follower) Settings(in io.ReaderAt, v any) error {
	text, err := f.tail.Begin(in)
	if err != nil {
		return err
	}
	var s journalSettings
	if err = durable.Strict(text, &s); err == nil {
		err = durable.Strict(s.Settings, v)
	}
	if err != nil {
		return f.tail.Bad(1, err)
	}
	return nil
}

// Games yields the games that ended since it was called last. m has the number of players and games,
// and the openings if they are known; its players need no agents. The Game of
// a result is zero where its start is neither in the journal nor in m. The error is a [*durable.FileError].
func (f *Follower) Games(in io.ReaderAt, m *Match) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		for record, err := range f.tail.Read(in) {
			var r Result
			if err == nil {
				if r, err = m.follow(record.JSON); err != nil {
					err = f.tail.Bad(record.Line, err)
				}
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// Bad returns the error of a game that Games has yielded and that does not fit those before it.
func (f *Follower) Bad(err error) error { return f.tail.Bad(f.tail.Line(), err) }

// follow makes the result that a record stands for, without its opening.
func (m *Match) follow(record []byte) (r Result, err error) {
	var g journalGame
	if err := durable.Strict(record, &g); err != nil {
		return r, fmt.Errorf("want a game: %w", err)
	}
	if g.Game < 0 || g.Game >= m.Total() {
		return r, fmt.Errorf("game %d: the match has %d", g.Game, m.Total())
	}
	if g.Score < -Forfeited || g.Score > Forfeited {
		return r, fmt.Errorf("game %d: a score of %d discs", g.Game, g.Score)
	}
	r = Result{Pairing: m.Pairing(g.Game), Book: g.Book, Score: g.Score, Judged: g.Judged, Usage: g.usage()}
	if r.Forfeit, err = g.forfeit(); err != nil {
		return r, err
	}
	start := engine.StandardStart()
	switch {
	case g.Start != "":
		if start, err = engine.ParsePosition(g.Start); err != nil {
			return r, fmt.Errorf("game %d: %w", g.Game, err)
		}
	case len(m.Openings) > 0:
		start = m.Openings[r.Opening%len(m.Openings)].Start
	}
	if r.Game, err = engine.ParseGame(start, g.Moves); err != nil || !r.scored() {
		r.Game = engine.Game{} // of another start
	}
	return r, nil
}
