package dataset_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/dataset"
)

func TestReplaceFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	path := filepath.Join(dir, "c.txt")
	write := func(text string, err error) func(io.Writer) error {
		return func(w io.Writer) error {
			_, _ = io.WriteString(w, text)
			return err
		}
	}
	wrong := errors.New("wrong")
	for _, step := range []struct {
		text string
		err  error
		want string
	}{{"one", nil, "one"}, {"longer", nil, "longer"}, {"half", wrong, "longer"}, {"2", nil, "2"}} {
		if err := dataset.ReplaceFile(path, write(step.text, step.err)); !errors.Is(err, step.err) {
			t.Errorf("writing %q: %v, want %v", step.text, err, step.err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != step.want {
			t.Errorf("after writing %q: %q, %v, want %q", step.text, got, err, step.want)
		}
		if files, _ := os.ReadDir(dir); len(files) != 1 {
			t.Errorf("after writing %q: %v are in the folder", step.text, files)
		}
	}
}
