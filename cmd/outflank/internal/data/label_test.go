package data

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/dataset/label"
)

// TestLabelInterrupted: Ctrl-C keeps what is done, and says so; the same command resumes.
func TestLabelInterrupted(t *testing.T) {
	games, out := t.TempDir(), filepath.Join(t.TempDir(), "out.parquet")
	if err := cli.UnpackDemoGames(games); err != nil {
		t.Fatal(err)
	}
	args := []string{"label", games, "-o", out, "--exact", "10", "--depth", "6", "--hash", "1M",
		"--workers", "1"}
	_, stderr, code := room.Interrupt(t, clitest.Step{What: "labelling", Done: 1}, args...)
	if code != cli.Interrupted || !strings.Contains(stderr, "are kept in "+label.WorkOf(out)) {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("the file is there before it is whole")
	}
	_, stderr, code = room.Interrupt(t, clitest.Step{What: "labelling", Done: 1}, args...)
	if code != cli.Interrupted || !strings.Contains(stderr, "resuming: ") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
