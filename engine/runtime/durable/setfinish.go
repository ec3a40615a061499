package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// recoverSet finishes a replacement that was interrupted after its commit. If it was interrupted earlier,
// recoverSet removes the new files. The caller holds the lock.
func recoverSet(dir string, step func(string)) error {
	state := filepath.Join(dir, setState)
	var set fileSet
	err := ReadState(state, setFormat, &set)
	if errors.Is(err, fs.ErrNotExist) {
		return os.RemoveAll(filepath.Join(dir, setFiles))
	}
	if err != nil {
		return err
	}
	if err := set.check(); err != nil { // the file may come from elsewhere
		return &FileError{state, 2, err}
	}
	return set.finish(dir, step)
}

// check returns an error unless all names are paths inside the directory.
func (s fileSet) check() error {
	for _, name := range slices.Concat(s.Files, s.Remove) {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return fmt.Errorf("%q does not name a file inside a directory", name)
		}
	}
	return nil
}

// others returns the files that look like files of the set but do not belong to it.
func (s fileSet) others(dir string, alike func(string) bool) (others []string, err error) {
	for _, d := range s.directories() {
		entries, err := os.ReadDir(join(dir, d))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries {
			name := path.Join(d, e.Name())
			if !e.IsDir() && alike(e.Name()) && !slices.Contains(s.Files, name) {
				others = append(others, name)
			}
		}
	}
	return others, nil
}

// finish renames the remaining files into place and removes the others. It removes the state file last.
func (s fileSet) finish(dir string, step func(string)) error {
	pending := filepath.Join(dir, setFiles)
	for _, name := range s.Files {
		step("place " + name)
		err := os.Rename(join(pending, name), join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			_, err = os.Lstat(join(dir, name)) // renamed before the interruption
		}
		if err != nil {
			return err
		}
	}
	for _, name := range s.Remove {
		step("remove " + name)
		if err := s.remove(dir, name); err != nil {
			return err
		}
	}
	step("sync")
	if err := s.sync(dir); err != nil {
		return err
	}
	step("sweep")
	if err := os.RemoveAll(pending); err != nil {
		return err
	}
	step("end")
	return errors.Join(os.Remove(filepath.Join(dir, setState)), SyncDir(dir))
}

// remove removes a file, unless it is a file of the set under another name, as on file systems that ignore
// case.
func (s fileSet) remove(dir, name string) error {
	info, err := os.Lstat(join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, f := range s.Files {
		if placed, err := os.Lstat(join(dir, f)); err == nil && os.SameFile(info, placed) {
			return nil
		}
	}
	return os.Remove(join(dir, name))
}

// directories returns the directories of the files and their parents, including ".".
func (s fileSet) directories() []string {
	list := []string{"."}
	for _, name := range s.Files {
		for d := path.Dir(name); d != "."; d = path.Dir(d) {
			list = append(list, d)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// sync syncs the directories of the files in dir.
func (s fileSet) sync(dir string) error {
	for _, d := range s.directories() {
		if err := SyncDir(join(dir, d)); err != nil {
			return err
		}
	}
	return nil
}

// join returns the path of a slash-separated name in dir.
func join(dir, name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
