package train

import (
	"cmp"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/practice"
	"github.com/outflank/outflank/cmd/outflank/internal/web/boards"
	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// Drills are the repertoires of a server, by name, one for each side that has moves.
type Drills struct{ list []drill }

type drill struct {
	name string
	*practice.Repertoire
}

// ofBook is the name of the repertoire of the shipped book.
const ofBook = "book"

// ReadDrills reads files of lines in any format of games. A repertoire has the name of its file, without the
// folder. Without files, it consists of the best moves of the shipped book.
func ReadDrills(files []string) (*Drills, error) {
	s := &Drills{}
	for _, path := range files {
		name := filepath.Base(path)
		if slices.ContainsFunc(s.list, func(d drill) bool { return d.name == name }) {
			return nil, fault.Misusef("--repertoire: several files are called %q", name)
		}
		black, white := practice.New(engine.Black), practice.New(engine.White)
		if err := book.EachOpening(path, "opening", func(g engine.Game) error {
			return cmp.Or(black.Add(g), white.Add(g))
		}); err != nil {
			return nil, err
		}
		if !s.add(name, black, white) {
			return nil, fault.BadInputf("--repertoire %s: holds no moves", path)
		}
	}
	if len(files) > 0 {
		return s, nil
	}
	b, err := book.Small()
	if err != nil {
		return nil, err
	}
	for side := range engine.Color(2) {
		r, maker := practice.New(side), practice.DefaultMaker
		maker.Side, maker.Book = side, b
		lines, err := maker.Lines()
		for _, g := range lines {
			err = cmp.Or(err, r.Add(g))
		}
		if err != nil {
			return nil, err
		}
		s.add(ofBook, r)
	}
	return s, nil
}

// add adds those repertoires that have moves of their side, and reports whether there are any.
func (s *Drills) add(name string, list ...*practice.Repertoire) (added bool) {
	for _, r := range list {
		if len(r.Items) > 0 {
			s.list, added = append(s.list, drill{name, r}), true
		}
	}
	return added
}

// A Repertoire is a set of opening lines for a side.
type Repertoire struct {
	Name      string `json:"name"`
	Side      string `json:"side" enum:"black,white" doc:"side that is trained"`
	Positions int    `json:"positions" doc:"number of positions in which the side has a move"`
}

// A Repertoires holds all repertoires.
type Repertoires struct {
	Repertoires []Repertoire `json:"repertoires"`
}

func (s *Drills) all() (a Repertoires) {
	for _, d := range s.list {
		a.Repertoires = append(a.Repertoires, Repertoire{d.name, d.Side.String(), len(d.Items)})
	}
	return a
}

// A drillName names a repertoire.
type drillName struct {
	Name string `query:"name" doc:"name of the repertoire"`
	Side string `query:"side" enum:"black,white" doc:"side that is trained"`
}

func (s *Drills) find(q drillName) (*practice.Repertoire, error) {
	for _, d := range s.list {
		if d.name == q.Name && d.Side.String() == q.Side {
			return d.Repertoire, nil
		}
	}
	return nil, wire.Fail(http.StatusNotFound, fmt.Errorf("there is no repertoire %.50q for %.10q", q.Name, q.Side))
}

// A Card says when a position is asked again.
type Card struct {
	Position string `json:"position" doc:"key of the position, the same for all its symmetric images"`
	Box      int    `json:"box" doc:"number of right answers since the last wrong one, at most 8" min:"0" max:"8"`
	Due      string `json:"due" doc:"day on which the position is asked again" example:"2026-07-31"`
}

// A Deck asks for a session.
type Deck struct {
	Day   string `json:"day" doc:"the present day of the player" example:"2026-07-31"`
	New   int    `json:"new" doc:"number of positions to ask for the first time, at most" min:"0" max:"1000"`
	Cards []Card `json:"cards" doc:"cards of the player"`
}

// A Session has the positions to ask for, in order.
type Session struct {
	Queue []Question `json:"queue"`
	All   int        `json:"all" doc:"number of positions of the repertoire"`
	New   int        `json:"new" doc:"number of positions without a card"`
	Next  string     `json:"next" doc:"first day after the present one on which a position is due; empty = none"`
}

// A Question is a position in which the player's side has a move.
type Question struct {
	Position string `json:"position" doc:"key of the position, as in its card"`
	Start    string `json:"start" doc:"start of the line"`
	Moves    string `json:"moves" doc:"moves of the line, without passes"`
}

func (s *Drills) session(q drillName, d Deck) (v Session, err error) {
	r, err := s.find(q)
	if err != nil {
		return v, err
	}
	now, err := parseDay(d.Day)
	if err != nil {
		return v, err
	}
	if d.New < 0 || d.New > 1000 {
		return v, fault.Misusef("new: %d: want 0 to 1000", d.New)
	}
	cards := map[string]practice.Card{}
	for _, c := range d.Cards {
		cards[c.Position] = practice.Card{Box: c.Box, Due: c.Due}
	}
	v = Session{Queue: []Question{}, All: len(r.Items)}
	for _, line := range r.Due(cards, d.New, now) {
		v.Queue = append(v.Queue, Question{practice.KeyAfter(line), position.StartText(line.Start), line.String()})
	}
	_, v.New = r.Count(cards, d.Day)
	for _, line := range r.Items {
		if c := cards[practice.KeyAfter(line)]; c.Due > d.Day && (v.Next == "" || c.Due < v.Next) {
			v.Next = c.Due
		}
	}
	return v, nil
}

// An Answer is a player's move in a position of a line.
type Answer struct {
	Day   string `json:"day" doc:"the present day of the player" example:"2026-07-31"`
	Start string `json:"start" doc:"start of the line"`
	Moves string `json:"moves" doc:"moves before, without passes"`
	Move  string `json:"move" doc:"the square; empty to see the moves, which counts as wrong" example:"f5"`
	Box   int    `json:"box" doc:"box of the position's card; 0 without a card" min:"0" max:"8"`
}

// A Reply judges an answer.
type Reply struct {
	Right bool          `json:"right" doc:"whether the move belongs to the repertoire"`
	Moves []string      `json:"moves" doc:"moves of the repertoire"`
	Card  Card          `json:"card" doc:"card of the position afterwards"`
	Board position.View `json:"board" doc:"the position after the player's move, or after the repertoire's first if that is wrong"`
}

func (s *Drills) answer(q drillName, a Answer) (v Reply, err error) {
	r, err := s.find(q)
	if err != nil {
		return v, err
	}
	now, err := parseDay(a.Day)
	if err != nil {
		return v, err
	}
	if a.Box < 0 || a.Box > practice.LastBox {
		return v, fault.Misusef("box: %d: want 0 to %d", a.Box, practice.LastBox)
	}
	g, at, err := position.Place{Start: a.Start, Moves: a.Moves}.End()
	if err != nil {
		return v, err
	}
	moves := r.Moves(at)
	if at.Color != r.Side || len(moves) == 0 {
		return v, fault.Misusef("moves: the repertoire has no move of %v after %q", r.Side, a.Moves)
	}
	move := moves[0]
	if a.Move != "" {
		if move, err = parseMove(a.Move, at); err != nil {
			return v, err
		}
		v.Right = slices.Contains(moves, move)
	}
	card := practice.Card{Box: a.Box}.Next(v.Right, now)
	v.Card = Card{practice.Key(at), card.Box, card.Due}
	for _, m := range moves {
		v.Moves = append(v.Moves, m.String())
	}
	if !v.Right {
		move = moves[0]
	}
	g.Moves = append(slices.Clip(g.Moves), move)
	v.Board, err = boards.ViewOf(g)
	return v, err
}

func parseDay(text string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil || day.Year() < 1 {
		err = fault.Misusef("day: %.20q: want a day such as 2026-07-31", text)
	}
	return day, err
}
