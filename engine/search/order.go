package search

import "github.com/outflank/outflank/engine"

// A move is a legal move with the discs that it flips and its priority.
type move struct {
	flips  engine.Set
	key    int32 // higher keys are tried first
	square engine.Square
}

// play returns the board after the move from the opponent's view.
func (m *move) play(b engine.Board) engine.Board {
	return engine.Board{
		Mine:   b.Theirs &^ m.flips,
		Theirs: b.Mine | m.flips | m.square.Set(),
		Shape:  b.Shape,
	}
}

// Keys of the move order, in units of the opponent's moves. The move from the table comes first.
const (
	keyHint   = 1 << 20
	keyCorner = 12 // a square whose disc can never be flipped
	keyBeside = -6 // gives the opponent a way into an empty corner
)

// order returns the legal moves of b, the most promising first: the move from the table, then moves that
// leave the opponent few replies, with corners early and squares beside empty corners late. Moves with equal
// keys stay in square order. The slice is s.moves[ply].
//
// Two methods were tried and dropped, on 30 positions at depth 8 with square weights and mobility as the
// evaluator: killer moves (6 % more nodes, because a reply that refutes one move says little about the next,
// which flips other discs) and sorting by the evaluation of each move (3–10 % fewer nodes, but more time).
func (s *Searcher) order(b engine.Board, legal engine.Set, depth, ply int, hint engine.Square) []move {
	list := s.moves[ply][:0]
	for rest := legal; rest != 0; rest &= rest - 1 {
		sq := rest.First()
		m := move{square: sq, flips: b.Flips(sq)}
		if sq == hint {
			m.key = keyHint
		} else {
			m.key = s.guess(b, &m, depth)
		}
		list = insert(list, m)
	}
	return list
}

// guess returns the priority of a move. One ply above the leaves, see tryLeaves, it uses only the square:
// counting the opponent's moves would save 6 % of the nodes there, but takes longer than visiting them (25 %
// of the total time).
func (s *Searcher) guess(b engine.Board, m *move, depth int) int32 {
	var key int32
	if depth > 1 {
		key = -int32(m.play(b).Moves().Len())
	}
	if s.shape.corners.Has(m.square) {
		key += keyCorner
	}
	if s.shape.besideCorner[m.square]&b.Empty() != 0 {
		key += keyBeside
	}
	return key
}

// insert adds m after all moves whose key is at least its own. Lists are short: about ten moves.
func insert(list []move, m move) []move {
	i := len(list)
	list = list[:i+1]
	for ; i > 0 && list[i-1].key < m.key; i-- {
		list[i] = list[i-1]
	}
	list[i] = m
	return list
}
