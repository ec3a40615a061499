package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// pending is the suffix of a file's name until the commit.
//
// Tables and manifest must change together, but no file system renames two files in one step. So the commit
// consists of renaming the manifest:
//
//	            games.parquet   games.parquet.new   manifest.json
//	before      old             -                   old
//	writing     old             growing             old
//	written     old             new                 old
//	committed   old             new                 new     <- readers take .new
//	done        new             -                   new
//
// The tables of players and tournaments change in the same way as the games table. In every row of this
// table, one set of tables matches the manifest, and readers find it by checksum. The next writer completes
// the work of a killed one. If the tables' names contained the checksum, no second rename would be needed,
// but queries could not name games.parquet.
const pending = ".new"

// publish commits tables that have been written and synced as pending files, and reports whether it reached
// the commit. It calls step before each action, where tests stop the process.
func publish(dir string, m *Manifest, step func(string)) (committed bool, err error) {
	text, err := m.encode()
	if err != nil {
		return false, err
	}
	old, _ := readManifest(dir)
	manifest := filepath.Join(dir, manifestName)
	actions := []struct {
		name string
		do   func() error
	}{
		{"write manifest", func() error { return durable.WriteNew(manifest+pending, text) }},
		{"sync directory", func() error { return durable.SyncDir(dir) }},
		{"commit", func() error { return os.Rename(manifest+pending, manifest) }},
		{"sync commit", func() error { return durable.SyncDir(dir) }},
		{"rename tables", func() error { return renameTables(dir, m, step) }},
		{"remove stale table", func() error { return removeStale(dir, &old, m) }},
		{"sync tables", func() error { return durable.SyncDir(dir) }},
	}
	for _, a := range actions {
		step(a.name)
		if err := a.do(); err != nil {
			return committed, fmt.Errorf("store: %s: %s: %w", dir, a.name, err)
		}
		committed = committed || a.name == "commit"
	}
	return true, nil
}

func renameTables(dir string, m *Manifest, step func(string)) error {
	for _, t := range m.Tables {
		step("rename " + t.Name)
		path := filepath.Join(dir, t.Name)
		if err := os.Rename(path+pending, path); err != nil {
			return err
		}
	}
	return nil
}

// removeStale deletes tables that are not in the new set: those of the old set, and those that an interrupted
// commit did not delete.
func removeStale(dir string, old, m *Manifest) error {
	if len(old.Tables) == 0 {
		return nil // there was no readable manifest of ours
	}
	for _, name := range tableNames {
		if m.table(name) != nil {
			continue
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// table returns the manifest's entry for a file name, or nil if there is none.
func (m *Manifest) table(name string) *TableFile {
	for i := range m.Tables {
		if m.Tables[i].Name == name {
			return &m.Tables[i]
		}
	}
	return nil
}

// recoverDir completes an interrupted commit, or removes pending files that were not committed. The caller
// must hold the lock.
func recoverDir(dir string) error {
	m, err := readManifest(dir)
	if err != nil && !errors.Is(err, dataset.ErrManifest) {
		return err // the file may be intact even if it cannot be read now
	}
	for _, name := range tableNames {
		path := filepath.Join(dir, name)
		if _, statErr := os.Lstat(path + pending); statErr != nil {
			continue
		}
		t := m.table(name)
		if t != nil && t.verify(path) != nil && t.verify(path+pending) == nil {
			if err := os.Rename(path+pending, path); err != nil {
				return fmt.Errorf("store: %w", err)
			}
		}
	}
	return sweep(dir)
}

// sweep removes all pending files.
func sweep(dir string) error {
	for _, name := range append([]string{manifestName}, tableNames...) {
		err := os.Remove(filepath.Join(dir, name+pending))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("store: %w", err)
		}
	}
	return nil
}

// verify returns nil if the file at path matches t. Its errors do not contain the name of the file.
func (t *TableFile) verify(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w, expected %d bytes", dataset.ErrChecksum, err, t.Bytes)
	}
	if err == nil && info.Size() != t.Bytes {
		return fmt.Errorf("%w: it has %d bytes, the manifest says %d", dataset.ErrChecksum, info.Size(), t.Bytes)
	}
	got, err := durable.SHA256File(path)
	if errors.Is(err, fs.ErrPermission) {
		return err // not damage
	}
	if err != nil {
		return fmt.Errorf("%w: %w", dataset.ErrChecksum, err)
	}
	if got != t.SHA256 {
		return fmt.Errorf("%w: its sha256 is %s, the manifest says %s", dataset.ErrChecksum, got, t.SHA256)
	}
	return nil
}
