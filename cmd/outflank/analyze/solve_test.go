package analyze

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/cli"
)

// TestSolveFFO: all moves of the FFO endgame tests #1 to #19 have the scores that the
// file says, and 20 to 29 those of the best moves.
func TestSolveFFO(t *testing.T) {
	for _, args := range [][]string{{"fforum-1-19.obf", "--all-moves"}, {"fforum-20-39.obf", "--first", "20", "--only", "20-29"}} {
		file := filepath.Join(realData(t), "endgames", args[0])
		stdout, stderr, code := runRoom(t.Context(), append([]string{"solve", file, "--hash", "16M", "--json"}, args[1:]...)...)
		var r solveResult
		if err := json.Unmarshal([]byte(stdout), &r); err != nil {
			t.Fatal(err)
		}
		if code != cli.Done || r.Wrong != 0 || len(r.Positions) < 10 {
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
		root = filepath.Join("..", "..", "..", root)
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
	a := &cli.App{In: strings.NewReader(""), Out: out, Err: &stderr}
	code := a.Run(ctx, root(a), []string{"solve", "--hash", "1M",
		"O-XXX--XOOX-XXXOOOX-XXOXOXXOXOXXOXXXOXOX-OXOOO-XOOOOOXX-XOOX----X", "f5d6"}) // the second is what nobody solves
	if code != cli.Interrupted || !strings.Contains(out.String(), "\n1 position, ") || !strings.Contains(stderr.String(), "interrupted: 1 of 2 positions done") {
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
