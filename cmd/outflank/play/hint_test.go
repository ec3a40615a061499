package play

import (
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestPlayHint: hints come from a search, or from any agent.
func TestPlayHint(t *testing.T) {
	setUTF8(t)
	out, _ := runPlay(t.Context(), strings.NewReader("hint greedy\nhint ab:depth=3\nhint\nvalues\n"), "--white", "human")
	for _, want := range []string{"greedy plays d3\n", "ab:depth=3 plays ", " and expects ", " is best: ", "expected discs for black, looking 8 moves ahead"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestMoveValues: where the search sees the end, the values are the results.
func TestMoveValues(t *testing.T) {
	shape, _ := engine.SquareShape(4)
	start, _ := shape.Start()
	p, err := engine.Game{Start: start, Moves: []engine.Square{engine.At(1, 0)}}.End()
	if err != nil {
		t.Fatal(err)
	}
	values, _ := moveValues(t.Context(), p)
	best := -64.0
	for _, v := range values {
		best = max(best, v)
	}
	// White wins 4×4 by 10 (11 to 3 and two empty squares) whatever black begins with.
	if len(values) != p.Board.Moves().Len() || best != 10 {
		t.Errorf("values %v: want the best to be 10", values)
	}
}
