package train

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/outflank/outflank/cmd/outflank/internal/practice"
	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// Puzzles are the puzzles of a server.
type Puzzles struct {
	list        []notation.Problem
	ids         []string
	at          map[string]int // indices by identifier
	least, most int            // numbers of empty squares
}

// NewPuzzles returns puzzles for browsers.
func NewPuzzles(list []notation.Problem) *Puzzles {
	s := &Puzzles{list: list, at: map[string]int{}, least: 64}
	for i, p := range list {
		id := fmt.Sprintf("%x", sha256.Sum256([]byte(p.Position.String())))[:12]
		s.ids, s.at[id] = append(s.ids, id), i
		s.least, s.most = min(s.least, s.empties(i)), max(s.most, s.empties(i))
	}
	return s
}

func (s *Puzzles) empties(i int) int { return s.list[i].Board.Empty().Len() }

// A puzzleID names a puzzle.
type puzzleID struct {
	ID string `query:"id" doc:"identifier of the puzzle"`
}

// A Puzzle is a position whose best move is asked for.
type Puzzle struct {
	ID     string `json:"id"`
	Rating int    `json:"rating" doc:"Elo points"`
	Start  string `json:"start" doc:"the 64 squares a1, b1 to h8 (X black, O white, - empty) and the side to move"`
}

func (s *Puzzles) puzzle(i int) Puzzle {
	return Puzzle{s.ids[i], practice.RatingOf(s.list[i]), s.list[i].Position.String()}
}

func (s *Puzzles) find(id string) (int, error) {
	i, ok := s.at[id]
	if !ok {
		return 0, wire.Fail(http.StatusNotFound, fmt.Errorf("there is no puzzle %.20q", id))
	}
	return i, nil
}

func (s *Puzzles) get(_ context.Context, q puzzleID) (Puzzle, error) {
	i, err := s.find(q.ID)
	if err != nil {
		return Puzzle{}, err
	}
	return s.puzzle(i), nil
}

// A PuzzleChoice asks for the next puzzle of a player.
type PuzzleChoice struct {
	Rating int      `json:"rating" doc:"rating of the player in Elo points"`
	Tried  []string `json:"tried" doc:"identifiers of puzzles to leave out"`
	Least  int      `json:"least" doc:"number of empty squares, at least"`
	Most   int      `json:"most" doc:"number of empty squares, at most"`
}

func (s *Puzzles) next(_ context.Context, _ wire.None, c PuzzleChoice) (Puzzle, error) {
	tried := map[string]bool{}
	for _, id := range c.Tried {
		tried[id] = true
	}
	i := practice.Next(s.list, c.Rating, func(i int) bool {
		return tried[s.ids[i]] || s.empties(i) < c.Least || s.empties(i) > c.Most
	})
	if i < 0 {
		return Puzzle{}, wire.Fail(http.StatusNotFound,
			errors.New("no puzzle is left: you have tried all with these numbers of empty squares"))
	}
	return s.puzzle(i), nil
}

// A PuzzleAttempt is a player's answer to a puzzle.
type PuzzleAttempt struct {
	Move   string `json:"move" doc:"the square; empty to give up, which counts as wrong" example:"f5"`
	Rating int    `json:"rating" doc:"rating of the player before"`
}

// A PuzzleVerdict judges an attempt.
type PuzzleVerdict struct {
	Solved bool             `json:"solved" doc:"whether the move is one of the best"`
	Values []position.Value `json:"values" doc:"moves with their values, best first"`
	Rating int              `json:"rating" doc:"rating of the player afterwards"`
	Source string           `json:"source" doc:"the game that the puzzle comes from; empty = unknown"`
}

func (s *Puzzles) judge(_ context.Context, q puzzleID, a PuzzleAttempt) (v PuzzleVerdict, err error) {
	i, err := s.find(q.ID)
	if err != nil {
		return v, err
	}
	p := s.list[i]
	move, err := parseMove(a.Move, p.Position)
	if err != nil {
		return v, err
	}
	_, loss := practice.Judge(p, move)
	v.Solved, v.Source = loss == 0, practice.Source(p)
	for _, m := range p.Moves {
		v.Values = append(v.Values, position.Value{Move: m.Move.String(), Value: m.Score})
	}
	slices.SortStableFunc(v.Values, func(a, b position.Value) int { return cmp.Compare(b.Value, a.Value) })
	v.Rating = practice.Rate(a.Rating, practice.RatingOf(p), v.Solved)
	return v, nil
}

// parseMove reads a legal move of a position; "" is [engine.None].
func parseMove(text string, at engine.Position) (engine.Square, error) {
	if text == "" {
		return engine.None, nil
	}
	s, err := engine.ParseSquare(text)
	if legal := at.Board.Moves(); err != nil || !legal.Has(s) {
		return s, fault.Misusef("move: %.20q: want a legal move: %v", text, legal)
	}
	return s, nil
}
