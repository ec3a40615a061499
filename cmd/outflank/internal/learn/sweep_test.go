package learn

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/qlearn/run"
)

const sweptRun = `
[model]
features = "edge"
[learn]
games = 60
batch = 10
[output]
pictures = false
[evaluate]
games = 10
select_by = [{opponent = "random", protocol = "cs181"}]
`

// TestSweepInterrupted: a sweep that is interrupted again and again ends with the table of
// one that is not.
func TestSweepInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("run.toml", []byte(sweptRun), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"sweep", "--config", "run.toml", "--grid", "learn.alpha=0.1,0.2", "--seeds", "1,2"}
	room.Want(t, cli.Done, append(args, "-o", "whole")...)
	now := append(args, "-o", "broken")
	for _, runs := range []int{1, 2} {
		_, stderr, code := room.Interrupt(t, clitest.Step{What: "sweeping", Done: runs},
			append(now, "--workers", "1")...)
		now = []string{"sweep", "--resume", "broken"}
		if code != cli.Interrupted || !strings.Contains(stderr, "outflank sweep --resume broken") {
			t.Fatalf("after %d runs: exit code %d: %s", runs, code, stderr)
		}
	}
	room.Want(t, cli.Done, now...)
	whole, err := os.ReadFile("whole/sweep.csv")
	if err != nil {
		t.Fatal(err)
	}
	broken, err := os.ReadFile("broken/sweep.csv")
	if diff := cmp.Diff(string(whole), string(broken)); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// gamesSwept returns how many games the first n runs of the sweep "broken" have learned from,
// -1 if there is no sweep.
func gamesSwept(n int) int {
	if _, err := os.Stat(filepath.Join("broken", run.SweepFile)); err != nil {
		return -1
	}
	games := 0
	for i := range n {
		games += run.Find(filepath.Join("broken", fmt.Sprintf("%03d", i+1))).Games
	}
	return games
}

// TestSweepKilled: a sweep that is killed again and again, or loses files of runs that are
// done, ends with the bytes of one that is not, in all files, and leaves nothing behind.
func TestSweepKilled(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("run.toml", []byte(sweptRun), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"sweep", "--config", "run.toml", "--grid", "learn.alpha=0.1,0.2", "--seeds", "1,2,3"}
	room.Want(t, cli.Done, append(args, "-o", "whole")...)
	now := append(args, "-o", "broken")
	stops := []int{0, 60, 90, 310}
	if os.Getenv("OUTFLANK_LONG") != "" {
		stops = []int{0, 10, 60, 90, 180, 250, 310, 360}
	}
	for i, games := range stops {
		// wherever it is then
		stderr, code := clitest.KillWhen(t, func() bool { return gamesSwept(6) >= games }, now...)
		if code != clitest.Killed && code != cli.Done {
			t.Fatalf("at %d games: exit code %d: %s", games, code, stderr)
		}
		if _, err := os.Stat("broken/sweep.json"); err == nil {
			now = []string{"sweep", "--resume", "broken"}
		}
		if stderr, code = clitest.Kill(t, clitest.Step{What: "sweeping", Done: min(i+1, 6)},
			append(now, "--workers", "2")...); code != clitest.Killed {
			t.Fatalf("after %d runs: exit code %d: %s", i+1, code, stderr)
		}
		now = []string{"sweep", "--resume", "broken"}
	}
	room.Want(t, cli.Done, now...)
	sameTrees(t, "whole", "broken")

	for _, name := range []string{"card.md", "metrics.csv", run.EventsFile, "last.model", "evaluations.json"} {
		if err := os.Remove(filepath.Join("broken", "002", name)); err != nil {
			t.Fatal(err)
		}
	}
	if l := run.Find("broken/002"); l.State != run.Interrupted || !strings.Contains(l.Problem, "is lost") {
		t.Errorf("a run that lost files is %s: %s", l.State, l.Problem)
	}
	room.Want(t, cli.Done, "sweep", "--resume", "broken")
	sameTrees(t, "whole", "broken")
}

// sameTrees wants the same files, but for times, in both folders and below them.
func sameTrees(t *testing.T, a, b string) {
	t.Helper()
	if diff := cmp.Diff(tree(t, a), tree(t, b)); diff != "" {
		t.Errorf("%s (-) and %s (+) differ:\n%.2000s", a, b, diff)
	}
}

// tree returns what the files in a folder and below it hold, hidden ones too.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		files[path] = string(clitest.Untimed(path, data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
