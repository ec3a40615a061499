package stats

import (
	"slices"

	"github.com/outflank/outflank/engine"
)

// A NamedOpening is a position with a name.
type NamedOpening struct {
	Name  string `json:"name" unit:"text" meaning:"name of the opening; empty = unnamed"`
	Moves string `json:"moves" unit:"text" meaning:"the usual order of the moves, turned so that it begins with f5"`
}

// Ply returns the number of moves.
func (o NamedOpening) Ply() int { return len(o.Moves) / 2 }

// NamedOpenings returns all named openings. The caller owns the slice.
func NamedOpenings() []NamedOpening { return slices.Clone(namedOpenings) }

// A positionKey is a position of the full board up to symmetry.
type positionKey struct {
	mine, theirs engine.Set
	color        engine.Color
}

func keyOf(p engine.Position) positionKey {
	c := p.Board.Least()
	return positionKey{c.Mine, c.Theirs, p.Color}
}

// openingIndex maps positions to openings; deepest is the number of moves of the longest opening.
var openingIndex, deepest = func() (map[positionKey]int, int) {
	index, deepest := map[positionKey]int{}, 0
	for i, o := range namedOpenings {
		g, err := engine.ParseGame(engine.StandardStart(), o.Moves)
		if err != nil {
			panic("stats: opening " + o.Name + ": " + err.Error())
		}
		p, _ := g.End()
		index[keyOf(p)] = i
		deepest = max(deepest, o.Ply())
	}
	return index, deepest
}()

// NameOf returns the opening with this position, up to symmetry and in any order of moves. It returns false
// if the position itself has no name.
func NameOf(p engine.Position) (NamedOpening, bool) {
	if i, ok := openingOf(p); ok {
		return namedOpenings[i], true
	}
	return NamedOpening{}, false
}

func openingOf(p engine.Position) (int, bool) {
	if p.Board.Shape != engine.Full {
		return 0, false
	}
	i, ok := openingIndex[keyOf(p)]
	return i, ok
}

// Classify returns the opening of a game: the last named position that it reaches. It returns false if the
// game reaches no named position. An illegal move ends the game.
func Classify(g engine.Game) (NamedOpening, bool) {
	if i, ok := classify(g); ok {
		return namedOpenings[i], true
	}
	return NamedOpening{}, false
}

func classify(g engine.Game) (last int, ok bool) {
	g.Moves = g.Moves[:min(deepest, len(g.Moves))]
	for ply, err := range g.Plies() {
		if err != nil {
			break
		}
		next, _ := ply.Position.Play(ply.Move)
		if i, named := openingOf(next); named {
			last, ok = i, true
		}
	}
	return last, ok
}

// toF5 returns a symmetry that preserves the ordinary start and maps its first move s to f5.
func toF5(s engine.Square) engine.Symmetry {
	for y := range engine.Symmetry(engine.Symmetries) {
		if y.Square(s) == f5 && engine.Standard().Transform(y) == engine.Standard() {
			return y
		}
	}
	return 0
}

const f5 engine.Square = 4*8 + 5
