package boards

import (
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
)

// A View is a position as a page shows it, and the game that led there.
type View struct {
	Start   string `json:"start" doc:"the start of the game, as requested or in a shorter form"`
	Moves   string `json:"moves" doc:"the moves from the start, without passes"`
	Shape   string `json:"shape" doc:"the shape's name"`
	Lattice string `json:"lattice" enum:"orthogonal,hexagonal" doc:"whether the board is hexagonal: each rank lies half a cell to the right of the rank above"`
	Board   string `json:"board" doc:"64 squares a1, b1 to h8 (X black, O white, - empty, # no square) and the side to move"`
	Turn    string `json:"turn" enum:"black,white" doc:"the side to move; after the end, the side that would be next"`
	Black   int    `json:"black" doc:"number of black discs"`
	White   int    `json:"white" doc:"number of white discs"`
	Empties int    `json:"empties" doc:"number of empty squares"`
	Over    bool   `json:"over" doc:"whether the game is over: neither side can move"`
	Score   int    `json:"score" doc:"disc difference for black; after the end, with the empty squares for the winner"`
	Opening string `json:"opening" doc:"name of the opening; empty = none"`
	Legal   []Move `json:"legal" doc:"the legal moves, by square"`
	Plies   []Ply  `json:"plies" doc:"the moves of the game"`
}

// A Move is a legal move.
type Move struct {
	Move  string   `json:"move" doc:"the square" example:"f5"`
	Flips []string `json:"flips" doc:"the discs that it flips"`
}

// A Ply is a move that was played.
type Ply struct {
	Move   string   `json:"move" doc:"the square" example:"f5"`
	Flips  []string `json:"flips" doc:"the discs that it flipped"`
	Color  string   `json:"color" enum:"black,white" doc:"the side that moved"`
	Passes bool     `json:"passes" doc:"whether the opponent must pass after the move"`
}

// ViewOf returns the page's view of the position at the end of a game, whose moves are legal.
func ViewOf(g engine.Game) (View, error) {
	v := View{Start: StartText(g.Start), Moves: g.String(), Legal: []Move{}, Plies: []Ply{}}
	at, _ := g.Start.Turn()
	for _, s := range g.Moves {
		if !at.Board.Moves().Has(s) {
			_, err := g.End() // says what is wrong
			return View{}, err
		}
		next, passed := at.Play(s)
		v.Plies = append(v.Plies, Ply{s.String(), names(at.Board.Flips(s)), at.Color.String(),
			passed && !next.Board.Over()})
		at = next
	}
	sh := at.Board.Shape
	v.Shape, v.Lattice, v.Board, v.Turn = sh.String(), sh.Lattice.String(), at.String(), at.Color.String()
	v.Black, v.White = at.Discs(engine.Black).Len(), at.Discs(engine.White).Len()
	v.Empties, v.Over, v.Score = at.Board.Empty().Len(), at.Board.Over(), at.Score(engine.Black)
	if !v.Over {
		v.Score = v.Black - v.White
	}
	if o, ok := stats.Classify(g); ok {
		v.Opening = o.Name
	} else if o, ok := stats.NameOf(at); ok {
		v.Opening = o.Name
	}
	for s := range at.Board.Moves().All() {
		v.Legal = append(v.Legal, Move{s.String(), names(at.Board.Flips(s))})
	}
	return v, nil
}

// names returns the names of squares, in their order.
func names(set engine.Set) []string {
	list := make([]string, 0, set.Len())
	for s := range set.All() {
		list = append(list, s.String())
	}
	return list
}
