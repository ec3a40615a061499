package book

import (
	"cmp"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// Settings are the settings of a book. The JSON fields are stable.
type Settings struct {
	Plies     int        `json:"plies"`      // number of counted moves per game, 0 to 60
	MinGames  int        `json:"min_games"`  // number of games that must reach a position, at least 1
	Depth     int        `json:"depth"`      // plies of the searches, 1 to 60
	Exact     int        `json:"exact"`      // empty squares from which searches go to the end, 0 to 60
	Level     deep.Level `json:"level"`      // confidence of the searches
	Evaluator string     `json:"evaluator"`  // evaluator of the searches: a name and the CRC-32C of its file
	Learned   int        `json:"learned"`    // number of positions added by [Learn]
	HashBytes int        `json:"hash_bytes"` // memory of each search's table
}

// Check returns a misuse error for settings out of range.
func (s *Settings) Check() error {
	switch {
	case s.Plies < 0 || s.Plies > 60:
		return fault.Setting("plies", s.Plies, "want 0 to 60")
	case s.MinGames < 1:
		return fault.Setting("min-games", s.MinGames, "want 1 or more")
	case s.Depth < 1 || s.Depth > 60:
		return fault.Setting("depth", s.Depth, "want 1 to 60")
	case s.Exact < 0 || s.Exact > 60:
		return fault.Setting("exact", s.Exact, "want 0 to 60")
	case !s.Level.Valid():
		return fault.Setting("selectivity", s.Level, "want a level of confidence")
	case s.HashBytes < 1<<10 || int64(s.HashBytes) > 1<<40:
		return fault.Setting("hash", s.HashBytes, "want 1K to 1T")
	case s.Learned < 0:
		return fault.Setting("learned", s.Learned, "want 0 or more")
	}
	return nil
}

// A Book is a set of positions with values. Look-ups are safe for concurrent use.
type Book struct {
	Settings Settings
	nodes    []*node // by board
	at       map[engine.Board]*node
}

// A leaf is the best move from a position among those that lead out of the book.
type leaf struct {
	Square engine.Square // None = all moves stay in the book
	Score  int           // value found by search: disc difference for the side to move
	Depth  int           // search depth in plies
	Exact  bool          // Score is the result of best play
}

// A played is a move with the number of games in which it was played.
type played struct {
	square engine.Square // the lowest of the symmetric squares
	games  int
}

// A Move is a legal move of a position with its value in the book. The JSON fields are stable.
type Move struct {
	Square engine.Square `json:"-"`
	Value  int           `json:"value"`   // disc difference for the side to move
	Drop   int           `json:"drop"`    // loss against the best move, 0 or more discs
	AtMost bool          `json:"at_most"` // the move leaves the book and is not the leaf: Value is an upper bound, Drop a lower bound
	Games  int           `json:"games"`   // number of games in which it was played
	Inside bool          `json:"inside"`  // the move leads to a position of the book
}

// An Entry is a position of a book.
type Entry struct {
	Value int // disc difference for the side to move
	Games int // games that reached it
	// Moves contains the lowest of each set of symmetric moves. The order is: best value first, known values
	// before bounds, then most games, then lowest square.
	Moves []Move
}

// Len returns the number of positions.
func (b *Book) Len() int { return len(b.nodes) }

// Boards returns the positions of the book, each as the least of its symmetric images. In all of them the
// side to move has a legal move.
func (b *Book) Boards() []engine.Board {
	list := make([]engine.Board, len(b.nodes))
	for i, n := range b.nodes {
		list[i] = n.board
	}
	return list
}

// Look returns the entry of a board. It returns false if the book does not contain the board or the side to
// move has to pass.
func (b *Book) Look(board engine.Board) (Entry, bool) {
	least, by := board.Canonical()
	n, ok := b.at[least]
	if !ok {
		return Entry{}, false
	}
	back := func(s engine.Square) engine.Square { return least.Shape.Image(by.Inverse(), s.Set()).First() }
	e := Entry{Value: n.value, Games: n.games}
	for _, m := range n.moves {
		out := Move{Square: back(m.square), Games: n.gamesOf(m.square)}
		// List the lowest of the moves that are symmetric on this image of the board.
		for s := range board.Moves().All() {
			if board.Play(s).Least() == board.Play(out.Square).Least() {
				out.Square = s
				break
			}
		}
		switch inside, value := b.inside(m); {
		case inside:
			out.Value, out.Inside = value, true
		default:
			out.Value, out.AtMost = n.leaf.Score, m.square != n.leaf.Square
		}
		out.Drop = n.value - out.Value
		e.Moves = append(e.Moves, out)
	}
	slices.SortFunc(e.Moves, func(x, y Move) int {
		bound := map[bool]int{true: 1} // known values come first
		return cmp.Or(cmp.Compare(y.Value, x.Value), cmp.Compare(bound[x.AtMost], bound[y.AtMost]),
			cmp.Compare(y.Games, x.Games), cmp.Compare(x.Square, y.Square))
	})
	return e, true
}

// Values returns the values of a board's moves for the side to move, including all symmetric moves. It omits
// moves with only a bound. It returns nil if the book is nil or does not contain the board.
func (b *Book) Values(board engine.Board) map[engine.Square]int {
	if b == nil {
		return nil
	}
	e, ok := b.Look(board)
	if !ok {
		return nil
	}
	after := map[engine.Board]int{}
	for _, m := range e.Moves {
		if !m.AtMost {
			after[board.Play(m.Square).Least()] = m.Value
		}
	}
	values := map[engine.Square]int{}
	for s := range board.Moves().All() {
		if v, ok := after[board.Play(s).Least()]; ok {
			values[s] = v
		}
	}
	return values
}
