package run

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// trainToEnd trains a run of 100 games of 5 discs, a round each, to its end.
func trainToEnd(t *testing.T, evaluate string) (dir string, s *State) {
	t.Helper()
	text := "[model]\nfeatures = \"discs\"\n[games]\nmix = \"self=1\"\n[learn]\ngames = 100\nactors = " +
		"1\nbatch = 10\n[evaluate]\n" + evaluate
	cfg, err := Read("run.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(t.TempDir(), "run")
	r, err := Begin(t.Context(), dir, cfg, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, err := range r.Train(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir, &r.State
}

// TestEvaluations: models are measured when so many games are learned and at the end, and the best is the
// first of those with the highest score against those who select it.
func TestEvaluations(t *testing.T) {
	_, s := trainToEnd(t, "every = 30\ngames = 20\nselect_by = [{opponent = \"random\", protocol = "+
		"\"cs181\"}]\nfinal = 2\ntest_on = [{opponent = \"greedy\", protocol = \"cs181\"}]\n")
	var games []int
	best, score := 0, -1.0
	for _, m := range s.Evaluations {
		if !slices.Contains(games, m.Games) {
			games = append(games, m.Games)
		}
		if m.Selects && m.Score > score {
			best, score = m.Games, m.Score
		}
	}
	if !slices.Equal(games, []int{30, 60, 90, 100}) {
		t.Errorf("evaluated after %v games", games)
	}
	if s.Best == nil || s.Best.Games != best || s.Best.Score != score || len(s.Final) != 1 ||
		s.Final[0].Games != best {
		t.Errorf("the best is %+v, want that after %d games with %v; final %+v", s.Best, best, score, s.Final)
	}
}

// TestResumeRefuses: a run whose configuration was changed, or whose checkpoint is gone, is not resumed.
func TestResumeRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(dir string) error
		want   string
	}{
		"other settings": {func(dir string) error {
			info, err := ReadInfo(System{}, dir)
			if err != nil {
				return err
			}
			info.Phases[0].Learn.Alpha /= 2
			text, err := durable.Document(info)
			return errors.Join(err, os.WriteFile(filepath.Join(dir, ConfigFile), text, 0o666))
		}, "is not what it was when the run began"},
		"no checkpoint": {func(dir string) error { return os.Remove(filepath.Join(dir, CheckpointFile)) }, "is lost"},
	} {
		dir, _ := trainToEnd(t, "games = 2\nfinal = 2\n")
		if err := c.damage(dir); err != nil {
			t.Fatal(err)
		}
		r, err := Resume(context.Background(), dir, Options{})
		if !fault.IsBadInput(err) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
		if err == nil {
			r.Close()
		}
	}
}

// TestTrainBreak: a consumer that wants no more is asked for nothing more, and what was learned by
// then is in the checkpoint.
func TestTrainBreak(t *testing.T) {
	cfg, err := Read("run.toml", "[model]\nfeatures = \"report\"\n[learn]\ngames = 400\n[evaluate]\ngames = "+
		"2\nfinal = 2\n")
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
	if l := Find(dir); l.Games != last || last == 0 || last == 400 {
		t.Errorf("%d games are saved, %d were learned: %s", l.Games, last, l.Problem)
	}
}
