package label

import (
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestLabelOtherPositions: what was labelled of other positions is not taken.
func TestLabelOtherPositions(t *testing.T) {
	work := t.TempDir()
	j, err := openJournal(work, Settings{Exact: 9})
	if err != nil {
		t.Fatal(err)
	}
	defer j.close()
	start := labelledRun{items: []item{{engine.Standard(), engine.None}}, records: make([]labelRecord, 1)}
	if err := j.append(start); err != nil {
		t.Fatal(err)
	}
	after := labelledRun{items: []item{{engine.Standard().Play(engine.Standard().Moves().First()), engine.None}}}
	for r := range j.missing(func(yield func(labelledRun) bool) { _ = yield(start) && yield(after) }) {
		if r.err != nil {
			t.Error(r.err)
		}
	}
	for r := range j.missing(func(yield func(labelledRun) bool) { yield(after) }) {
		if r.err == nil || !strings.Contains(r.err.Error(), "was made of other positions") {
			t.Errorf("other positions: %v", r.err)
		}
	}
}
