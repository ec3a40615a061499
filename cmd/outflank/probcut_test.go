package main

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
)

// TestProbCutFitsErrors gives the fit differences that follow from known errors.
func TestProbCutFitsErrors(t *testing.T) {
	want := deep.Errors{1.5, -0.5, 0.3, -0.2, -0.1, 0.15}
	r := newProbCutResult(&probCutOptions{})
	for empties := probCutLeast; empties <= probCutMost; empties += 4 {
		for d := probCutDeep; d < 10; d++ {
			r.compare(depthPair{Empties: empties, Deep: d}, 0, make([]float64, d))
		}
	}
	for p, s := range r.found {
		sigma := want.Sigma(p.Empties, p.Deep, p.Shallow)
		s.n, s.sum = 10+p.Deep, float64(10+p.Deep)*sigma*sigma
	}
	if err := r.fit(context.Background()); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if math.Abs(r.Errors[i]-want[i]) > 1e-4 {
			t.Errorf("error %d is %v, want %v", i, r.Errors[i], want[i])
		}
	}
	if r.Residual > 1e-4 {
		t.Errorf("residual %v of what fits", r.Residual)
	}
}

// TestProbCutComparesDepths does one position by hand: 6, 7 and 5 discs by depths 0 to
// 2, 9 by depth 3 and 1 by depth 4; the result is 2.
func TestProbCutComparesDepths(t *testing.T) {
	r := newProbCutResult(&probCutOptions{})
	r.add(depthValues{empties: 17, values: []float64{6, 7, 5, 9, 1}, solved: true, result: 2})
	want := map[depthPair]float64{
		{18, 3, 0}: 9, {18, 3, 1}: 4, {18, 4, 0}: 25, {18, 4, 2}: 16,
		{17, 17, 0}: 16, {17, 17, 1}: 25, {17, 17, 3}: 49,
	}
	for p, s := range r.found {
		if s.n != 1 || s.sum != want[p] {
			t.Errorf("%+v: %d differences with square %v, want %v", p, s.n, s.sum, want[p])
		}
	}
	if len(r.found) != len(want) {
		t.Errorf("%d pairs of depths, want %d", len(r.found), len(want))
	}
}

// TestProbCutOfDemoGames runs the command: searches of depths that lie closer differ
// less, the more so the deeper the shallow one, and workers do not matter.
func TestProbCutOfDemoGames(t *testing.T) {
	const line = "probcut demo --positions 6 --depth 6 --exact 15 --json --workers "
	stdout, stderr, code := outflank(t.Context(), line+"1")
	if code != exitDone {
		t.Fatal(stderr)
	}
	if again, _, _ := outflank(t.Context(), line+"3"); again != stdout {
		t.Errorf("with 3 workers\n%s\nwith one\n%s", again, stdout)
	}
	var r probCutResult
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	if r.Positions != 6*41 || r.Solved != 12 {
		t.Errorf("%d positions, %d solved", r.Positions, r.Solved)
	}
	for _, empties := range []int{20, 36, 50} {
		last := 64.0
		for _, shallow := range []int{0, 2, 4, 6} {
			sigma := r.Errors.Sigma(empties, 8, shallow)
			if !(sigma > 0.5 && sigma < last) {
				t.Errorf("%d empty: depth 8 deviates from depth %d by %v, from a shallower one by %v", empties, shallow, sigma, last)
			}
			last = sigma
		}
	}
}

// TestSamplerLeavesGames looks where drawn positions lie.
func TestSamplerLeavesGames(t *testing.T) {
	a := &app{}
	games, err := a.gamesToDraw(t.Context(), []string{"demo"}, dataset.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	met := map[engine.Board]bool{}
	for _, g := range games {
		for ply := range g.Plies() {
			met[ply.Position.Board] = true
		}
	}
	s, strange := sampler{games, 10, 1}, 0
	for number := range s.count() {
		b, err := s.draw(number)
		if err != nil || b.Empty().Len() != probCutLeast+number/10 || b.Moves() == 0 {
			t.Fatalf("position %d: %v, %v", number, b, err)
		}
		if !met[b] {
			strange++
		}
		if number%2 == 0 && !met[b] {
			t.Errorf("position %d: %v is in no game", number, b)
		}
	}
	if strange < s.count()/3 {
		t.Errorf("%d of %d positions are in no game", strange, s.count())
	}
}
