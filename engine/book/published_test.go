package book_test

import (
	"slices"
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
		list, ok := book.Openings(test.name)
		if !ok || len(list) != test.count || !book.IsOpenings(test.name) {
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
	if _, ok := book.Openings("logistello"); ok || book.IsOpenings("xot.txt") {
		t.Error("a set of openings that nobody published")
	}
}

// TestProblems: parts of the endgame tests by number. The values of #40 are those of the literature.
func TestProblems(t *testing.T) {
	list, ok, err := book.Problems("ffo")
	if len(list) != 79 || !ok || err != nil {
		t.Fatalf("%d positions, %v, %v", len(list), ok, err)
	}
	for i, p := range list {
		byValue := func(a, b int) bool { return p.Moves[a].Score >= p.Moves[b].Score }
		if p.Number != i+1 || len(p.Moves) == 0 || !byValue(0, len(p.Moves)-1) {
			t.Errorf("#%d: %v", i+1, p)
		}
		for _, m := range p.Moves {
			if !p.Board.Moves().Has(m.Move) || m.Score < -64 || m.Score > 64 {
				t.Errorf("#%d: %v %v", i+1, m.Move, m.Score)
			}
		}
	}
	forty, _, err := book.Problems("ffo:40")
	if err != nil || len(forty) != 1 || forty[0].Number != 40 || forty[0].Board.Empty().Len() != 20 ||
		forty[0].Moves[0].Move.String() != "a2" || forty[0].Moves[0].Score != 38 {
		t.Errorf("ffo:40: %v, %v", forty, err)
	}
	some, _, err := book.Problems("ffo:58-60")
	if numbers := numbersOf(some); !slices.Equal(numbers, []int{58, 59, 60}) || err != nil {
		t.Errorf("ffo:58-60: %v, %v", numbers, err)
	}
	for _, name := range []string{"ffo:0", "ffo:80", "ffo:9-3", "ffo:", "ffo:a", "ffo:40-80"} {
		if _, ok, err := book.Problems(name); !ok || !fault.IsMisuse(err) ||
			!strings.Contains(err.Error(), name+": want numbers from 1 to 79") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, ok, _ := book.Problems("ffo.obf"); ok {
		t.Error("a file taken for the tests")
	}
}

func numbersOf(list []book.Problem) (numbers []int) {
	for _, p := range list {
		numbers = append(numbers, p.Number)
	}
	return numbers
}
