package analyze

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// TestSolveFFO: all moves of the FFO endgame tests #1 to #19 have the scores that the
// set says, and 20 to 29 those of the best moves.
func TestSolveFFO(t *testing.T) {
	for _, args := range [][]string{{"ffo:1-19", "--all-moves"}, {"ffo:20-29"}} {
		stdout, stderr, code := runRoom(t.Context(),
			append([]string{"solve", "--hash", "16M", "--json"}, args...)...)
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

// TestSolveInterrupted: what is solved when Ctrl-C comes is printed, and counted.
func TestSolveInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var stderr bytes.Buffer
	out := &watched{text: "a6d3d2", then: cancel}
	a := &cli.App{In: strings.NewReader(""), Out: out, Err: &stderr}
	code := a.Run(ctx, root(a), []string{"solve", "--hash", "1M",
		// the second has 58 empty squares, too many to solve
		"O-XXX--XOOX-XXXOOOX-XXOXOXXOXOXXOXXXOXOX-OXOOO-XOOOOOXX-XOOX----X", "f5d6"})
	if code != cli.Interrupted || !strings.Contains(out.String(), "\n1 position, ") ||
		!strings.Contains(stderr.String(), "interrupted: 1 of 2 positions done") {
		t.Errorf("exit code %d, %s%s", code, out.String(), stderr.String())
	}
}

// TestSolveKeeps: a note says that a position is too hard, and what is known of it when Ctrl-C comes
// is printed, not as solved.
func TestSolveKeeps(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var out bytes.Buffer
	stderr := &watched{text: "1 of 1, #1: depth ", then: cancel}
	a := &cli.App{In: strings.NewReader(""), Out: &out, Err: stderr, ErrTerminal: true}
	code := a.Run(ctx, root(a), []string{"solve", "--hash", "1M", "f5d6", "--json"})
	var r solveResult
	if err := json.Unmarshal(out.Bytes(), &r); err != nil || len(r.Positions) != 0 || r.Interrupted == nil ||
		r.Interrupted.Exact || r.Interrupted.Depth < 1 || r.Interrupted.Confidence != 73 ||
		r.Nodes == 0 || r.Nodes != r.Interrupted.Nodes || r.Seconds != r.Interrupted.Seconds {
		t.Errorf("%v, %s", err, out.String())
	}
	if code != cli.Interrupted || !strings.Contains(stderr.String(), "interrupted: 0 of 1 position done") ||
		!strings.Contains(stderr.String(), "note: #1 has 58 empty squares: solving it is likely to take about ") {
		t.Errorf("exit code %d, %s", code, stderr.String())
	}
}

// TestSolveSteps: every depth is a row, the exact one the last.
func TestSolveSteps(t *testing.T) {
	stdout, _, code := runRoom(t.Context(), "solve", "--hash", "1M", "--steps", "ffo:40")
	rows := strings.Split(strings.TrimSpace(stdout), "\n")
	if code != 0 || len(rows) < 7 || !strings.Contains(rows[2], " 1@73% ") ||
		!strings.Contains(rows[len(rows)-3], "@100%   +38 ") {
		t.Errorf("exit code %d, %s", code, stdout)
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
