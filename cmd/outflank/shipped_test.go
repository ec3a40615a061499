package main

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/eval/pattern"
)

// TestModelsServeEveryAgent: the models that ship, and one trained with nothing but the
// presets, play by q and under all searches.
func TestModelsServeEveryAgent(t *testing.T) {
	trained := filepath.Join(t.TempDir(), "trained.model")
	runCommand(t, t.Context(), cli.Done, "train", "-o", trained, "--mode", "self", "--games", "8")
	for _, model := range []string{pattern.BuiltIn, pattern.General, pattern.League, trained} {
		args := []string{"bench", "--games", "2", "--json"}
		for _, agent := range []string{"q:model=", "minimax:depth=2,model=", "ab:depth=2,model=",
			"engine:depth=2,exact=8,hash=1M,model="} {
			args = append(args, agent+model)
		}
		runCommand(t, t.Context(), cli.Done, args...)
	}
}

// TestStrangers: the command leaves out large packages that come along unseen, such as Parquet's writer for
// Arrow.
func TestStrangers(t *testing.T) {
	strangers := []string{"google.golang.org/grpc", "github.com/apache/arrow/go/v17/arrow/compute",
		"github.com/chromedp", "honnef.co", "testing"}
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range strings.FieldsSeq(string(out)) {
		if slices.ContainsFunc(strangers, func(s string) bool { return within(pkg, s) }) {
			t.Errorf("the command has %s in it", pkg)
		}
	}
}
