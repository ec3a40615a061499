package stats

import (
	"cmp"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// Explorer counts what was played in one position, and the outcomes. Games reach
// it by any order of moves and in any of the symmetric images. Make one with
// [NewExplorer], and choose games with a [dataset.Filter] before.
type Explorer struct {
	game     engine.Game
	board    engine.Board // the canonical one; moves are kept as they are on it
	color    engine.Color
	examples int
	rank     func(*dataset.Game) float64 // of examples, see [Explorer.RankExamples]

	all   tally
	ended int                      // games that end in the position
	moves [engine.None]exploration // by the move
}

// An exploration is what one move came to.
type exploration struct {
	tally
	examples []ranked // those of the highest rank, and of these with the least ids
}

// A ranked example comes before those of a lower rank.
type ranked struct {
	Example
	rank float64
}

func compareRanked(a, b ranked) int {
	return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.ID, b.ID))
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

// ExampleOf returns a game as an example.
func ExampleOf(g *dataset.Game) Example {
	return Example{g.ID, g.Year, g.Tournament, g.Black, g.White, g.Result()}
}

// RankExamples has the examples be those games for which rank is highest, instead of those with the least
// ids. It is called before games are added.
func (e *Explorer) RankExamples(rank func(*dataset.Game) float64) { e.rank = rank }

// NewExplorer returns an explorer of the position after a game, with a number of example
// games of each move, those with the least ids. It fails with an [*engine.IllegalMoveError].
func NewExplorer(g engine.Game, examples int) (*Explorer, error) {
	p, err := g.End()
	if err != nil {
		return nil, err
	}
	board, _ := p.Board.Canonical()
	return &Explorer{game: g, board: board, color: p.Color, examples: examples}, nil
}

// Add counts a game if it goes through the position.
func (e *Explorer) Add(g *dataset.Game) {
	n := g.Start.Board.Empty().Len() - e.board.Empty().Len()
	if n < 0 || n > len(g.Moves) || g.Start.Board.Shape.Field.Len() != e.board.Shape.Field.Len() {
		return
	}
	p, ok := reach(g, n)
	if !ok || p.Color != e.color {
		return
	}
	board, y := p.Board.Canonical()
	switch {
	case board != e.board:
	case n == len(g.Moves):
		e.AddEnd(g)
	default:
		e.AddMove(g, CanonicalMove(p.Board, y, g.Moves[n]))
	}
}

// CanonicalMove returns a move as it is on the image of a board by a symmetry, [engine.None] if it is
// illegal.
func CanonicalMove(b engine.Board, y engine.Symmetry, m engine.Square) engine.Square {
	if !b.Empty().Has(m) || b.Flips(m) == 0 {
		return engine.None
	}
	return b.Shape.Image(y, m.Set()).First()
}

// AddMove counts a game that goes through the position, with the move that was played there as it is
// on the canonical board ([engine.Board.Canonical]), [engine.None] if it is illegal. It is
// [Explorer.Add] for those who know the move already.
func (e *Explorer) AddMove(g *dataset.Game, m engine.Square) {
	e.all.add(g, 1)
	if m != engine.None {
		e.moves[m].add(g, e.examples, e.rank)
	}
}

// AddEnd counts a game that ends in the position.
func (e *Explorer) AddEnd(g *dataset.Game) {
	e.all.add(g, 1)
	e.ended++
}

// reach returns the position of the game after n moves, false if one of them is illegal.
func reach(g *dataset.Game, n int) (p engine.Position, ok bool) {
	p, _ = g.Start.Turn()
	for _, m := range g.Moves[:n] {
		if m >= engine.None || !p.Board.Moves().Has(m) {
			return p, false
		}
		p, _ = p.Play(m)
	}
	return p, true
}

func (x *exploration) add(g *dataset.Game, examples int, rank func(*dataset.Game) float64) {
	x.tally.add(g, 1)
	if examples == 0 {
		return
	}
	r := ranked{Example: Example{ID: g.ID}}
	if rank != nil {
		r.rank = rank(g)
	}
	if n := len(x.examples); n < examples || compareRanked(r, x.examples[n-1]) < 0 {
		r.Example = ExampleOf(g)
		x.keep(examples, r)
	}
}

// keep adds examples and keeps the first ones.
func (x *exploration) keep(most int, list ...ranked) {
	x.examples = append(x.examples, list...)
	slices.SortStableFunc(x.examples, compareRanked)
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

// alike returns what the move and those that symmetry makes of it came to, if the
// move is the one of them that was played most, or the first of several such.
func (e *Explorer) alike(s engine.Square) (total exploration, ok bool) {
	if e.moves[s].games() == 0 {
		return total, false
	}
	seen := engine.Set(0)
	for y := range engine.Symmetry(engine.Symmetries) {
		if !e.board.Shape.Lattice.Keeps(y) || e.board.Transform(y) != e.board {
			continue
		}
		t := e.board.Shape.Image(y, s.Set()).First()
		n, m := e.moves[t].games(), e.moves[s].games()
		if n > m || n == m && t < s {
			return total, false
		}
		if !seen.Has(t) {
			seen |= t.Set()
			total.merge(&e.moves[t], e.examples)
		}
	}
	return total, true
}

// Result returns what was counted, as it is seen after the game.
func (e *Explorer) Result() ExplorerResult {
	r, _ := e.Explored().After(e.game) // the game was replayed before
	return r
}

// Explored returns what was counted, for whichever way the board is turned.
func (e *Explorer) Explored() Explored {
	x := Explored{board: e.board, color: e.color, all: e.all.outcome(), ended: e.ended}
	played := e.all.games() - e.ended
	p := engine.Position{Board: e.board, Color: e.color}
	for s := range engine.None {
		total, ok := e.alike(s)
		if !ok {
			continue
		}
		next, _ := p.Play(s)
		name, _ := NameOf(next)
		examples := []Example{} // in JSON none are not unknown
		for _, r := range total.examples {
			examples = append(examples, r.Example)
		}
		x.squares = append(x.squares, s)
		x.moves = append(x.moves, ExplorerMoveExamples{
			ExplorerMove{"", share(total.games(), played), total.outcome(), name.Name}, examples,
		})
	}
	return x
}
