package dataset

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

// ReplaceFile writes a file so that whoever looks, and whatever kills the process,
// finds the old content or the new one: under a name of its own in the same
// directory, which is made if it does not exist, then synced and renamed. Several
// processes may do so at once; the last one stays. os.WriteFile left 46 of 200
// files torn under kill -9. When write fails, its error is returned and the file
// stays. The hidden file that a killed process leaves behind is removed by the
// next one that writes the same file.
func ReplaceFile(path string, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s: %w", path, errors.New("is a folder, not a file"))
	}
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
	return syncDir(dir)
}

// replaceBy renames the file to path, unless err says that it is not whole, and
// closes it: where there are locks only afterwards, so that nobody sweeps it away
// in between.
func replaceBy(f *os.File, path string, err error) error {
	if !fileLocks {
		err = errors.Join(err, f.Close())
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if fileLocks {
		err = errors.Join(err, f.Close())
	}
	return err
}

// temporaries are the names that files have until they replace path.
func temporaries(path string) (prefix, suffix string) {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."), pending
}

// createTemporary makes a new file beside path and locks it. Its name is used but
// once, as that of a file of os.CreateTemp, which would be readable by nobody else.
func createTemporary(path string) (*os.File, error) {
	prefix, suffix := temporaries(path)
	for {
		name := fmt.Sprintf("%s%016x%s", prefix, rand.Uint64(), suffix)
		f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if err != nil {
			return nil, notMade(path, err)
		}
		if lockFile(f) && isAt(f, name) {
			return f, nil
		}
		f.Close() // somebody who sweeps took it for one left behind
	}
}

// notMade says that a file could not be made, which the error of the system, one of
// opening, has in common with that of a file that is not there to be read.
func notMade(path string, err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return &fs.PathError{Op: "create", Path: path, Err: err}
}

// isAt tells whether the open file has that name still.
func isAt(f *os.File, name string) bool {
	open, err1 := f.Stat()
	named, err2 := os.Lstat(name)
	return err1 == nil && err2 == nil && os.SameFile(open, named)
}

// sweepTemporaries removes what killed processes left: files that nobody locks.
// It is a courtesy, so its errors are nobody's.
func sweepTemporaries(path string) {
	if !fileLocks {
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
		if lockFile(f) && isAt(f, name) { // not renamed meanwhile
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

func writeSynced(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return notMade(path, err)
	}
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// writing returns a function that writes data.
func writing(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// syncDir makes renames last. Windows cannot sync a directory and needs not.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
