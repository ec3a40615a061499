package explore

import (
	"cmp"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// An Answer lists the moves played in a position with their results, most popular move first.
type Answer struct {
	Moves      []Move `json:"moves"`
	Transcript string `json:"transcript"` // moves of the query
	Position   string `json:"position"`   // the squares a1, b1 to h8, and the side to move
	// Name is the opening of the transcript, or the name of the position; "" = none.
	Name          string `json:"name"`
	stats.Outcome        // results of the games that reach the position
	GamesOver     int    `json:"games_over"` // number of these games that end there
}

// A Move contains the results of a move. Moves that a symmetry of the position maps to each other count as
// one.
type Move struct {
	Move  string   `json:"move" unit:"text" meaning:"square, a1 to h8"`
	Share *float64 `json:"share" unit:"1" meaning:"share of the games that continue from the position, 0 to 1"`
	stats.Outcome
	Name     string    `json:"name" unit:"text" meaning:"name of the position after the move, empty = none of its own"`
	Examples []Example `json:"examples"` // games in which the move was played
}

// An Example is a game in which a move was played.
type Example struct {
	ID         int64  `json:"id"` // id in its table
	Year       int    `json:"year"`
	Tournament string `json:"tournament"`
	Black      string `json:"black"`
	White      string `json:"white"`
	Score      *int   `json:"score"` // recorded, for black; null = unknown
}

func exampleOf(g dataset.Game) Example {
	return Example{g.ID, g.Year, g.Tournament, g.Black, g.White, g.Result()}
}

// A question is the key of a cached answer.
type question struct {
	key      uint64
	filter   string
	examples int
	order    Order
}

// explored is the answer for a canonical position, with the moves on that position.
type explored struct {
	answer  Answer
	squares []engine.Square // of the moves
}

// Explore returns the moves played in the position after a game, in the games of the index that a filter
// accepts. Each move comes with a number of example games, the first in the given order. Games that are equal
// in this order are sorted by id.
//
// A game counts if it reaches the position, in any order of moves and in any symmetric image. The error is an
// [*engine.IllegalMoveError].
func (x *Index) Explore(after engine.Game, f Filter, examples int, order Order) (Answer, error) {
	p, err := after.End()
	if err != nil {
		return Answer{}, err
	}
	key, y := keyOf(p)
	q := question{key, f.text(), examples, order}
	found, ok := x.answers.Get(q)
	if !ok {
		list, err := x.reach(p)
		if err != nil {
			return Answer{}, err
		}
		board, _ := p.Board.Canonical()
		c := counter{Index: x, at: engine.Position{Board: board, Color: p.Color}, most: examples}
		if examples > 0 {
			c.compare = x.comparing(order)
		}
		c.count(list, x.choose(f))
		found = c.explored()
		x.answers.Add(q, found)
	}
	return found.after(after, p, y), nil
}

// after returns the answer for a game that leads to p: it maps the moves back and names the opening. y maps
// p to the canonical position.
func (e explored) after(g engine.Game, p engine.Position, y engine.Symmetry) Answer {
	opening, ok := stats.Classify(g)
	if !ok {
		opening, _ = stats.NameOf(p) // without its moves
	}
	a := e.answer
	a.Transcript, a.Position, a.Name = g.String(), p.String(), opening.Name
	a.Moves = append([]Move{}, a.Moves...) // in JSON, an empty list instead of null
	for i, s := range e.squares {
		a.Moves[i].Move = p.Board.Shape.Image(y.Inverse(), s.Set()).First().String()
	}
	slices.SortFunc(a.Moves, func(a, b Move) int {
		return cmp.Or(-cmp.Compare(a.Games, b.Games), cmp.Compare(a.Move, b.Move))
	})
	return a
}

// A counter counts the continuations of games from a canonical position.
type counter struct {
	*Index
	at      engine.Position
	most    int                // number of examples per move
	compare func(a, b int) int // order of rows as examples

	all   stats.Tally
	ended int                 // games that end in the position
	moves [engine.None]played // by the first of the squares that are equal by symmetry
	times [engine.None]int    // how often each square was played
}

// played contains the counts of a move.
type played struct {
	stats.Tally
	examples []int // rows
}

// count counts the games of a list that are in the choice; nil = all.
func (c *counter) count(list []posting, chosen choice) {
	first := c.alike()
	for _, r := range list {
		if chosen != nil && !chosen.has(r.row()) {
			continue
		}
		g := c.game(r.row())
		c.all.Add(&g)
		switch m := engine.Square(r.mark()); m {
		case ended:
			c.ended++
		case illegal:
		default:
			c.times[m]++
			c.moves[first[m]].Add(&g)
			c.addExample(&c.moves[first[m]], r.row())
		}
	}
}

// alike returns, for each legal move, the first of the moves that are equal to it by symmetry.
func (c *counter) alike() (first [engine.None]engine.Square) {
	shape, moves := c.at.Board.Shape, c.at.Board.Moves()
	for m := range moves.All() {
		first[m] = m
	}
	for y := range engine.Symmetry(engine.Symmetries) {
		if y > 0 && shape.Lattice.Keeps(y) && c.at.Board.Transform(y) == c.at.Board {
			for m := range moves.All() {
				first[m] = min(first[m], shape.Image(y, m.Set()).First())
			}
		}
	}
	return first
}

// addExample adds a row to the examples if it is among the first.
func (c *counter) addExample(p *played, row int) {
	compare := func(a, b int) int { return cmp.Or(c.compare(a, b), cmp.Compare(c.rows[a].id, c.rows[b].id)) }
	if n := len(p.examples); c.most == 0 || n == c.most && compare(row, p.examples[n-1]) >= 0 {
		return
	}
	p.examples = append(p.examples, row)
	slices.SortStableFunc(p.examples, compare)
	p.examples = p.examples[:min(c.most, len(p.examples))]
}

// explored returns the counts as an answer. Among squares that are equal by symmetry, it shows the one played
// most often, or the first if several were.
func (c *counter) explored() explored {
	shown := map[engine.Square]engine.Square{}
	first := c.alike()
	for m := range c.at.Board.Moves().All() {
		if s, ok := shown[first[m]]; !ok || c.times[m] > c.times[s] {
			shown[first[m]] = m
		}
	}
	e := explored{answer: Answer{Outcome: c.all.Outcome(), GamesOver: c.ended}}
	for m := range c.moves {
		p, s := &c.moves[m], shown[engine.Square(m)]
		if p.Games() == 0 {
			continue
		}
		next, _ := c.at.Play(s)
		name, _ := stats.NameOf(next)
		move := Move{Share: text.Known(float64(p.Games()) / float64(c.all.Games()-c.ended)),
			Outcome: p.Outcome(), Name: name.Name, Examples: []Example{}}
		for _, row := range p.examples {
			move.Examples = append(move.Examples, exampleOf(c.game(row)))
		}
		e.squares, e.answer.Moves = append(e.squares, s), append(e.answer.Moves, move)
	}
	return e
}
