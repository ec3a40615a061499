package data

import (
	"errors"
	"syscall"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine/notation"
)

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// A full disk ends an export at once; no game is called one that the format cannot hold.
func TestExportFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := cli.UnpackDemoGames(dir); err != nil {
		t.Fatal(err)
	}
	sources, err := transfer.FindSources(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{store.CSVFormat}
	for _, f := range notation.Formats() {
		if f.Write != nil {
			names = append(names, f.Name)
		}
	}
	for _, name := range names {
		begin, _, err := textWriter(name)
		if err != nil {
			t.Fatal(err)
		}
		var sum transfer.ExportSummary
		write, end := begin(fullDisk{})
		err = errors.Join(exportGames(t.Context(), sources.Games(t.Context()), write, false, &sum), end())
		if !errors.Is(err, syscall.ENOSPC) || sum.RefusedCount > 0 {
			t.Errorf("%s: %v, %+v", name, err, sum)
		}
	}
}
