package main

import (
	"path/filepath"
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
		for _, agent := range []string{"q:model=", "minimax:depth=2,model=", "ab:depth=2,model=", "engine:depth=2,exact=8,hash=1M,model="} {
			args = append(args, agent+model)
		}
		runCommand(t, t.Context(), cli.Done, args...)
	}
}
