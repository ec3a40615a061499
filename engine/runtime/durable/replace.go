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

// Replace writes a file so that every reader, even after a crash, finds either the old or the new content. It
// writes a temporary file in the same directory, syncs it, renames it to path and syncs the directory. It
// creates the directory if necessary. Several processes may replace a file concurrently; the last one wins.
// If write fails, Replace returns its error and the file does not change.
//
// If path is a link, Replace replaces the link's target. It writes directly to anything but an ordinary file,
// such as a device, a FIFO, /dev/stdout or a shell's >(…).
//
// A killed process leaves its temporary file, .NAME.RANDOM.new. The next Replace of the same file removes it
// on systems whose locks show that it is not in use.
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

// WriteFile replaces the content of a file with data, as [Replace] does. In a test with kill -9, os.WriteFile
// left 46 of 200 files incomplete.
func WriteFile(path string, data []byte) error {
	return Replace(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Create creates or empties a file as [os.Create] does, for callers that commit the file later. The operation
// in its error is "create", unlike in the error for a missing input file.
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

// SyncDir syncs a directory, so renames in it survive a power failure. Windows neither supports nor needs
// this.
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
// closes and unlocks the file after the rename, so no other process can remove the file in between.
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

// temporaries returns the prefix and suffix of the names of temporary files that will replace path.
func temporaries(path string) (prefix, suffix string) {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."), ".new"
}

// createTemporary creates a new file next to path and locks it. os.CreateTemp would create a file that only
// its owner can read.
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
		f.Close() // another process mistook it for an abandoned file and removed it
	}
}

// notMade returns the error for a file that could not be created. The operating system's error has the
// operation "open", as for a missing input file.
func notMade(path string, err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return &fs.PathError{Op: "create", Path: path, Err: err}
}

// isAt reports whether the open file still has the given name.
func isAt(f *os.File, name string) bool {
	open, err1 := f.Stat()
	named, err2 := os.Lstat(name)
	return err1 == nil && err2 == nil && os.SameFile(open, named)
}

// sweepTemporaries removes temporary files left by killed processes; such files are not locked. It ignores
// errors. On systems that cannot rename open files, temporary files are never locked, so it cannot recognize
// abandoned files and does nothing.
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
