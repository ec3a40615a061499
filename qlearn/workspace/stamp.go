package workspace

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// A stamp tells whether files have changed since they were looked at.
type stamp []fs.FileInfo // nil = there is none

// stampOf returns the stamp of files of a folder.
func (w *Workspace) stampOf(dir string, names ...string) stamp {
	list := make(stamp, len(names))
	for i, name := range names {
		if info, err := w.root.Stat(filepath.Join(dir, name)); err == nil {
			list[i] = info
		}
	}
	return list
}

// same tells whether the files are those of an earlier stamp, unchanged.
func (s stamp) same(before stamp) bool { return slices.EqualFunc(s, before, sameFile) }

func sameFile(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// changed returns when the youngest of the files changed.
func (s stamp) changed() (last time.Time) {
	for _, info := range s {
		if info != nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	return last
}
