package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A second export does not give the games of the first the names of its own, and what a kill left of
// one is not read.
func TestExportSet(t *testing.T) {
	a, b, dir, want := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	mustImport(t, find(t, sampleFolder(t)), a, transfer.ImportOptions{})
	write(t, b, store.Options{}, newGames(t)...)
	old, fresh := mustOpen(t, a), mustOpen(t, b)
	mustExport(t, fresh, want)

	mustExport(t, old, dir)
	before := content(t, dir, "WTHOR.JOU")
	if err := os.WriteFile(filepath.Join(dir, "._WTHOR.JOU"), []byte("attributes"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := transfer.ExportWthor(fresh, dir, transfer.ExportOptions{}); !errors.Is(err,
		durable.ErrOtherFiles) {
		t.Errorf("got %v", err)
	}
	if string(content(t, dir, "WTHOR.JOU")) != string(before) {
		t.Error("the refused export changed the names")
	}
	if _, err := transfer.ExportWthor(fresh, dir, transfer.ExportOptions{Replace: true}); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "._WTHOR.JOU")); err != nil { // which is nobody's games
		t.Fatal(err)
	}
	sameFiles(t, want, dir)

	format := durable.Format{Name: "set of files", Version: 1}
	if err := durable.WriteState(filepath.Join(dir, ".set.json"), format, map[string][]string{}); err != nil {
		t.Fatal(err)
	}
	for _, paths := range [][]string{{dir}, {filepath.Join(dir, "WTH_2024.wtb")},
		{filepath.Join(dir, "WTHOR.JOU"), filepath.Join(dir, "WTH_2024.wtb")}} {
		if _, err := transfer.FindSources(paths...); !fault.IsBadInput(err) ||
			!strings.Contains(err.Error(), "old and new files are mixed") {
			t.Errorf("%v: got %v", paths, err)
		}
	}
	mustExport(t, fresh, dir)
	sameFiles(t, want, dir)
}
