package arena

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/outflank/outflank/engine"
)

// JournalSettings reads the settings of a journal into v, as [json.Unmarshal] does.
func JournalSettings(path string, v any) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	line, err := bufio.NewReader(f).ReadBytes('\n')
	if err != nil && err != io.EOF {
		return err
	}
	h, err := parseHeader(line)
	if err == nil {
		err = json.Unmarshal(h.Settings, v)
	}
	if err != nil {
		return &JournalError{path, 1, err}
	}
	return nil
}

func parseHeader(line []byte) (h journalHeader, err error) {
	if err := json.Unmarshal(line, &h); err != nil || h.Kind != "match" {
		return h, errors.New(`not the state of a match: want {"outflank":"match",…`)
	}
	if h.Version != journalVersion {
		return h, fmt.Errorf("version %d: want %d", h.Version, journalVersion)
	}
	return h, nil
}

// OpenJournal opens the journal of a match that was broken off. It fails with a
// [*JournalError] when the journal is of another match or a game in it is none of
// this match's.
func OpenJournal(path string, m *Match) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: f}
	if err = lock(f); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	} else {
		err = j.load(path, m)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return j, nil
}

// load reads the journal and leaves the file at its end, ready for the next line.
func (j *Journal) load(path string, m *Match) error {
	games, end, err := readJournal(path, j.file, m.Fingerprint())
	if err != nil {
		return err
	}
	j.known = make(map[int]Result, len(games))
	for p := range m.Schedule() {
		if len(games) == 0 {
			break
		}
		g, ok := games[p.Game]
		if !ok {
			continue
		}
		if j.known[p.Game], err = m.restore(p, g.journalGame); err != nil {
			return &JournalError{path, g.line, err}
		}
		delete(games, p.Game)
	}
	for _, g := range games {
		return &JournalError{path, g.line, fmt.Errorf("game %d: the match has %d", g.Game, m.Total())}
	}
	if err := j.file.Truncate(end); err != nil {
		return err
	}
	_, err = j.file.Seek(end, io.SeekStart)
	return err
}

type numberedGame struct {
	journalGame
	line int
}

// readJournal reads header and games, and returns where the last whole line ends.
func readJournal(path string, r io.Reader, fingerprint string) (map[int]numberedGame, int64, error) {
	in := bufio.NewReader(r)
	games, end := map[int]numberedGame{}, int64(0)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		switch {
		case err == io.EOF && n > 1:
			return games, end, nil // what has no line end was cut off
		case err != nil && err != io.EOF:
			return nil, 0, err
		case n > 1:
			err = addGame(games, line, n)
		default:
			// A header without a line end would have the next game written behind it.
			cut := err == io.EOF
			if err = checkHeader(line, fingerprint); err == nil && cut {
				err = errors.New("the header is cut off: its line has no end; begin the match anew")
			}
		}
		if err != nil {
			return nil, 0, &JournalError{path, n, err}
		}
		end += int64(len(line))
	}
}

func checkHeader(line []byte, fingerprint string) error {
	h, err := parseHeader(line)
	if err == nil && h.Fingerprint != fingerprint {
		err = errors.New("the state of another match: players, openings or settings have changed")
	}
	return err
}

func addGame(games map[int]numberedGame, line []byte, n int) error {
	g := numberedGame{line: n}
	if err := json.Unmarshal(line, &g.journalGame); err != nil {
		return fmt.Errorf("want a game as JSON: %w", err)
	}
	if other, twice := games[g.Game]; twice {
		return fmt.Errorf("game %d is in line %d already; did two commands write this file?", g.Game, other.line)
	}
	games[g.Game] = g
	return nil
}

// restore makes the result that a line stands for.
func (m *Match) restore(p Pairing, g journalGame) (Result, error) {
	opening, err := m.Opening(p.Opening)
	if err != nil {
		return Result{}, err
	}
	r := Result{Pairing: p, Book: g.Book, Score: g.Score, Judged: g.Judged}
	if r.Game, err = engine.ParseGame(opening.Start, g.Moves); err != nil {
		return r, err
	}
	if len(opening.Moves) != g.Book || !bytes.HasPrefix([]byte(g.Moves), []byte(opening.String())) {
		return r, fmt.Errorf("game %d does not begin with its opening %v", g.Game, opening)
	}
	for c, u := range g.Use {
		r.Usage[c] = Usage{u.Moves, time.Duration(u.NS), u.Nodes, u.Crashes}
	}
	switch g.Forfeit {
	case "":
		if end, _ := r.Game.End(); !g.Judged && (!end.Board.Over() || end.Score(engine.Black) != g.Score) {
			return r, fmt.Errorf("game %d: its moves do not give the score %d", g.Game, g.Score)
		}
	case engine.Black.String():
		r.Forfeit = &engine.ForfeitError{Color: engine.Black, Err: errors.New(g.Error)}
	case engine.White.String():
		r.Forfeit = &engine.ForfeitError{Color: engine.White, Err: errors.New(g.Error)}
	default:
		return r, fmt.Errorf("forfeit by %q: want black or white", g.Forfeit)
	}
	return r, nil
}
