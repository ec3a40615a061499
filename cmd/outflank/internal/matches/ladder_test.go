package matches

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/engine/arena"
)

// TestShippedLadder: the two forms of the table of the levels say the same, of the same agents that the
// command measures without arguments.
func TestShippedLadder(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "..", "notebooks", "reports", "levels")
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	var r arena.LadderResult
	if err := json.Unmarshal(read("ladder.json"), &r); err != nil {
		t.Fatal(err)
	}
	var markdown bytes.Buffer
	if err := r.WriteMarkdown(&markdown); err != nil || markdown.String() != string(read("ladder.md")) {
		t.Errorf("%v\n%s", err, markdown.String())
	}
	for i, spec := range levelLadder() {
		if i >= len(r.Rungs) || r.Rungs[i].Name != spec {
			t.Errorf("rung %d is not %s", i, spec)
		}
	}
}
