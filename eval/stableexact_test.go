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
			mine, theirs, ok := StableExact(b, 1<<20)
			if !ok {
				t.Fatalf("%v: too many boards", engine.Position{Board: b})
			}
			m, o := Stable(b)
			if m&^mine != 0 || o&^theirs != 0 {
				t.Fatalf("%v: Stable finds %v, StableExact %v", engine.Position{Board: b}, m|o, mine|theirs)
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
	if _, _, ok := StableExact(engine.Standard(), 1000); ok {
		t.Error("the whole game in 1,000 boards")
	}
}
