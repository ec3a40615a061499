package transfer_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/transfer"
)

// TestLoad reads the same games from a WTHOR file, from its folder and from the tables made of it, and
// fails where there are none.
func TestLoad(t *testing.T) {
	dir := t.TempDir()
	file, tables := filepath.Join(dir, "a", "WTH_2026.wtb"), filepath.Join(dir, "tables")
	games, err := os.ReadFile(filepath.Join("..", "..", "cmd", "outflank", "internal", "cli", "demo",
		"WTH_2026.wtb"))
	if err != nil {
		t.Fatal(err)
	}
	for path, data := range map[string][]byte{
		file:                                   games,
		filepath.Join(dir, "none", "a.txt"):    nil,
		filepath.Join(dir, "empty", "a.pgn"):   nil,
		filepath.Join(dir, "illegal", "a.pgn"): []byte("[Event \"?\"]\n[Result \"33-31\"]\n\n1. a1 a2 33-31\n"),
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, data, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	sources, err := transfer.FindSources(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range transfer.Import(t.Context(), sources, tables, transfer.ImportOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	want, err := transfer.Load(t.Context(), file)
	if err != nil || len(want) != 1980 {
		t.Fatalf("%d games, %v", len(want), err)
	}
	for _, path := range []string{filepath.Dir(file), tables} {
		got, err := transfer.Load(t.Context(), path)
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%s: %d games, which differ, or %v", path, len(got), err)
		}
	}
	for name, want := range map[string]error{"none": dataset.ErrNoSources, "empty": dataset.ErrNoGames,
		"illegal": dataset.ErrNoGames, "missing": os.ErrNotExist} {
		if games, err := transfer.Load(t.Context(), filepath.Join(dir, name)); !errors.Is(err, want) ||
			games != nil {
			t.Errorf("%s: %d games, %v, want %v", name, len(games), err, want)
		}
	}
}

// All games of a file or a folder, of whatever format.
func ExampleLoad() {
	games, err := transfer.Load(context.Background(), "../../cmd/outflank/internal/cli/demo/WTH_2026.wtb")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(games), "games, the first of them", games[0].Black, "–", games[0].White, games[0].Score)
	// Output:
	// 1980 games, the first of them random – greedy -64
}
