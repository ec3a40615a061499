package study

import (
	"testing"

	"github.com/outflank/outflank/engine"
)

// A short game counts for white, who wins it, and for the kind of passes that it has; what is
// ahead counts for the side that is.
func TestHeuristicCounts(t *testing.T) {
	var up, level tally
	up.prefer(2, 1)    // the mover is ahead and wins
	up.prefer(-1, 0.5) // the opponent is ahead and draws
	level.prefer(0, 1)
	if up != (tally{1.5, 2}) || level != (tally{}) {
		t.Errorf("%+v, %+v", up, level)
	}

	c, err := heuristics{}.count(t.Context(), &fakeHost{})
	if err != nil {
		t.Fatal(err)
	}
	var moreDiscs tally
	games, want := c.Passes[0].Games+c.Passes[1].Games+c.Passes[2].Games, [3]tally{}
	_ = (&fakeHost{}).EachGame(t.Context(), func(g engine.Game) error {
		end, _ := g.End()
		passes := 0
		for ply := range g.Plies() {
			if ply.Passed {
				passes++
			}
			if ply.Index == 40 {
				b := ply.Position.Board
				moreDiscs.prefer(float64(b.Mine.Len()-b.Theirs.Len()), pointsOf(end.Score(ply.Position.Color)))
			}
		}
		kind := 0
		switch {
		case passes%2 == 1:
			kind = 1
		case passes > 0:
			kind = 2
		}
		want[kind].Games++
		switch score := end.Score(engine.White); {
		case score > 0:
			want[kind].Points++
		case score == 0:
			want[kind].Points += 0.5
		}
		return nil
	})
	if games != 400 || c.Passes != want {
		t.Errorf("%d games, by passes %+v, want %+v", games, c.Passes, want)
	}
	rows := map[string]float64{}
	for _, r := range c.rows() {
		rows[r.Label] = *r.Ours
	}
	if c.Ahead[3][2] != moreDiscs || moreDiscs.Games == 0 {
		t.Errorf("more discs after 40 plies: %+v, want %+v", c.Ahead[3][2], moreDiscs)
	}
	if x := rows["games with a pass"]; x < 0.2 || x > 0.95 {
		t.Errorf("%.3f of random games have a pass", x)
	}
}
