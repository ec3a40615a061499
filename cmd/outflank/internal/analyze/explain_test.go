package analyze

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn/agents"
)

// runExplain runs the command in-process and reads its JSON.
func runExplain(t *testing.T, args ...string) (e explanation) {
	t.Helper()
	stdout, stderr, code := runRoom(t.Context(), append([]string{"explain", "--json"}, args...)...)
	if code != cli.Done {
		t.Fatalf("%v: exit %d, %s", args, code, stderr)
	}
	if err := json.Unmarshal([]byte(stdout), &e); err != nil {
		t.Fatal(err)
	}
	return e
}

// TestExplainAddsUp: the contributions to a move add up to its value, for each kind of agent that has values, and
// the best move leads.
func TestExplainAddsUp(t *testing.T) {
	for _, agent := range []string{"q", "local", "ab:eval=report", "ab:eval=cassio", "minimax:eval=wedge", "engine",
		"mmnet", "net"} {
		e := runExplain(t, "f5d6c3d3c4f4f6f3e6", "--agent", agent)
		if len(e.Moves) < 5 || e.Why == "" {
			t.Errorf("%s: %+v", agent, e)
		}
		for i, m := range e.Moves {
			sum := 0.0
			for _, c := range m.Parts {
				sum += c.Value
			}
			if math.Abs(sum-m.Value) > 1e-9*max(1, math.Abs(sum)) || len(m.Parts) < 2 {
				t.Errorf("%s: %s is %v, its contributions add up to %v", agent, m.Move, m.Value, sum)
			}
			if i > 0 && m.Value > e.Moves[i-1].Value {
				t.Errorf("%s: %s stands behind %s", agent, m.Move, e.Moves[i-1].Move)
			}
		}
	}
}

// TestExplainIsTheEvaluation: the value of a move is that of the evaluator on the board after it.
func TestExplainIsTheEvaluation(t *testing.T) {
	h, _ := eval.FindHeuristic("default")
	line, parts := h.Model().Linear(), func() func(engine.Position, engine.Square) []eval.Part {
		parts, _, err := agents.Explain("ab:eval=default", engine.Full)
		if err != nil {
			t.Fatal(err)
		}
		return parts
	}()
	p := engine.Position{Board: engine.Standard()}
	for s := range p.Board.Moves().All() {
		sum := 0.0
		for _, c := range parts(p, s) {
			sum += c.Value
		}
		if want := -line.Eval(p.Board.Play(s)); math.Abs(sum-want) > 1e-9 {
			t.Errorf("%v: %v, want %v", s, sum, want)
		}
	}
}

func TestExplainPrintsAndDraws(t *testing.T) {
	png, svg := filepath.Join(t.TempDir(), "a.png"), filepath.Join(t.TempDir(), "a.svg")
	out, stderr, code := runRoom(t.Context(), "explain", "f5d6c3d3c4", "--agent", "ab:eval=default", "--move", "f4",
		"--png", png, "--svg", svg)
	if code != cli.Done || stderr != "" {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	for _, want := range []string{"white to move", "mobility", "\n  value", "In its favour: ", " to f4:\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	for _, path := range []string{png, svg} {
		if s, err := os.Stat(path); err != nil || s.Size() < 1000 {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestExplainRefuses(t *testing.T) {
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"f5 --agent random", "no evaluation to explain", cli.Misused},
		{"f5 --move a1", `--move "a1"`, cli.Misused},
		{"f5 --ply 3", "the game has 1 move", cli.Misused},
		{"f5 --features -1", "--features -1", cli.Misused},
		{strings.Repeat("X", 64) + " X", "the game is over", cli.BadInput},
	} {
		_, stderr, code := runRoom(t.Context(), append([]string{"explain"}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit %d, %q, want %d, %q", c.args, code, stderr, c.code, c.want)
		}
	}
}
