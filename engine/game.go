package engine

import (
	"fmt"
	"iter"
)

// A Color is one of the two sides; black moves first.
type Color uint8

const (
	Black Color = iota // X, moves first
	White              // O
)

// Opponent returns the other side.
func (c Color) Opponent() Color { return c ^ 1 }

// String returns "black" or "white".
func (c Color) String() string {
	if c == Black {
		return "black"
	}
	return "white"
}

// ParseColor returns the side with a name. The error states the names.
func ParseColor(name string) (Color, error) {
	for c := range Color(2) {
		if name == c.String() {
			return c, nil
		}
	}
	return 0, fmt.Errorf("%q: want black or white", name)
}

// A Position is a board and the colour of the side to move on it.
type Position struct {
	Board Board
	Color Color
}

// StandardStart returns the start position of the ordinary game.
func StandardStart() Position { return Position{Standard(), Black} }

// Discs returns the discs of side c.
func (p Position) Discs(c Color) Set {
	if c == p.Color {
		return p.Board.Mine
	}
	return p.Board.Theirs
}

// Score returns the disc difference for side c. The winner gets the empty squares.
func (p Position) Score(c Color) int {
	if c == p.Color {
		return p.Board.Score()
	}
	return -p.Board.Score()
}

// Play puts a disc on s and gives the turn to the opponent. If only the mover has a move then, the mover
// keeps the turn and passed is true. If neither side has a move, the game is over and the turn stays with the
// opponent. Play does not check that s is legal.
func (p Position) Play(s Square) (next Position, passed bool) {
	p = Position{p.Board.Play(s), p.Color.Opponent()}
	next, _ = p.Turn()
	return next, next.Color != p.Color
}

// Turn passes the turn if the side to move has no move and the opponent has one. It also returns the legal
// moves, none if the game is over.
func (p Position) Turn() (Position, Set) {
	legal := p.Board.Moves()
	if legal == 0 {
		if back := p.Board.Pass(); back.Moves() != 0 {
			return Position{back, p.Color.Opponent()}, back.Moves()
		}
	}
	return p, legal
}

// A Game is a start position and the moves played from it, without passes. It may be unfinished, and its
// moves are unchecked until it is replayed. Copies share the Moves slice.
type Game struct {
	Start Position
	Moves []Square
}

// A Ply is one move of a game and the position it was played in.
type Ply struct {
	Index    int      // number of moves before it
	Position Position // before the move, from the mover's view
	Legal    Set      // the legal moves
	Move     Square   // the chosen move
	Passed   bool     // the opponent had to pass just before
}

// Plies replays the game and yields its moves in order. An illegal move is
// yielded as an [*IllegalMoveError], with a zero Ply, and ends the replay.
func (g Game) Plies() iter.Seq2[Ply, error] {
	return func(yield func(Ply, error) bool) {
		p := g.Start
		for i, s := range g.Moves {
			before, legal := p.Color, Set(0)
			p, legal = p.Turn()
			if !legal.Has(s) {
				yield(Ply{}, &IllegalMoveError{Index: i, Move: s, Position: p, Legal: legal})
				return
			}
			if !yield(Ply{i, p, legal, s, p.Color != before}, nil) {
				return
			}
			p = Position{p.Board.Play(s), p.Color.Opponent()}
		}
	}
}

// End replays the game and returns the position after its last move, and after a forced pass if there is one.
// If a move is illegal, it returns the position before that move and an [*IllegalMoveError].
func (g Game) End() (Position, error) {
	p := g.Start
	for ply, err := range g.Plies() {
		if err != nil {
			p, _ = p.Turn()
			return p, err
		}
		p = Position{ply.Position.Board.Play(ply.Move), ply.Position.Color.Opponent()}
	}
	p, _ = p.Turn()
	return p, nil
}

// An IllegalMoveError reports a move of a game that breaks the rules.
type IllegalMoveError struct {
	Index    int      // number of moves before it
	Move     Square   // the illegal move
	Position Position // the position before it, as [Game.End] returns it
	Legal    Set      // the legal moves; empty if the game was over
}

func (e *IllegalMoveError) Error() string {
	text := fmt.Sprintf("engine: move %d: %v by %v is illegal: %s", e.Index+1, e.Move, e.Position.Color,
		e.reason())
	if e.Legal != 0 {
		text += fmt.Sprintf(" (legal: %v)", e.Legal)
	}
	return text
}

// BadInput marks the error as caused by bad input.
func (*IllegalMoveError) BadInput() bool { return true }

func (e *IllegalMoveError) reason() string {
	b := e.Position.Board
	switch {
	case e.Legal == 0:
		return "the game is over"
	case e.Move >= None:
		return fmt.Sprintf("no square has number %d", e.Move)
	case !b.Shape.Field.Has(e.Move):
		return "the board has no such square"
	case (b.Mine | b.Theirs).Has(e.Move):
		return "the square is taken"
	case b.Pass().Moves().Has(e.Move):
		return fmt.Sprintf("it outflanks nothing, though it would for %v", e.Position.Color.Opponent())
	}
	return "it outflanks nothing"
}
