package run

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/qlearn"
)

// TestRunExample: the example is one that is read, has all keys, and its values are the
// defaults but where it needs a choice.
func TestRunExample(t *testing.T) {
	t.Chdir(t.TempDir())
	cfg, err := Read("example", Example)
	if err != nil {
		t.Fatal(err)
	}
	learn := qlearn.Default
	learn.Pool, learn.Seed = qlearn.Pool{Every: 5000, Size: 8}, 0
	if diff := cmp.Diff(learn, cfg.Phases[1].Learn); diff != "" {
		t.Errorf("[learn] differs from the defaults:\n%s", diff)
	}
	want := defaultEvaluate
	want.Every, want.SelectBy, want.TestOn = 5000, cfg.Evaluate.SelectBy, cfg.Evaluate.TestOn
	if diff := cmp.Diff(want, cfg.Evaluate); diff != "" {
		t.Errorf("[evaluate] differs from the defaults:\n%s", diff)
	}
	if cfg.Output != defaultOutput {
		t.Errorf("[output] is %+v, want %+v", cfg.Output, defaultOutput)
	}
	for _, table := range [][]string{nil, {"model"}, {"games"}, {"learn"}, {"evaluate"}, {"output"}} {
		for _, name := range fieldNames(knownType, table) {
			if !strings.Contains(Example, name+" =") && !strings.Contains(Example, "["+name+"]") &&
				!strings.Contains(Example, "[phase."+name+"]") {
				t.Errorf("the example has no %v %s", table, name)
			}
		}
	}
}

// TestPerfectScores: endings on all boards are solved as the plain search solves them.
func TestPerfectScores(t *testing.T) {
	solve := perfectScores()
	for _, name := range []string{"8x8", "6x6"} {
		shape, err := engine.ParseShape(name)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(20) {
			p, err := shape.Start()
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(seed, 0))
			for p.Board.Moves() != 0 && p.Board.Empty().Len() > 8 {
				legal := p.Board.Moves()
				p, _ = p.Play(legal.Nth(rng.IntN(legal.Len())))
			}
			if p.Board.Moves() == 0 {
				continue
			}
			if got, want := solve(p.Board), plainResult(t, p.Board); got != want {
				t.Errorf("%v: %+d, want %+d", p, got, want)
			}
		}
	}
}

// TestManualRun: the file in the manual is one that is read, and means what it says.
func TestManualRun(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "cmd", "outflank", "internal", "manual", "training.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = bytes.Cut(text, []byte("```toml\n"))
	text, _, _ = bytes.Cut(text, []byte("```"))
	cfg, err := Read("training.md", string(text))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(cfg.Phases); n != 2 || cfg.Phases[0].Model.Features != "logistello@1" ||
		cfg.Phases[1].Learn.Games != 100000 {
		t.Errorf("%d phases: %+v", n, cfg.Phases)
	}
}

// TestCheckpointDamage: no flipped bit of a checkpoint passes unseen, nor does a cut.
func TestCheckpointDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "checkpoint")
	if err := writeCheckpoint(path, &State{Phase: 1, Games: 300}, []byte("the trainer's")); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, trainer, err := parseCheckpoint(data)
	if err != nil || s.Games != 300 || string(trainer) != "the trainer's" {
		t.Fatalf("%+v, %q, %v", s, trainer, err)
	}
	for i := range data {
		torn := bytes.Clone(data)
		torn[i] ^= 1
		if _, _, err := parseCheckpoint(torn); err == nil {
			t.Errorf("byte %d changed, and no error", i)
		}
		if _, _, err := parseCheckpoint(data[:i]); err == nil {
			t.Errorf("cut after %d bytes, and no error", i)
		}
	}
}

// TestRunConfigComplaints: what is wrong in a file is said in its words, with the line and the
// key that it stands at.
func TestRunConfigComplaints(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"seed = -1", "line 1: seed is -1, want a whole number, 0 or more\n     1 | seed = -1\n       | ^^^^"},
		{"[evaluate]\nseed = -7", "line 2: seed is -7, want a whole number, 0 or more\n     2 | seed = -7\n       | ^^^^"},
		{"name = 3", "line 1: name is 3, want a text\n     1 | name = 3\n       | ^^^^"},
		{"learn = 3", "line 1: learn is 3, want a table\n     1 | learn = 3\n       | ^^^^^"},
		{"[learn]\ngames = 1.5", "line 2: games is 1.5, want a whole number\n     2 | games = 1.5\n       | ^^^^^"},
		{"[output]\npictures = \"no\"", "line 2: pictures is \"no\", want true or false\n     2 | pictures = \"no\"\n       | ^^^^^^^^"},
		{"[games]\nepsilon_opposed = []", "line 2: epsilon_opposed is a list, want a number\n     2 | epsilon_opposed = []\n       | ^^^^^^^^^^^^^^^"},
		{"[games]\ntranscripts = \"x\"", "line 2: transcripts is \"x\", want a list\n     2 | transcripts = \"x\"\n       | ^^^^^^^^^^^"},
		{"[evaluate]\ntest_on = [{opponent = 1}]", "line 2: opponent is 1, want a text\n     2 | test_on = [{opponent = 1}]\n       | ^^^^^^^"},
		{"[[phase]]\n[[phase]]\nlearn.rule = {}", "line 3: rule is a table, want a text\n     3 | learn.rule = {}\n       | ^^^^^^^^^^"},
		{"phase = {}", "line 1: phase is a table, want a list\n     1 | phase = {}\n       | ^^^^^"},
		{"[evaluate]\nchoose_by = []", "line 2: unknown key \"choose_by\" in [evaluate]; there are every, final, games, seed, select_by, test_on: did you mean select_by?\n     2 | choose_by = []\n       | ^^^^^^^^^"},
		{"[learn]\nalpha = 0.1\ngames = -1", "line 3: qlearn: games is -1, want 0 or more\n     3 | games = -1\n       | ^^^^^"},
		{"[learn]\ngames = 0", "line 2: games is 0, want 1 or more\n     2 | games = 0\n       | ^^^^^"},
		{"[learn]\nactors = 0", "line 2: qlearn: actors is 0, want 1 to 256\n     2 | actors = 0\n       | ^^^^^^"},
		{"[learn]\nbatch = 0", "line 2: qlearn: batch is 0 games, want 1 or more\n     2 | batch = 0\n       | ^^^^^"},
		{"[learn.pool]\nevery = -1", "line 2: qlearn: pool.every is -1 games, want 0 or more\n     2 | every = -1\n       | ^^^^^"},
		{"[[phase]]\nlearn.pool = {every = 5, size = 99}", "line 2: qlearn: pool.size is 99, want 1 to 64\n     2 | learn.pool = {every = 5, size = 99}\n       | ^^^^^^^^^^"},
		{"[learn]\nconservative = -1", "line 2: qlearn: conservative is -1, want 0 to 100\n     2 | conservative = -1\n       | ^^^^^^^^^^^^"},
	} {
		_, err := Read("x.toml", c.text)
		if want := "x.toml, " + c.want; err == nil || err.Error() != want || !fault.IsBadInput(err) {
			t.Errorf("%s\ngives %v\nwant  %s", c.text, err, want)
		}
	}
}

// FuzzRunConfig: whatever a file holds, reading it gives a configuration or an error of a
// bad input, and no panic.
func FuzzRunConfig(f *testing.F) {
	f.Add(Example)
	f.Add("[games]\nmix = \"self=1\"\n[learn]\ngames = 100\n")
	f.Add("[[phase]]\n0 = 0\n[[phase]]\n[phas .0]0")
	f.Add("[[phase]]\nlearn = 3\n[[phase]]\n[phase.games]\nmix = {self = 1}\n")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "model=") || strings.Contains(text, "file") || strings.Contains(text, "cmd") {
			t.Skip() // specs that reach outside
		}
		if _, err := Read("fuzz", text); err != nil && !fault.IsBadInput(err) {
			t.Errorf("not bad input: %v", err)
		}
	})
}

// TestCardPool: eight games with seven points are a score of 8/10, which is 400·log10(4)
// Elo; phases without a pool have no rows, runs without one no section.
func TestCardPool(t *testing.T) {
	var s State
	var text strings.Builder
	if cardPool(&text, &s); text.Len() != 0 {
		t.Error(text.String())
	}
	s.Phase = 1
	s.keepPool(nil)
	s.keepPool([]qlearn.Member{{Games: 60, Played: 8, Points: 7}, {Games: 1}})
	cardPool(&text, &s)
	_, table, _ := strings.Cut(text.String(), "|--:|\n")
	if want := "| 2 | 60 games | 8 | 80.0 % | 241 |\n| 2 | 1 game | 0 | 50.0 % | 0 |\n\n"; table != want {
		t.Errorf("%s, want\n%s", table, want)
	}
}

// plainResult returns the result of best play, by the plain search.
func plainResult(t *testing.T, b engine.Board) int {
	info, err := search.Solve(t.Context(), b, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Score)
}
