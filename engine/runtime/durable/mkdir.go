package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// MkdirAll creates a directory and any missing parents. undo removes the new directories if they are empty,
// for callers that fail before they write a file.
func MkdirAll(dir string) (undo func(), err error) {
	var made []string // the innermost first
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		if _, err := os.Lstat(d); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = append(made, d)
	}
	undo = func() {
		for _, d := range made {
			if os.Remove(d) != nil {
				return
			}
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		undo()
		return func() {}, err
	}
	return undo, nil
}
