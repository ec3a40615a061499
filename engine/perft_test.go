package engine_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// A perftRow is one line of a table in testdata.
type perftRow struct {
	shape string
	depth int
	count uint64
}

func perftTable(tb testing.TB, name string) []perftRow {
	tb.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var rows []perftRow
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		var row perftRow
		if _, err := fmt.Sscan(line, &row.shape, &row.depth, &row.count); err != nil {
			tb.Fatalf("%s: %q: %v", name, line, err)
		}
		rows = append(rows, row)
	}
	return rows
}

// TestPerft: depth 11 of the ordinary game takes a second and depth 12 ten: they want OUTFLANK_LONG=1.
func TestPerft(t *testing.T) {
	most := uint64(60e6)
	switch {
	case long:
		most = 3e9
	case testing.Short():
		most = 30e6
	}
	for _, table := range []string{"standard.perft", "shapes.perft"} {
		for _, row := range perftTable(t, table) {
			if row.count > most {
				continue
			}
			board := start(t, shape(t, row.shape)).Board
			if got, err := engine.Perft(t.Context(), board, row.depth); got != row.count || err != nil {
				t.Errorf("%s depth %d: %d %v, want %d", row.shape, row.depth, got, err, row.count)
			}
		}
	}
}

// TestMailboxPerft counts the tables with the naive implementation.
func TestMailboxPerft(t *testing.T) {
	most := uint64(20e3)
	switch {
	case long:
		most = 4e6
	case testing.Short():
		most = 3e3
	}
	for _, table := range []string{"standard.perft", "shapes.perft"} {
		for _, row := range perftTable(t, table) {
			if row.count > most {
				continue
			}
			m := newMailbox(start(t, shape(t, row.shape)))
			if got := m.perft(row.depth); got != row.count {
				t.Errorf("%s depth %d: %d, the table says %d", row.shape, row.depth, got, row.count)
			}
		}
	}
}

func TestPerftOfNothing(t *testing.T) {
	over := position(t, strings.Repeat("X", 20)+strings.Repeat("-", 44)+" O").Board
	for depth, want := range []uint64{1, 1, 1} {
		if got, err := engine.Perft(t.Context(), over, depth); got != want || err != nil {
			t.Errorf("a game that is over, depth %d: %d %v, want %d", depth, got, err, want)
		}
	}
	if got, _ := engine.Perft(t.Context(), engine.Standard(), 0); got != 1 {
		t.Errorf("depth 0: %d, want 1", got)
	}
	// White must pass, then black has one move: two plies to one leaf.
	pass := position(t, "XO-"+strings.Repeat("-", 61)+" O").Board
	for depth, want := range []uint64{1, 1, 1, 1} {
		if got, _ := engine.Perft(t.Context(), pass, depth); got != want {
			t.Errorf("pass, depth %d: %d, want %d", depth, got, want)
		}
	}
}

func TestPerftStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := engine.Perft(ctx, engine.Standard(), 40); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that is over: %d %v", n, err)
	}
}
