package arena

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// load reads the games of the journal, which must be some of the match's.
func (j *Journal) load(m *Match) error {
	var s journalSettings
	if err := durable.Strict(j.file.Settings(), &s); err != nil {
		return j.file.Bad(1, err)
	}
	if s.Fingerprint != m.Fingerprint() {
		return j.file.Bad(1, errors.New("the state of another match: players, openings or settings have changed"))
	}
	games, err := j.games()
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
			return j.file.Bad(g.line, err)
		}
		delete(games, p.Game)
	}
	for _, g := range games {
		return j.file.Bad(g.line, fmt.Errorf("game %d: the match has %d", g.Game, m.Total()))
	}
	return nil
}

type numberedGame struct {
	journalGame
	line int
}

// games returns the games of the journal by number.
func (j *Journal) games() (map[int]numberedGame, error) {
	games := map[int]numberedGame{}
	for r, err := range j.file.Records() {
		if err != nil {
			return nil, err
		}
		g := numberedGame{line: r.Line}
		if err := durable.Strict(r.JSON, &g.journalGame); err != nil {
			return nil, j.file.Bad(r.Line, fmt.Errorf("want a game: %w", err))
		}
		if other, twice := games[g.Game]; twice {
			return nil, j.file.Bad(r.Line, fmt.Errorf("game %d is in line %d already; did two commands "+
				"write this file?", g.Game, other.line))
		}
		games[g.Game] = g
	}
	return games, nil
}

// restore makes the result that a line stands for.
func (m *Match) restore(p Pairing, g journalGame) (Result, error) {
	opening, err := m.Opening(p.Opening)
	if err != nil {
		return Result{}, err
	}
	r := Result{Pairing: p, Book: g.Book, Score: g.Score, Judged: g.Judged, Usage: g.usage()}
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

// scored tells whether the moves give the score, where they do.
func (r *Result) scored() bool {
	if r.Forfeit != nil || r.Judged {
		return true
	}
	end, _ := r.Game.End() // its moves are legal
	return end.Board.Over() && end.Score(engine.Black) == r.Score
}

// usage returns what the players used, by colour.
func (g *journalGame) usage() (list [2]Usage) {
	for c, u := range g.Use {
		list[c] = Usage{u.Moves, time.Duration(u.NS), u.Nodes, u.Crashes}
	}
	return list
}

// forfeit returns who broke the game off, nil for nobody.
func (g *journalGame) forfeit() (*engine.ForfeitError, error) {
	switch g.Forfeit {
	case "":
		return nil, nil
	case engine.Black.String():
		return &engine.ForfeitError{Color: engine.Black, Err: forfeitError(g.Error)}, nil
	case engine.White.String():
		return &engine.ForfeitError{Color: engine.White, Err: forfeitError(g.Error)}, nil
	}
	return nil, fmt.Errorf("forfeit by %q: want black or white", g.Forfeit)
}
