package arena

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// A journal is a file that stores each game of a match when it ends, so an interrupted match can resume, even
// after kill -9. Only unfinished games are lost. It is a [durable.Journal] that contains the match's
// settings, a fingerprint of its schedule, and a record of each game, in the order in which the games ended.
// While it is open, it is locked against other processes; several goroutines may use it.
type journal struct {
	file  *durable.Journal
	known map[int]Result // games found in the file when it was opened, by number
}

// journalFormat is the format of the file, including the meaning of its records.
var journalFormat = durable.Format{Name: "match", Version: 2}

// journalSettings is the first record of a journal.
type journalSettings struct {
	Fingerprint string          `json:"fingerprint"`
	Settings    json.RawMessage `json:"settings"`
}

// A journalGame is the record of a game.
type journalGame struct {
	Game    int      `json:"game"`
	Start   string   `json:"start,omitempty"` // of the opening; "" = the standard start, or unknown
	Moves   string   `json:"moves"`
	Book    int      `json:"book"`
	Score   int      `json:"score"`
	Judged  bool     `json:"judged,omitempty"`
	Forfeit string   `json:"forfeit,omitempty"` // the side that forfeited
	Error   string   `json:"error,omitempty"`   // the reason for the forfeit
	Use     [2]Usage `json:"use"`               // by colour
}

// createJournal creates the journal of a new match. It stores settings as JSON, so the caller can create the
// same match again. The error wraps [durable.ErrExists] if the file is not empty, and [durable.ErrBusy] if
// another process is using it.
func createJournal(path string, m *Match, settings any) (*journal, error) {
	text, err := json.Marshal(settings)
	if err != nil {
		return nil, fmt.Errorf("arena: settings of a journal: %w", err)
	}
	file, err := durable.CreateJournal(path, journalFormat, journalSettings{m.fingerprint(), text})
	if err != nil {
		return nil, err
	}
	return &journal{file: file}, nil
}

// play returns a playFunc that returns games from the journal. For other games, it calls do and appends the
// game to the journal before it returns.
func (j *journal) play(do playFunc) playFunc {
	return func(ctx context.Context, p Pairing) (Result, error) {
		if r, ok := j.known[p.Game]; ok {
			return r, nil
		}
		r, err := do(ctx, p)
		if err == nil {
			err = j.file.Append(newJournalGame(&r))
		}
		return r, err
	}
}

func newJournalGame(r *Result) journalGame {
	g := journalGame{Game: r.Pairing.Game, Start: startText(r.Game.Start), Moves: r.Game.String(), Book: r.Book,
		Score: r.Score, Judged: r.Judged, Use: r.Usage}
	if r.Forfeit != nil {
		g.Forfeit, g.Error = r.Forfeit.Color.String(), r.Forfeit.Err.Error()
	}
	return g
}

// startText formats the start of an opening; "" is the standard start.
func startText(p engine.Position) string {
	if p == engine.StandardStart() {
		return ""
	}
	return p.String()
}

// close writes the games to disk, so they survive a power failure, and closes the file.
func (j *journal) close() error { return j.file.Close() }

// readSettings decodes the settings of a journal into v, as [durable.Strict] does.
func readSettings(path string, v any) error {
	var s journalSettings
	if err := durable.ReadSettings(path, journalFormat, &s); err != nil {
		return err
	}
	if err := durable.Strict(s.Settings, v); err != nil {
		return &durable.FileError{File: path, Line: 1, Err: err}
	}
	return nil
}

// openJournal opens the journal of an interrupted match. The error is a [*durable.FileError] if the journal
// or a game in it belongs to another match, and [durable.ErrBusy] if another process is using it.
func openJournal(path string, m *Match) (*journal, error) {
	file, err := durable.OpenJournal(path, journalFormat)
	if err != nil {
		return nil, err
	}
	j := &journal{file: file}
	if err := j.load(m); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

// load reads the games of the journal. They must belong to the match.
func (j *journal) load(m *Match) error {
	var s journalSettings
	if err := durable.Strict(j.file.Settings(), &s); err != nil {
		return j.file.Bad(1, err)
	}
	if s.Fingerprint != m.fingerprint() {
		return j.file.Bad(1, errors.New("the state of another match: players, openings or settings have changed"))
	}
	j.known = map[int]Result{}
	lines := map[int]int{} // line numbers, by number of the game
	for r, err := range j.file.Records() {
		if err != nil {
			return err
		}
		g, err := m.parseGame(r.JSON)
		if err != nil {
			return j.file.Bad(r.Line, err)
		}
		if other, twice := lines[g.Game]; twice {
			return j.file.Bad(r.Line, fmt.Errorf("game %d is in line %d already; did two commands "+
				"write this file?", g.Game, other))
		}
		lines[g.Game] = r.Line
		if j.known[g.Game], err = m.restore(m.Pairing(g.Game), g); err != nil {
			return j.file.Bad(r.Line, err)
		}
	}
	return nil
}

// parseGame reads a record. Its number must be in the schedule.
func (m *Match) parseGame(record []byte) (g journalGame, err error) {
	if err := durable.Strict(record, &g); err != nil {
		return g, fmt.Errorf("want a game: %w", err)
	}
	if g.Game < 0 || g.Game >= m.Total() {
		return g, fmt.Errorf("game %d: the match has %d", g.Game, m.Total())
	}
	return g, nil
}

// restore converts a record back to a result.
func (m *Match) restore(p Pairing, g journalGame) (Result, error) {
	opening, err := m.Opening(p.Opening)
	if err != nil {
		return Result{}, err
	}
	r := Result{Pairing: p, Book: g.Book, Score: g.Score, Judged: g.Judged, Usage: g.Use}
	if g.Start != "" && g.Start != startText(opening.Start) {
		return r, fmt.Errorf("game %d does not begin with the start of its opening, %v", g.Game, opening.Start)
	}
	if r.Game, err = engine.ParseGame(opening.Start, g.Moves); err != nil {
		return r, err
	}
	if len(opening.Moves) != g.Book || !bytes.HasPrefix([]byte(g.Moves), []byte(opening.String())) {
		return r, fmt.Errorf("game %d does not begin with its opening %v", g.Game, opening)
	}
	if r.Forfeit, err = g.forfeit(); err == nil && !r.scored() {
		err = fmt.Errorf("game %d: its moves do not give the score %d", g.Game, g.Score)
	}
	return r, err
}

// scored reports whether the score agrees with the moves. Forfeited and judged games always pass.
func (r *Result) scored() bool {
	if r.Forfeit != nil || r.Judged {
		return true
	}
	end, _ := r.Game.End() // its moves are legal
	return end.Board.Over() && end.Score(engine.Black) == r.Score
}

// forfeit returns the forfeit that ended the game, or nil if there was none.
func (g *journalGame) forfeit() (*engine.ForfeitError, error) {
	if g.Forfeit == "" {
		return nil, nil
	}
	color, err := engine.ParseColor(g.Forfeit)
	if err != nil {
		return nil, fmt.Errorf("forfeit by %w", err)
	}
	return &engine.ForfeitError{Color: color, Err: forfeitError(g.Error)}, nil
}
