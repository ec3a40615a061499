package cli

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLibraries: the list has each library with an error that begins with its name.
func TestLibraries(t *testing.T) {
	root := filepath.Join("..", "..", "..", "..")
	begins := regexp.MustCompile(`(?:New|Errorf|Kind)\("(\w+): `)
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && path != root && (strings.HasPrefix(e.Name(), ".") || e.Name() == "cmd") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		for _, m := range begins.FindAllSubmatch(text, -1) {
			if name := string(m[1]); name == filepath.Base(filepath.Dir(path)) {
				found[name] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(found)), libraries); diff != "" {
		t.Errorf("libraries with such errors (-) and the list (+) differ:\n%s", diff)
	}
}

func TestWithoutLibrary(t *testing.T) {
	for _, c := range []struct {
		text string
		args []string
		want string
	}{
		{"dataset: games.pgn: no games", []string{"import", "games.pgn"}, "games.pgn: no games"},
		{"dataset: no games", []string{"import", "dataset"}, "dataset: no games"}, // a folder of that name
		{"a.model: eval: net: no weights", nil, "a.model: net: no weights"},
		{"games: no games", nil, "games: no games"},
		{"interrupted", nil, "interrupted"},
	} {
		if got := withoutLibrary(c.text, c.args); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}
