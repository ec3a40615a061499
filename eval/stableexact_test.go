package eval

import (
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestStableExact: what Stable proves is stable, what is not said to be stable is
// turned in some of many random games to the end, and finished boards are
// stable altogether.
func TestStableExact(t *testing.T) {
	more := 0
	for _, shape := range kinds {
		for _, b := range gameBoards(t, shape, 4) {
			if b.Empty().Len() > 7 {
				continue
			}
			mine, theirs, ok := stableExact(b, 1<<20)
			if !ok {
				t.Fatalf("%v: too many boards", engine.Position{Board: b})
			}
			m, o := Stable(b)
			if m&^mine != 0 || o&^theirs != 0 {
				t.Fatalf("%v: Stable finds %v, stableExact %v", engine.Position{Board: b}, m|o, mine|theirs)
			}
			more += (mine | theirs).Len() - (m | o).Len()
			if b.Over() && mine|theirs != b.Mine|b.Theirs {
				t.Fatalf("%v is over", engine.Position{Board: b})
			}
			if got, want := (b.Mine|b.Theirs)&^(mine|theirs), turnedAtRandom(b); got != want {
				t.Fatalf("%v: random games turn %v, StableExact says %v", engine.Position{Board: b}, want, got)
			}
		}
	}
	if more == 0 {
		t.Error("StableExact finds no more than Stable")
	}
}

// turnedAtRandom returns the discs of b that are turned in any of many random games.
func turnedAtRandom(b engine.Board) (turned engine.Set) {
	for game := range uint64(3000) {
		rng := rand.New(rand.NewPCG(game, 1))
		for next := b; !next.Over(); {
			moves := next.Moves()
			if moves == 0 {
				next = next.Pass()
				continue
			}
			sq := moves.Nth(rng.IntN(moves.Len()))
			turned |= next.Flips(sq)
			next = next.Play(sq)
		}
	}
	return turned & (b.Mine | b.Theirs)
}

func TestStableExactGivesUp(t *testing.T) {
	if _, _, ok := stableExact(engine.Standard(), 1000); ok {
		t.Error("the whole game in 1,000 boards")
	}
}

// stableExact returns the discs that no play at all can turn, mine and theirs, as far
// as that is cheap: it goes through all continuations, of which there are few near
// the end of a game, and gives up with ok false when it has met more boards than the
// limit. What [Stable] finds belongs to it.
func stableExact(b engine.Board, limit int) (mine, theirs engine.Set, ok bool) {
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
