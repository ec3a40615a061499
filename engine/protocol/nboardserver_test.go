package protocol

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/engine"
)

var seconds2 = regexp.MustCompile(`//[0-9.]+`)

// TestNBoard holds what a client sends and what it gets.
func TestNBoard(t *testing.T) {
	const (
		f5 = "set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TY[8]BO[8 " +
			"---------------------------O*------*O--------------------------- *]B[F5];)\n"
		passes = "set game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TY[8]BO[8 " +
			"---------------------------O*------*O--------------------------- " +
			"*]B[d3]W[c3]B[e6]W[d2]B[d1]W[e1]B[b3]W[c1];)\n"
		passed = "set game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TY[8]BO[8 " +
			"---------------------------O*------*O--------------------------- " +
			"*]B[d3]W[c3]B[e6]W[d2]B[d1]W[e1]B[b3]W[c1]B[PA];)\n"
	)
	for name, c := range map[string]struct{ script, want string }{
		"first":      {"nboard 2\nset depth 3\nping 1\n", "set myname X\npong 1\n"},
		"go":         {f5 + "go\n", "status X is thinking\n=== F4//0\nstatus X is waiting\n"},
		"move":       {f5 + "move D6/1.0/2\ngo\n", "status X is thinking\n=== C3//0\nstatus X is waiting\n"},
		"bare move":  {f5 + "D6\nC3\ngo\n", "status X is thinking\n=== G5//0\nstatus X is waiting\n"},
		"must pass":  {passes + "go\nhint 1\nmove PA\ngo\n", "=== PA\nstatus X is thinking\nsearch PA 0 0 0 the only move\nstatus X is waiting\nstatus X is thinking\n=== D6//0\nstatus X is waiting\n"},
		"has passed": {passed + "go\n", "status X is thinking\n=== D6//0\nstatus X is waiting\n"},
		"hint":       {f5 + "hint 1\n", "status X is thinking\nsearch F4 1.00 0 1\nnodestats 4 0\nstatus X is waiting\n"},
		"hints":      {f5 + "hint 2\n", "status X is thinking\nsearch D6C3 -1.00 0 2\nsearch F6D3 -1.00 0 2\nstatus X is waiting\n"},
		"learn":      {"learn\n", "learned\n"},
		"analyze":    {f5 + "analyze\n", "status X is analyzing\nanalysis 1 1.00\nanalysis 0 1.00\nstatus X is waiting\n"},
		"unknown":    {"fly\nset contempt 10\n\nset wings 2\n", ""},
		"bad":        {"set game nonsense\nset depth x\nmove a1\nmove PA\n", "status X: error: "},
		"quit":       {"quit\nping 3\n", ""},
	} {
		var out strings.Builder
		s := NBoardServer{Name: "X", Patient: true, New: func(int) (engine.Agent, error) { return thinker{}, nil }}
		if err := s.Serve(t.Context(), strings.NewReader(c.script), &out); err != nil {
			t.Fatal(err)
		}
		got := seconds2.ReplaceAllString(out.String(), "//0")
		if name == "bad" {
			if lines := strings.Split(strings.TrimSpace(got), "\n"); len(lines) != 4 ||
				strings.Count(got, c.want) != 4 {
				t.Errorf("bad: got %q, want four lines with %q", got, c.want)
			}
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", name, diff)
		}
	}
}

// TestNBoardWithoutValues: agents that only choose give hints without values, and no
// analyses.
func TestNBoardWithoutValues(t *testing.T) {
	var out strings.Builder
	s := NBoardServer{Name: "X", Patient: true, New: func(int) (engine.Agent, error) {
		return engine.Greedy{}, nil
	}}
	if err := s.Serve(t.Context(), strings.NewReader("hint 2\nanalyze\n"), &out); err != nil {
		t.Fatal(err)
	}
	want := "status X is thinking\nsearch D3 0 0 0 without a value\nstatus X is waiting\nstatus X: error: " +
		"this agent has no evaluation\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

// TestNBoardAgents: the depth reaches the agent, an agent that cannot be made ends
// the session or leaves the old one.
func TestNBoardAgents(t *testing.T) {
	var depths []int
	s := NBoardServer{Patient: true, New: func(depth int) (engine.Agent, error) {
		depths = append(depths, depth)
		if depth == 7 {
			return nil, errors.New("not that deep")
		}
		return engine.Greedy{}, nil
	}}
	var out strings.Builder
	if err := s.Serve(t.Context(), strings.NewReader("set depth 7\nset depth 5\ngo\n"), &out); err != nil {
		t.Fatal(err)
	}
	if !cmp.Equal(depths, []int{0, 7, 5}) || !strings.Contains(out.String(), "not that deep") ||
		!strings.Contains(out.String(), "=== D3") {
		t.Errorf("%v, %q", depths, out.String())
	}
	s.New = func(int) (engine.Agent, error) { return nil, errors.New("no agent") }
	if err := s.Serve(t.Context(), strings.NewReader("go\n"), &out); err == nil {
		t.Error("served without an agent")
	}
}
