package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// A Snapshot is a copy of files and folders, from which they can be restored. It is in the system's folder
// for temporary files. A killed process leaves it there.
type Snapshot struct {
	dir   string
	paths []string
}

// TakeSnapshot copies files and folders. It records which paths do not exist, and Restore removes these. It
// skips anything else, such as a device. The caller must remove the snapshot.
func TakeSnapshot(paths ...string) (*Snapshot, error) {
	dir, err := os.MkdirTemp("", "outflank-before-")
	if err != nil {
		return nil, err
	}
	s := &Snapshot{dir: dir}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
			continue
		}
		if err == nil {
			err = copyTree(s.copyOf(len(s.paths)), path)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, errors.Join(err, s.Remove())
		}
		s.paths = append(s.paths, path)
	}
	return s, nil
}

// Restore restores the files and folders. No other process may write to them at the same time.
func (s *Snapshot) Restore() error {
	for i, path := range s.paths {
		if err := restore(path, s.copyOf(i)); err != nil {
			return err
		}
	}
	return nil
}

// Remove deletes the copies.
func (s *Snapshot) Remove() error { return os.RemoveAll(s.dir) }

// copyOf returns the path of the copy of a path.
func (s *Snapshot) copyOf(i int) string { return filepath.Join(s.dir, strconv.Itoa(i)) }

// restore replaces a file or folder with its copy. It copies a folder in full before it removes the old one.
func restore(path, from string) error {
	info, err := os.Stat(from)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return os.RemoveAll(path)
	case err != nil || !info.IsDir():
		return errors.Join(err, copyTree(path, from))
	}
	prefix, suffix := temporaries(path)
	beside := fmt.Sprintf("%s%016x%s", prefix, rand.Uint64(), suffix)
	if err = os.CopyFS(beside, os.DirFS(from)); err == nil {
		err = os.RemoveAll(path)
	}
	if err == nil {
		err = os.Rename(beside, path)
	}
	return err
}

// copyTree copies a file, or a folder with everything in it.
func copyTree(to, from string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return os.CopyFS(to, os.DirFS(from))
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return Replace(to, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}
