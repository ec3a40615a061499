package main

import (
	"encoding/json"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval/probcut"
)

// TestProbCutOfDemoGames runs the command: searches of depths that lie closer differ
// less, the more so the deeper the shallow one, and workers do not matter.
func TestProbCutOfDemoGames(t *testing.T) {
	const line = "probcut cli/demo --positions 6 --depth 6 --exact 15 --json --workers "
	stdout, stderr, code := outflank(t.Context(), line+"1")
	if code != cli.Done {
		t.Fatal(stderr)
	}
	if again, _, _ := outflank(t.Context(), line+"3"); again != stdout {
		t.Errorf("with 3 workers\n%s\nwith one\n%s", again, stdout)
	}
	var r probcut.Result
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
	a := &cli.App{}
	games, err := a.GamesToDraw(t.Context(), []string{"cli/demo"}, dataset.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	met := map[engine.Board]bool{}
	for _, g := range games {
		for ply := range g.Plies() {
			met[ply.Position.Board] = true
		}
	}
	s, strange := probcut.Sampler{Games: games, Each: 10, Seed: 1}, 0
	for number := range s.Count() {
		b, err := s.Draw(number)
		if err != nil || b.Empty().Len() != probcut.Least+number/10 || b.Moves() == 0 {
			t.Fatalf("position %d: %v, %v", number, b, err)
		}
		if !met[b] {
			strange++
		}
		if number%2 == 0 && !met[b] {
			t.Errorf("position %d: %v is in no game", number, b)
		}
	}
	if strange < s.Count()/3 {
		t.Errorf("%d of %d positions are in no game", strange, s.Count())
	}
}
