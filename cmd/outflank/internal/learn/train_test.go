package learn

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/qlearn/run"
)

// killedRun has all that a resumed run must not lose: two phases, a pool, Polyak's average,
// temporal coherence, a mixture, evaluations that choose and that report.
const killedRun = `
[model]
features = "edge"
[learn]
batch = 15
polyak = 0.9
coherence = true
[[phase]]
games.transcripts = ["wthor"]
learn.games = 90
learn.rule = "sarsa"
[[phase]]
model.features = "edge@2+corner@2"
games.mix = "self=0.4,pool=0.3,random=0.3"
learn.games = 300
learn.exact = 6
learn.pool = {every = 60, size = 2}
[evaluate]
every = 90
games = 10
final = 20
select_by = [{opponent = "greedy", protocol = "cs181"}]
test_on = [{opponent = "random", protocol = "cs181"}, {opponent = "swh", protocol = "league"}]
[output]
points = 8
checkpoint = "0s"
`

// TestRunKilled: a run that is killed or interrupted again and again, after a number of games
// each time, ends with the bytes of one that is not, in all files, whatever the number of
// workers.
func TestRunKilled(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("run.toml", []byte(killedRun), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := cli.UnpackDemoGames("wthor"); err != nil {
		t.Fatal(err)
	}
	room.Want(t, cli.Done, "train", "--config", "run.toml", "-o", "whole", "--workers", "1")
	args := []string{"train", "--config", "run.toml", "-o", "broken"}
	again := []string{"train", "--resume", "broken"}
	if stderr, code := clitest.KillWhen(t, func() bool {
		return gamesLearned("broken") == 0
	}, args...); code != clitest.Killed && code != cli.Done {
		t.Fatalf("at the beginning: exit code %d: %s", code, stderr)
	}
	if gamesLearned("broken") >= 0 {
		args = again
	}
	stops := []int{15, 90, 270, 390} // in both phases and at the end of each
	if os.Getenv("OUTFLANK_LONG") != "" {
		stops = []int{15, 90, 105, 180, 270, 300, 390}
	}
	resumed := 0
	for try, games := range stops {
		at, want := clitest.Step{What: "training", Done: games}, clitest.Killed
		line := append(args, "--workers", fmt.Sprint(1+try%3))
		var stderr string
		var code int
		if try%2 == 0 {
			stderr, code = clitest.Kill(t, at, line...)
		} else {
			_, stderr, code = room.Interrupt(t, at, line...)
			want = cli.Interrupted
		}
		if code != want && gamesLearned("broken") < games { // it may have been done at the beginning
			t.Fatalf("%v: exit code %d: %s", args, code, stderr)
		}
		if strings.Contains(stderr, "resuming after") {
			resumed++
		}
		args = again
	}
	if resumed < len(stops)/2 {
		t.Errorf("%d of %d processes resumed", resumed, len(stops))
	}
	// In the last evaluation, unless it is over before.
	if stderr, code := clitest.KillWhen(t, func() bool {
		return gamesLearned("broken") >= 390
	}, args...); code != clitest.Killed && code != cli.Done {
		t.Fatalf("in the last evaluation: exit code %d: %s", code, stderr)
	}
	room.Want(t, cli.Done, args...)
	sameFolders(t, "whole", "broken")
	if left, _ := filepath.Glob(".*.pending"); len(left) > 1 {
		t.Errorf("folders of killed processes: %v", left)
	}
}

// gamesLearned returns how many games the checkpoint of a run has learned from, -1 if there
// is not a run. It takes no lock, so that a running one continues undisturbed.
func gamesLearned(dir string) int {
	l := run.Find(dir)
	if l.Checkpoint == nil {
		return -1
	}
	return l.Games
}

// sameFolders wants the same files in both, but for times and what killed processes left behind.
func sameFolders(t *testing.T, a, b string) {
	t.Helper()
	names := map[string]bool{}
	for _, dir := range []string{a, b} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), ".") {
				names[e.Name()] = true
			}
		}
	}
	if len(names) != 14 {
		t.Errorf("%d files, want 14", len(names))
	}
	for name := range names {
		x, errX := os.ReadFile(filepath.Join(a, name))
		y, errY := os.ReadFile(filepath.Join(b, name))
		if errX != nil || errY != nil || !bytes.Equal(clitest.Untimed(name, x), clitest.Untimed(name, y)) {
			t.Errorf("%s differs: %d and %d bytes, %v, %v", name, len(x), len(y), errX, errY)
		}
	}
}

// TestRunBusy: two processes do not train one run at once.
func TestRunBusy(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("run.toml", []byte("[model]\nfeatures = \"edge\"\n[learn]\ngames = 10\n"),
		0o666); err != nil {
		t.Fatal(err)
	}
	room.Want(t, cli.Done, "train", "--config", "run.toml", "-o", "run")
	other, err := run.Resume(t.Context(), "run", run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, stderr, code := room.Run(t.Context(), "train", "--resume", "run")
	if code != cli.Failed || !strings.Contains(stderr, "run: in use by another process") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if list, err := run.List("run"); err != nil || list[0].State != run.Running {
		t.Errorf("listed as %v, %v", list, err)
	}
	other.Close()
	room.Want(t, cli.Done, "train", "--resume", "run")
}

// TestRunCannotBegin: a training that cannot begin says where, and leaves no folder behind, so
// that the corrected command runs.
func TestRunCannotBegin(t *testing.T) {
	t.Chdir(t.TempDir())
	room.Want(t, cli.Done, "train", "-o", "edge.model", "--mode", "self", "--features", "edge", "--games", "10")
	if err := os.WriteFile("bad.txt", []byte("no opening\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"[model]\nfeatures = \"corner\"\ninit = \"edge.model\"", "run.toml, line 2: edge.model: promote \"edge\" to \"corner\": term edge is missing"},
		{"[[phase]]\nmodel.features = \"edge\"\n[[phase]]\nmodel.features = \"corner\"", "run.toml, line 4: promote \"edge\" to \"corner\": term edge is missing"},
		{"[model]\ninit = \"no.model\"", "run.toml, line 2: open no.model: "},
		{"[model]\ninit = \"bad.txt\"", "run.toml, line 2: bad.txt: not an Outflank model: "},
		{"games.openings = \"bad.txt\"", "bad.txt"},
	} {
		if err := os.WriteFile("run.toml", []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, stderr, code := room.Run(t.Context(), "train", "--config", "run.toml", "-o", "run")
		if code != cli.BadInput || !strings.HasPrefix(stderr, "outflank: "+c.want) {
			t.Errorf("%s\ngives %d: %s", c.text, code, stderr)
		}
		if _, err := os.Stat("run"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s\nleaves a folder: %v", c.text, err)
		}
	}
}

// TestTrainInterrupted: Ctrl-C keeps what a plain training has learned so far.
func TestTrainInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part.model")
	_, stderr, code := room.Interrupt(t, clitest.Step{What: "training", Done: 256}, "train", "--mode", "self",
		"--features", "edge@1", "--games", "100000", "-o", path)
	if code != cli.Interrupted || !strings.Contains(stderr, " of 100,000 games; wrote "+path) {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	m, err := pattern.OpenModel(path)
	if err != nil || m.Meta["games"] == "0" || m.Meta["games"] == "" {
		t.Errorf("%v, %v", m, err)
	}
}
