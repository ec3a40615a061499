package book

import (
	"cmp"
	"os"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/blocks"
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

// A Book finds positions and their values in a file, see [Open]. Look-ups are safe for concurrent use.
type Book struct {
	Settings Settings

	blocks    *blocks.File
	positions int
	path      string   // "" = no file
	file      *os.File // nil = in memory
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
func (b *Book) Len() int { return b.positions }

// Look returns the entry of a board. It returns false if the book does not contain the board or the side to
// move has to pass. An error is bad input: a part of the file is damaged.
func (b *Book) Look(board engine.Board) (e Entry, ok bool, err error) {
	if b == nil || board.Shape != engine.Full {
		return e, false, nil
	}
	least, by := board.Canonical()
	r, err := b.find(least)
	if err != nil || r == nil {
		return e, false, err
	}
	e = Entry{Value: r.value, Games: r.games}
	legal := least.Moves()
	e.Moves = make([]Move, 0, legal.Len())
	add := func(s engine.Square) { // s is the lowest of the symmetric squares on the least board
		m := Move{Square: by.Inverse().Square(s), Value: r.leaf.Score, AtMost: s != r.leaf.Square}
		m.Games = r.gamesOf(s)
		for _, l := range r.links {
			if l.square == s {
				m.Value, m.AtMost, m.Inside = l.value, false, true
			}
		}
		m.Drop = r.value - m.Value
		e.Moves = append(e.Moves, m)
	}
	if !isSymmetric(least) {
		for s := range legal.All() {
			add(s)
		}
	} else {
		for _, m := range newNode(least).moves {
			add(m.square)
		}
		for i := range e.Moves { // the lowest of the symmetric squares on this image of the board
			m := &e.Moves[i]
			after := board.Play(m.Square).Least()
			for s := range board.Moves().All() {
				if board.Play(s).Least() == after {
					m.Square = s
					break
				}
			}
		}
	}
	slices.SortFunc(e.Moves, func(x, y Move) int {
		if x.Value == y.Value && x.AtMost != y.AtMost { // known values come first
			return map[bool]int{true: 1, false: -1}[x.AtMost]
		}
		return cmp.Or(cmp.Compare(y.Value, x.Value), cmp.Compare(y.Games, x.Games), cmp.Compare(x.Square, y.Square))
	})
	return e, true, nil
}

// isSymmetric reports whether a board has an image, other than itself, with the same discs.
func isSymmetric(b engine.Board) bool {
	for y := engine.Symmetry(1); y < engine.Symmetries; y++ {
		if y.Set(b.Mine) == b.Mine && y.Set(b.Theirs) == b.Theirs {
			return true
		}
	}
	return false
}

// Values returns the values of a board's moves for the side to move, including all symmetric moves. It omits
// moves with only a bound. It returns nil if the book is nil or does not contain the board. Errors are those
// of [Book.Look].
func (b *Book) Values(board engine.Board) (map[engine.Square]int, error) {
	e, ok, err := b.Look(board)
	if err != nil || !ok {
		return nil, err
	}
	values := map[engine.Square]int{}
	for s := range board.Moves().All() {
		after := board.Play(s).Least()
		for _, m := range e.Moves {
			if !m.AtMost && board.Play(m.Square).Least() == after {
				values[s] = m.Value
			}
		}
	}
	return values, nil
}
