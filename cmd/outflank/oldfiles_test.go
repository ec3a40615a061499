package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// TestOldFiles: one file of each kind that commit 6b8af27 wrote still opens, and what was interrupted ends as
// it ended there. The wanted texts are from that commit's answers to the same commands.
func TestOldFiles(t *testing.T) {
	old, err := filepath.Abs(filepath.Join("testdata", "old"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.CopyFS(".", os.DirFS(old)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		want []string
	}{
		{"stats weights games", []string{`"games": 12,`}},
		{"explore games f5d6", []string{`"black_score": 0.4166666666666667,`}},
		{"find games f5d6", []string{`"count": 12,`, `"white": "greedy",`}},
		{"inspect labels.parquet", []string{`"positions": 682,`, `"labels": 66,`}},
		{"bench q:model=terms.model random --games 20", []string{`"wins": 18,`, `"mean_disc_difference": 27.4,`}},
		{"bench ab:depth=2,model=own.model random --games 20", []string{`"wins": 14,`, `"mean_disc_difference": 13.3,`}},
		{"match --resume match.ndjson", []string{`"wins": 101,`, `"draws": 6,`, `"mean_disc_difference": -18.57,`}},
		{"tournament --resume tournament.ndjson", []string{`"wins": 2,`, `"draws": 1,`, `"losses": 3,`}},
		{"book show old.book", []string{`"positions": 14,`, `"evaluator": "built-in 48674bc7",`}},
		{"train --resume run", []string{`"state": "finished",`, `"updates": 53933,`, `"sha256": "bbb9ab5ac7d82a9e07dd`}},
		{"sweep --resume sweep", []string{`"chosen": 1,`}},
		{"tune --resume tuning", []string{`"best":38.5,"weights":[0.22404754684055742,`}},
		{"experiment run genetic-mobility --scale 0.01 -o exp", []string{`"label":"Wedge against Flat","paper":15,"ours":11.63779761904762,`}},
	} {
		printed := said{args: append(strings.Fields(c.args), "--json")}
		out, _ := runCommand(t, t.Context(), cli.Done, printed.args...)
		printed.out.WriteString(out)
		if _, err := printed.check(); err != nil {
			t.Errorf("outflank %s: %v", c.args, err)
		}
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("outflank %s: no %s in\n%s", c.args, want, out)
			}
		}
	}
	resumed, err := os.ReadFile(filepath.Join("run", "last.model"))
	whole, err2 := os.ReadFile("whole.model")
	if err != nil || err2 != nil || !bytes.Equal(resumed, whole) {
		t.Errorf("the resumed training ends elsewhere than the uninterrupted one did: %v %v", err, err2)
	}
	_, complaint := runCommand(t, t.Context(), cli.BadInput, "bench", "q:model=own.model", "random",
		"--games", "2")
	if !strings.Contains(complaint, "own.model") || !strings.Contains(complaint, "own-mobility") {
		t.Errorf("Q over one-sided features as they were counted is refused with %q", complaint)
	}
}
