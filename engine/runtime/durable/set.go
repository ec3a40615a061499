package durable

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// The files of a set change together. While they do, a state file is there:
//
//	            .set      .set.json     files of the set
//	before      -         -             old
//	writing     growing   -             old
//	committed   new       new           old, then new one by one
//	done        -         -             new
//
// Renaming a whole directory would need no state file. But the directory could not be the current one or a
// mount point, and other files in it would move too.
const (
	setFiles = ".set"      // directory of the new files, until they are in place
	setState = ".set.json" // a fileSet
)

var setFormat = Format{Name: "set of files", Version: 1}

// A SetFile is one of several files that belong together.
type SetFile struct {
	Name string // path in the directory of the set, with slashes
	Data []byte
}

// errUnfinished is the error of a directory with a mixture of old and new files of a set, after a kill.
const errUnfinished = fault.Kind("old and new files are mixed there, as writing them was cut off")

// ErrOtherFiles is wrapped by the error of [ReplaceSet] if its directory has files that do not belong to the
// set.
var ErrOtherFiles = errors.New("files of something else are there")

// CheckSet returns an error of bad input for a directory in which [ReplaceSet] was interrupted between the
// first file and the last.
func CheckSet(dir string) error {
	if _, err := os.Lstat(filepath.Join(dir, setState)); err != nil {
		return nil
	}
	return fmt.Errorf("%s: %w: write them again", dir, errUnfinished)
}

// ReplaceSet puts all or none of the files into a directory, which it makes if it does not exist. Until the
// last file is in place, [CheckSet] returns an error. After a kill, the next ReplaceSet of the directory
// first finishes the interrupted one. A link is replaced by a file.
//
// alike tells whether a base name looks like that of a file of such a set. With replace, ReplaceSet removes
// other files with such names from the set's directories. Without replace, it changes nothing if there are
// such files, and returns an error that wraps [ErrOtherFiles]. The error is [ErrBusy] if another set is
// being written there.
func ReplaceSet(dir string, files []SetFile, alike func(base string) bool, replace bool) error {
	return replaceSet(dir, files, alike, replace, func(string) {})
}

// A fileSet says how a directory is to change. Names are paths in the directory, with slashes.
type fileSet struct {
	Files  []string `json:"files"`
	Remove []string `json:"remove,omitempty"` // other files to remove
}

// replaceSet is ReplaceSet, but calls step before each action. Tests stop the process there.
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

// write writes the files into a directory of their own, and makes sure that they can be moved into dir.
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
