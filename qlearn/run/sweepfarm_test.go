package run_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn/run"
)

// sweepConfig has files of all kinds that a run reads, a setting that is 0 where none is something
// else, and two phases.
const sweepConfig = `
[model]
features = "corner"
[learn]
games = 24
squash = "none"
potential = "MODEL"
[games]
mix = {self = 0.5, "ab:depth=1,model=MODEL" = 0.5}
openings = "OPENINGS"
epsilon_opposed = 0.0
[[phase]]
model.init = "MODEL"
[[phase]]
[evaluate]
games = 4
final = 6
select_by = [{opponent = "random", protocol = "cs181"}]
test_on = [{opponent = "ab:depth=1,model=MODEL", protocol = "cs181", openings = "OPENINGS"}]
[output]
pictures = false
`

// TestFarm: a sweep whose runs a farm trains has the files of one that trains them here.
func TestFarm(t *testing.T) {
	dir := t.TempDir()
	f, err := eval.New("corner", eval.DefaultSquares())
	if err != nil {
		t.Fatal(err)
	}
	m := eval.NewModel(f)
	m.Meta["unit"] = eval.UnitWin
	for i := range m.Weights {
		m.Weights[i] = float64(i%7) / 10
	}
	var model bytes.Buffer
	if err := eval.WriteModel(&model, m); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	text := strings.ReplaceAll(sweepConfig, "MODEL", write("a.model", model.String()))
	config := write("run.toml", strings.ReplaceAll(text, "OPENINGS",
		write("openings.txt", "f5d6c3\nf5f6e6f4\n")))
	axis, err := run.ParseAxis("learn.lambda=0.5,0.9")
	if err != nil {
		t.Fatal(err)
	}
	trained := func(name string, farm parallel.Farm) string {
		s, err := run.CreateSweep(filepath.Join(dir, name), config,
			run.SweepPlan{Axes: []run.Axis{axis}, Seeds: []uint64{1}})
		if err != nil {
			t.Fatal(err)
		}
		for p, err := range s.Train(t.Context(), 1, farm, run.Options{}) {
			if err != nil || p.Problem != nil {
				t.Fatal(err, p.Problem)
			}
		}
		return s.Dir
	}
	want := trained("here", nil)
	got := trained("farm", parallel.Here(parallel.Openers(false, run.Jobs()...)))
	n := 0
	err = filepath.WalkDir(want, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, _ := filepath.Rel(want, path)
		a, errA := os.ReadFile(path)
		b, errB := os.ReadFile(filepath.Join(got, name))
		if strings.HasPrefix(filepath.Base(name), "events.") { // it has the times at which it was made
			a, b = make([]byte, len(a)), make([]byte, len(b))
		}
		if n++; errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs (%v, %v)", name, errA, errB)
		}
		return nil
	})
	if err != nil || n < 20 {
		t.Errorf("%d files (%v)", n, err)
	}
}
