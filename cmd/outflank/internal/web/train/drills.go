package train

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/practice"
	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// Drills are the repertoires of a server, one for each name and side.
type Drills []*practice.Repertoire

// ReadDrills reads files as [practice.ReadRepertoire] does, for both sides.
func ReadDrills(files []string) (s Drills, err error) {
	for side := range engine.Color(2) {
		for _, path := range files {
			r, err := practice.ReadRepertoire(path, side)
			if err != nil {
				return nil, err
			}
			same := func(o *practice.Repertoire) bool { return o.Name == r.Name && o.Side == side }
			if slices.ContainsFunc(s, same) {
				return nil, fault.Misusef("--repertoire: several files are called %q", r.Name)
			}
			s = append(s, r)
		}
	}
	return s, nil
}

// A drillQuery names a repertoire.
type drillQuery struct {
	Name string `query:"name" doc:"name of the repertoire"`
	Side string `query:"side" enum:"black,white" doc:"side that is trained"`
	Day  string `query:"day" doc:"the present day of the player" example:"2026-07-31"`
}

// find returns the repertoire and the day of a query.
func (s Drills) find(q drillQuery) (*practice.Repertoire, time.Time, error) {
	now, err := time.Parse(time.DateOnly, q.Day)
	if err != nil {
		return nil, now, fault.Misusef("day: %.20q: want a day such as 2026-07-31", q.Day)
	}
	for _, r := range s {
		if r.Name == q.Name && r.Side.String() == q.Side {
			return r, now, nil
		}
	}
	return nil, now, wire.Fail(http.StatusNotFound, fmt.Errorf("no repertoire %.50q of %.9q", q.Name, q.Side))
}

// A DrillCard is the state of a position for a player.
type DrillCard struct {
	Position string `json:"position" doc:"key of the position, the same for all its symmetric images"`
	practice.Card
}

// A DrillDeck asks for a session.
type DrillDeck struct {
	New   int         `json:"new" doc:"number of positions to ask for the first time, at most"`
	Cards []DrillCard `json:"cards" doc:"cards of the player"`
}

// A DrillSession has the positions to ask for, in order.
type DrillSession struct {
	Queue []DrillQuestion `json:"queue"`
	All   int             `json:"all" doc:"number of positions of the repertoire"`
	New   int             `json:"new" doc:"number of positions without a card"`
	Next  string          `json:"next" doc:"first day after the present one on which a position is due; empty = none"`
}

// A DrillQuestion is a position in which the player's side has a move.
type DrillQuestion struct {
	Position string `json:"position" doc:"key of the position, as in its card"`
	Start    string `json:"start" doc:"start of the line"`
	Moves    string `json:"moves" doc:"moves of the line, without passes"`
}

func (s Drills) session(_ context.Context, q drillQuery, d DrillDeck) (v DrillSession, err error) {
	r, now, err := s.find(q)
	if err != nil {
		return v, err
	}
	cards := map[string]practice.Card{}
	for _, c := range d.Cards {
		cards[c.Position] = c.Card
	}
	v = DrillSession{Queue: []DrillQuestion{}, All: len(r.Items)}
	for _, line := range r.Due(cards, d.New, now) {
		start := position.StartText(line.Start)
		v.Queue = append(v.Queue, DrillQuestion{practice.KeyAfter(line), start, line.String()})
	}
	_, v.New, v.Next = r.Count(cards, q.Day)
	return v, nil
}

// A DrillAnswer is a player's move in a position of a line.
type DrillAnswer struct {
	Start string `json:"start" doc:"start of the line"`
	Moves string `json:"moves" doc:"moves before, without passes"`
	Move  string `json:"move" doc:"the square; empty to see the moves, which counts as wrong" example:"f5"`
	Box   int    `json:"box" doc:"box of the position's card; 0 without a card" minimum:"0" maximum:"8"`
}

// A DrillReply judges an answer.
type DrillReply struct {
	Right bool      `json:"right" doc:"whether the move belongs to the repertoire"`
	Moves []string  `json:"moves" doc:"moves of the repertoire"`
	Card  DrillCard `json:"card" doc:"card of the position afterwards"`
}

func (s Drills) answer(_ context.Context, q drillQuery, a DrillAnswer) (v DrillReply, err error) {
	r, now, err := s.find(q)
	if err != nil {
		return v, err
	}
	if a.Box < 0 || a.Box > practice.LastBox {
		return v, fault.Misusef("box: %d: want 0 to %d", a.Box, practice.LastBox)
	}
	_, at, err := position.Place{Start: a.Start, Moves: a.Moves}.End()
	if err != nil {
		return v, err
	}
	moves := r.Moves(at)
	if at.Color != r.Side || len(moves) == 0 {
		return v, fault.Misusef("moves: the repertoire has no move of %v after %q", r.Side, a.Moves)
	}
	move, err := parseMove(a.Move, at)
	if err != nil {
		return v, err
	}
	v.Right = slices.Contains(moves, move)
	for _, m := range moves {
		v.Moves = append(v.Moves, m.String())
	}
	v.Card = DrillCard{practice.Key(at), practice.Card{Box: a.Box}.Next(v.Right, now)}
	return v, nil
}
