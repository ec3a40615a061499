package models

import (
	"testing"

	"github.com/outflank/outflank/eval"
)

// Every model that ships can be read, is small, and says how it was made.
func TestShippedModels(t *testing.T) {
	for _, name := range []string{General, League} {
		text, err := models.ReadFile(name + ".model")
		if err != nil || len(text) > 2e6 {
			t.Errorf("%s: %d bytes, want at most 2 MB (%v)", name, len(text), err)
		}
		m := Shipped(name)
		if m.Meta["unit"] != eval.UnitWin || m.Meta["squash"] == "" || m.Meta["seed"] == "" || m.Meta["config"] == "" {
			t.Errorf("%s: its header says %v", name, m.Meta)
		}
	}
}
