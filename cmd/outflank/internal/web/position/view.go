package position

import "github.com/outflank/outflank/engine"

// A View describes a position for a page, with the game that led to it.
type View struct {
	Start   string `json:"start" doc:"start of the game, as in the request or in a shorter form"`
	Moves   string `json:"moves" doc:"moves from the start, without passes"`
	Shape   string `json:"shape" doc:"name of the shape"`
	Lattice string `json:"lattice" enum:"orthogonal,hexagonal" doc:"hexagonal: each rank is shifted half a cell to the right of the rank above"`
	Board   string `json:"board" doc:"64 squares a1, b1 to h8 (X black, O white, - empty, # no square) and the side to move"`
	Turn    string `json:"turn" enum:"black,white" doc:"side to move; after the end, the side that would be next"`
	Black   int    `json:"black" doc:"number of black discs"`
	White   int    `json:"white" doc:"number of white discs"`
	Empties int    `json:"empties" doc:"number of empty squares"`
	Over    bool   `json:"over" doc:"whether the game is over: neither side can move"`
	Score   int    `json:"score" doc:"disc difference for black; after the end, empty squares count for the winner"`
	Opening string `json:"opening" doc:"name of the opening, empty = none"`
	Legal   []Move `json:"legal" doc:"legal moves, ordered by square"`
	Plies   []Ply  `json:"plies" doc:"moves of the game"`
	Cut     string `json:"cut,omitempty" doc:"why moves are missing: the first of them is illegal; absent = none are missing"`
}

// A Move is a legal move.
type Move struct {
	Move  string   `json:"move" doc:"the square" example:"f5"`
	Flips []string `json:"flips" doc:"squares of the discs that the move flips"`
}

// A Ply is a move that was played.
type Ply struct {
	Move   string   `json:"move" doc:"the square" example:"f5"`
	Flips  []string `json:"flips" doc:"squares of the discs that the move flipped"`
	Color  string   `json:"color" enum:"black,white" doc:"side that moved"`
	Passes bool     `json:"passes" doc:"whether the opponent has to pass after the move"`
}

// ViewOf returns the view of the last position of a game, without the name of the opening. The error names
// the first illegal move.
func ViewOf(g engine.Game) (View, error) {
	v := View{Start: StartText(g.Start), Moves: g.String(), Legal: []Move{}, Plies: []Ply{}}
	at, _ := g.Start.Turn()
	for _, s := range g.Moves {
		if !at.Board.Moves().Has(s) {
			_, err := g.End() // names the illegal move
			return View{}, err
		}
		next, passed := at.Play(s)
		v.Plies = append(v.Plies, Ply{s.String(), names(at.Board.Flips(s)), at.Color.String(), passed})
		at = next
	}
	sh := at.Board.Shape
	v.Shape, v.Lattice, v.Board, v.Turn = sh.String(), sh.Lattice.String(), at.String(), at.Color.String()
	v.Black, v.White = at.Discs(engine.Black).Len(), at.Discs(engine.White).Len()
	v.Empties, v.Over, v.Score = at.Board.Empty().Len(), at.Board.Over(), at.Score(engine.Black)
	if !v.Over {
		v.Score = v.Black - v.White
	}
	for s := range at.Board.Moves().All() {
		v.Legal = append(v.Legal, Move{s.String(), names(at.Board.Flips(s))})
	}
	return v, nil
}

// names returns the names of squares, in order.
func names(set engine.Set) []string {
	list := make([]string, 0, set.Len())
	for s := range set.All() {
		list = append(list, s.String())
	}
	return list
}
