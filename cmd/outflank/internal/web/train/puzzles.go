package train

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"

	"github.com/outflank/outflank/cmd/outflank/internal/practice"
	"github.com/outflank/outflank/cmd/outflank/internal/web/boards"
	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// Puzzles are the puzzles of a server.
type Puzzles struct {
	list []notation.Problem
	ids  []string
	at   map[string]int // indices by identifier
}

// NewPuzzles returns puzzles for browsers. Of puzzles with the same position only the first counts.
func NewPuzzles(list []notation.Problem) *Puzzles {
	s := &Puzzles{at: map[string]int{}}
	for _, p := range list {
		id := fmt.Sprintf("%x", sha256.Sum256([]byte(p.Position.String())))[:12]
		if _, twice := s.at[id]; !twice {
			s.at[id] = len(s.list)
			s.list, s.ids = append(s.list, p), append(s.ids, id)
		}
	}
	return s
}

// A Puzzle is a position whose best move is asked for.
type Puzzle struct {
	ID      string        `json:"id"`
	Rating  int           `json:"rating" doc:"Elo points"`
	Empties int           `json:"empties" doc:"number of empty squares"`
	Board   position.View `json:"board"`
}

// A Choice asks for the next puzzle of a player.
type Choice struct {
	Rating int      `json:"rating" doc:"rating of the player in Elo points" min:"-10000" max:"10000"`
	Tried  []string `json:"tried" doc:"identifiers of puzzles to leave out"`
	Least  int      `json:"least" doc:"number of empty squares, at least" min:"0" max:"64"`
	Most   int      `json:"most" doc:"number of empty squares, at most" min:"0" max:"64"`
}

// An Attempt is a player's answer to a puzzle.
type Attempt struct {
	Move   string `json:"move" doc:"the square; empty to give up, which counts as wrong" example:"f5"`
	Rating int    `json:"rating" doc:"rating of the player before" min:"-10000" max:"10000"`
}

// A Verdict is the answer to an attempt.
type Verdict struct {
	Solved bool             `json:"solved" doc:"whether the move is one of the best"`
	Loss   *float64         `json:"loss" doc:"value of the best move minus that of the move, in discs; null = the player gave up, or the move has no value"`
	Values []position.Value `json:"values" doc:"moves with their values, best first"`
	Rating int              `json:"rating" doc:"rating of the player afterwards"`
	Source string           `json:"source" doc:"the game that the puzzle comes from; empty = unknown"`
}

// A puzzleID names a puzzle.
type puzzleID struct {
	ID string `query:"id" doc:"identifier of the puzzle"`
}

var errNoneLeft = errors.New("no puzzle is left: you have tried all with these numbers of empty squares")

func (s *Puzzles) next(c Choice) (Puzzle, error) {
	if err := checkRating(c.Rating); err != nil {
		return Puzzle{}, err
	}
	tried := map[string]bool{}
	for _, id := range c.Tried {
		tried[id] = true
	}
	i := practice.Next(s.list, c.Rating, func(i int) bool {
		n := s.empties(i)
		return tried[s.ids[i]] || n < c.Least || n > c.Most
	})
	if i < 0 {
		return Puzzle{}, wire.Fail(http.StatusNotFound, errNoneLeft)
	}
	return s.puzzle(i)
}

func (s *Puzzles) get(id string) (Puzzle, error) {
	i, err := s.find(id)
	if err != nil {
		return Puzzle{}, err
	}
	return s.puzzle(i)
}

func (s *Puzzles) find(id string) (int, error) {
	i, ok := s.at[id]
	if !ok {
		return 0, wire.Fail(http.StatusNotFound, fmt.Errorf("there is no puzzle %.20q", id))
	}
	return i, nil
}

func (s *Puzzles) puzzle(i int) (Puzzle, error) {
	v, err := boards.ViewOf(engine.Game{Start: s.list[i].Position})
	return Puzzle{s.ids[i], practice.RatingOf(s.list[i]), s.empties(i), v}, err
}

func (s *Puzzles) empties(i int) int { return s.list[i].Board.Empty().Len() }

// bounds returns the least and the highest number of empty squares.
func (s *Puzzles) bounds() (least, most int) {
	least, most = 64, 0
	for i := range s.list {
		least, most = min(least, s.empties(i)), max(most, s.empties(i))
	}
	return least, most
}

func (s *Puzzles) judge(id string, a Attempt) (Verdict, error) {
	i, err := s.find(id)
	if err == nil {
		err = checkRating(a.Rating)
	}
	if err != nil {
		return Verdict{}, err
	}
	p, move := s.list[i], engine.None
	if a.Move != "" {
		if move, err = parseMove(a.Move, p.Position); err != nil {
			return Verdict{}, err
		}
	}
	_, loss := practice.Judge(p, move)
	v := Verdict{Solved: loss == 0, Source: practice.Source(p)}
	if !math.IsInf(loss, 1) {
		v.Loss = &loss
	}
	for _, m := range p.Moves {
		v.Values = append(v.Values, position.Value{Move: m.Move.String(), Value: m.Score})
	}
	slices.SortStableFunc(v.Values, func(a, b position.Value) int { return cmp.Compare(b.Value, a.Value) })
	v.Rating = practice.Rate(a.Rating, practice.RatingOf(p), v.Solved)
	return v, nil
}

// parseMove reads a legal move of a position.
func parseMove(text string, at engine.Position) (engine.Square, error) {
	s, err := engine.ParseSquare(text)
	if err == nil && !at.Board.Moves().Has(s) {
		err = fmt.Errorf("%v is illegal here", s)
	}
	if err != nil {
		err = fault.Misusef("move: %w", err)
	}
	return s, err
}

func checkRating(rating int) error {
	if rating < -10000 || rating > 10000 {
		return fault.Misusef("rating: %d: want -10000 to 10000", rating)
	}
	return nil
}
