package play

import (
	"fmt"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
)

// TestPlayHint: hints and values come from one search, that of the analyst or of an agent.
func TestPlayHint(t *testing.T) {
	setUTF8(t)
	out, _ := runPlay(t.Context(), strings.NewReader("hint greedy\nvalues greedy\nhint ab:depth=3\nvalues "+
		"ab:depth=3\nhint\nvalues\n"), "--white", "human")
	for _, want := range []string{
		"greedy plays d3\n", "greedy does not search, so it has no values for moves\n",
		"  ab:depth=3: d3 is best: +2.5 for black, looking 3 moves ahead (d3 ",
		"  discs for black, looking 3 moves ahead: d3 +2.5, c4 +2.5, f5 +2.5, e6 +2.5\n",
		"  d3 is best: +0.0 for black, looking 12 moves ahead (d3 ",
		"  discs for black, looking 12 moves ahead: d3 +0.0, c4 +0.0, f5 +0.0, e6 +0.0\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestPlayBook: with --book, hints and values tell what it knows, for the side to move and in whatever
// symmetric image; behind it, on other boards and without the flag they do not. No book is bad input.
func TestPlayBook(t *testing.T) {
	setUTF8(t)
	ask := func(input string, args ...string) string {
		out, _ := runPlay(t.Context(), strings.NewReader(input),
			append([]string{"--white", "human", "--hint", "ab:depth=1"}, args...)...)
		return out
	}
	b, err := book.Small()
	if err != nil {
		t.Fatal(err)
	}
	for _, start := range []string{"f5", "d3c5", "c4"} {
		g := engine.Game{Start: engine.StandardStart()}
		if g.Moves, err = engine.ParseMoves(start); err != nil {
			t.Fatal(err)
		}
		p, err := g.End()
		if err != nil {
			t.Fatal(err)
		}
		e, _, _ := b.Look(p.Board)
		want := fmt.Sprintf("  discs for %v, from the book: %v %+d, ", p.Color, e.Moves[0].Square, e.Moves[0].Value)
		for _, verb := range []string{"hint", "values"} {
			if out := ask(start+"\n"+verb+"\n", "--book", "small"); strings.Count(out, want) != 1 ||
				strings.Contains(out, "≤") {
				t.Errorf("%s %s: no %q in\n%s", start, verb, want, out)
			}
		}
		if out := ask(start + "\nhint\n"); strings.Contains(out, "from the book") {
			t.Errorf("a book that nobody asked for: %s", out)
		}
	}
	if out := ask("hint\n", "--book", "small", "--shape", "6x6"); strings.Contains(out, "from the book") ||
		!strings.Contains(out, "is best") {
		t.Errorf("6x6: %s", out)
	}
	if out, code := runPlay(t.Context(), strings.NewReader(""), "--book", "none.book"); code != cli.BadInput ||
		!strings.Contains(out, "none.book") {
		t.Errorf("exit code %d without a book: %s", code, out)
	}
}

// TestRankEnding: where the search sees the end, the values are the results.
func TestRankEnding(t *testing.T) {
	shape, _ := engine.SquareShape(4)
	start, _ := shape.Start()
	p, err := engine.Game{Start: start, Moves: []engine.Square{engine.At(1, 0)}}.End()
	if err != nil {
		t.Fatal(err)
	}
	r, err := rank(t.Context(), p, "")
	// White wins 4×4 by 10 (11 to 3 and two empty squares) whatever black begins with.
	if err != nil || len(r.Lines) != p.Board.Moves().Len() || r.Lines[0].Score != 10 || !r.Exact {
		t.Errorf("%+v, %v: want the best to be 10", r, err)
	}
}
