package stats

import (
	"cmp"
	"errors"
	"slices"

	"github.com/outflank/outflank/engine"
)

// Explored is what an [Explorer] found in a position, whichever way it is turned. It is not changed.
type Explored struct {
	board   engine.Board // the canonical one
	color   engine.Color
	all     Outcome
	ended   int
	squares []engine.Square        // the moves on that board
	moves   []ExplorerMoveExamples // without their squares
}

// An ExplorerMove is what one move came to; a move that the position's symmetry
// turns into another is the same move.
type ExplorerMove struct {
	Move  string   `json:"move" unit:"text" meaning:"square, a1 to h8"`
	Share *float64 `json:"share" unit:"1" meaning:"share of the games that continue from the position, 0 to 1"`
	Outcome
	Name string `json:"name" unit:"text" meaning:"name of the position after the move, empty = none of its own"`
}

// ExplorerResult is what [Explorer] found, the most played move first.
type ExplorerResult struct {
	Moves      []ExplorerMoveExamples `json:"moves"`
	Transcript string                 `json:"transcript"` // how the position was asked for
	Position   string                 `json:"position"`   // 64 squares a1 b1 to h8 and the side to move
	// opening of the transcript or name of the position, "" = none
	Name      string `json:"name"`
	Outcome          // of the games that reach the position
	GamesOver int    `json:"games_over"` // those of them that end in it
}

// ExplorerMoveExamples is a move with games in which it was played.
type ExplorerMoveExamples struct {
	ExplorerMove
	Examples []Example `json:"examples"`
}

// Tables returns the table of moves.
func (r ExplorerResult) Tables() []Table {
	rows := make([]ExplorerMove, len(r.Moves))
	for i, m := range r.Moves {
		rows[i] = m.ExplorerMove
	}
	return []Table{NewTable("moves", "Moves from the position", rows)}
}

// After returns what was found as it is seen after a game that leads to the position: moves are turned
// as that has it, and it names the opening. It fails with an [*engine.IllegalMoveError], or where the
// game leads to another position.
func (x Explored) After(g engine.Game) (ExplorerResult, error) {
	p, err := g.End()
	if err != nil {
		return ExplorerResult{}, err
	}
	board, y := p.Board.Canonical()
	if board != x.board || p.Color != x.color {
		return ExplorerResult{}, errors.New("stats: another position was explored")
	}
	opening, ok := Classify(g)
	if !ok {
		opening, _ = NameOf(p) // without moves
	}
	r := ExplorerResult{
		Moves: slices.Clone(x.moves), Transcript: g.String(), Position: p.String(),
		Name: opening.Name, Outcome: x.all, GamesOver: x.ended,
	}
	if r.Moves == nil {
		r.Moves = []ExplorerMoveExamples{}
	}
	for i, s := range x.squares {
		r.Moves[i].Move = x.board.Shape.Image(y.Inverse(), s.Set()).First().String()
	}
	slices.SortFunc(r.Moves, func(a, b ExplorerMoveExamples) int {
		return cmp.Or(-cmp.Compare(a.Games, b.Games), cmp.Compare(a.Move, b.Move))
	})
	return r, nil
}
