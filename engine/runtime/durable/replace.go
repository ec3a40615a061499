package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Replace writes a file so that every reader, even after a crash, finds either the old content or the new
// one. It writes a temporary file in the same directory, which it creates if necessary, syncs it, renames it
// to path and syncs the directory. Several processes may replace a file concurrently; the last one wins. If
// write fails, Replace returns its error and the file does not change.
//
// A link stays, and its target is replaced. Anything other than an ordinary file, such as a device, a FIFO,
// /dev/stdout or a shell's >(…), is written to directly.
//
// A killed process leaves its temporary file, .NAME.RANDOM.new. The next Replace of the same file removes
// it, on systems whose locks show that it is not in use.
func Replace(path string, write func(io.Writer) error) error {
	to, err := findTarget(path)
	if err != nil {
		return err
	}
	if to.stream != nil {
		return to.writeStream(write)
	}
	path = to.path
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	sweepTemporaries(path)
	f, err := createTemporary(path)
	if err != nil {
		return err
	}
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if err := replaceBy(f, path, err); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", path, err), removeIfThere(f.Name()))
	}
	return SyncDir(dir)
}

// WriteFile replaces a file by one with the given data, as [Replace] does. os.WriteFile left 46 of 200 files
// torn under kill -9.
func WriteFile(path string, data []byte) error {
	return Replace(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Create creates or empties a file as [os.Create] does, for a caller with its own commit. The operation in
// its error is "create", to distinguish it from the error for a missing file to read.
func Create(path string) (*os.File, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, notMade(path, err)
	}
	return f, nil
}

// WriteNew creates or empties a file as [Create] does, and writes data to disk before it returns.
func WriteNew(path string, data []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// SyncDir makes renames in a directory survive a power cut. Windows cannot sync a directory and does not need
// it.
func SyncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// replaceBy renames the file to path if err is nil, and closes it. On systems that can rename open files, it
// closes and unlocks the file only afterwards, so no other process removes it in between.
func replaceBy(f *os.File, path string, err error) error {
	if !renamesOpenFiles {
		err = errors.Join(err, f.Close())
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if renamesOpenFiles {
		err = errors.Join(err, f.Close())
	}
	return err
}

// temporaries returns the prefix and suffix of the names that files have before they replace path.
func temporaries(path string) (prefix, suffix string) {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."), ".new"
}

// createTemporary creates a new file beside path and locks it. A file of os.CreateTemp would be readable
// only by its owner.
func createTemporary(path string) (*os.File, error) {
	prefix, suffix := temporaries(path)
	for {
		name := fmt.Sprintf("%s%016x%s", prefix, rand.Uint64(), suffix)
		f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if err != nil {
			return nil, notMade(path, err)
		}
		if !renamesOpenFiles || lock(f) == nil && isAt(f, name) {
			return f, nil
		}
		f.Close() // another process took it for a file left behind and removed it
	}
}

// notMade returns the error for a file that could not be created. The system's error is about opening, like
// that of a missing file to read.
func notMade(path string, err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return &fs.PathError{Op: "create", Path: path, Err: err}
}

// isAt reports whether the open file still has this name.
func isAt(f *os.File, name string) bool {
	open, err1 := f.Stat()
	named, err2 := os.Lstat(name)
	return err1 == nil && err2 == nil && os.SameFile(open, named)
}

// sweepTemporaries removes files that killed processes left: those without a lock. It ignores errors. On
// systems that cannot rename open files, temporary files are not locked, so it cannot tell a file in use
// from one left behind, and does nothing.
func sweepTemporaries(path string) {
	if !renamesOpenFiles {
		return
	}
	prefix, suffix := temporaries(path)
	entries, _ := os.ReadDir(filepath.Dir(path))
	for _, e := range entries {
		name := filepath.Join(filepath.Dir(path), e.Name())
		if !strings.HasPrefix(name, prefix) || !strings.HasSuffix(name, suffix) {
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		if lock(f) == nil && isAt(f, name) { // not renamed in the meantime
			os.Remove(name)
		}
		f.Close()
	}
}

func removeIfThere(path string) error {
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
