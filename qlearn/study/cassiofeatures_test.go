package study

import (
	"math"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// In Fig. 5d a search from the wrong end sees five discs of a chain before the corner, of which it finds the one
// beside it. A full edge and a chain from the first corner hide nothing.
func TestMissedOneWay(t *testing.T) {
	for _, test := range []struct {
		own, theirs string
		want        int
	}{
		{"h1 g1 f1 e1 d1 c1", "", 4},
		{"a8 a7 a6", "a1", 1},
		{"a1 b1 c1 d1 e1 f1", "", 0},
		{"h1 g1 f1 e1 d1 c1", "a1 b1", 0},
		{"h8 g8 h7 h6", "", 1},
		{"g1 f1 e1", "", 0},
	} {
		b := engine.Board{Mine: squaresIn(t, test.own), Theirs: squaresIn(t, test.theirs), Shape: engine.Full}
		if got := max(0, missedOneWay(b, b.Mine)); got != test.want {
			t.Errorf("%s: %d discs are missed, want %d", test.own, got, test.want)
		}
	}
}

func squaresIn(t *testing.T, text string) (set engine.Set) {
	t.Helper()
	for name := range strings.FieldsSeq(text) {
		s, err := engine.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		set |= s.Set()
	}
	return set
}

// In random games some discs on X-squares lose their corner and others do not, no stable disc flips, and both rows
// of stable discs without corners count the same boards.
func TestFeaturesOfGames(t *testing.T) {
	f := featureTallies{}
	host := &fakeHost{}
	games := 0
	err := host.EachGame(t.Context(), func(g engine.Game) error {
		games++
		return f.game(g)
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := *f.of(cornerLost); n.Points == 0 || n.Points == float64(n.Games) || n.Games > 4*games {
		t.Errorf("%v of %d discs on X-squares lose the corner in %d games", n.Points, n.Games, games)
	}
	if n := *f.of(stableFlipped); n.Points != 0 || n.Games != games {
		t.Errorf("stable discs flip in %v of %d games, want none of %d", n.Points, n.Games, games)
	}
	with, all := *f.of(stableNoCorner), *f.of(stableWithout)
	if with.Points != all.Points || with.Games >= all.Games {
		t.Errorf("%v of %d boards with stable discs have none on a corner, and %v of %d without have one", with.Points,
			with.Games, all.Points, all.Games)
	}
}

// What boards have in common does not blur how many times one row is another.
func TestTimesByBoard(t *testing.T) {
	var slow, fast []float64
	for i := range 20 {
		fast = append(fast, math.Pow(10, float64(i%5)))
		slow = append(slow, fast[i]*(2.9+0.2*float64(i%2)))
	}
	rows := Rows{boardsRow("slow", unitSeconds, slow), boardsRow("fast", unitSeconds, fast)}
	if got := moreTimes("slow", "fast", 2.8).judge(rows); got != verdictHolds {
		t.Errorf("2.8 times: %s", got)
	}
	if got := moreTimes("slow", "fast", 3.2).judge(rows); got != verdictRefuted {
		t.Errorf("3.2 times: %s", got)
	}
	for i := range rows {
		rows[i].boards = nil
	}
	if got := moreTimes("slow", "fast", 2.8).judge(rows); got != verdictOpen {
		t.Errorf("as of different boards: %s", got)
	}
}

// A row of all games that there are leaves nothing open.
func TestWholeRows(t *testing.T) {
	row := shareRow("x", 1, 2)
	if got := below("x", 0.6).judge(Rows{row}); got != verdictOpen {
		t.Errorf("of a sample: %s", got)
	}
	row.whole = true
	for x, want := range map[float64]Verdict{0.05: verdictRefuted, 0.6: verdictHolds} {
		if got := below("x", x).judge(Rows{row}); got != want {
			t.Errorf("below %v: %s, want %s", x, got, want)
		}
	}
}
