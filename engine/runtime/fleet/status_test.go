package fleet_test

import (
	"encoding/json"
	"testing"

	"github.com/outflank/outflank/engine/runtime/fleet"
)

// TestRate: workers are as fast as they were since they were asked before; what the queue of a build
// holds is done by its workers, and takes as long as all of it takes.
func TestRate(t *testing.T) {
	t.Parallel()
	before := []fleet.WorkerStatus{{Name: "a", Done: 10, Seconds: 5}, {Name: "b", Done: 4, Seconds: 100},
		{Name: "old", Done: 9, Seconds: 9}}
	s := fleet.Status{
		Workers: []fleet.WorkerStatus{
			{Name: "a", Build: "b1", Done: 16, Seconds: 7}, {Name: "b", Build: "b1", Done: 6, Seconds: 102},
			{Name: "new", Build: "b1", Done: 50, Seconds: 1}, {Name: "old", Build: "b0", Done: 9, Seconds: 11},
		},
		Sets: []fleet.SetStatus{{Build: "b1", Queued: 30}, {Build: "b1", Queued: 3}, {Build: "b1"},
			{Build: "b0", Queued: 5}},
	}
	s.Rate(before)
	for i, want := range []float64{3, 1, 0, 0} {
		if got := s.Workers[i].Rate; got != want {
			t.Errorf("worker %s does %v jobs/s, want %v", s.Workers[i].Name, got, want)
		}
	}
	for i, want := range []string{"9", "9", "0", "null"} { // 33 jobs at 4 jobs/s; nothing; nobody knows
		if got, err := json.Marshal(s.Sets[i].Left); err != nil || string(got) != want {
			t.Errorf("set %d takes %s s (%v), want %s", i, got, err, want)
		}
	}
}
