package arena

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// A Journal is a file that keeps the games of a match as they end, so that a match
// that is interrupted, also by kill -9, resumes where it was: only the games in play
// are lost. It is a [durable.Journal] with the match's settings and a fingerprint of its
// schedule, then a record for each game, in the order in which they ended. It is locked
// against other processes while it is open, and may be used by several goroutines.
//
//	journal, err := arena.CreateJournal("match.ndjson", m, settings)
//	…
//	for r, err := range m.RunBy(ctx, journal.Play(m.Play)) {
type Journal struct {
	file  *durable.Journal
	known map[int]Result // games that were there when the journal was opened, by number
}

// journalFormat is the form of the file and what its records mean.
var journalFormat = durable.Format{Name: "match", Version: 2}

// journalSettings are what a journal begins with.
type journalSettings struct {
	Fingerprint string          `json:"fingerprint"`
	Settings    json.RawMessage `json:"settings"`
}

// A journalGame is a record of a journal.
type journalGame struct {
	Game    int       `json:"game"`
	Start   string    `json:"start,omitempty"` // of the opening; "" = the standard one, or written before starts were kept
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
// in it as JSON, are the caller's means to make the same match again. The error wraps
// [durable.ErrExists] if the file holds something, and [durable.ErrBusy] if another
// process is using it.
func CreateJournal(path string, m *Match, settings any) (*Journal, error) {
	text, err := json.Marshal(settings)
	if err != nil {
		return nil, fmt.Errorf("arena: settings of a journal: %w", err)
	}
	file, err := durable.CreateJournal(path, journalFormat, journalSettings{m.Fingerprint(), text})
	if err != nil {
		return nil, err
	}
	return &Journal{file: file}, nil
}

// Known returns the number of games that the journal held when it was opened.
func (j *Journal) Known() int { return len(j.known) }

// Play returns a [PlayFunc] that takes the games that are in the journal from there. It
// calls play for the others, and appends them before it returns them.
func (j *Journal) Play(play PlayFunc) PlayFunc {
	return func(ctx context.Context, p Pairing) (Result, error) {
		if r, ok := j.known[p.Game]; ok {
			return r, nil
		}
		r, err := play(ctx, p)
		if err == nil {
			err = j.file.Append(newJournalGame(&r))
		}
		return r, err
	}
}

func newJournalGame(r *Result) journalGame {
	g := journalGame{Game: r.Pairing.Game, Start: startText(r.Game.Start), Moves: r.Game.String(), Book: r.Book,
		Score: r.Score, Judged: r.Judged}
	for c, u := range r.Usage {
		g.Use[c] = useRow{u.Moves, u.Time.Nanoseconds(), u.Nodes, u.Crashes}
	}
	if r.Forfeit != nil {
		g.Forfeit, g.Error = r.Forfeit.Color.String(), r.Forfeit.Err.Error()
	}
	return g
}

// startText writes the start of an opening, "" for the standard one.
func startText(p engine.Position) string {
	if p == engine.StandardStart() {
		return ""
	}
	return p.String()
}

// Close puts the games on the disk, so that they survive a loss of power, and closes the
// file.
func (j *Journal) Close() error { return j.file.Close() }

// JournalSettings reads the settings of a journal into v, as [durable.Strict] does.
func JournalSettings(path string, v any) error {
	var s journalSettings
	if err := durable.ReadSettings(path, journalFormat, &s); err != nil {
		return err
	}
	if err := durable.Strict(s.Settings, v); err != nil {
		return &durable.FileError{File: path, Line: 1, Err: err}
	}
	return nil
}

// OpenJournal opens the journal of a match that was interrupted. It fails with a
// [*durable.FileError] when the journal is of another match or a game in it is none of
// this match's, and with [durable.ErrBusy] when another process is using it.
func OpenJournal(path string, m *Match) (*Journal, error) {
	file, err := durable.OpenJournal(path, journalFormat)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: file}
	if err := j.load(m); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}
