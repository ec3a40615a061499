package cli

import (
	"strings"
	"testing"

	"github.com/outflank/outflank/qlearn/agents"
)

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int{"64M": 64 << 20, "1g": 1 << 30, "512K": 512 << 10, "16": 16 << 20,
		"0.5G": 512 << 20} {
		if got, err := agents.ParseBytes(text); got != want || err != nil {
			t.Errorf("%s: %d, %v", text, got, err)
		}
		if b := bytesFlag(want); b.Set(b.String()) != nil || int(b) != want {
			t.Errorf("%s: %v", text, &b)
		}
	}
	for _, text := range []string{"", "M", "-1M", "1T", "NaN", "1e9G", "1K", "M64"} {
		if got, err := agents.ParseBytes(text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
}

func TestRanges(t *testing.T) {
	var r RangesFlag
	if !r.Has(7) {
		t.Error("no ranges mean all numbers")
	}
	if err := r.Set("1-3, 8"); err != nil || r.String() != "1-3,8" {
		t.Errorf("%v, %v", &r, err)
	}
	for n, want := range map[int]bool{0: false, 1: true, 3: true, 4: false, 8: true, 9: false} {
		if r.Has(n) != want {
			t.Errorf("%d: %v", n, !want)
		}
	}
	for _, text := range []string{"", "a", "3-1", "1-", "-1", "1,,2"} {
		if err := r.Set(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

// TestBoardsAreNoFlags: only what has 64 squares is a board.
func TestBoardsAreNoFlags(t *testing.T) {
	board := strings.Repeat("-", 27) + "OX------XO" + strings.Repeat("-", 27)
	got := boardsAreNoFlags([]string{"--json", "-", "--", board, "-o", strings.Repeat("-", 63)})
	want := []string{"--json", "-", "--", "." + board[1:], "-o", strings.Repeat("-", 63)}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%q", got)
	}
}
