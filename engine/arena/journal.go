package arena

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
)

// A Journal is a file that keeps the games of a match as they end, so that a match
// that is broken off, also by kill -9, goes on where it was: only the games in play
// are lost. It is lines of JSON: a header with the match's settings and a fingerprint
// of its schedule, then a game a line, in the order in which they ended. A line that
// was not finished is dropped when the journal is opened again.
//
//	journal, err := arena.CreateJournal("match.ndjson", m, settings)
//	…
//	for r, err := range m.RunBy(ctx, journal.Play(m.Play)) {
type Journal struct {
	mu    sync.Mutex // guards file
	file  *os.File
	known map[int]Result // games that were there when the journal was opened, by number
}

// A JournalError says where a journal is not what it should be.
type JournalError struct {
	File string
	Line int // from 1
	Err  error
}

func (e *JournalError) Error() string {
	return fmt.Sprintf("arena: %s, line %d: %v", e.File, e.Line, e.Err)
}

// Unwrap returns Err.
func (e *JournalError) Unwrap() error { return e.Err }

// BadInput marks the error: a file does not hold what it should.
func (*JournalError) BadInput() bool { return true }

// ErrJournalInUse is returned when another process writes the journal, where the
// system has locks.
var ErrJournalInUse = errors.New("arena: another process writes this file")

// ErrJournalExists is returned by [CreateJournal] for a file that holds something.
var ErrJournalExists = errors.New("arena: the file exists and is not empty")

// journalVersion is the version of the format.
const journalVersion = 1

type journalHeader struct {
	Kind        string          `json:"outflank"` // "match"
	Version     int             `json:"version"`
	Fingerprint string          `json:"fingerprint"`
	Settings    json.RawMessage `json:"settings"`
}

// journalGame is a line of a journal.
type journalGame struct {
	Game    int       `json:"game"`
	Moves   string    `json:"moves"`
	Book    int       `json:"book"`
	Score   int       `json:"score"`
	Judged  bool      `json:"judged,omitempty"`
	Forfeit string    `json:"forfeit,omitempty"` // the side that forfeited
	Error   string    `json:"error,omitempty"`   // and why
	Use     [2]useRow `json:"use"`
}

type useRow struct {
	Moves   int    `json:"moves"`
	NS      int64  `json:"ns,omitempty"`
	Nodes   uint64 `json:"nodes,omitempty"`
	Crashes int    `json:"crashes,omitempty"`
}

// CreateJournal makes the journal of a match that begins. settings, which are kept
// in it as JSON, are the caller's means to make the same match again.
func CreateJournal(path string, m *Match, settings any) (*Journal, error) {
	text, err := json.Marshal(settings)
	if err != nil {
		return nil, fmt.Errorf("arena: settings of a journal: %w", err)
	}
	header, err := json.Marshal(journalHeader{"match", journalVersion, m.Fingerprint(), text})
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	err = lock(f)
	info, statErr := f.Stat()
	if err == nil {
		err = statErr
	}
	if err == nil && info.Size() > 0 {
		err = fmt.Errorf("%w: %s", ErrJournalExists, path)
	}
	if err == nil {
		_, err = f.Write(append(header, '\n'))
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Journal{file: f}, nil
}

// Known returns how many games the journal held when it was opened.
func (j *Journal) Known() int { return len(j.known) }

// Play returns a [Play] that takes the games that are in the journal from there, and
// has play come by the others, which it writes down before it returns them.
func (j *Journal) Play(play Play) Play {
	return func(ctx context.Context, p Pairing) (Result, error) {
		if r, ok := j.known[p.Game]; ok {
			return r, nil
		}
		r, err := play(ctx, p)
		if err == nil {
			err = j.write(r)
		}
		return r, err
	}
}

// write appends a game, in one piece.
func (j *Journal) write(r Result) error {
	g := journalGame{Game: r.Pairing.Game, Moves: r.Game.String(), Book: r.Book, Score: r.Score, Judged: r.Judged}
	for c, u := range r.Usage {
		g.Use[c] = useRow{u.Moves, u.Time.Nanoseconds(), u.Nodes, u.Crashes}
	}
	if r.Forfeit != nil {
		g.Forfeit, g.Error = r.Forfeit.Color.String(), r.Forfeit.Err.Error()
	}
	line, err := json.Marshal(g)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	_, err = j.file.Write(append(line, '\n'))
	return err
}

// Close makes the games safe on the disk, also from a loss of power, and closes the
// file.
func (j *Journal) Close() error { return errors.Join(j.file.Sync(), j.file.Close()) }
