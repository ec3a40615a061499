package learn

import (
	"encoding/json"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/eval/probcut"
)

// TestProbCutOfDemoGames runs the command: searches of depths that lie closer differ less, the
// more so the deeper the shallow one, and workers do not matter.
func TestProbCutOfDemoGames(t *testing.T) {
	args := []string{"probcut", demoGames(t), "--positions", "6", "--depth", "6", "--exact", "15", "--json",
		"--workers"}
	stdout, _ := room.Want(t, cli.Done, append(args, "1")...)
	if again, _ := room.Want(t, cli.Done, append(args, "3")...); again != stdout {
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
				t.Errorf("%d empty: depth 8 deviates from depth %d by %v, from a shallower one by %v", empties, shallow,
					sigma, last)
			}
			last = sigma
		}
	}
}
