package run_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/qlearn/run"
)

// TestTrainBreak: a consumer that wants no more is asked for nothing more, and a sweep that is
// trained in such parts has the table of one that is not.
func TestTrainBreak(t *testing.T) {
	dir := t.TempDir()
	config := filepath.Join(dir, "run.toml")
	err := os.WriteFile(config, []byte("[model]\nfeatures = \"corner\"\n[learn]\ngames = "+
		"20\n[evaluate]\ngames = 4\nselect_by = [{opponent = \"random\", protocol = "+
		"\"cs181\"}]\n[output]\npictures = false\n"), 0o666)
	if err != nil {
		t.Fatal(err)
	}
	axis, err := run.ParseAxis("learn.lambda=0.5,0.9")
	if err != nil {
		t.Fatal(err)
	}
	table := func(name string, parts bool) []byte {
		s, err := run.CreateSweep(filepath.Join(dir, name), config,
			run.SweepPlan{Axes: []run.Axis{axis}, Seeds: []uint64{1, 2}})
		if err != nil {
			t.Fatal(err)
		}
		for done := 0; done < len(s.Runs); {
			before := done
			for p, err := range s.Train(t.Context(), 2, nil, run.Options{}) {
				if err != nil {
					t.Fatal(err)
				}
				if done = p.Done; parts && done > before {
					break
				}
			}
			if s, err = run.OpenSweep(run.System{}, s.Dir); err != nil {
				t.Fatal(err)
			}
		}
		for _, err := range s.Train(t.Context(), 1, nil, run.Options{}) { // writes the table
			if err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(s.File("sweep.csv"))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if diff := cmp.Diff(string(table("whole", false)), string(table("parts", true))); diff != "" {
		t.Error(diff)
	}
}
