package durable

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// The files of a set are replaced together. A state file exists during the replacement:
//
//	            .set      .set.json     files of the set
//	before      -         -             old
//	writing     growing   -             old
//	committed   new       the set       old, replaced one by one
//	done        -         -             new
//
// Renaming a whole directory would need no state file, but the current directory and mount points cannot be
// renamed, and other files in the directory would move too.
const (
	setFiles = ".set"      // a directory of files to be renamed into place
	setState = ".set.json" // a fileSet
)

var setFormat = Format{Name: "set of files", Version: 1}

// A SetFile is one of the files of a set.
type SetFile struct {
	Name string // path relative to the directory of the set, with slashes
	Data []byte
}

// errUnfinished is the error for a directory with old and new files of a set, left by a killed process.
const errUnfinished = fault.Kind("old and new files are mixed there, as writing them was cut off")

// ErrOtherFiles is wrapped by the error of [ReplaceSet] for a directory with files that look like files of
// the set but do not belong to it.
var ErrOtherFiles = errors.New("files of something else are there")

// CheckSet returns a bad-input error for a directory in which [ReplaceSet] was interrupted while it replaced
// files.
func CheckSet(dir string) error {
	if _, err := os.Lstat(filepath.Join(dir, setState)); err != nil {
		return nil
	}
	return fmt.Errorf("%s: %w: write them again", dir, errUnfinished)
}

// ReplaceSet writes all or none of the files into a directory, which it creates if necessary. While files are
// being replaced, [CheckSet] returns an error. After an interruption, the next ReplaceSet for the directory
// first finishes the interrupted one. ReplaceSet replaces links, not their targets.
//
// alike reports whether the base name of another file in the set's directories looks like a file of the set.
// If there are such files, ReplaceSet removes them if replace is true; otherwise it changes nothing and
// returns an error that wraps [ErrOtherFiles]. The error wraps [ErrBusy] if another process is writing a set
// there.
func ReplaceSet(dir string, files []SetFile, alike func(base string) bool, replace bool) error {
	return replaceSet(dir, files, alike, replace, func(string) {})
}

// A fileSet describes the new state of a directory. Names are paths relative to it, with slashes.
type fileSet struct {
	Files  []string `json:"files"`
	Remove []string `json:"remove,omitempty"` // other files that look like files of the set
}

// replaceSet is ReplaceSet, but calls step before each action, so tests can stop the process there.
func replaceSet(dir string, files []SetFile, alike func(string) bool, replace bool, step func(string)) error {
	var set fileSet
	for _, f := range files {
		set.Files = append(set.Files, f.Name)
	}
	if err := set.check(); err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	unlock, err := LockDir(dir)
	if err != nil {
		return err
	}
	defer unlock()
	if err := recoverSet(dir, step); err != nil {
		return err
	}
	if set.Remove, err = set.others(dir, alike); err != nil {
		return err
	}
	if len(set.Remove) > 0 && !replace {
		return fmt.Errorf("%s: %w, %s among them", dir, ErrOtherFiles, set.Remove[0])
	}
	if err := set.write(dir, files, step); err != nil {
		return errors.Join(err, os.RemoveAll(filepath.Join(dir, setFiles)))
	}
	step("commit")
	if err := WriteState(filepath.Join(dir, setState), setFormat, set); err != nil {
		return err
	}
	return set.finish(dir, step)
}

// write writes the files into a separate directory, and checks that no directory in dir is in their way.
func (s fileSet) write(dir string, files []SetFile, step func(string)) error {
	pending := filepath.Join(dir, setFiles)
	for _, f := range files {
		step("write " + f.Name)
		if info, err := os.Lstat(join(dir, f.Name)); err == nil && info.IsDir() {
			return fmt.Errorf("%s is a directory: want a file or nothing", join(dir, f.Name))
		}
		for _, d := range [...]string{dir, pending} {
			if err := os.MkdirAll(join(d, path.Dir(f.Name)), 0o777); err != nil {
				return err
			}
		}
		if err := WriteNew(join(pending, f.Name), f.Data); err != nil {
			return err
		}
	}
	return s.sync(pending)
}
