package play

import (
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestPlayHint: hints and values come from one search, that of the analyst or of an agent.
func TestPlayHint(t *testing.T) {
	setUTF8(t)
	out, _ := runPlay(t.Context(), strings.NewReader("hint greedy\nvalues greedy\nhint ab:depth=3\nvalues ab:depth=3\nhint\nvalues\n"), "--white", "human")
	for _, want := range []string{
		"greedy plays d3\n", "greedy does not search: it has no values for moves\n",
		"  ab:depth=3: d3 is best: +2.5 for black, looking 3 moves ahead (d3 ", "  discs for black, looking 3 moves ahead: d3 +2.5, c4 +2.5, f5 +2.5, e6 +2.5\n",
		"  d3 is best: +0.0 for black, looking 12 moves ahead (d3 ", "  discs for black, looking 12 moves ahead: d3 +0.0, c4 +0.0, f5 +0.0, e6 +0.0\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
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
