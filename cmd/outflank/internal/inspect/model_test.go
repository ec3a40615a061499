package inspect

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// inspected returns what inspect says of a model, as JSON.
func inspected(t *testing.T, m *eval.Model, flags ...string) (v modelFinding) {
	t.Helper()
	t.Chdir(t.TempDir())
	clitest.WriteModel(t, "x.model", m)
	out, _, code := room.Run(t.Context(), append([]string{"inspect", "x.model", "--json"}, flags...)...)
	if code != cli.Done {
		t.Fatalf("exit code %d", code)
	}
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// weighted returns a model with these weights.
func weighted(t *testing.T, features string, weights ...float64) *eval.Model {
	t.Helper()
	m := clitest.RandomModel(t, features)
	clear(m.Weights)
	copy(m.Weights, weights)
	return m
}

// TestInspectSquares: the values of discs to a model of square classes and of discs are
// worked by hand, 1/2 and 1/16 of the weights, in all parts of the game.
func TestInspectSquares(t *testing.T) {
	v := inspected(t, weighted(t, "squares+discs+parity", 2, -1, 0.5, 0.5, -2, 0, 0, 0.5, 0, 0, -1.6, 0.25),
		"--games", "20")
	if v.Games != 20 || v.Boards < 1000 || len(v.Parts) != 3 || v.Unit != "win" || v.Weights != 12 ||
		v.NonZero != 8 {
		t.Fatalf("%+v", v)
	}
	boards := 0
	for _, p := range v.Parts {
		boards += p.Boards
		for s, want := range map[string]float64{"b2": -1.1, "c3": 0.15, "d4": -0.1, "g7": -1.1} {
			at, _ := engine.ParseSquare(s)
			if w := p.Worth[at]; w != nil && math.Abs(*w-want) > 1e-9 {
				t.Errorf("%d to %d discs: the value of %s is %v, want %v", p.From, p.To, s, *w, want)
			}
		}
	}
	if last := v.Parts[2]; last.From != 44 || last.To != 64 || boards != v.Boards ||
		math.Abs(*last.Worth[0]-0.9) > 1e-9 {
		t.Errorf("%d boards of %d, last part from %d to %d discs, a1 %v", boards, v.Boards, last.From, last.To,
			last.Worth[0])
	}
	parity := v.Terms[2]
	if parity.Name != "parity" || parity.NonZero != 1 || parity.Norm != 0.25 || parity.Largest != 0.25 ||
		parity.Swing != 0.25 {
		t.Errorf("%+v", parity)
	}
	if squares := v.Terms[0]; squares.NonZero != 6 || math.Abs(squares.Norm-math.Sqrt(4+1+0.75+4)) > 1e-9 ||
		squares.Swing == 0 {
		t.Errorf("%+v", squares)
	}
	if len(v.Patterns) != 0 || len(v.Largest) != 5 || v.Largest[0].Name != "squares like a1" ||
		v.Largest[1].Weight != -2 {
		t.Errorf("patterns %v, largest %v", v.Patterns, v.Largest)
	}
}

// TestInspectPatterns: each contents stands once, in the stage of its greatest weight,
// drawn where its first image lies.
func TestInspectPatterns(t *testing.T) {
	m := weighted(t, "d3e3@2+a1")
	d3e3 := eval.Terms(m.Features)[0] // its classes are --, X-, XX, O-, XO, OO
	m.Weights[d3e3.Fold[1+2*3]] = 0.5
	m.Weights[d3e3.Len+int(d3e3.Fold[1+2*3])] = -0.75
	m.Weights[d3e3.Fold[1+1*3]] = 0.25
	m.Weights[2*d3e3.Len+1] = 0.3
	v := inspected(t, m)
	if len(v.Patterns) != 3 {
		t.Fatalf("%+v", v.Patterns)
	}
	first, second, third := v.Patterns[0], v.Patterns[1], v.Patterns[2]
	if first.Term != "d3e3" || first.Weight != -0.75 || first.From != 33 || first.To != 64 || first.Seen == 0 ||
		first.Contents != "OX" || !slices.Equal(first.Squares, []string{"d3", "e3"}) {
		t.Errorf("%+v", first)
	}
	if want := strings.Repeat(".", 19) + "OX" + strings.Repeat(".", 43); first.Board != want {
		t.Errorf("board %s", first.Board)
	}
	if second.Term != "a1" || second.Contents != "X" || third.Contents != "XX" || third.From != 4 ||
		third.To != 32 {
		t.Errorf("%+v, %+v", second, third)
	}
}

// TestInspectText holds the drawing to its lines.
func TestInspectText(t *testing.T) {
	t.Chdir(t.TempDir())
	m := weighted(t, "balanced-a1b1", 0.5, -0.25)
	m.Meta["made"] = "by hand"
	clitest.WriteModel(t, "x.model", m)
	out, _, code := room.Run(t.Context(), "inspect", "x.model", "--rows", "1")
	again, _, _ := room.Run(t.Context(), "inspect", "x.model", "--rows", "1")
	other, _, _ := room.Run(t.Context(), "inspect", "x.model", "--rows", "1", "--seed", "2")
	if code != cli.Done || out != again || out == other {
		t.Fatalf("exit code %d, twice the same: %v, other seed the same: %v", code, out == again, out == other)
	}
	for _, want := range []string{
		"model, 4 weights (2 not zero), features balanced-a1b1\n\nmade           by hand\nunit           win\n",
		"balanced-a1b1        4       1         2  0.559     +0.5",
		"values of discs with 4 to 21 discs on the board, by 900 boards",
		"\n+0.5000\nbalanced-a1b1\n4 to 64 discs\nseen ",
		"\nX - . . . . . .\n. . . . . . . .\n",
		"\nlargest weights\n   +0.5000  balanced-a1b1 X-\n",
		"mean value  mean result",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestInspectBuiltIn shows the shipped evaluator and draws it: corners have higher values
// than X-squares, and its values fit the outcomes.
func TestInspectBuiltIn(t *testing.T) {
	t.Chdir(t.TempDir())
	out, _, code := room.Run(t.Context(), "inspect", "built-in", "--games", "30", "--png", "x.png", "--json")
	var v modelFinding
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != cli.Done {
		t.Fatal(err, code)
	}
	clitest.CheckPNG(t, "x.png")
	if p := v.Parts[1]; *p.Worth[0] < 5 || *p.Worth[9] > -2 || *p.Worth[0] != *p.Worth[63] {
		t.Errorf("the value of a1 is %v discs, of b2 %v", *p.Worth[0], *p.Worth[9])
	}
	if len(v.Calibration) != 10 || v.Calibration[0].Result > -10 || v.Calibration[9].Result < 10 {
		t.Errorf("%+v", v.Calibration)
	}
	seen := 0
	for _, f := range v.Calibration {
		seen += f.Boards
	}
	if seen != v.Boards {
		t.Errorf("%d of %d boards", seen, v.Boards)
	}
}

// TestInspectWithoutGames says what the weights alone say.
func TestInspectWithoutGames(t *testing.T) {
	v := inspected(t, clitest.RandomModel(t, "edge"), "--games", "0")
	if v.Boards != 0 || len(v.Parts)+len(v.Patterns)+len(v.Calibration) != 0 || len(v.Largest) != 5 ||
		v.Terms[0].Swing != 0 {
		t.Errorf("%+v", v)
	}
	for _, args := range [][]string{{"--games", "0", "--png", "x.png"}, {"--games", "-1"}, {"--games", "100001"},
		{"--rows", "-1"}, {"--png", "x.model"}} {
		if _, _, code := room.Run(t.Context(), append([]string{"inspect", "x.model"},
			args...)...); code != cli.Misused {
			t.Errorf("%v: exit code %d", args, code)
		}
	}
	if err := cli.UnpackDemoGames("wthor"); err != nil {
		t.Fatal(err)
	}
	if _, _, code := room.Run(t.Context(), "inspect", "wthor/WTHOR.JOU", "--png", "x.png"); code != cli.Misused {
		t.Errorf("--png of names: exit code %d", code)
	}
}
