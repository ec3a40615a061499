package pattern

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
)

// Every model that ships can be read, is small, and says how it was made.
func TestShippedModels(t *testing.T) {
	for _, name := range []string{General, League} {
		text, err := readShipped(name)
		if err != nil || len(text) > 5e6 {
			t.Errorf("%s: %d bytes, want at most 5 MB (%v)", name, len(text), err)
		}
		m := ShippedModel(name)
		if m.Meta["unit"] != eval.UnitWin || m.Meta["squash"] == "" || m.Meta["seed"] == "" ||
			m.Meta["config"] == "" {
			t.Errorf("%s: its header says %v", name, m.Meta)
		}
	}
}

// TestRefuseOther: models and what is not there may be written, other files are left alone.
func TestRefuseOther(t *testing.T) {
	dir := t.TempDir()
	for name, test := range map[string]struct {
		text    string
		refused bool
	}{
		"model": {Magic + "…", false}, "empty": {"", false}, "short": {"OUT", true}, "other": {"a letter to a friend", true},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := RefuseOther(path); fault.IsMisuse(err) != test.refused {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := RefuseOther(filepath.Join(dir, "nothing")); err != nil {
		t.Error(err)
	}
	if _, err := OpenModel(dir); !fault.IsBadInput(err) {
		t.Errorf("a folder: %v", err)
	}
}
