package stats

import (
	"cmp"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// Explorer counts what was played in one position, and the outcomes. Games reach
// it by any order of moves and in any of the symmetric images; moves are turned to
// the position as it was asked for. Make one with [NewExplorer], and choose games
// with a [dataset.Filter] before.
type Explorer struct {
	game     engine.Game
	position engine.Position
	images   map[engine.Board]engine.Symmetry // how to turn an image back
	keeps    []engine.Symmetry                // those that leave the position as it is
	examples int

	all   tally
	ended int                      // games that end in the position
	moves [engine.None]exploration // by the move as it was played
}

// An exploration is what one move came to.
type exploration struct {
	tally
	examples []Example // those with the least ids
}

// An Example is a game in which a move was played.
type Example struct {
	ID         int64  `json:"id"` // row in its table
	Year       int    `json:"year"`
	Tournament string `json:"tournament"`
	Black      string `json:"black"`
	White      string `json:"white"`
	Score      *int   `json:"score"` // recorded, for black; null = unknown
}

// NewExplorer returns an explorer of the position after a game, with a number of example
// games of each move. It fails with an [*engine.IllegalMoveError].
func NewExplorer(g engine.Game, examples int) (*Explorer, error) {
	p, err := g.End()
	if err != nil {
		return nil, err
	}
	e := &Explorer{game: g, position: p, images: map[engine.Board]engine.Symmetry{}, examples: examples}
	for y := range engine.Symmetry(engine.Symmetries) {
		if !p.Board.Shape.Lattice.Keeps(y) {
			continue
		}
		image := p.Board.Transform(y)
		if image == p.Board {
			e.keeps = append(e.keeps, y)
		}
		if _, seen := e.images[image]; !seen {
			e.images[image] = y.Inverse()
		}
	}
	return e, nil
}

// Add counts a game if it goes through the position.
func (e *Explorer) Add(g *dataset.Game) {
	n := g.Start.Board.Empty().Len() - e.position.Board.Empty().Len()
	if n < 0 || n > len(g.Moves) || g.Start.Board.Shape.Field.Len() != e.position.Board.Shape.Field.Len() {
		return
	}
	p, y, ok := e.find(g, n)
	if !ok {
		return
	}
	e.all.add(g, 1)
	if n == len(g.Moves) {
		e.ended++
		return
	}
	if m := g.Moves[n]; m < engine.None && p.Board.Moves().Has(m) {
		e.moves[e.turn(p.Board.Shape, y, m)].add(g, e.examples)
	}
}

// find returns the position of the game after n moves, and the symmetry that takes
// it to the one asked for, if there is one.
func (e *Explorer) find(g *dataset.Game, n int) (p engine.Position, y engine.Symmetry, ok bool) {
	p = g.Start
	for _, m := range g.Moves[:n] {
		if m >= engine.None || !p.Board.Moves().Has(m) {
			return p, 0, false
		}
		p, _ = p.Play(m)
	}
	if p.Color != e.position.Color {
		return p, 0, false
	}
	y, ok = e.images[p.Board]
	return p, y, ok
}

// turn returns where the symmetry takes a square of the shape.
func (e *Explorer) turn(sh engine.Shape, y engine.Symmetry, s engine.Square) engine.Square {
	return sh.Image(y, s.Set()).First()
}

func (x *exploration) add(g *dataset.Game, examples int) {
	x.tally.add(g, 1)
	x.keep(examples, Example{g.ID, g.Year, g.Tournament, g.Black, g.White, g.Result()})
}

// keep adds examples and keeps those with the least ids.
func (x *exploration) keep(most int, list ...Example) {
	x.examples = append(x.examples, list...)
	slices.SortStableFunc(x.examples, func(a, b Example) int { return cmp.Compare(a.ID, b.ID) })
	x.examples = x.examples[:min(most, len(x.examples))]
}

func (x *exploration) merge(y *exploration, examples int) {
	x.tally.merge(&y.tally)
	x.keep(examples, y.examples...)
}

// Merge adds what another one counted of the same position, of other games.
func (e *Explorer) Merge(f *Explorer) {
	e.all.merge(&f.all)
	e.ended += f.ended
	for s := range e.moves {
		e.moves[s].merge(&f.moves[s], e.examples)
	}
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
	Name       string                 `json:"name"`       // opening of the transcript or name of the position, "" = none
	Outcome                           // of the games that reach the position
	GamesOver  int                    `json:"games_over"` // those of them that end in it
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

// Result returns what was counted.
func (e *Explorer) Result() ExplorerResult {
	opening, ok := Classify(e.game)
	if !ok {
		opening, _ = NameOf(e.position) // without moves
	}
	r := ExplorerResult{
		Moves: []ExplorerMoveExamples{}, Transcript: e.game.String(), Position: e.position.String(),
		Name: opening.Name, Outcome: e.all.outcome(), GamesOver: e.ended,
	}
	played := e.all.games() - e.ended
	for s := range e.moves {
		if x, ok := e.alike(engine.Square(s)); ok {
			next, _ := e.position.Play(engine.Square(s))
			name, _ := NameOf(next)
			r.Moves = append(r.Moves, ExplorerMoveExamples{
				ExplorerMove{engine.Square(s).String(), share(x.games(), played), x.outcome(), name.Name}, x.examples,
			})
		}
	}
	slices.SortStableFunc(r.Moves, func(a, b ExplorerMoveExamples) int {
		return cmp.Or(-cmp.Compare(a.Games, b.Games), cmp.Compare(a.Move, b.Move))
	})
	return r
}

// alike returns what the move and those that symmetry makes of it came to, if the
// move is the one of them that was played most, or the first of several such.
func (e *Explorer) alike(s engine.Square) (total exploration, ok bool) {
	sh, seen := e.position.Board.Shape, engine.Set(0)
	for _, y := range e.keeps {
		t := e.turn(sh, y, s)
		n, m := e.moves[t].games(), e.moves[s].games()
		if n > m || n == m && t < s {
			return total, false
		}
		if !seen.Has(t) {
			seen |= t.Set()
			total.merge(&e.moves[t], e.examples)
		}
	}
	return total, total.games() > 0
}
