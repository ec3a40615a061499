package learn

import (
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// demoGames returns a folder with the built-in games.
func demoGames(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := cli.UnpackDemoGames(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}
