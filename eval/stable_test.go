package eval

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
)

// stable marks the stable discs by the report's recursive definition, disc by
// disc until nothing changes: 1 where a disc is stable. Lines without empty squares
// hold their discs only if full says so.
func (m *mailbox) stable(full bool) (marks [8][8]float64) {
	for changed := true; changed; {
		changed = false
		for rank := range 8 {
			for file := range 8 {
				if c := m.get(file, rank); (c == 'X' || c == 'O') && marks[rank][file] == 0 &&
					m.held(&marks, file, rank, full) {
					marks[rank][file], changed = 1, true
				}
			}
		}
	}
	return marks
}

// held tells whether the disc on a square is held on every axis.
func (m *mailbox) held(marks *[8][8]float64, file, rank int, full bool) bool {
	for i := 0; i < len(m.directions); i += 2 { // opposite directions stand together
		if df, dr := m.directions[i][0], m.directions[i][1]; !m.heldAlong(marks, file, rank, df, dr, full) {
			return false
		}
	}
	return true
}

func (m *mailbox) heldAlong(marks *[8][8]float64, file, rank, df, dr int, full bool) bool {
	own, sides := m.get(file, rank), 0
	for _, sign := range []int{1, -1} {
		for f, r := file, rank; m.get(f, r) != '#'; f, r = f+sign*df, r+sign*dr {
			full = full && m.get(f, r) != '-'
		}
		f, r := file+sign*df, rank+sign*dr
		switch next := m.get(f, r); {
		case next == '#':
			return true // the rim or a hole
		case next != '-' && marks[r][f] == 1 && next == own:
			return true // a stable disc of its own
		case next != '-' && marks[r][f] == 1:
			sides++ // a stable disc of the other colour
		}
	}
	return full || sides == 2
}

// TestStableNaively also asks for boards that no game reaches. The terms' test has
// compared the numbers; here the discs themselves are compared.
func TestStableNaively(t *testing.T) {
	some := 0
	for _, shape := range kinds {
		for _, b := range slices.Concat(gameBoards(t, shape, 20), wildBoards(t, shape, 300)) {
			marks := newMailbox(b).stable(true)
			var want engine.Set
			for s := range engine.Square(64) {
				if marks[s.Rank()][s.File()] == 1 {
					want |= s.Set()
				}
			}
			mine, theirs := Stable(b)
			if mine != want&b.Mine || theirs != want&b.Theirs {
				t.Fatalf("%v: %v and %v, want %v", engine.Position{Board: b}, mine, theirs, want)
			}
			some += want.Len()
		}
	}
	if some < 10000 {
		t.Errorf("only %d stable discs seen", some)
	}
}

// TestStableByHand has one disc held in each way.
func TestStableByHand(t *testing.T) {
	for _, c := range []struct{ what, board, mine, theirs string }{
		{"nothing at the start", "---------------------------OX------XO--------------------------- X", "", ""},
		{"a corner holds its edge", "XXXO---------------------------------------------------------O-- X", "a1 b1 c1", ""},
		{"full edge, all colours", "XOXOXOXO-------------------------------------------------------- X", "a1 c1 e1 g1", "b1 d1 f1 h1"},
		{"a triangle in the corner", "XXX-----XX------XO---------------------------------------------- X", "a1 b1 c1 a2 b2 a3", ""},
		{"between stable discs of the other colour", "OXO#------------------------------------------------------------ X", "b1", "a1 c1"},
		{"a hole on one side of each axis", "##------#X------###--------------------------------------------- X", "b2", ""},
		{"but no hole on one axis", "##------#X-------##--------------------------------------------- X", "", ""},
		{"and on a hexagonal lattice only three count", "-#------#X------#----------------------------------------------- X hex", "b2", ""},
	} {
		mine, theirs := Stable(position(t, c.board))
		if mine.String() != sorted(t, c.mine) || theirs.String() != sorted(t, c.theirs) {
			t.Errorf("%s: mine %v, theirs %v, want %s and %s", c.what, mine, theirs, c.mine, c.theirs)
		}
	}
}

// TestRuledStableByHand: the report's rule alone finds less than Stable on boards with full lines.
func TestRuledStableByHand(t *testing.T) {
	for _, c := range []struct{ what, board, ruled, stable string }{
		{"a corner holds its edge", "XXXO---------------------------------------------------------O-- X", "a1 b1 c1", "a1 b1 c1"},
		{"a full edge without stable ends", "XOXOXOXO-------------------------------------------------------- X", "a1", "a1 c1 e1 g1"},
		{"a full edge between two colours", "XXOOXXOO-------------------------------------------------------- X", "a1 b1", "a1 b1 e1 f1"},
		{"between stable discs of the other colour", "OXO#------------------------------------------------------------ X", "b1", "b1"},
	} {
		b := position(t, c.board)
		ruled, _ := ruledStable(b)
		stable, _ := Stable(b)
		if ruled.String() != c.ruled || stable.String() != c.stable {
			t.Errorf("%s: by the rule %v, in all %v, want %s and %s", c.what, ruled, stable, c.ruled, c.stable)
		}
	}
}

// sorted returns the squares of a text in ascending order.
func sorted(t *testing.T, text string) string {
	squares, err := engine.ParseMoves(text)
	if err != nil {
		t.Fatal(err)
	}
	return engine.SetOf(squares...).String()
}

// TestStableIsSound plays out every continuation of late positions, and random
// ones of earlier positions: no disc that Stable names may ever be flipped.
func TestStableIsSound(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	played := 0
	for _, shape := range kinds {
		for _, b := range slices.Concat(gameBoards(t, shape, 6), wildBoards(t, shape, 100)) {
			mine, theirs := Stable(b)
			if mine|theirs == 0 {
				continue
			}
			played++
			if b.Empty().Len() <= 7 {
				playAll(t, b, b, mine, theirs)
			}
			for range 5 {
				playRandom(t, rng, b, mine, theirs)
			}
		}
	}
	if played < 300 {
		t.Errorf("only %d boards had stable discs", played)
	}
}

// playAll checks every board that can follow b, as its side to move sees it.
func playAll(t *testing.T, from, b engine.Board, mine, theirs engine.Set) {
	checkHeld(t, from, b, mine, theirs)
	moves := b.Moves()
	if moves == 0 && b.Pass().Moves() != 0 {
		playAll(t, from, b.Pass(), theirs, mine)
	}
	for s := range moves.All() {
		playAll(t, from, b.Play(s), theirs, mine)
	}
}

// playRandom checks the boards of one random continuation. Passing when there is
// no need to makes it harder: even then nothing may be flipped.
func playRandom(t *testing.T, rng *rand.Rand, from engine.Board, mine, theirs engine.Set) {
	b := from
	for !b.Over() {
		checkHeld(t, from, b, mine, theirs)
		if moves := b.Moves(); moves != 0 && rng.IntN(4) != 0 {
			b = b.Play(moves.Nth(rng.IntN(moves.Len())))
		} else {
			b = b.Pass()
		}
		mine, theirs = theirs, mine
	}
}

func checkHeld(t *testing.T, from, b engine.Board, mine, theirs engine.Set) {
	if lost := mine&^b.Mine | theirs&^b.Theirs; lost != 0 {
		t.Fatalf("%v was called stable on %v, but %v can follow", lost, engine.Position{Board: from},
			engine.Position{Board: b})
	}
}
