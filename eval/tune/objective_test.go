package tune

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRoundRobin: three vectors of strength 0, 1 and 1, where black wins by the
// difference of strengths ×10 and draws otherwise. Each plays four games a round.
func TestRoundRobin(t *testing.T) {
	var asked []Game
	play := func(_ context.Context, group [][]float64, games []Game) (scores []int, _ error) {
		asked = games
		for _, g := range games {
			scores = append(scores, int(10*(group[g.Black][0]-group[g.White][0])))
		}
		return scores, nil
	}
	group := [][]float64{{0}, {1}, {1}}
	got, err := RoundRobin(play, 1, Points)(t.Context(), 5, group)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Game{{0, 1, 5}, {1, 0, 5}, {0, 2, 5}, {2, 0, 5}, {1, 2, 5}, {2, 1, 5}},
		asked); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
	want := Ratings{Values: []float64{0, 0.75, 0.75}, Black: []float64{0, 0.75, 0.75},
		White: []float64{0, 0.75, 0.75}, Games: 6}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("points (-want +got):\n%s", diff)
	}
	// In discs vector 0 loses four games by 10: 32 - 5 = 27; the others win two by 10 of
	// four: 32 + 2.5.
	got, err = RoundRobin(play, 2, Discs)(t.Context(), 0, group)
	if err != nil || got.Games != 12 || !cmp.Equal(got.Values, []float64{27, 34.5, 34.5}) {
		t.Errorf("discs: %+v, %v", got, err)
	}
}

// TestAnnealingDifference: of two vectors, the difference in discs is that of the
// games' final boards: 40 to 24 and 38 to 26 make 39 - 25.
func TestAnnealingDifference(t *testing.T) {
	play := func(context.Context, [][]float64, []Game) ([]int, error) { return []int{16, -12}, nil }
	r, err := RoundRobin(play, 1, Discs)(t.Context(), 0, [][]float64{{1}, {2}})
	if err != nil || r.Values[0]-r.Values[1] != 39-25 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestAgainst: a vector that wins as black and draws as white has ¾ of the points.
func TestAgainst(t *testing.T) {
	play := func(_ context.Context, _ [][]float64, games []Game) ([]int, error) {
		if diff := cmp.Diff([]Game{{0, Opponent, 3}, {Opponent, 0, 3}}, games); diff != "" {
			t.Errorf("games (-want +got):\n%s", diff)
		}
		return []int{2, 0}, nil
	}
	r, err := Against(play, 1, Points)(t.Context(), 3, [][]float64{{1}})
	want := Ratings{Values: []float64{0.75}, Black: []float64{1}, White: []float64{0.5}, Games: 2}
	if diff := cmp.Diff(want, r); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	short := func(context.Context, [][]float64, []Game) ([]int, error) { return []int{2}, nil }
	if _, err := Against(short, 1, Points)(t.Context(), 0, [][]float64{{1}}); err == nil {
		t.Error("one score for two games was taken")
	}
}
