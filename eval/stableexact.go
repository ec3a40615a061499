package eval

import "github.com/outflank/outflank/engine"

// StableExact returns the discs that no play at all can turn, mine and theirs, as far
// as that is cheap: it goes through all continuations, of which there are few near
// the end of a game, and gives up with ok false when it has met more boards than the
// limit. What [Stable] finds belongs to it.
func StableExact(b engine.Board, limit int) (mine, theirs engine.Set, ok bool) {
	s := exactSearch{seen: map[engine.Board]bool{}, limit: limit}
	if !s.visit(b) {
		return 0, 0, false
	}
	return b.Mine &^ s.turned, b.Theirs &^ s.turned, true
}

type exactSearch struct {
	seen   map[engine.Board]bool
	limit  int
	turned engine.Set // whatever was turned on the way
}

// visit adds what can be turned from b on, false if the limit is reached.
func (s *exactSearch) visit(b engine.Board) bool {
	if s.seen[b] {
		return true
	}
	if len(s.seen) == s.limit {
		return false
	}
	s.seen[b] = true
	moves := b.Moves()
	if moves == 0 {
		return b.Pass().Moves() == 0 || s.visit(b.Pass())
	}
	for sq := range moves.All() {
		s.turned |= b.Flips(sq)
		if !s.visit(b.Play(sq)) {
			return false
		}
	}
	return true
}
