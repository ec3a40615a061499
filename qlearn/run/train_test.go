package run

import (
	"path/filepath"
	"testing"
)

// TestTrainBreak: a consumer that wants no more is asked for nothing more, and what was learned by
// then is in the checkpoint.
func TestTrainBreak(t *testing.T) {
	cfg, err := Read("run.toml", "[model]\nfeatures = \"report\"\n[learn]\ngames = 400\n[evaluate]\ngames = 2\nfinal = 2\n")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "run")
	r, err := Begin(t.Context(), dir, cfg, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	last := 0
	for p, err := range r.Train(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		last = p.Games
		break
	}
	s, err := ReadState(dir)
	if err != nil || s.Games != last || last == 0 || last == 400 {
		t.Errorf("%d games are saved, %d were learned: %v", s.Games, last, err)
	}
}
