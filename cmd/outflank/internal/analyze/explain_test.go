package analyze

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/qlearn/explain"
)

// runExplain runs the command in-process and reads its JSON.
func runExplain(t *testing.T, args ...string) (e explain.Explanation) {
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

// TestExplainAgents: each kind of agent that has values is explained. That the contributions are right is tested in
// packages eval and agents.
func TestExplainAgents(t *testing.T) {
	for _, agent := range []string{"q", "local", "ab:eval=cs181", "ab:eval=cassio", "minimax:eval=wedge", "engine",
		"mmnet", "net"} {
		e := runExplain(t, "f5d6c3d3c4f4f6f3e6", "--agent", agent)
		if len(e.Moves) < 5 || e.Why == "" || len(e.Moves[0].Parts) < 2 {
			t.Errorf("%s: %+v", agent, e)
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
		{"f5 --ply 3", "the game has only 1 move", cli.Misused},
		{"f5 --features -1", "--features -1", cli.Misused},
		{strings.Repeat("X", 64) + " X", "the game is over", cli.BadInput},
	} {
		_, stderr, code := runRoom(t.Context(), append([]string{"explain"}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit %d, %q, want %d, %q", c.args, code, stderr, c.code, c.want)
		}
	}
}
