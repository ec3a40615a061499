package data

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/qlearn/agents"
)

// TestExportedPlayer: on 200 positions of random games a model as q and the player that
// is made of it choose moves of the same Q.
func TestExportedPlayer(t *testing.T) {
	dir := t.TempDir()
	model, file := filepath.Join(dir, "q.model"), filepath.Join(dir, "q.player")
	m := clitest.RandomModel(t, "all1+balanced-all2+edge+snakes-8x4-1")
	clitest.WriteModel(t, model, m)
	out, _, code := room.Run(t.Context(), "export", model, "--format", "player", "-o", file)
	if code != cli.Done || !strings.HasPrefix(out, "51 tuples with 59,853 weights written to ") {
		t.Fatalf("exit code %d, %s", code, out)
	}
	q, player := agentOf(t, "q:model="+model), agentOf(t, "player:file="+file+",ties=first")
	l, rng := m.Linear(), rand.New(rand.NewPCG(5, 5))
	for positions := 0; positions < 200; {
		for b := engine.Standard(); b.Moves() != 0; b = b.Play(b.Moves().Nth(rng.IntN(b.Moves().Len()))) {
			x, y := l.Q(b, chosen(t, q, b)), l.Q(b, chosen(t, player, b))
			if math.Abs(x-y) > 1e-9 {
				t.Fatalf("%v: the model chooses a move of %v, its player one of %v", b, x, y)
			}
			positions++
		}
	}
	again := filepath.Join(dir, "again.player")
	if out, _, code = room.Run(t.Context(), "export", model, "--format", "player", "-o", again,
		"--json"); code != cli.Done ||
		!strings.Contains(out, `"tuples": 51`) || !strings.Contains(out, `"weights": 59853`) ||
		!strings.Contains(out, `"convention": "inversion"`) {
		t.Errorf("exit code %d, %s", code, out)
	}
	if a, b := read(t, file), read(t, again); !bytes.Equal(a, b) {
		t.Error("the same model gives another file")
	}
}

func agentOf(t *testing.T, spec string) engine.Agent {
	t.Helper()
	p, err := agents.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return p.New(rand.New(rand.NewPCG(1, 1)))
}

func chosen(t *testing.T, a engine.Agent, b engine.Board) engine.Square {
	t.Helper()
	s, err := a.Choose(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestExportPlayerRefuses what the format cannot hold, and leaves no file.
func TestExportPlayerRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	actions := clitest.RandomModel(t, "all1")
	actions.Actions = []float64{0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0}
	clitest.WriteModel(t, "all1.model", clitest.RandomModel(t, "all1"))
	clitest.WriteModel(t, "staged.model", clitest.RandomModel(t, "d3+all1@3"))
	clitest.WriteModel(t, "other.model", clitest.RandomModel(t, "edge+mobility"))
	clitest.WriteModel(t, "actions.model", actions)
	for _, c := range []struct {
		line, want string
		code       int
	}{
		{"staged.model", "staged.model: player: term a1 has 3 stages, want one", cli.BadInput},
		{"other.model", "term mobility is no tuple of squares", cli.BadInput},
		{"actions.model", "the weight of actions like b1 is 0.5, and a player has none", cli.BadInput},
		{"none.model", "none.model", cli.BadInput},
		{"all1.model --years 2001", "--years is only for games; format player exports a model", cli.Misused},
		{"all1.model --strict", "--strict is only for games", cli.Misused},
	} {
		args := append([]string{"export", "--format", "player", "-o", "x.player"}, strings.Fields(c.line)...)
		if _, stderr, code := room.Run(t.Context(), args...); code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit code %d, %s", c.line, code, stderr)
		}
		if _, err := os.Stat("x.player"); err == nil {
			t.Fatalf("%s: a file was written", c.line)
		}
	}
}
