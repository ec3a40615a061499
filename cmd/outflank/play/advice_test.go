package play

import (
	"strings"
	"testing"
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
