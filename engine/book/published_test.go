package book_test

import (
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// TestOpenings: the sets have the sizes that were published, and every opening can be played.
func TestOpenings(t *testing.T) {
	for _, test := range []struct {
		name                   string
		count, plies, distinct int // distinct boards up to symmetry
	}{
		{book.XOT, 10784, 8, 10784},
		{book.Lucas1000, 1000, 7, 857},
	} {
		list, err := book.ReadOpenings(test.name)
		if err != nil || len(list) != test.count {
			t.Fatalf("%s: %d openings, want %d", test.name, len(list), test.count)
		}
		seen := map[engine.Board]bool{}
		for i, g := range list {
			end, err := g.End()
			if err != nil || len(g.Moves) != test.plies || end.Board.Over() {
				t.Fatalf("%s: opening %d, %v: %v", test.name, i+1, g, err)
			}
			least, _ := end.Board.Canonical()
			seen[least] = true
		}
		if len(seen) != test.distinct {
			t.Errorf("%s: %d distinct boards, want %d", test.name, len(seen), test.distinct)
		}
	}
	if _, err := book.ReadOpenings("xot.none"); err == nil {
		t.Error("a set of openings that was not published")
	}
}

// TestProblems: parts of the endgame tests by number. The values of #40 are those of the literature.
func TestProblems(t *testing.T) {
	list, first, err := book.Problems("ffo")
	if len(list) != 79 || first != 1 || err != nil {
		t.Fatalf("%d positions from #%d, %v", len(list), first, err)
	}
	for i, p := range list {
		byValue := func(a, b int) bool { return p.Moves[a].Score >= p.Moves[b].Score }
		if len(p.Moves) == 0 || !byValue(0, len(p.Moves)-1) {
			t.Errorf("#%d: %v", i+1, p)
		}
		for _, m := range p.Moves {
			if !p.Board.Moves().Has(m.Move) || m.Score < -64 || m.Score > 64 {
				t.Errorf("#%d: %v %v", i+1, m.Move, m.Score)
			}
		}
	}
	forty, number, err := book.Problems("ffo:40")
	if err != nil || len(forty) != 1 || number != 40 || forty[0].Board.Empty().Len() != 20 ||
		forty[0].Moves[0].Move.String() != "a2" || forty[0].Moves[0].Score != 38 {
		t.Errorf("ffo:40: %v, %v", forty, err)
	}
	some, number, err := book.Problems("ffo:58-60")
	if len(some) != 3 || number != 58 || some[2].Board != list[59].Board || err != nil {
		t.Errorf("ffo:58-60: %v from #%d, %v", some, number, err)
	}
	for _, name := range []string{"ffo:0", "ffo:80", "ffo:9-3", "ffo:", "ffo:a", "ffo:40-80"} {
		if _, _, err := book.Problems(name); !fault.IsMisuse(err) ||
			!strings.Contains(err.Error(), name+": want numbers from 1 to 79") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if list, _, err := book.Problems("ffo.obf"); list != nil || err != nil {
		t.Error("a file taken for the tests")
	}
}

// TestExact22: every position has values of all its moves, the best first, and is another one. The test of the
// accuracy command solves some of them.
func TestExact22(t *testing.T) {
	list, first, err := book.Problems(book.Exact22)
	if len(list) != 2000 || first != 1 || err != nil {
		t.Fatalf("%d positions from #%d, %v", len(list), first, err)
	}
	seen := map[engine.Board]bool{}
	for i, p := range list {
		var moves engine.Set
		for _, m := range p.Moves {
			moves |= m.Move.Set()
			if m.Score > p.Moves[0].Score || m.Score < -64 || int(m.Score)%2 != 0 {
				t.Errorf("#%d: %v %v", i+1, m.Move, m.Score)
			}
		}
		if n := p.Board.Empty().Len(); moves != p.Board.Moves() || n < 20 || n > 22 {
			t.Errorf("#%d: %v with %d empty squares", i+1, p, n)
		}
		board, _ := p.Board.Canonical()
		seen[board] = true
	}
	if len(seen) != len(list) {
		t.Errorf("%d different positions", len(seen))
	}
	if part, first, err := book.Problems("exact22:1999-2000"); len(part) != 2 || first != 1999 || err != nil {
		t.Errorf("%d positions from #%d, %v", len(part), first, err)
	}
}

// TestEndgames: each puzzle has one best move, the exact values of all moves and a rating. Those of 8 empty squares
// are solved again.
func TestEndgames(t *testing.T) {
	list, first, err := book.Problems(book.Endgames)
	if err != nil || first != 1 || len(list) != 313 {
		t.Fatalf("%d puzzles from #%d, %v", len(list), first, err)
	}
	seen, solved := map[engine.Board]bool{}, 0
	for i, p := range list {
		empties := p.Board.Empty().Len()
		if seen[p.Board.Least()] || empties < 8 || empties > 16 || len(p.Moves) != p.Board.Moves().Len() ||
			p.Moves[0].Score <= p.Moves[1].Score || !strings.HasPrefix(p.Comment, "rating 1") {
			t.Errorf("#%d: %v %v %q", i+1, p.Position, p.Moves, p.Comment)
		}
		seen[p.Board.Least()] = true
		for _, m := range p.Moves {
			if empties > 8 {
				break
			}
			solved++
			if got := -bestOf(p.Board.Play(m.Move)); got != int(m.Score) {
				t.Errorf("#%d: %v is worth %+d, not %+g", i+1, m.Move, got, m.Score)
			}
		}
	}
	if solved < 50 {
		t.Errorf("%d moves were solved", solved)
	}
}

// bestOf returns the result of best play for the side to move, by the definition.
func bestOf(b engine.Board) int {
	if b.Over() {
		return b.Score()
	}
	if b.Moves() == 0 {
		return -bestOf(b.Pass())
	}
	best := -64
	for s := range b.Moves().All() {
		best = max(best, -bestOf(b.Play(s)))
	}
	return best
}
