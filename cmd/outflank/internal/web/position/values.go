package position

import (
	"math"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
)

// Values are the values of all moves of a position at the depth that a search has reached. The moves are
// searched separately, all to the same depth.
type Values struct {
	Side    string  `json:"side" enum:"black,white" doc:"side to move, after a forced pass if there is one"`
	Depth   int     `json:"depth" doc:"plies, including the move; the number of empty squares if the search reached the end"`
	Exact   bool    `json:"exact" doc:"whether the values are results of perfect play"`
	Nodes   uint64  `json:"nodes" doc:"number of positions visited"`
	Seconds float64 `json:"seconds" doc:"seconds since the search started"`
	Value   float64 `json:"value" doc:"value of the best move, or the result if the game is over"`
	Moves   []Value `json:"moves" doc:"moves, best first; ties are ordered by square"`
}

// A Value is the value of a move.
type Value struct {
	Move  string  `json:"move" doc:"the square" example:"f5"`
	Value float64 `json:"value" doc:"disc difference for the side to move; empty squares count for the winner"`
	Line  string  `json:"line" doc:"expected line, starting with the move, without passes; empty unless requested"`
	Book  *int    `json:"book,omitempty" doc:"value in the server's opening book, if the book has the move"`
}

// ValuesOf returns the values of a ranking of a position's moves, without the time that it took. The best
// lines moves, 0 = all, get their lines. inBook has the values of a book; nil = none.
func ValuesOf(at engine.Position, r analysis.Ranking, lines int, inBook map[engine.Square]int) Values {
	v := Values{Side: at.Color.String(), Depth: r.Depth, Exact: r.Exact, Nodes: r.Nodes,
		Value: rounded(r.Lines[0].Score), Moves: []Value{}}
	for i, l := range r.Lines {
		if len(l.PV) == 0 {
			break // the game is over
		}
		m := Value{Move: l.PV[0].String(), Value: rounded(l.Score)}
		if lines == 0 || i < lines {
			m.Line = string(engine.AppendTranscript(nil, l.PV))
		}
		if value, ok := inBook[l.PV[0]]; ok {
			m.Book = &value
		}
		v.Moves = append(v.Moves, m)
	}
	return v
}

// rounded keeps two decimal places, as reviews do.
func rounded(x float64) float64 { return math.Round(100*x) / 100 }
