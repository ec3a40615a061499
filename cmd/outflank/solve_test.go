package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// output runs a command line in-process and returns what it prints and its exit code.
func output(t *testing.T, ctx context.Context, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, err bytes.Buffer
	a := &app{in: strings.NewReader(""), out: &out, err: &err}
	code = a.run(ctx, args)
	return out.String(), err.String(), code
}

// TestSolveFFO: all moves of the FFO endgame tests #1 to #19 have the scores that the
// file says, and 20 to 29 those of the best moves.
func TestSolveFFO(t *testing.T) {
	for _, args := range [][]string{{"fforum-1-19.obf", "--all-moves"}, {"fforum-20-39.obf", "--first", "20", "--only", "20-29"}} {
		file := filepath.Join(realData(t), "endgames", args[0])
		stdout, stderr, code := output(t, t.Context(), append([]string{"solve", file, "--hash", "16M", "--json"}, args[1:]...)...)
		var r solveResult
		if err := json.Unmarshal([]byte(stdout), &r); err != nil {
			t.Fatal(err)
		}
		if code != exitDone || r.Wrong != 0 || len(r.Positions) < 10 {
			t.Errorf("%v: exit code %d, %d of %d wrong: %s", args, code, r.Wrong, len(r.Positions), stderr)
		}
		for _, p := range r.Positions {
			if p.Expected == nil || *p.Expected != p.Score || !p.Exact {
				t.Errorf("#%d: %v, want %v", p.Index, p.Score, p.Expected)
			}
		}
	}
}

// realData returns the folder of real data. A relative OUTFLANK_DATA begins at the top
// of the repository.
func realData(t *testing.T) string {
	root := os.Getenv("OUTFLANK_DATA")
	if root == "" {
		root = filepath.Join("..", "shared")
	}
	if !filepath.IsAbs(root) {
		root = filepath.Join("..", "..", root)
	}
	if _, err := os.Stat(root); err != nil {
		t.Skipf("no real data (OUTFLANK_DATA): %v", err)
	}
	return root
}

// TestSolveInterrupted: what is solved when Ctrl-C comes is printed, and counted.
func TestSolveInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var stderr bytes.Buffer
	out := &watched{text: "a6d3d2", then: cancel}
	a := &app{in: strings.NewReader(""), out: out, err: &stderr}
	code := a.run(ctx, []string{"solve", "--hash", "1M",
		"O-XXX--XOOX-XXXOOOX-XXOXOXXOXOXXOXXXOXOX-OXOOO-XOOOOOXX-XOOX----X", "f5d6"}) // the second is what nobody solves
	if code != exitInterrupted || !strings.Contains(out.String(), "\n1 position, ") || !strings.Contains(stderr.String(), "interrupted: 1 of 2 positions done") {
		t.Errorf("exit code %d, %s%s", code, out.String(), stderr.String())
	}
}

// A watched buffer calls a function when a text has been written to it.
type watched struct {
	bytes.Buffer
	text string
	then func()
}

func (w *watched) Write(p []byte) (int, error) {
	defer func() {
		if strings.Contains(w.String(), w.text) {
			w.then()
		}
	}()
	return w.Buffer.Write(p)
}

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int{"64M": 64 << 20, "1g": 1 << 30, "512K": 512 << 10, "16": 16 << 20, "0.5G": 512 << 20} {
		if got, err := parseBytes(text); got != want || err != nil {
			t.Errorf("%s: %d, %v", text, got, err)
		}
		if b := bytesFlag(want); b.Set(b.String()) != nil || int(b) != want {
			t.Errorf("%s: %v", text, &b)
		}
	}
	for _, text := range []string{"", "M", "-1M", "1T", "NaN", "1e9G", "1K", "M64"} {
		if got, err := parseBytes(text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
}

func TestRanges(t *testing.T) {
	var r rangesFlag
	if !r.has(7) {
		t.Error("no ranges mean all numbers")
	}
	if err := r.Set("1-3, 8"); err != nil || r.String() != "1-3,8" {
		t.Errorf("%v, %v", &r, err)
	}
	for n, want := range map[int]bool{0: false, 1: true, 3: true, 4: false, 8: true, 9: false} {
		if r.has(n) != want {
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
