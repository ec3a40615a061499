package durable_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// files are the contents of files by path.
type files map[string]string

// set returns them as files of a set.
func (f files) set() (list []durable.SetFile) {
	for _, name := range slices.Sorted(maps.Keys(f)) {
		list = append(list, durable.SetFile{Name: name, Data: []byte(f[name])})
	}
	return list
}

// names are their paths.
func (f files) names() []string { return slices.Sorted(maps.Keys(f)) }

// below reads all files below a directory.
func below(t *testing.T, dir string) files {
	t.Helper()
	found := files{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		found[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// isText tells which files of a directory must be of the set.
func isText(name string) bool { return strings.HasSuffix(name, ".txt") }

func mustReplace(t *testing.T, dir string, f files) {
	t.Helper()
	if err := durable.ReplaceSet(dir, f.set(), isText, true); err != nil {
		t.Fatal(err)
	}
	if got := below(t, dir); !maps.Equal(got, f) {
		t.Errorf("files %v, want %v", got, f)
	}
	if _, err := os.Lstat(filepath.Join(dir, ".set")); err == nil {
		t.Error(".set is left")
	}
}

var (
	oldSet = files{"names.txt": "Ann", "1998.txt": "old games", "sub/deep/1999.txt": "old"}
	newSet = files{"names.txt": "Bob", "2024.txt": "new games", "sub/deep/2022.txt": "new",
		"sub/deep/2023.txt": "new"}
)

// Law: wherever a set is cut off, its directory is what it was, or is refused; and the next set makes
// of it what it makes of an empty one, the same set or another.
func TestSetKilledAtEachStep(t *testing.T) {
	var steps []string
	dir := t.TempDir()
	mustReplace(t, dir, oldSet)
	if err := durable.SetSteps(dir, newSet.set(), isText, true, func(s string) {
		steps = append(steps, s)
	}); err != nil {
		t.Fatal(err)
	}
	if len(steps) != 14 { // 4 files written, the commit, 4 put in place, 2 removed, 3 to end it
		t.Fatalf("steps %q", steps)
	}
	for i, last := range steps {
		t.Run(fmt.Sprintf("%02d %s", i, last), func(t *testing.T) {
			for _, next := range []files{newSet, oldSet, {"other.txt": "x", "sub/deep/other.txt": "y"}} {
				dir := t.TempDir()
				mustReplace(t, dir, oldSet)
				killSet(t, dir, i)
				committed := i > slices.Index(steps, "commit")
				if err := durable.CheckSet(dir); committed != errors.Is(err, durable.ErrUnfinished) ||
					committed != fault.IsBadInput(err) {
					t.Errorf("CheckSet says %v", err)
				}
				now := below(t, dir)
				for name, text := range oldSet {
					if !committed && now[name] != text {
						t.Errorf("%s is %q before the commit", name, now[name])
					}
				}
				if last == "end" {
					for name, text := range newSet {
						if now[name] != text {
							t.Errorf("%s is %q at the end", name, now[name])
						}
					}
				}
				mustReplace(t, dir, next)
			}
		})
	}
}

// Law: one that was cut off twice, at any two steps, is finished by the third. Without OUTFLANK_LONG=1
// that is a quarter of the pairs of steps.
func TestSetKilledTwice(t *testing.T) {
	for first := range 14 {
		for second := range 8 {
			if second%4 != first%4 && os.Getenv("OUTFLANK_LONG") == "" {
				continue
			}
			dir := t.TempDir()
			mustReplace(t, dir, oldSet)
			killSet(t, dir, first)
			killSet(t, dir, second)
			mustReplace(t, dir, newSet)
		}
	}
}

// killSet ends the writing of the new set before its i-th step; the lock goes with the process.
func killSet(t *testing.T, dir string, i int) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Fatalf("not stopped at step %d", i)
		}
	}()
	_ = durable.SetSteps(dir, newSet.set(), isText, true, func(string) {
		if i--; i < 0 {
			panic("killed")
		}
	})
}

// Files of something else are refused, and nothing changes; files that are not alike stay.
func TestSetOtherFiles(t *testing.T) {
	dir := t.TempDir()
	mustReplace(t, dir, oldSet)
	if err := os.WriteFile(filepath.Join(dir, "README"), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	before := below(t, dir)
	err := durable.ReplaceSet(dir, newSet.set(), isText, false)
	if !errors.Is(err, durable.ErrOtherFiles) || fault.IsBadInput(err) ||
		!strings.Contains(err.Error(), "1998.txt among them") {
		t.Errorf("got %v", err)
	}
	if got := below(t, dir); !maps.Equal(got, before) {
		t.Errorf("files %v", got.names())
	}
	if err := durable.ReplaceSet(dir, oldSet.set(), isText, false); err != nil {
		t.Errorf("the same files again: %v", err)
	}
	if err := durable.ReplaceSet(dir, newSet.set(), isText, true); err != nil {
		t.Error(err)
	}
	want := maps.Clone(newSet)
	want["README"] = "mine"
	if got := below(t, dir); !maps.Equal(got, want) {
		t.Errorf("files %v", got.names())
	}
}

// A set cannot be where a directory is, names only files below its own, and is written by one at a time.
func TestSetRefuses(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "set")
	if err := errors.Join(os.MkdirAll(filepath.Join(dir, "names.txt"), 0o777),
		os.WriteFile(filepath.Join(root, "mine.txt"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	if err := durable.ReplaceSet(dir, newSet.set(), isText, true); err == nil ||
		!strings.Contains(err.Error(), "is a directory") {
		t.Errorf("got %v", err)
	}
	if got := below(t, dir); len(got) != 0 {
		t.Errorf("files %v", got.names())
	}
	if err := durable.ReplaceSet(dir, files{"../mine.txt": "x"}.set(), isText, true); err == nil ||
		!strings.Contains(err.Error(), `"../mine.txt" does not name a file inside`) {
		t.Errorf("got %v", err)
	}
	state := filepath.Join(dir, ".set.json")
	if err := durable.WriteState(state, durable.Format{Name: "set of files", Version: 1},
		map[string][]string{"remove": {"../mine.txt"}}); err != nil {
		t.Fatal(err)
	}
	if err := durable.ReplaceSet(dir, files{"a.txt": ""}.set(), isText, true); err == nil ||
		!fault.IsBadInput(err) {
		t.Errorf("a state file that names another directory: %v", err)
	}
	if _, err := os.Stat(filepath.Join(root, "mine.txt")); err != nil {
		t.Error(err)
	}
	if err := os.Remove(state); err != nil {
		t.Fatal(err)
	}
	err := durable.SetSteps(dir, files{"a.txt": ""}.set(), isText, true, func(step string) {
		if err := durable.ReplaceSet(dir, newSet.set(), isText, true); step == "commit" &&
			!errors.Is(err, durable.ErrBusy) {
			t.Errorf("a second set at once: %v", err)
		}
	})
	if err != nil {
		t.Error(err)
	}
}
